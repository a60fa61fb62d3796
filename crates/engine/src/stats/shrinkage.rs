//! How probable it is that the best of many candidates is as good as it looked.

use super::verdict::Band;
use super::{Interval, Level};
use statrs::distribution::{ContinuousCDF, Normal};
use statrs::statistics::Statistics;

/// The probability that a figure lies within a band: a normal estimate with this interval, shrunk towards the mean of all
/// candidates' figures by their spread (empirical Bayes; Efron & Morris 1973, *Stein's estimation rule and its competitors*,
/// JASA 68). `None` if nothing is known about its precision.
#[must_use]
pub fn within(band: Band, value: f64, interval: Interval, level: Level, candidates: &[f64]) -> Option<f64> {
    let error = interval.half_width() / level.z();
    if !(value.is_finite() && error.is_finite()) {
        return None;
    }
    let (mut mean, mut deviation) = (value, error);
    let known: Vec<f64> = candidates.iter().copied().filter(|figure| figure.is_finite()).collect();
    let spread = (&known).variance();
    if known.len() >= FEWEST && spread > 0.0 && error > 0.0 {
        let (own, prior) = (error.powi(-2), spread.recip());
        mean = (value * own + (&known).mean() * prior) / (own + prior);
        deviation = (own + prior).recip().sqrt();
    }
    let Ok(figure) = Normal::new(mean, deviation) else {
        return Some(f64::from(u8::from(mean >= band.low && mean <= band.high)));
    };
    Some((figure.cdf(band.high) - figure.cdf(band.low)).clamp(0.0, 1.0))
}

/// Fewer candidates say nothing about the spread.
const FEWEST: usize = 5;

/// The least probability that all of these hold, however they depend on each other (Bonferroni).
#[must_use]
pub fn all(probabilities: impl IntoIterator<Item = f64>) -> f64 {
    let missing: f64 = probabilities.into_iter().map(|p| 1.0 - p).sum();
    (1.0 - missing).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::close;
    use super::*;

    #[test]
    fn an_estimate_is_shrunk_towards_the_candidates() {
        let band = Band { low: 0.47, high: 0.53 };
        let level = Level::default();
        let interval = |value: f64, half: f64| Interval::new(value - half, value + half).expect("ends");
        let error = 0.0098 / level.z();
        // Without candidates: the normal probability, by hand Φ(6.0) − Φ(−6.0) and ½ at an edge.
        close(within(band, 0.5, interval(0.5, 0.0098), level, &[]).expect("known"), 1.0, 1e-6);
        close(within(band, 0.53, interval(0.53, 0.0098), level, &[]).expect("known"), 0.5, 1e-6);
        // Candidates with the same variance as the error, around 0.56: the mean of both, and half the variance.
        let away = error * (5.0_f64 / 6.0).sqrt();
        let candidates = [-1.0, 1.0, -1.0, 1.0, -1.0, 1.0].map(|sign| 0.56 + sign * away);
        let spread = candidates.iter().variance();
        close(spread, error * error, 1e-12);
        let shrunk = within(band, 0.53, interval(0.53, 0.0098), level, &candidates).expect("known");
        let z = (0.53 - 0.545) / (error / 2.0_f64.sqrt());
        close(shrunk, Normal::standard().cdf(z), 1e-9);
        // A constant is inside or outside.
        assert_eq!(within(band, 0.5, interval(0.5, 0.0), level, &candidates), Some(1.0));
        assert_eq!(within(band, f64::NAN, interval(0.5, 0.0), level, &[]), None);
        close(all([0.9, 0.95]), 0.85, 1e-12);
        close(all([0.4, 0.5]), 0.0, 1e-12);
    }
}
