//! Quantiles of a histogram.
//!
//! The interval of a quantile lies between two order statistics some ranks below and above it. This is valid
//! for any distribution (Conover 1999, *Practical Nonparametric Statistics*, section 3.2).

use super::confidence_sequence::beta_binomial;
use super::{Interval, Level, lengths::Lengths, real};

/// Quantile `q`: the smallest length whose cumulative share is at least `q`. Its interval lies between the
/// order statistics at ranks nq ± z√(nq(1 − q)), rounded outwards. There is no interval if one of these ranks
/// lies before the first game or after the last.
#[must_use]
pub fn quantile(lengths: &Lengths, q: f64, level: Level) -> (Option<f64>, Option<Interval>) {
    let n = real(lengths.iter().map(|(_, games)| games).sum());
    if n == 0.0 || !(0.0..=1.0).contains(&q) {
        return (None, None);
    }
    let at = |rank: f64| {
        let mut seen = 0.0;
        lengths.iter().find_map(|(length, games)| {
            seen += real(games);
            (seen >= rank).then(|| real(length))
        })
    };
    // 0.07 of 100 is slightly more than 7 in binary; the factor keeps it from being rounded up to 8.
    let value = at((n * q * (1.0 - 4.0 * f64::EPSILON)).ceil());
    let half = level.z() * (n * q * (1.0 - q)).sqrt();
    let (first, last) = ((n * q - half).floor(), (n * q + half).ceil());
    let bounded = half > 0.0 && first >= 1.0 && last <= n;
    let interval = if bounded { at(first).zip(at(last)) } else { None };
    (value, interval.and_then(|(low, high)| Interval::new(low, high)))
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

    /// 500 draws of a negative binomial distribution: the numbers of games of lengths 1 to 31.
    const GAMES: [u64; 31] = [
        12, 28, 41, 35, 53, 44, 43, 40, 36, 31, 27, 22, 17, 14, 12, 8, 8, 5, 2, 3, 5, 3, 2, 3, 3, 1, 0, 1, 0,
        0, 1,
    ];

    #[test]
    fn quantiles_and_their_ranks_agree_with_numpy() {
        let histogram = lengths((1..).zip(GAMES));
        // numpy.quantile(L, q, method="inverted_cdf"), and the sorted L at the ranks
        // floor(500q - s) and ceil(500q + s), s = norm.ppf(0.975) * sqrt(500q(1 - q))
        for (q, value, low, high) in
            [(0.05, 2.0, 2.0, 2.0), (0.5, 7.0, 7.0, 8.0), (0.95, 18.0, 17.0, 21.0), (0.99, 25.0, 23.0, 31.0)]
        {
            let found = quantile(&histogram, q, level());
            assert_eq!(found, (Some(value), Interval::new(low, high)));
        }
        // The same ends of a monitored run: Python, with the confidence sequence of each rank at α/2.
        for (q, low, high) in [(0.05, 1.0, 3.0), (0.5, 6.0, 8.0), (0.95, 15.0, 24.0)] {
            assert_eq!(quantile_sequence(&histogram, q, level()), Interval::new(low, high), "{q}");
        }
        assert_eq!(quantile_sequence(&Lengths::default(), 0.5, level()), None);
    }

    #[test]
    fn a_whole_rank_is_not_rounded_up() {
        // 0.07 of 100 is 7.000000000000001 in binary.
        let hundred = lengths((1..=100).map(|length| (length, 1)));
        for (q, value) in [(0.07, 7.0), (0.29, 29.0), (0.95, 95.0), (1.0, 100.0), (0.0, 1.0), (0.071, 8.0)] {
            assert_eq!(quantile(&hundred, q, level()).0, Some(value));
        }
    }

    #[test]
    fn a_quantile_without_enough_games_has_no_interval() {
        let (five, histogram) = (lengths([(3, 2), (4, 3)]), lengths((1..).zip(GAMES)));
        assert_eq!(quantile(&five, 0.5, level()).1, None);
        assert_eq!(quantile(&histogram, 0.9999, level()).1, None);
        assert_eq!(quantile(&histogram, 1.0, level()).1, None);
        assert_eq!(quantile(&lengths([]), 0.5, level()), (None, None));
        assert_eq!(quantile(&lengths([(3, 0)]), 0.5, level()), (None, None));
        assert_eq!(quantile(&histogram, 1.5, level()), (None, None));
    }
}
