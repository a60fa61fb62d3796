//! Where a difference of shares lies if few pairs of games differ: a normal interval of so few is too narrow.

use super::confidence_sequence::beta_binomial;
use super::paired::{Paired, Scale};
use super::{Interval, Level, clopper_pearson, real, wide};
use statrs::distribution::{ContinuousCDF, Gamma};

impl Paired {
    /// The interval, by the exact bounds of Clopper & Pearson for the share of pairs that go up and for the share that
    /// go down, and their errors squared and added (Newcombe 1998, *Statistics in Medicine* 17; Zou & Donner 2008,
    /// *Statistics in Medicine* 27). It contains 0 whenever the p-value exceeds α.
    ///
    /// If pairs can differ by different parts of one, the bounds are those of [`part_sum`] instead, added in the same way.
    /// What goes up and what goes down then count as independent, which is conservative.
    pub(super) fn few_differences(&self, scale: Scale, level: Level) -> Option<Interval> {
        let (pairs, seats) = self.counts_alike()?;
        let [up, down] = [self.up, self.down].map(|count| clopper_pearson(count, pairs, level));
        let (up, down) = (up?, down?);
        let is_open = |p: Option<f64>| p.is_none_or(|p| p >= level.alpha());
        let Some(step) = self.step(scale, seats) else {
            let interval = self.of_parts(real(pairs), real(u64::from(scale.parts)) * real(seats), level)?;
            let Interval { low, high } = interval;
            let is_open = is_open(self.sign_test());
            return if is_open { Interval::new(low.min(0.0), high.max(0.0)) } else { Some(interval) };
        };
        let [p, q] = [self.up, self.down].map(|count| real(count) / real(pairs));
        // The two shares are parts of one: the more go up, the fewer can go down.
        let odds = p * q / ((1.0 - p) * (1.0 - q));
        let correlation = if odds.is_finite() { -odds.sqrt().min(1.0) } else { 0.0 };
        let reach = |a: f64, b: f64| (a * a - 2.0 * correlation * a * b + b * b).max(0.0).sqrt();
        let low = p - q - reach(p - up.low, down.high - q);
        let high = p - q + reach(up.high - p, q - down.low);
        let (low, high) = if is_open(self.mcnemar()) { (low.min(0.0), high.max(0.0)) } else { (low, high) };
        Interval::new(step * low.max(-1.0), step * high.min(1.0))
    }

    /// The interval if pairs can differ by different parts of a whole.
    fn of_parts(&self, pairs: f64, whole: f64, level: Level) -> Option<Interval> {
        let sums = self.rises_and_falls();
        let [up, down] = sums.map(|[sum, _]| wide(sum) / whole);
        let [ups, downs] =
            sums.map(|[sum, squares]| part_sum(wide(sum) / whole, wide(squares) / whole / whole, level));
        let (ups, downs) = (ups?, downs?);
        let low = up - down - (up - ups.low).hypot(downs.high - down);
        let high = up - down + (ups.high - up).hypot(down - downs.low);
        Interval::new((low / pairs).max(-1.0), (high / pairs).min(1.0))
    }

    /// Σ and Σ of squares of how far B's numerator exceeds A's, and of how far A's exceeds B's, over the pairs in which it
    /// does.
    const fn rises_and_falls(&self) -> [[i128; 2]; 2] {
        let ([xa, _, xb, _], [aa, _, ab, _, _, _, _, bb, _, _]) = (self.sums, self.cross);
        let [rise, squares] = self.rises;
        [[rise, squares], [rise - (xb - xa), aa - 2 * ab + bb - squares]]
    }

    /// The interval that holds at every look at once: the share of pairs that differ, times how much more of these go up
    /// than down, each by its confidence sequence at α/2.
    pub(super) fn few_sequential(&self, scale: Scale, level: Level) -> Option<Interval> {
        let (pairs, seats) = self.counts_alike()?;
        let differ = |level| beta_binomial(self.discordant(), pairs, level);
        let Some(step) = self.step(scale, seats) else {
            let most = differ(level)?.high;
            return Interval::new(-most, most);
        };
        let half = level.shared_by(2);
        let Interval { low: least, high: most } = differ(half)?;
        let unknown = Interval { low: 0.0, high: 1.0 };
        let up = beta_binomial(self.up, self.discordant(), half).unwrap_or(unknown);
        let [low, high] = [2.0 * up.low - 1.0, 2.0 * up.high - 1.0];
        let low = low * if low < 0.0 { most } else { least };
        let high = high * if high > 0.0 { most } else { least };
        Interval::new(step * low, step * high)
    }

    /// By how much the share of a pair changes if it changes: always the same if games are won or lost. `None` if wins
    /// can be shared, or if too few were won to tell.
    fn step(&self, scale: Scale, seats: u64) -> Option<f64> {
        self.mcnemar()?;
        let whole = u64::from(scale.parts).checked_mul(seats)?;
        (self.most == whole || self.has_many_scores()).then(|| real(self.most) / real(whole))
    }
}

/// Exact bounds of the expected sum of rare parts of one, from their sum and that of their squares: gamma quantiles (Fay &
/// Feuer 1997, *Statistics in Medicine* 16). The next part could be a whole one. If all are, these are the exact bounds of
/// a Poisson count.
fn part_sum(sum: f64, squares: f64, level: Level) -> Option<Interval> {
    let bound = |sum: f64, squares: f64, quantile: f64| {
        let gamma = Gamma::new(sum * sum / squares, 1.0).ok()?;
        Some(squares / sum * gamma.inverse_cdf(quantile))
    };
    let half = level.alpha() / 2.0;
    let low = if sum > 0.0 { bound(sum, squares, half)? } else { 0.0 };
    Interval::new(low, bound(sum + 1.0, squares + 1.0, 1.0 - half)?)
}

