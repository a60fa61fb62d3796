//! Confidence sequences: intervals that are valid at all looks simultaneously, so that a run can stop when it
//! is precise enough. With a hundred looks, a 95 % Wilson interval would be wrong about 38 % of the time.

use super::{Interval, Level, bisect, real};
use statrs::function::gamma::ln_gamma;

/// The beta-binomial sequence of `wins` in `n` games (Robbins 1970; Howard, Ramdas, McAuliffe &
/// Sekhon 2021, Ann. Stat. 49(2)): all p with (n + 1)·C(n, S)·p^S·(1 − p)^(n − S) > α.
#[must_use]
pub fn beta_binomial(wins: u64, n: u64, level: Level) -> Option<Interval> {
    let losses = n.checked_sub(wins).filter(|_| n > 0)?;
    let (s, f, n) = (real(wins), real(losses), real(n));
    let ln_choose = ln_gamma(n + 1.0) - ln_gamma(s + 1.0) - ln_gamma(f + 1.0);
    let ln_alpha = level.alpha().ln();
    // ln of the mixture's likelihood ratio, less ln α: positive inside the interval.
    let inside = |p: f64| {
        let term = |count: f64, p: f64| if count > 0.0 { count * p.ln() } else { 0.0 };
        (n + 1.0).ln() + ln_choose + term(s, p) + term(f, 1.0 - p) > ln_alpha
    };
    // Its maximum is at S/n, and it falls on both sides.
    let best = s / n;
    let low = if wins == 0 { 0.0 } else { bisect(0.0, best, |p| !inside(p)) };
    let high = if losses == 0 { 1.0 } else { bisect(best, 1.0, inside) };
    Interval::new(low, high)
}

/// The asymptotic sequence for the mean of any bounded score (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas,
/// arXiv 2103.06476): μ̂ ± σ̂·√(2(nρ² + 1)/(n²ρ²)·ln(√(nρ² + 1)/α)), tightest around `tightest` games.
#[must_use]
pub fn asymptotic(mean: f64, deviation: f64, n: u64, tightest: u64, level: Level) -> Option<Interval> {
    if n == 0 {
        return None;
    }
    let (alpha, rho2) = (level.alpha(), rho_squared(tightest, level));
    let n = real(n);
    let width =
        deviation * (2.0 * (n * rho2 + 1.0) / (n * n * rho2) * ((n * rho2 + 1.0).sqrt() / alpha).ln()).sqrt();
    Interval::new(mean - width, mean + width)
}

/// The number of games at the next look of a run that may stop early: 4,096, then a quarter more each time.
/// Looks are fixed, so the stopping point does not depend on the number of threads.
#[must_use]
pub const fn next_look(games: u64) -> u64 {
    const FIRST: u64 = 4096;
    if games == 0 { FIRST } else { (games + games / 4).next_multiple_of(FIRST) }
}

/// The first look at this many games or more.
#[must_use]
pub fn look_from(games: u64) -> u64 {
    let mut look = next_look(0);
    while look < games {
        look = next_look(look);
    }
    look
}

/// The sequence is tightest around at most this many games, so that a run that may play very many can still stop early, and
/// says something when it is interrupted. After a thousand times as many games it is 27 % wider than the sequence that is
/// tightest there, which would be nine times as wide here.
const TIGHTEST: u64 = 16_384;

/// ρ² of the asymptotic sequence that is tightest around this many games.
fn rho_squared(tightest: u64, level: Level) -> f64 {
    let log = 2.0 * (1.0 / level.alpha()).ln();
    (log + (log + 1.0).ln()) / real(tightest.clamp(1, TIGHTEST))
}

/// The p-value that is valid at all looks simultaneously: the smallest α at which the asymptotic sequence of
/// a mean that is this many standard errors from 0 excludes 0, with ρ as for `level`.
#[must_use]
pub fn asymptotic_p(errors: f64, n: u64, tightest: u64, level: Level) -> f64 {
    let spread = real(n) * rho_squared(tightest, level);
    ((spread + 1.0).sqrt() * (-errors * errors * spread / (2.0 * (spread + 1.0))).exp()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{close, level};
    use super::*;

    #[test]
    fn both_ends_agree_with_the_equation_solved_in_forty_digits() {
        // mpmath: the roots of ln(n+1) + ln C(n, S) + S·ln p + (n−S)·ln(1−p) = ln α
        for (wins, n, at, low, high) in [
            (0, 1, 0.95, 0.0, 0.975),
            (0, 100, 0.95, 0.0, 0.073_284_373_402_899_9),
            (100, 100, 0.95, 0.926_715_626_597_1, 1.0),
            (1, 4_096, 0.95, 2.979_541_174_419_386e-9, 0.003_400_211_274_544_037_3),
            (2_100, 4_096, 0.95, 0.483_616_885_082_630_55, 0.541_716_525_884_593),
            (55, 100, 0.9, 0.402_869_863_965_053_74, 0.691_426_561_823_143_9),
            (499_000, 1_000_000, 0.99, 0.496_624_413_618_616_17, 0.501_375_616_480_211_6),
            (3, 1_000_000_000, 0.95, 6.695_823_807_062_713e-13, 3.235_780_388_738_107_5e-8),
            (499_999_000, 1_000_000_000, 0.95, 0.499_917_970_457_048_16, 0.500_080_029_542_986_9),
        ] {
            let found = beta_binomial(wins, n, Level::new(at).unwrap()).unwrap();
            // ln Γ of 10⁹ is accurate to about 10⁻⁶.
            let tolerance = if n < 1_000_000_000 { 1e-9 } else { 1e-4 };
            close(found.low, low, tolerance);
            close(found.high, high, tolerance);
        }
        assert_eq!(beta_binomial(0, 0, level()), None);
        assert_eq!(beta_binomial(2, 1, level()), None);
    }

    #[test]
    fn the_asymptotic_sequence_agrees_with_its_formula_in_forty_digits() {
        // mpmath: sqrt(2(nρ²+1)/(nρ²)·ln(sqrt(nρ²+1)/α)), ρ² = (2·ln(1/α) + ln(2·ln(1/α)+1))/n*
        for (n, tightest, at, reach) in [
            (4_096, 10_000, 0.95, 3.118_791_379_710_734),
            (16_384, 16_384, 0.95, 3.035_208_990_376_253),
            (100_000, 2_000, 0.995, 4.135_813_602_005_0),
            // It is never tightest later.
            (16_384_000, 1_000_000_000, 0.95, 3.869_452_296_670_984),
        ] {
            let found = asymptotic(0.25, real(n).sqrt(), n, tightest, Level::new(at).unwrap()).unwrap();
            close(found.low, 0.25 - reach, 1e-9);
            close(found.high, 0.25 + reach, 1e-9);
            // A p-value is the level at which the sequence touches zero.
            let level = Level::new(at).unwrap();
            close(asymptotic_p(reach, n, tightest, level), level.alpha(), 1e-9);
        }
        assert!(asymptotic_p(0.0, 5_000, 10_000, level()) >= 1.0);
    }
}
