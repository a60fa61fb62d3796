//! Quantiles of a histogram, with intervals from the order statistics.

use super::sequence::beta_binomial;
use super::{Estimate, Interval, Level, lengths::Lengths, real};

/// Quantile `q`: the smallest length whose cumulative share is at least `q`; its interval lies
/// between the order statistics at ranks nq ± z√(nq(1 − q)), rounded outwards.
#[must_use]
pub fn quantile(lengths: &Lengths, q: f64, level: Level) -> Estimate {
    let n: u64 = lengths.iter().map(|(_, games)| games).sum();
    if n == 0 {
        return Estimate::EMPTY;
    }
    let n = real(n);
    let at = |rank: f64| {
        let rank = rank.clamp(1.0, n);
        let mut seen = 0.0;
        lengths.iter().find_map(|(length, games)| {
            seen += real(games);
            (seen >= rank).then(|| real(length))
        })
    };
    let half = level.z() * (n * q * (1.0 - q)).sqrt();
    let interval = at((n * q - half).floor()).zip(at((n * q + half).ceil()));
    let value = at((n * q - 1e-9).ceil()).unwrap_or(f64::NAN);
    Estimate::new(value, interval.and_then(|(low, high)| Interval::new(low, high)), "order-statistics")
}

/// Where quantile `q` lies at every look at once: from the smallest length of which the share of
/// games that do not exceed it may reach q, to the smallest of which it must; each by the
/// beta-binomial sequence at half of α.
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
    use super::*;
    use crate::model::Seed;

    fn level() -> Level {
        Level::new(0.95).expect("a level")
    }

    /// Lengths 0 to 99, each equally likely.
    fn even(run: u64, n: usize) -> Lengths {
        let mut dice = Seed::new(3).game(run).mind(0);
        let mut lengths = Lengths::default();
        (0..n).for_each(|_| lengths.add(dice.below(100) as u64));
        lengths
    }

    #[test]
    fn a_quantile_is_the_smallest_length_that_reaches_its_share() {
        let lengths: Lengths = std::collections::BTreeMap::from([(3, 5), (4, 90), (9, 5)]).into();
        let value = |q| quantile(&lengths, q, level()).value;
        assert_eq!([0.05, 0.051, 0.5, 0.95, 0.951].map(value), [3.0, 4.0, 4.0, 4.0, 9.0].map(Some));
    }

    #[test]
    fn a_watched_quantile_is_seldom_missed_and_the_interval_is_wider() {
        let mut missed = 0;
        for run in 0..200 {
            let lengths = even(run, 3000);
            let watched = quantile_sequence(&lengths, 0.05, level()).expect("an interval");
            let fixed = quantile(&lengths, 0.05, level()).interval.expect("an interval");
            assert!(watched.low <= fixed.low && fixed.high <= watched.high, "{watched:?} {fixed:?}");
            missed += u32::from(!(watched.low <= 4.0 && 4.0 <= watched.high));
        }
        assert!(missed <= 4, "{missed} of 200");
        assert_eq!(quantile_sequence(&even(0, 5), 0.95, level()), None);
        assert_eq!(quantile_sequence(&Lengths::default(), 0.5, level()), None);
    }
}
