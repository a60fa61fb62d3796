//! Sample sizes.
//!
//! The number of games for an interval of a given width, and for detecting a difference of a given size with
//! a power of 80 % (Fleiss, Levin & Paik 2003, *Statistical Methods for Rates and Proportions*, chapter 4,
//! without the continuity correction).

use statrs::distribution::{ContinuousCDF, Normal};

use super::confidence_sequence::{asymptotic, beta_binomial, next_look};
use super::{Level, real};

/// The probability of detecting a real difference.
pub const POWER: f64 = 0.8;

/// Games until the interval of a mean is at most ± `half_width`, where `sd` is the standard deviation of one
/// game. For a win share it is √(p(1−p)), at most ½.
#[must_use]
pub fn games_for_width(half_width: f64, sd: f64, level: Level) -> Option<u64> {
    let errors = level.z() * sd / half_width;
    whole(errors * errors)
}

/// The half-width of that interval after `n` games.
#[must_use]
pub fn width_after(n: u64, sd: f64, level: Level) -> Option<f64> {
    (n > 0).then(|| level.z() * sd / real(n).sqrt())
}

/// How the confidence sequence of a figure narrows during a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequential {
    /// For a rate: the beta-binomial sequence.
    Rate,
    /// For any other score: the asymptotic sequence that is tightest around this many games.
    Score {
        /// The requested number of games.
        tightest: u64,
    },
}

/// Approximate number of games until the confidence sequence of a figure is at most ± `half_width` at a look,
/// where `sd` is the standard deviation of one game.
#[must_use]
pub fn games_sequential(half_width: f64, sd: f64, sequential: Sequential, level: Level) -> Option<u64> {
    const MOST: u64 = 1_000_000_000_000;
    let interval = |n: u64| match sequential {
        // A rate after n games has the precision of a fair coin (standard deviation ½) after n/4s² throws.
        Sequential::Rate => {
            whole(real(n) / (4.0 * sd * sd)).and_then(|throws| beta_binomial(throws / 2, throws, level))
        }
        Sequential::Score { tightest } => asymptotic(0.0, sd, n, tightest, level),
    };
    std::iter::successors(Some(next_look(0)), |games| Some(next_look(*games)))
        .take_while(|games| *games < MOST)
        .find(|games| interval(*games).is_some_and(|interval| interval.half_width() <= half_width))
}

/// Independent games per side until a difference of `difference` between two win shares near `share` is detected.
#[must_use]
pub fn games_for_difference(difference: f64, share: f64, level: Level) -> Option<u64> {
    // The variances of the two shares add up.
    for_power(difference, 2.0 * share * (1.0 - share), level)
}

/// Pairs of games on the same deals until a difference of this size is detected. `variance` is the variance
/// of the difference within a pair: for a share, at most the share of pairs that end differently.
#[must_use]
pub fn pairs_for_difference(difference: f64, variance: f64, level: Level) -> Option<u64> {
    for_power(difference, variance, level)
}

/// `(z₁₋α⸝₂ + z_power)²·variance/difference²`.
fn for_power(difference: f64, variance: f64, level: Level) -> Option<u64> {
    let errors = level.z() + Normal::standard().inverse_cdf(POWER);
    whole(errors * errors * variance / (difference * difference))
}

/// Rounded up; `None` if no number of games is enough.
fn whole(games: f64) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 2^63, rounded up"
    )]
    let whole = (games < 9.2e18).then(|| games.ceil().max(1.0) as u64);
    whole
}

#[cfg(test)]
mod tests {
    use super::super::testing::level;
    use super::*;

    #[test]
    fn games_for_a_difference_or_a_width_agree_with_scipy() {
        // (norm.ppf(0.975) + norm.ppf(0.8))**2 * 0.5 / 0.005**2 = 156977.6
        assert_eq!(games_for_difference(0.005, 0.5, level()), Some(156_978));
        // … * 0.02 / 0.005**2 = 6279.1
        assert_eq!(pairs_for_difference(0.005, 0.02, level()), Some(6_280));
        // A percentage point to either side.
        assert_eq!(games_for_width(0.01, 0.5, level()), Some(9_604));
        let width = width_after(9_604, 0.5, level()).unwrap();
        assert!((width - 0.01).abs() < 1e-6);
        // No number of games shows a difference of zero.
        assert_eq!(games_for_difference(0.0, 0.5, level()), None);
        assert_eq!(games_for_width(0.0, 0.5, level()), None);
        assert_eq!(width_after(0, 0.5, level()), None);
    }

    #[test]
    fn a_monitored_run_needs_more_games_and_stops_at_a_look() {
        // The intervals of a share near 0.1 after 100,000 games, and of a score with deviation 0.3.
        let rate = beta_binomial(10_000, 100_000, level()).unwrap().half_width();
        let score = asymptotic(0.1, 0.3, 100_000, 50_000, level()).unwrap().half_width();
        for (half_width, sequential) in
            [(rate, Sequential::Rate), (score, Sequential::Score { tightest: 50_000 })]
        {
            let looks = std::iter::successors(Some(next_look(0)), |games| Some(next_look(*games)));
            let expected = looks.into_iter().find(|games| *games >= 100_000);
            assert_eq!(games_sequential(half_width * 1.001, 0.3, sequential, level()), expected);
            assert!(expected > games_for_width(half_width, 0.3, level()));
        }
        assert_eq!(games_sequential(0.9, 0.5, Sequential::Rate, level()), Some(next_look(0)));
        assert_eq!(games_sequential(1e-12, 0.5, Sequential::Rate, level()), None);
        assert_eq!(games_sequential(f64::NAN, f64::NAN, Sequential::Rate, level()), None);
    }
}
