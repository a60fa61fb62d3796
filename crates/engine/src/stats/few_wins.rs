//! The interval of a difference of win shares that rests on few wins or losses: their variance is estimated poorly, and a
//! normal interval is too narrow.

use super::impact::{RowSums, SideSums};
use super::impact_estimate::Counted;
use super::rate::exact_low;
use super::{INFORMATIVE, Interval, real};
use crate::model::SHARE;
use libm::erfc;
use statrs::function::beta::checked_beta_reg;

/// The win shares with and without an event, as weighted means over strata.
pub(super) struct TwoShares {
    /// Each share, and the number of independent seats with the same error (Σw²/n is 1 over this number).
    shares: [(f64, f64); 2],
    /// The least number of wins, losses or decided games with or without the event.
    pub(super) fewest: u64,
    /// Whether there are other strata, where no seat, or every seat, had the event so far. It may have another effect there.
    is_open: bool,
    /// The wins, or the losses if there are fewer.
    rarer: Outcomes,
}

/// How many seats there are, how many end in one way, and how many of these have the event, and would have it if it did
/// not matter.
#[derive(Clone, Copy, Default)]
struct Outcomes {
    seats: f64,
    all: f64,
    with: f64,
    expected: f64,
}

impl TwoShares {
    /// The shares of these strata, with their weights, which add up to 1. Every stratum has seats with and without the event.
    /// `is_open`: there are other strata, too.
    pub(super) fn of(strata: &[(Counted<'_>, f64)], is_open: bool) -> Self {
        let mut shares = [(0.0, 0.0); 2];
        let mut cells = [0; 6];
        let mut outcomes = [Outcomes::default(); 2];
        let part = u64::from(SHARE);
        for ((row, side), weight) in strata {
            let counts = [(row.a, row.ya), (side.m.saturating_sub(row.a), side.t.saturating_sub(row.ya))];
            for (nth, (seats, won)) in counts.into_iter().enumerate() {
                shares[nth].0 += weight * real(won) / f64::from(SHARE) / real(seats);
                shares[nth].1 += weight * weight / real(seats);
                cells[2 * nth] += won;
                cells[2 * nth + 1] += (seats * part).saturating_sub(won);
                cells[4 + nth] += decided(row, side)[nth] * part;
            }
            let lost = |seats: u64, won: u64| (seats * part).saturating_sub(won);
            let seats = [(row.ya, side.t), (lost(row.a, row.ya), lost(side.m, side.t))];
            for (outcome, (with, all)) in outcomes.iter_mut().zip(seats) {
                let [with, all] = [with, all].map(|parts| real(parts) / f64::from(SHARE));
                outcome.seats += real(side.m);
                outcome.all += all;
                outcome.with += with;
                outcome.expected += all * real(row.a) / real(side.m);
            }
        }
        let [won, lost] = outcomes;
        let rarer = if won.all < lost.all { won } else { lost };
        let fewest = cells.into_iter().min().unwrap_or(0) / part;
        Self { shares: shares.map(|(share, squares)| (share, 1.0 / squares)), fewest, is_open, rarer }
    }

    /// The first less the second.
    pub(super) fn difference(&self) -> f64 {
        self.shares[0].0 - self.shares[1].0
    }

    /// Whether there are enough wins and losses for a normal interval.
    pub(super) fn are_many(&self) -> bool {
        self.fewest >= INFORMATIVE
    }

    /// The interval of the difference at the level 1 − `alpha`: the exact bounds of both shares (Clopper & Pearson), with
    /// their errors squared and added (Newcombe 1998, *Statistics in Medicine* 17; Zou & Donner 2008, *Statistics in
    /// Medicine* 27). If the clustered standard error `error` is larger than that of independent seats, the interval is
    /// wider by the same factor. It is never narrower: without a win, a share seems to have no error. What is not known of
    /// other strata widens it, too.
    pub(super) fn interval(&self, error: f64, alpha: f64) -> Option<Interval> {
        let [one, other] = self.shares;
        let low = self.difference() - self.reach([one, other], error, alpha)?;
        let high = self.difference() + self.reach([other, one], error, alpha)?;
        let is_open = self.rarer.p_value() >= alpha;
        if is_open { Interval::new(low.min(0.0), high.max(0.0)) } else { Interval::new(low, high) }
    }

    /// How far the first share less the second may be below its estimate.
    fn reach(&self, shares: [(f64, f64); 2], error: f64, alpha: f64) -> Option<f64> {
        // Weighted shares can be outside by a rounding error.
        let [(one, m), (other, n)] = shares.map(|(share, n)| (share.clamp(0.0, 1.0), n));
        let least = exact_low([one * m, (1.0 - one) * m], alpha)?;
        let most = 1.0 - exact_low([(1.0 - other) * n, other * n], alpha)?;
        let independent = (one * (1.0 - one) / m + other * (1.0 - other) / n).sqrt();
        let scale = if independent > 0.0 { (error / independent).max(1.0) } else { 1.0 };
        // No event in n seats: there may be one in −ln(α/2)/n, which may decide its game either way.
        let unseen = if self.is_open { -(alpha / 2.0).ln() * (1.0 / m + 1.0 / n) } else { 0.0 };
        Some((scale * (one - least).hypot(most - other)).hypot(unseen))
    }

    /// The two-sided p-value of no difference: that of the widest interval without 0.
    pub(super) fn p_value(&self, error: f64) -> f64 {
        /// The reach of so many standard errors has the smallest p-value of a float.
        const MOST: f64 = 37.0;
        let [one, other] = self.shares;
        let shares = if self.difference() < 0.0 { [other, one] } else { [one, other] };
        let distance = self.difference().abs();
        let p = |z: f64| erfc(z / std::f64::consts::SQRT_2);
        // The reach grows about like a power of z, which the last two steps tell.
        let (mut power, mut last) = (1.0_f64, None::<(f64, f64)>);
        let mut z = if distance > 0.0 && error > 0.0 { (distance / error).clamp(1e-9, MOST) } else { 1.0 };
        for _ in 0..50 {
            let Some(reach) = self.reach(shares, error, p(z)).filter(|reach| *reach > 0.0) else {
                return 1.0;
            };
            let here = (f64::ln(z), reach.ln());
            if let Some((u, v)) = last {
                power = ((here.1 - v) / (here.0 - u)).clamp(0.1, 10.0);
            }
            last = Some(here);
            let next = (z * (distance / reach).powf(1.0 / power)).clamp(1e-9, MOST);
            let is_found = (next - z).abs() <= 1e-7 * z;
            z = next;
            if is_found {
                break;
            }
        }
        p(z).max(self.rarer.p_value())
    }
}

impl Outcomes {
    /// The two-sided p-value of as few, or as many, with the event, if it does not matter and few seats in all end in this
    /// way; squared errors would add up to less than there is. 0 if many do: then there is no need of it. Fisher's exact test,
    /// by the binomial distribution that is nearest (Wise 1954, *Biometrika* 41).
    fn p_value(self) -> f64 {
        let Self { seats, all, with, expected } = self;
        if all >= real(INFORMATIVE) || all <= 0.0 {
            return if all <= 0.0 { 1.0 } else { 0.0 };
        }
        let chance =
            |with: f64| ((2.0 * seats * expected / all - with) / (2.0 * seats - all + 1.0)).clamp(0.0, 1.0);
        // The counts of a damaged file may contradict each other, which says nothing.
        let tail = |a, b, chance| checked_beta_reg(a, b, chance).unwrap_or(1.0);
        let at_least = if with > 0.0 { tail(with, all - with + 1.0, chance(with - 1.0)) } else { 1.0 };
        let at_most = if with < all { tail(all - with, with + 1.0, 1.0 - chance(with)) } else { 1.0 };
        (2.0 * at_least.min(at_most)).min(1.0)
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

    /// Expected ends: the same formula in Python, with the bounds of Clopper & Pearson found from sums of binomial
    /// probabilities.
    #[test]
    fn the_interval_agrees_with_sums_of_binomial_probabilities() {
        for (with, without, ends) in [
            ((56, 70), (48, 80), [0.043_886_878, 0.344_171_023]),
            ((9, 10), (3, 10), [0.106_786_930, 0.852_806_514]),
            ((5, 56), (0, 29), [-0.044_227_955, 0.196_193_441]),
            ((0, 10), (0, 20), [-0.168_433_471, 0.308_497_108]),
        ] {
            let (part, n) = (u64::from(SHARE), with.1 + without.1);
            let row = RowSums { a: with.1, ya: part * with.0, ..RowSums::default() };
            let side = SideSums { n, m: n, t: part * (with.0 + without.0), ..SideSums::default() };
            let shares = TwoShares::of(&[((&row, &side), 1.0)], false);
            let variance = |(won, n): (u64, u64)| real(won) * real(n - won) / real(n).powi(3);
            let error = (variance(with) + variance(without)).sqrt();
            let found = shares.interval(error, 0.05).expect("an interval");
            close(found.low, ends[0], 1e-8);
            close(found.high, ends[1], 1e-8);
            assert!((shares.p_value(error) < 0.05) == (ends[0] > 0.0) && !shares.are_many());
            // Twice the standard error of independent seats doubles the reach. Other strata widen it by −ln 0.025 unseen events of
            // each share, added in squares.
            if ends[0] > 0.0 {
                let (centre, hidden) =
                    (shares.difference(), 0.025_f64.ln() * (1.0 / real(with.1) + 1.0 / real(without.1)));
                let open = TwoShares::of(&[((&row, &side), 1.0)], true);
                let reach = |shares: &TwoShares, error| {
                    centre - shares.interval(error, 0.05).expect("an interval").low
                };
                close(reach(&shares, 2.0 * error), 2.0 * (centre - found.low), 1e-9);
                close(reach(&open, error), (centre - found.low).hypot(hidden), 1e-9);
            }
        }
    }
}
