//! Tests whether one configuration wins more of the same deals than another: McNemar's exact test (McNemar
//! 1947, *Note on the sampling error of the difference between correlated proportions or percentages*).

use super::paired::Paired;
use statrs::distribution::{Binomial, DiscreteCDF};

impl Paired {
    /// The two-sided p-value from the discordant counts, for figures that are won or lost in each game: every
    /// numerator is 0 or the largest, so ΣX² = largest·ΣX. `None` for shared wins, and if some game counts on
    /// only one side.
    #[must_use]
    pub fn mcnemar(&self) -> Option<f64> {
        if self.apart > 0 {
            return None;
        }
        let ([xa, _, xb, _], [aa, _, _, _, _, _, _, bb, _, _]) = (self.sums, self.cross);
        let is_won_or_lost = |x: i128, xx: i128| x >= 0 && x.checked_mul(self.most.into()) == Some(xx);
        if !is_won_or_lost(xa, aa) || !is_won_or_lost(xb, bb) {
            return None;
        }
        self.sign_test()
    }

    /// The two-sided p-value of as many pairs that go up as down.
    pub(super) fn sign_test(&self) -> Option<f64> {
        if self.discordant() == 0 {
            return Some(1.0);
        }
        let binomial = Binomial::new(0.5, self.discordant()).ok()?;
        Some((2.0 * binomial.cdf(self.up.min(self.down))).min(1.0))
    }
}
