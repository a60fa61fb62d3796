//! Percentile bootstrap: resamples the played games many times and takes the central range (Efron 1979, *Bootstrap
//! methods: another look at the jackknife*, Annals of Statistics 7).

use super::{Interval, real};
use crate::model::RngStream;

/// Number of resamples.
pub const RESAMPLES: u64 = 999;

/// The central range of some numbers, without this share of them at either end: of 999 numbers and a share of
/// 2.5 %, the 25th to the 975th.
#[must_use]
pub fn middle(mut numbers: Vec<f64>, outside: f64) -> Option<Interval> {
    numbers.sort_by(f64::total_cmp);
    let last = numbers.len().checked_sub(1)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a short list")]
    let index = ((real(numbers.len() as u64 + 1) * outside).round().max(1.0) as usize - 1).min(last / 2);
    Interval::new(numbers[index], numbers[last - index])
}

/// A multinomial draw: how many of `n` fall into each category. The probabilities sum to 1.
pub fn multinomial(chances: impl Iterator<Item = f64>, n: u64, rng: &mut RngStream) -> Vec<u64> {
    let (mut left, mut rest) = (n, 1.0);
    let draw = |chance: f64| {
        let drawn = binomial(left, chance / rest, rng);
        left -= drawn;
        rest -= chance;
        drawn
    };
    let mut counts: Vec<u64> = chances.map(draw).collect();
    // A remainder due to rounding belongs to the last category.
    if let Some(last) = counts.last_mut() {
        *last += left;
    }
    counts
}

/// A binomial draw with `n` trials of probability `p`: subtracts the probabilities, from the mode outwards,
/// from one uniform number (Kemp 1986, *A modal method for generating binomial variables*, Communications in
/// Statistics 15). Takes about √n steps.
fn binomial(n: u64, p: f64, rng: &mut RngStream) -> u64 {
    let uniform = rng.unit();
    if n == 0 || p.is_nan() || p <= 0.0 {
        return 0;
    }
    if p >= 1.0 {
        return n;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to n")]
    let mode = (((real(n) + 1.0) * p).floor() as u64).min(n);
    let (successes, failures) = (real(mode), real(n - mode));
    let ln_choose =
        libm::lgamma(real(n) + 1.0) - libm::lgamma(successes + 1.0) - libm::lgamma(failures + 1.0);
    let first = libm::exp(ln_choose + successes * libm::log(p) + failures * libm::log1p(-p));
    let odds = p / (1.0 - p);
    let (mut low, mut p_low) = (mode, first);
    let (mut high, mut p_high) = (mode, first);
    let mut left = uniform - first;
    // The remaining probabilities are too small for a double.
    while left >= 0.0 && p_low + p_high > 1e-18 {
        p_high *= real(n - high) / (real(high) + 1.0) * odds;
        high = (high + 1).min(n);
        left -= p_high;
        if left < 0.0 {
            return high;
        }
        p_low *= real(low) / (real(n - low) + 1.0) / odds;
        low = low.saturating_sub(1);
        left -= p_low;
        if left < 0.0 {
            return low;
        }
    }
    mode
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Seed;

    #[test]
    fn the_middle_of_999_omits_24_at_either_end() {
        let numbers: Vec<f64> = (1..=999).rev().map(f64::from).collect();
        assert_eq!(middle(numbers.clone(), 0.025), Interval::new(25.0, 975.0));
        assert_eq!(middle(numbers.clone(), 0.0), Interval::new(1.0, 999.0));
        assert_eq!(middle(numbers, 0.5), Interval::new(500.0, 500.0));
        assert_eq!(middle(Vec::new(), 0.1), None);
    }

    /// χ² of 20,000 draws against the binomial distribution: 99.99 % points for 10 and 30 degrees of freedom.
    #[test]
    fn binomial_draws_follow_their_distribution() {
        use statrs::distribution::{Binomial, Discrete};
        for (n, p, cells, most) in
            [(10_u64, 0.3, 11_u64, 35.6), (1_000, 0.97, 60, 110.0), (7, 0.999, 3, 18.5)]
        {
            let mut rng = Seed::new(4).game(n).bot(0);
            let law = Binomial::new(p, n).unwrap();
            let first = (n + 1).saturating_sub(cells);
            let mut counts = vec![0_u32; usize::try_from(cells).unwrap()];
            for _ in 0..20_000 {
                let drawn = binomial(n, p, &mut rng).max(first);
                counts[usize::try_from(drawn - first).unwrap()] += 1;
            }
            let chi2: f64 = (first..=n)
                .zip(counts)
                .map(|(k, count)| (20_000.0 * law.pmf(k), f64::from(count)))
                .filter(|(expected, _)| *expected > 5.0)
                .map(|(expected, count)| (count - expected).powi(2) / expected)
                .sum();
            assert!(chi2 < most, "{n}, {p}: {chi2}");
        }
        let mut rng = Seed::new(4).game(0).bot(0);
        let draws: Vec<f64> = (0..400).map(|_| real(binomial(1_000_000_000, 0.25, &mut rng))).collect();
        let mean = draws.iter().sum::<f64>() / 400.0;
        // 4 standard errors: √(10⁹·0.25·0.75/400) = 684.7.
        assert!((mean - 2.5e8).abs() < 4.0 * 684.7, "{mean}");
        assert_eq!([0.0, 1.0, -1.0, 2.0, f64::NAN].map(|p| binomial(9, p, &mut rng)), [0, 9, 0, 9, 0]);
    }
}
