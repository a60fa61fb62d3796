//! Quantiles of a histogram, with intervals from the order statistics.

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