#[cfg(test)]
mod tests {
    use super::super::Method;
    use super::super::testing::{close, level};
    use super::*;
    use crate::model::Ratio;
    use statrs::distribution::{Discrete, Poisson};

    const SHARE: Scale = Scale { parts: 1, is_share: true };

    /// So many pairs of 1,000 that B alone wins, and that A alone wins.
    fn pairs(up: u64, down: u64) -> Paired {
        let mut paired = Paired::default();
        for (games, a, b) in [(up, 0, 1), (down, 1, 0), (500, 1, 1), (500 - up - down, 0, 0)] {
            paired.add_games(games, Ratio::of(a, 1), Ratio::of(b, 1));
        }
        paired
    }

    #[test]
    fn ten_pairs_that_differ_the_same_way_exclude_zero() {
        let difference = pairs(10, 0).difference(SHARE, level());
        close(difference.p_value.unwrap(), 2.0 / 1024.0, 1e-9);
        let Interval { low, high } = difference.interval.expect("an interval");
        assert_eq!(difference.method, Some(Method::FewDifferences));
        // By hand: Clopper–Pearson of 10 in 1,000 is (0.004805, 0.018312), of 0 in 1,000 (0, 0.003682).
        close(low, 0.01 - (0.005_195_f64.powi(2) + 0.003_682_f64.powi(2)).sqrt(), 1e-3);
        close(high, 0.018_312, 1e-4);
        assert!(pairs(10, 0).sequence(SHARE, 1_000, level()).is_some_and(|interval| interval.low > 0.0));
        // If many of 60 pairs go up, fewer can go down: the formula in Python, with the bounds of Clopper & Pearson from sums
        // of binomial probabilities.
        let mut many = Paired::default();
        for (games, a, b) in [(20, 0, 1), (5, 1, 0), (20, 1, 1), (15, 0, 0)] {
            many.add_games(games, Ratio::of(a, 1), Ratio::of(b, 1));
        }
        let Interval { low, high } = many.difference(SHARE, level()).interval.expect("an interval");
        close(low, 0.080_704_153_95, 1e-7);
        close(high, 0.405_274_759_44, 1e-7);
    }

    #[test]
    fn the_interval_excludes_zero_only_if_the_test_rejects() {
        for differ in 0..30 {
            for up in 0..=differ {
                let paired = pairs(up, differ - up);
                let found = paired.difference(SHARE, level());
                let excludes = found.interval.is_some_and(|interval| !interval.contains(0.0));
                assert_eq!(excludes, found.p_value.is_some_and(|p| p < 0.05), "{up} of {differ}");
            }
        }
    }

    /// The exact chance that the interval holds the truth, for these expected numbers of pairs that go up and down.
    #[test]
    fn few_differences_are_covered() {
        for (ups, downs) in
            [(0.1, 0.0), (1.0, 0.0), (3.0, 0.0), (4.0, 4.0), (8.0, 8.0), (10.0, 6.0), (12.0, 1.5)]
        {
            let (mut covered, mut all) = (0.0, 0.0);
            for up in 0..30 {
                for down in 0..30 - up {
                    let chance = |mean: f64, n: u64| Poisson::new(mean.max(1e-12)).unwrap().pmf(n);
                    let chance = chance(ups, up) * chance(downs, down);
                    let interval = pairs(up, down).difference(SHARE, level()).interval.unwrap();
                    all += chance;
                    covered += if interval.contains((ups - downs) / 1_000.0) { chance } else { 0.0 };
                }
            }
            assert!(covered / all >= 0.95, "{ups} and {downs}: {}", covered / all);
        }
    }

    /// Of 1,000 pairs, so many go up and down by these parts of four seats.
    fn of_four(ups: [u64; 4], downs: [u64; 4]) -> Paired {
        let (mut paired, mut rest) = (Paired::default(), 1_000);
        for (by, (up, down)) in (1..).zip(ups.into_iter().zip(downs)) {
            paired.add_games(up, Ratio::of(0, 1), Ratio::of(by, 1));
            paired.add_games(down, Ratio::of(by, 1), Ratio::of(0, 1));
            rest -= up + down;
        }
        paired.add_games(rest, Ratio::of(1, 1), Ratio::of(1, 1));
        paired
    }

    const FOUR: Scale = Scale { parts: 4, is_share: true };

    #[test]
    fn unequal_differences_can_exclude_zero_with_exact_bounds_of_poisson_counts() {
        let difference = of_four([0, 23, 0, 1], [0, 4, 0, 0]).difference(FOUR, level());
        let Interval { low, high } = difference.interval.expect("an interval");
        assert_eq!(difference.method, Some(Method::FewDifferences));
        // By the formula in Python: sums 12.5 and 2, squares 6.75 and 1.
        close(low, 0.004_201_904_749, 1e-7);
        close(high, 0.017_628_265_222, 1e-7);
        assert!(difference.p_value.is_some_and(|p| p < 0.05));
        // scipy.stats.chi2.ppf(0.025, 2·10) / 2 and chi2.ppf(0.975, 2·11) / 2
        let Interval { low, high } = part_sum(10.0, 10.0, level()).unwrap();
        close(low, 4.795_389, 1e-5);
        close(high, 18.390_36, 1e-5);
    }
}
