//! The interval of a difference of win shares that rests on few wins or losses: their variance is estimated poorly, and a
//! normal interval is too narrow.

use super::impact::{RowSums, SideSums};
use super::impact_estimate::Counted;
use super::rate::wilson_at;
use super::{INFORMATIVE, Interval, bisect, real};
use crate::model::SHARE;
use libm::erfc;

/// The win shares with and without an event, as weighted means over strata.
pub(super) struct TwoShares {
    /// Each share, and the number of independent seats with the same error (Σw²/n is 1 over this number).
    shares: [(f64, f64); 2],
    /// The least number of wins, losses or decided games with or without the event.
    pub(super) fewest: u64,
}

impl TwoShares {
    /// The shares of these strata, with their weights, which add up to 1. Every stratum has seats with and without the event.
    pub(super) fn of(strata: &[(Counted<'_>, f64)]) -> Self {
        let mut shares = [(0.0, 0.0); 2];
        let mut cells = [0; 6];
        for ((row, side), weight) in strata {
            let counts = [(row.a, row.ya), (side.m.saturating_sub(row.a), side.t.saturating_sub(row.ya))];
            for (nth, (seats, won)) in counts.into_iter().enumerate() {
                shares[nth].0 += weight * real(won) / f64::from(SHARE) / real(seats);
                shares[nth].1 += weight * weight / real(seats);
                cells[2 * nth] += won;
                cells[2 * nth + 1] += (seats * u64::from(SHARE)).saturating_sub(won);
                cells[4 + nth] += decided(row, side)[nth] * u64::from(SHARE);
            }
        }
        let fewest = cells.into_iter().min().unwrap_or(0) / u64::from(SHARE);
        Self { shares: shares.map(|(share, squares)| (share, 1.0 / squares)), fewest }
    }

    /// The first less the second.
    pub(super) fn difference(&self) -> f64 {
        self.shares[0].0 - self.shares[1].0
    }

    /// Whether there are enough wins and losses for a normal interval.
    pub(super) fn are_many(&self) -> bool {
        self.fewest >= INFORMATIVE
    }

    /// The ends of the interval of the difference at z standard errors: Wilson's intervals of both shares, with their errors
    /// squared and added (Newcombe 1998, *Statistics in Medicine* 17, method 10). If the clustered
    /// standard error `error` is larger than that of independent seats, the interval is wider by the same factor. It is never
    /// narrower: without a win, a share seems to have no error.
    pub(super) fn interval(&self, error: f64, z: f64) -> Option<Interval> {
        // Weighted shares can be outside by a rounding error.
        let [(with, a), (without, b)] = self.shares.map(|(share, n)| (share.clamp(0.0, 1.0), n));
        let independent = (with * (1.0 - with) / a + without * (1.0 - without) / b).sqrt();
        let scale = if independent > 0.0 { (error / independent).max(1.0) } else { 1.0 };
        let (one, other) = (wilson_at(with, a, z)?, wilson_at(without, b, z)?);
        let low = scale * (with - one.low).hypot(other.high - without);
        let high = scale * (one.high - with).hypot(without - other.low);
        Interval::new(with - without - low, with - without + high)
    }

    /// The two-sided p-value of no difference: that of the widest interval without 0.
    pub(super) fn p_value(&self, error: f64) -> f64 {
        const MOST: f64 = 40.0;
        let excludes_zero =
            |z: f64| self.interval(error, z).is_some_and(|ends| ends.low > 0.0 || ends.high < 0.0);
        erfc(bisect(0.0, MOST, excludes_zero) / std::f64::consts::SQRT_2)
    }
}

/// The numbers of seats with and without the event in games that count as decided: all games, except that scores do not
/// differ in a game without a winner.
pub(super) const fn decided(row: &RowSums, side: &SideSums) -> [u64; 2] {
    let with = row.a.saturating_sub(row.drawn_a);
    [with, side.m.saturating_sub(side.drawn_m).saturating_sub(with)]
}

#[cfg(test)]
mod tests {
    use super::super::testing::close;
    use super::*;

    /// Newcombe 1998, table II: 56 of 70 and 48 of 80, 9 of 10 and 3 of 10, 5 of 56 and 0 of 29, method 10.
    #[test]
    fn the_interval_is_that_of_newcombe() {
        for (with, without, ends) in [
            ((56, 70), (48, 80), [0.052_431_5, 0.333_872_7]),
            ((9, 10), (3, 10), [0.170_522_7, 0.809_018_0]),
            ((5, 56), (0, 29), [-0.038_137_1, 0.192_560_0]),
        ] {
            let (part, n) = (u64::from(SHARE), with.1 + without.1);
            let row = RowSums { a: with.1, ya: part * with.0, ..RowSums::default() };
            let side = SideSums { n, m: n, t: part * (with.0 + without.0), ..SideSums::default() };
            let shares = TwoShares::of(&[((&row, &side), 1.0)]);
            let variance = |(won, n): (u64, u64)| real(won) * real(n - won) / real(n).powi(3);
            let error = (variance(with) + variance(without)).sqrt();
            let found = shares.interval(error, 1.959_964).expect("an interval");
            close(found.low, ends[0], 1e-5);
            close(found.high, ends[1], 1e-5);
            assert!((shares.p_value(error) < 0.05) == (ends[0] > 0.0) && !shares.are_many());
        }
    }
}
