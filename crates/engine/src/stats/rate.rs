//! Intervals of a rate with a fixed number of games (Brown, Cai & DasGupta 2001, *Interval estimation for a binomial
//! proportion*, Statistical Science 16).

use super::{Interval, Level, bisect, real};
use statrs::distribution::{Beta, Continuous, ContinuousCDF, Gamma, Normal};

/// Wilson's score interval of `wins` in `n`, modified for up to three wins or losses; `None` for n = 0.
#[must_use]
pub fn wilson(wins: u64, n: u64, level: Level) -> Option<Interval> {
    wilson_of(real(wins) / real(n), real(n), level)
}

/// Wilson's formula for a share that may be fractional, modified like [`wilson`]. It is conservative, because a share in
/// [0, 1] has a variance of at most p(1 − p).
#[must_use]
pub fn wilson_of(p: f64, n: f64, level: Level) -> Option<Interval> {
    wilson_at(p, n, level.z()).map(|interval| {
        let bound = |wins: f64, wilson: f64| few(wins, level).map_or(wilson, |few| wilson.min(few / n));
        Interval { low: bound(p * n, interval.low), high: 1.0 - bound((1.0 - p) * n, 1.0 - interval.high) }
    })
}

/// Wilson's formula at z standard errors.
fn wilson_at(p: f64, n: f64, z: f64) -> Option<Interval> {
    if n <= 0.0 {
        return None;
    }
    let z2 = z * z;
    let centre = p + z2 / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    Interval::new((centre - half) / scale, (centre + half) / scale).map(|interval| Interval {
        low: if p <= 0.0 { 0.0 } else { interval.low },
        high: if p >= 1.0 { 1.0 } else { interval.high },
    })
}

/// The one-sided lower bound of the mean of a Poisson variable that was seen at most three times. With one win in many games,
/// Wilson's bound is so high that it covers only 84 % instead of 95 %; the modified interval (section 4.1 of the paper)
/// uses this one.
fn few(wins: f64, level: Level) -> Option<f64> {
    const FEW: f64 = 3.0;
    if wins <= 0.0 || wins > FEW + 1e-9 {
        return None;
    }
    let alpha = level.alpha();
    let gamma = Gamma::new(wins, 1.0).ok()?;
    Some(bisect(f64::MIN_POSITIVE.ln(), 100_f64.ln(), |u| gamma.cdf(u.exp()) < alpha).exp())
}

/// Jeffreys' interval: Beta(W + ½, n − W + ½) quantiles, closed at 0 and 1.
#[must_use]
pub fn jeffreys(wins: u64, n: u64, level: Level) -> Option<Interval> {
    let losses = n.checked_sub(wins).filter(|_| n > 0)?;
    let (a, b) = (real(wins) + 0.5, real(losses) + 0.5);
    let tail = level.alpha() / 2.0;
    let low = if wins == 0 { 0.0 } else { beta_quantile(a, b, tail)? };
    let high = if losses == 0 { 1.0 } else { 1.0 - beta_quantile(b, a, tail)? };
    Interval::new(low, high)
}

/// The exact interval of Clopper & Pearson 1934: its coverage is at least the level.
#[must_use]
pub fn clopper_pearson(wins: u64, n: u64, level: Level) -> Option<Interval> {
    let losses = n.checked_sub(wins).filter(|_| n > 0)?;
    let (wins, losses) = (real(wins), real(losses));
    let low = exact_low([wins, losses], level.alpha())?;
    Interval::new(low, 1.0 - exact_low([losses, wins], level.alpha())?)
}

/// Its lower end at the level 1 − `alpha`. The numbers of wins and losses may be fractional.
pub(super) fn exact_low([wins, losses]: [f64; 2], alpha: f64) -> Option<f64> {
    if wins > 0.0 { beta_quantile(wins, losses + 1.0, alpha / 2.0) } else { Some(0.0) }
}

