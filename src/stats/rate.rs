//! One rate, its count of games fixed beforehand: Brown, Cai & DasGupta 2001, *Interval estimation
//! for a binomial proportion*, Statistical Science 16.

use super::{Interval, Level, real};
use statrs::distribution::{Beta, ContinuousCDF};

/// Wilson's score interval of `wins` in `n`; none for n = 0.
#[must_use]
pub fn wilson(wins: u64, n: u64, level: Level) -> Option<Interval> {
    wilson_of(real(wins) / real(n), real(n), level)
}

/// Wilson's formula for a share that may be fractional: safe, since a share in [0, 1] has a
/// variance of at most p(1 − p).
#[must_use]
pub fn wilson_of(p: f64, n: f64, level: Level) -> Option<Interval> {
    if n <= 0.0 {
        return None;
    }
    let z2 = level.z() * level.z();
    let centre = p + z2 / (2.0 * n);
    let half = level.z() * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    Interval::new((centre - half) / scale, (centre + half) / scale).map(|interval| Interval {
        low: if p <= 0.0 { 0.0 } else { interval.low },
        high: if p >= 1.0 { 1.0 } else { interval.high },
    })
}

/// Jeffreys' interval: Beta(W + ½, n − W + ½) quantiles, closed at 0 and 1.
#[must_use]
pub fn jeffreys(wins: u64, n: u64, level: Level) -> Option<Interval> {
    let losses = n.checked_sub(wins).filter(|_| n > 0)?;
    let beta = Beta::new(real(wins) + 0.5, real(losses) + 0.5).ok()?;
    let low = if wins == 0 { 0.0 } else { beta.inverse_cdf(level.alpha() / 2.0) };
    let high = if losses == 0 { 1.0 } else { beta.inverse_cdf(1.0 - level.alpha() / 2.0) };
    Interval::new(low, high)
}

/// The exact interval of Clopper & Pearson 1934: never covers less than it says.
#[must_use]
pub fn clopper_pearson(wins: u64, n: u64, level: Level) -> Option<Interval> {
    let losses = n.checked_sub(wins).filter(|_| n > 0)?;
    let quantile = |a, b, p| Some(Beta::new(a, b).ok()?.inverse_cdf(p));
    let (w, l) = (real(wins), real(losses));
    let low = if wins == 0 { 0.0 } else { quantile(w, l + 1.0, level.alpha() / 2.0)? };
    let high = if losses == 0 { 1.0 } else { quantile(w + 1.0, l, 1.0 - level.alpha() / 2.0)? };
    Interval::new(low, high)
}
