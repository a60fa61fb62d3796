//! Quantiles of a histogram.
//!
//! The interval of a quantile lies between two order statistics some ranks below and above it. This is valid
//! for any distribution (Conover 1999, *Practical Nonparametric Statistics*, section 3.2).

use super::confidence_sequence::beta_binomial;
use super::{Estimate, Interval, Level, Method, lengths::Lengths, real};

/// Quantile `q`: the smallest length whose cumulative share is at least `q`. Its interval lies between the
/// order statistics at ranks nq ± z√(nq(1 − q)), rounded outwards. There is no interval if one of these ranks
/// lies before the first game or after the last.
#[must_use]
pub fn quantile(lengths: &Lengths, q: f64, level: Level) -> Estimate {
    let n = real(lengths.iter().map(|(_, games)| games).sum());
    if n == 0.0 || !(0.0..=1.0).contains(&q) {
        return Estimate::EMPTY;
    }
    let at = |rank: f64| {
        let mut seen = 0.0;
        lengths.iter().find_map(|(length, games)| {
            seen += real(games);
            (seen >= rank).then(|| real(length))
        })
    };
    // 0.07 of 100 is slightly more than 7 in binary; the factor keeps it from being rounded up to 8.
    let value = at((n * q * (1.0 - 4.0 * f64::EPSILON)).ceil()).unwrap_or(f64::NAN);
    let half = level.z() * (n * q * (1.0 - q)).sqrt();
    let (first, last) = ((n * q - half).floor(), (n * q + half).ceil());
    let bounded = half > 0.0 && first >= 1.0 && last <= n;
    let interval = if bounded { at(first).zip(at(last)) } else { None };
    Estimate::new(value, interval.and_then(|(low, high)| Interval::new(low, high)), Method::OrderStatistics)
}

/// The confidence sequence of quantile `q`: from the smallest length whose cumulative share may be at least q
/// to the smallest whose cumulative share must be, each by the beta-binomial sequence at half of α.
#[must_use]
pub fn quantile_sequence(lengths: &Lengths, q: f64, level: Level) -> Option<Interval> {
    let n: u64 = lengths.iter().map(|(_, games)| games).sum();
    let half = level.shared_by(2);
    let (mut seen, mut low) = (0, None);
    for (length, games) in lengths.iter() {
        seen += games;
        let share = beta_binomial(seen, n, half)?;
        if low.is_none() && share.high >= q {
            low = Some(real(length));
        }
        if share.low >= q {
            return Interval::new(low?, real(length));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::testing::{lengths, level};
    use super::*;
    use crate::model::Seed;

    /// 500 draws of a negative binomial distribution.
    const HISTOGRAM: [(u64, u64); 28] = [
        (1, 12),
        (2, 28),
        (3, 41),
        (4, 35),
        (5, 53),
        (6, 44),
        (7, 43),
        (8, 40),
        (9, 36),
        (10, 31),
        (11, 27),
        (12, 22),
        (13, 17),
        (14, 14),
        (15, 12),
        (16, 8),
        (17, 8),
        (18, 5),
        (19, 2),
        (20, 3),
        (21, 5),
        (22, 3),
        (23, 2),
        (24, 3),
        (25, 3),
        (26, 1),
        (28, 1),
        (31, 1),
    ];

    #[test]
    fn quantiles_and_their_ranks_agree_with_numpy() {
        // numpy.quantile(L, q, method="inverted_cdf"), and the sorted L at the ranks
        // floor(500q - s) and ceil(500q + s), s = norm.ppf(0.975) * sqrt(500q(1 - q))
        for (q, value, low, high) in
            [(0.05, 2.0, 2.0, 2.0), (0.5, 7.0, 7.0, 8.0), (0.95, 18.0, 17.0, 21.0), (0.99, 25.0, 23.0, 31.0)]
        {
            let found = quantile(&lengths(HISTOGRAM), q, level());
            assert_eq!(found, Estimate::new(value, Interval::new(low, high), Method::OrderStatistics));
        }
    }

    #[test]
    fn a_whole_rank_is_not_rounded_up() {
        // 0.07 of 100 is 7.000000000000001 in binary.
        let hundred = lengths((1..=100).map(|length| (length, 1)));
        for (q, value) in [(0.07, 7.0), (0.29, 29.0), (0.95, 95.0), (1.0, 100.0), (0.0, 1.0), (0.071, 8.0)] {
            assert_eq!(quantile(&hundred, q, level()).value, Some(value));
        }
    }

    #[test]
    fn a_quantile_without_enough_games_has_no_interval() {
        let five = lengths([(3, 2), (4, 3)]);
        assert_eq!(quantile(&five, 0.5, level()).interval, None);
        assert_eq!(quantile(&lengths(HISTOGRAM), 0.9999, level()).interval, None);
        assert_eq!(quantile(&lengths(HISTOGRAM), 1.0, level()).interval, None);
        assert_eq!(quantile(&lengths([]), 0.5, level()), Estimate::EMPTY);
        assert_eq!(quantile(&lengths([(3, 0)]), 0.5, level()), Estimate::EMPTY);
        assert_eq!(quantile(&lengths(HISTOGRAM), 1.5, level()), Estimate::EMPTY);
    }

    #[test]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number below 10,000"
    )]
    fn the_interval_covers_what_it_says() {
        // Lengths so fine that few are equal. With coarser lengths the coverage can only be higher.
        const RUNS: u64 = 2_000;
        for (q, truth) in [(0.5, 5_000.0), (0.95, 9_500.0)] {
            let holds = |run: &u64| {
                let mut chance = Seed::new(5).game(*run).bot(0);
                let mut lengths = Lengths::default();
                (0..1_000).for_each(|_| lengths.add((chance.unit() * 1e4) as u64 + 1));
                quantile(&lengths, q, level()).interval.is_some_and(|interval| interval.contains(truth))
            };
            let covered = (0..RUNS).filter(holds).count() as f64 / RUNS as f64;
            assert!((0.94..=0.97).contains(&covered), "{covered}");
        }
    }

    /// Lengths 0 to 99, each equally likely.
    fn even(run: u64, n: usize) -> Lengths {
        let mut chance = Seed::new(3).game(run).bot(0);
        let mut lengths = Lengths::default();
        (0..n).for_each(|_| lengths.add(chance.below(100) as u64));
        lengths
    }

    #[test]
    fn a_monitored_quantile_is_seldom_missed_and_its_interval_is_wider() {
        let mut missed = 0;
        for run in 0..200 {
            let lengths = even(run, 3000);
            let sequential = quantile_sequence(&lengths, 0.05, level()).expect("an interval");
            let fixed = quantile(&lengths, 0.05, level()).interval.expect("an interval");
            assert!(sequential.low <= fixed.low && fixed.high <= sequential.high, "{sequential:?} {fixed:?}");
            missed += u32::from(!(sequential.low <= 4.0 && 4.0 <= sequential.high));
        }
        assert!(missed <= 4, "{missed} of 200");
        assert_eq!(quantile_sequence(&even(0, 5), 0.95, level()), None);
        assert_eq!(quantile_sequence(&Lengths::default(), 0.5, level()), None);
    }
}