/// The `p` quantile of Beta(a, b), which may be as small as 10⁻¹²: by Newton's method for the logarithm of the distribution
/// function over that of x, and by halves where it leaves the range in which the quantile is.
fn beta_quantile(a: f64, b: f64, p: f64) -> Option<f64> {
    const MOST: u32 = 200;
    let beta = Beta::new(a, b).ok()?;
    let (mut low, mut high) = (f64::MIN_POSITIVE.ln(), 0.0);
    // Near the mean of many, the library's distribution function is wrong; Wilson's bound is far enough from it.
    let z = (-Normal::standard().inverse_cdf(p)).max(0.0);
    let mut u = wilson_at(a / (a + b), a + b, z)?.low.max(f64::MIN_POSITIVE).ln();
    for _ in 0..MOST {
        let cdf = beta.cdf(u.exp());
        *(if cdf < p { &mut low } else { &mut high }) = u;
        let next = u - (cdf / p).ln() * cdf / (beta.ln_pdf(u.exp()) + u).exp();
        let next = if next > low && next < high { next } else { f64::midpoint(low, high) };
        // The error of a step is about the square of that before.
        let is_found = (next - u).abs() <= 1e-8 * u.abs();
        u = next;
        if is_found {
            break;
        }
    }
    Some(u.exp())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{close, level};
    use super::*;

    type Method = fn(u64, u64, Level) -> Option<Interval>;
    const METHODS: [Method; 3] = [wilson, jeffreys, clopper_pearson];

    #[test]
    fn the_three_intervals_agree_with_statsmodels() {
        // statsmodels.stats.proportion.proportion_confint(hits, n, alpha, method) with "wilson", "jeffreys"
        // and "beta"; scipy.stats.beta.ppf gives the latter two as well.
        let facts = [
            (
                (7, 20, 0.95),
                [
                    (0.181_191_824_101_082_03, 0.567_145_723_314_763_8),
                    (0.172_276_213_631_912, 0.567_766_093_841_496_1),
                    (0.153_909_204_784_541_18, 0.592_188_534_532_828_2),
                ],
            ),
            (
                (1, 10, 0.95),
                [
                    // The lower end of the modified interval is the quantile 0.05 of the gamma distribution, by its formula.
                    (0.005_129_329_438_755_058, 0.404_150_026_795_238_54),
                    (0.011_011_673_763_161_133, 0.381_314_771_066_616_4),
                    (0.002_528_578_544_461_784_8, 0.445_016_117_028_195_3),
                ],
            ),
            (
                (3, 1_000_000, 0.95),
                [
                    (8.176_914_472_367_6e-7, 8.821_149_774_312_438e-6),
                    (8.449_352_895_506_829e-7, 8.006_360_094_243_22e-6),
                    (6.186_725_501_906_401e-7, 8.767_247_788_067_68e-6),
                ],
            ),
            (
                (499_000_000, 1_000_000_000, 0.95),
                [
                    (0.498_969_010_314_265_27, 0.499_030_989_693_417_6),
                    (0.498_969_010_313_296_1, 0.499_030_989_692_492_5),
                    (0.498_969_009_813_296_17, 0.499_030_990_192_492_53),
                ],
            ),
        ];
        for ((hits, n, level), expected) in facts {
            for (method, (low, high)) in METHODS.into_iter().zip(expected) {
                let found = method(hits, n, Level::new(level).unwrap()).unwrap();
                close(found.low, low, 1e-8);
                close(found.high, high, 1e-8);
            }
        }
    }

    #[test]
    fn without_a_hit_the_lower_end_is_zero_and_without_a_miss_the_upper_is_one() {
        // proportion_confint(0, 10, method=…), the upper ends
        let upper = [0.277_532_799_862_889_26, 0.217_196_267_509_210_6, 0.308_497_107_818_760_83];
        for (method, upper) in METHODS.into_iter().zip(upper) {
            let none = method(0, 10, level()).unwrap();
            let all = method(10, 10, level()).unwrap();
            assert!(none.low == 0.0 && all.high == 1.0);
            close(none.high, upper, 1e-8);
            close(all.low, 1.0 - upper, 1e-8);
            assert_eq!(method(0, 0, level()), None);
        }
    }

    #[test]
    fn exact_bounds_are_found_at_every_level() {
        for [wins, losses] in [[0.3, 29.7], [1.0, 39.0], [25.5, 500.0], [3.0, 1e9], [5e8, 30.0], [40.0, 0.0]]
        {
            let bounds = |power: i32| exact_low([wins, losses], 10_f64.powi(-power)).expect("a bound");
            let found: Vec<f64> = (0..300).map(bounds).collect();
            assert!(found.is_sorted_by(|more, less| more >= less), "{wins} {losses}: {found:?}");
            assert!(found.iter().all(|low| (0.0..=1.0).contains(low)), "{wins} {losses}: {found:?}");
        }
        // All of 40: p⁴⁰ = α/2.
        close(exact_low([40.0, 0.0], 1e-200).expect("a bound"), (0.5e-200_f64).powf(1.0 / 40.0), 1e-12);
    }
}
