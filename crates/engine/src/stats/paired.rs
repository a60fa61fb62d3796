//! Two configurations on common random numbers: both play the same deals, so their differences are due to the
//! configuration, and most of the variance cancels.

use super::choice::{Figure, method};
use super::confidence_sequence::asymptotic;
use super::{INFORMATIVE, Interval, Level, Method, Sums, real, wide};
use crate::model::Ratio;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Per-game sums of one figure on both sides: numerators and denominators (`XA`, `VA`, `XB`, `VB`), their
/// cross sums, and how often the sides differ.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paired {
    /// Pairs of games.
    pub n: u64,
    /// Σ of `XA`, `VA`, `XB`, `VB`.
    pub(super) sums: [i128; 4],
    /// Σ of products, upper triangle by rows: `XA·XA`, `XA·VA`, `XA·XB`, `XA·VB`, `VA·VA`, …
    pub(super) cross: [i128; 10],
    /// Pairs in which B's score is higher.
    pub up: u64,
    /// Pairs in which A's score is higher.
    pub down: u64,
    /// Pairs whose denominators differ.
    pub apart: u64,
    /// Pairs with a numerator that is not 0.
    scoring: u64,
    /// The largest numerator.
    pub(super) most: u64,
    /// Σ of B's numerator less A's over the pairs in which B's is higher, and Σ of its square.
    pub(super) rises: [i128; 2],
}

/// Properties of a figure that are known before any game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Numerators are counted in this many parts of one.
    pub parts: u32,
    /// Whether it is a share: no game's numerator exceeds its denominator.
    pub is_share: bool,
}

/// What a paired comparison says of one figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The figure on side A.
    pub a: Option<f64>,
    /// The figure on side B.
    pub b: Option<f64>,
    /// B − A.
    pub delta: Option<f64>,
    /// Interval of the difference.
    pub interval: Option<Interval>,
    /// Two-sided p-value of "no difference".
    pub p_value: Option<f64>,
    /// Variance reduction: how many times as many unpaired games would be as precise, (s²A + s²B) / s²Z.
    pub reduction: Option<f64>,
    /// The method of the interval, also if there is none.
    pub method: Option<Method>,
}

impl Difference {
    /// The lower end of the interval.
    #[must_use]
    pub fn low(&self) -> Option<f64> {
        self.interval.map(|interval| interval.low)
    }

    /// The upper end of the interval.
    #[must_use]
    pub fn high(&self) -> Option<f64> {
        self.interval.map(|interval| interval.high)
    }

    /// The name of the method; empty if there is none.
    #[must_use]
    pub fn method_name(&self) -> &'static str {
        self.method.map_or("", Method::name)
    }
}

/// The variation of a difference.
struct Spread {
    /// The standard error of the difference.
    error: f64,
    /// Variance reduction by pairing.
    reduction: Option<f64>,
}

impl Scale {
    /// The part of an interval in which a difference can lie: shares lie between 0 and 1, so their differences lie between −1
    /// and 1.
    fn possible(self, interval: Interval) -> Interval {
        if self.is_share { interval.clipped(-1.0, 1.0) } else { interval }
    }
}

impl Difference {
    /// The difference between two sides that are known to play identical games: exactly 0.
    #[must_use]
    pub fn of_equals(self) -> Self {
        Self { interval: Interval::new(0.0, 0.0), method: Some(Method::Equal), ..self }
    }

    /// B − A of two finished figures, each with its value and interval. Its interval is as wide as both together.
    #[must_use]
    pub fn between((a, of_a): (f64, Option<Interval>), (b, of_b): (f64, Option<Interval>)) -> Self {
        let ends = of_a.zip(of_b);
        Self {
            a: Some(a),
            b: Some(b),
            delta: Some(b - a),
            interval: ends.and_then(|(of_a, of_b)| Interval::new(of_b.low - of_a.high, of_b.high - of_a.low)),
            p_value: None,
            reduction: None,
            method: ends.map(|_| Method::BothFigures),
        }
    }

    /// The slope [p(v + h) − p(v − h)] / 2h of two differences from p(v), a step of h up and one down, with `width` = 2h.
    /// Its interval has the width of those of both steps together. It is conservative for any correlation between them.
    #[must_use]
    pub fn slope(down: Self, up: Self, width: f64) -> Self {
        let interval = down
            .interval
            .zip(up.interval)
            .and_then(|(down, up)| Interval::new((up.low - down.high) / width, (up.high - down.low) / width));
        let delta = down.delta.zip(up.delta).map(|(down, up)| (up - down) / width);
        Self { delta, interval, p_value: None, method: Some(Method::BothSteps), ..up }
    }

    /// The difference of a figure that is the same in every game: exactly 0, without a test.
    #[must_use]
    pub fn of_constant(self) -> Self {
        Self { interval: Interval::new(0.0, 0.0), p_value: None, method: Some(Method::Constant), ..self }
    }
}

impl Paired {
    /// Adds one pair of games.
    #[inline]
    pub fn add(&mut self, a: Ratio, b: Ratio) {
        self.add_games(1, a, b);
    }

    /// Adds this many identical pairs.
    #[inline]
    pub fn add_games(&mut self, games: u64, a: Ratio, b: Ratio) {
        self.n += games;
        let z = b.num - a.num;
        self.up += games * u64::from(z > 0);
        self.down += games * u64::from(z < 0);
        self.apart += games * u64::from(a.den != b.den);
        self.scoring += games * u64::from(a.num != 0 || b.num != 0);
        self.most = self.most.max(a.num.unsigned_abs()).max(b.num.unsigned_abs());
        let rise = i128::from(z.max(0));
        self.rises[0] += i128::from(games) * rise;
        self.rises[1] += i128::from(games) * rise * rise;
        let terms = [a.num, a.den, b.num, b.den].map(i128::from);
        let mut index = 0;
        for (first, one) in terms.into_iter().enumerate() {
            let times = i128::from(games) * one;
            self.sums[first] += times;
            for two in &terms[first..] {
                self.cross[index] += times * two;
                index += 1;
            }
        }
    }

    /// Adds the pairs of another part.
    pub fn merge(&mut self, other: &Self) {
        let Self { n, sums, cross, up, down, apart, scoring, most, rises } = other;
        self.n += n;
        self.sums.iter_mut().zip(sums).for_each(|(sum, more)| *sum += more);
        self.cross.iter_mut().zip(cross).for_each(|(sum, more)| *sum += more);
        self.up += up;
        self.down += down;
        self.apart += apart;
        self.scoring += scoring;
        self.most = self.most.max(*most);
        self.rises.iter_mut().zip(rises).for_each(|(sum, more)| *sum += more);
    }

    /// Number of pairs in which the scores differ.
    #[must_use]
    pub const fn discordant(&self) -> u64 {
        self.up + self.down
    }

    /// The difference of the figure between the sides, for a number of pairs that was fixed beforehand. What is rare, and no
    /// share, has no interval.
    #[must_use]
    pub fn difference(&self, scale: Scale, level: Level) -> Difference {
        let [a, b] = self.sides(scale.parts);
        let empty =
            Difference { a, b, delta: None, interval: None, p_value: None, reduction: None, method: None };
        let Some((one, two)) = a.zip(b) else { return empty };
        let spread = self.spread(scale.parts);
        let reduction = spread.as_ref().and_then(|spread| spread.reduction);
        let sides = Difference { delta: Some(two - one + 0.0), reduction, ..empty };
        let freedom = real(self.n.saturating_sub(1));
        let t = StudentsT::new(0.0, 1.0, freedom).ok();
        let p_of = |error: f64| Some((2.0 * t.as_ref()?.sf(((two - one) / error).abs())).min(1.0));
        let exact = if self.discordant() == 0 && self.apart == 0 { Some(1.0) } else { self.mcnemar() };
        let error = spread.map(|spread| spread.error).filter(|error| *error > 0.0);
        match (self.method(scale, error, true), error) {
            (method @ Some(Method::FewDifferences), _) => {
                // That none or few differed does not prove that no more can, nor that the rest must.
                let interval = self.few_differences(scale, level);
                let p_value = exact.or_else(|| Some(error.and_then(p_of)?.max(self.sign_test()?)));
                // The word that follows from the p-value is not stronger than the interval.
                let is_open = interval.is_none_or(|interval| interval.contains(0.0));
                let p_value = p_value.map(|p| if is_open { p.max(level.alpha()) } else { p });
                Difference { interval, p_value, method, ..sides }
            }
            (method @ Some(_), Some(error)) => {
                let half = level.t(freedom) * error;
                let interval = Interval::new(two - one - half, two - one + half);
                let interval = interval.map(|interval| scale.possible(interval));
                Difference { interval, p_value: exact.or_else(|| p_of(error)), method, ..sides }
            }
            _ => {
                let reduction = reduction.filter(|_| self.has_many_scores());
                Difference { p_value: exact, reduction, ..sides }
            }
        }
    }

    /// The method of the interval; `error` is the standard error of the difference, if it is above 0.
    fn method(&self, scale: Scale, error: Option<f64>, fixed: bool) -> Option<Method> {
        let is_share = scale.is_share && self.counts_alike().is_some();
        let few = self.informative(scale) < INFORMATIVE || error.is_none();
        method(Figure::Paired { is_share, counts_once: self.counts_once() }, few, fixed)
    }

    /// Pairs that count and that do not change as most do: up, down or not at all.
    fn others(&self) -> Option<u64> {
        let (pairs, _) = self.counts_alike()?;
        let equal = pairs.saturating_sub(self.discordant());
        Some(pairs.saturating_sub(self.up.max(self.down).max(equal)))
    }

    /// Have so many pairs any of what is counted that the size of a score is no chance find?
    pub(super) const fn has_many_scores(&self) -> bool {
        self.scoring >= INFORMATIVE
    }

    /// Pairs that a difference rests on: those that differ, or that have any of what is counted if these are fewer, or,
    /// of a share, that do not change as most do.
    #[must_use]
    pub fn informative(&self, scale: Scale) -> u64 {
        let differ = self.discordant().max(self.apart).min(self.scoring);
        let others = if scale.is_share { self.others() } else { None };
        others.map_or(differ, |others| differ.min(others))
    }

    /// The difference of the figure. If the number of pairs was not fixed beforehand (`planned` is the
    /// maximum), the interval is a confidence sequence and there is no p-value.
    #[must_use]
    pub fn reported(&self, scale: Scale, fixed: bool, planned: u64, level: Level) -> Difference {
        let difference = self.difference(scale, level);
        if fixed {
            return difference;
        }
        let (interval, method) = self.sequential(scale, planned, level).unzip();
        Difference { interval, p_value: None, method, ..difference }
    }

    /// Where the difference lies at every look at once, tightest around `tightest` pairs. Of figures of which few
    /// pairs differ, it is known of shares only.
    #[must_use]
    pub fn sequence(&self, scale: Scale, tightest: u64, level: Level) -> Option<Interval> {
        self.sequential(scale, tightest, level).map(|(interval, _)| interval)
    }

    /// The confidence sequence and its method.
    fn sequential(&self, scale: Scale, tightest: u64, level: Level) -> Option<(Interval, Method)> {
        let [a, b] = self.sides(scale.parts);
        let delta = b? - a?;
        let error = self.spread(scale.parts).map(|spread| spread.error).filter(|error| *error > 0.0);
        let method = self.method(scale, error, false)?;
        let interval = match method {
            Method::BetaBinomialCs => self.few_sequential(scale, level),
            _ => asymptotic(delta, error? * real(self.n).sqrt(), self.n, tightest, level),
        };
        Some((scale.possible(interval?), method))
    }

    /// The figure on sides A and B; `None` if no game counts.
    fn sides(&self, parts: u32) -> [Option<f64>; 2] {
        let [xa, va, xb, vb] = self.sums.map(wide);
        let ratio = |x: f64, v: f64| (v > 0.0).then(|| x / v / f64::from(parts) + 0.0);
        [ratio(xa, va), ratio(xb, vb)]
    }

    /// The variation of the difference; `None` for fewer than two pairs, or if no game counts.
    fn spread(&self, parts: u32) -> Option<Spread> {
        // `difference` is the variance of a pair's difference, `apart` the sum of the variances of the two
        // sides.
        let spread = |difference: f64, apart: f64| Spread {
            error: (difference / real(self.n)).sqrt(),
            reduction: (difference > 0.0).then(|| apart / difference),
        };
        if self.counts_once() {
            let variance = |a, b| self.scores(a, b).deviation(parts).map(|deviation| deviation * deviation);
            return Some(spread(variance(-1, 1)?, variance(1, 0)? + variance(0, 1)?));
        }
        let ([one, two], [_, va, _, vb]) = (self.sides(parts), self.sums.map(wide));
        let (one, two, n, scale) = (one?, two?, real(self.n), f64::from(parts));
        // Residual of game j: (XB − R_B·VB)/mean VB − (XA − R_A·VA)/mean VA, in parts.
        let (mean_a, mean_b) = (va / n, vb / n);
        let weights = [-1.0 / mean_a, one * scale / mean_a, 1.0 / mean_b, -two * scale / mean_b];
        let variance = |weights: [f64; 4]| (self.quadratic(weights) / (n - 1.0) / scale / scale).max(0.0);
        let [one, two, three, four] = weights;
        let apart = variance([one, two, 0.0, 0.0]) + variance([0.0, 0.0, three, four]);
        (self.n > 1).then(|| spread(variance(weights), apart))
    }

    /// The sums of a·`XA` + b·`XB` if every game counts once. They are integers, so a small spread around a
    /// large number is not lost.
    fn scores(&self, a: i128, b: i128) -> Sums {
        let ([xa, _, xb, _], [aa, _, ab, _, _, _, _, bb, _, _]) = (self.sums, self.cross);
        let squares = a * a * aa + 2 * a * b * ab + b * b * bb;
        Sums { n: self.n, x: a * xa + b * xb, xx: squares.unsigned_abs(), ..Sums::default() }
    }

    /// Whether V is 1 in every game of both sides: Σ(V − 1)² = 0.
    fn counts_once(&self) -> bool {
        self.counts_alike() == Some((self.n, 1))
    }

    /// How many pairs count, and with how many seats, if V is the same on both sides, and either
    /// 0 or 1 in each pair, or the same in all.
    pub(super) fn counts_alike(&self) -> Option<(u64, u64)> {
        const VV: usize = 4;
        let (n, v, vv) = (i128::from(self.n), self.sums[1], self.cross[VV]);
        if self.apart > 0 || v <= 0 {
            return None;
        }
        if v == vv {
            return Some((u64::try_from(v).ok()?, 1));
        }
        let constant = v % n == 0 && vv.checked_mul(n) == v.checked_mul(v);
        if constant { Some((self.n, u64::try_from(v / n).ok()?)) } else { None }
    }

    /// Σ over games of (weights · terms)², without rounding errors around 0.
    fn quadratic(&self, weights: [f64; 4]) -> f64 {
        let mut index = 0;
        let (mut sum, mut size) = (0.0, 0.0);
        for one in 0..4 {
            for two in one..4 {
                let term = weights[one]
                    * weights[two]
                    * wide(self.cross[index])
                    * if one == two { 1.0 } else { 2.0 };
                sum += term;
                size += term.abs();
                index += 1;
            }
        }
        if sum < 1e-13 * size { 0.0 } else { sum }
    }
}

#[cfg(test)]
mod tests {
    use super::super::clopper_pearson;
    use super::super::confidence_sequence::beta_binomial;
    use super::super::testing::{close, level};
    use super::*;

    const SHARE: Scale = Scale { parts: 1, is_share: true };
    const NUMBER: Scale = Scale { parts: 1, is_share: false };

    fn of(pairs: &[(i64, i64)]) -> Paired {
        let mut paired = Paired::default();
        for (a, b) in pairs {
            paired.add(Ratio::of(*a, 1), Ratio::of(*b, 1));
        }
        paired
    }

    #[test]
    fn combined_figures_are_as_uncertain_as_both_together() {
        let of = |low, high| Interval::new(low, high);
        let rise = Difference::between((0.5, of(0.4, 0.7)), (0.6, of(0.55, 0.65)));
        close(rise.delta.unwrap(), 0.1, 1e-12);
        close(rise.low().unwrap(), 0.55 - 0.7, 1e-12);
        close(rise.high().unwrap(), 0.65 - 0.4, 1e-12);
        let fall = Difference::between((0.5, of(0.4, 0.7)), (0.3, of(0.2, 0.35)));
        let slope = Difference::slope(fall, rise, 4.0);
        close(slope.delta.unwrap(), (0.1 + 0.2) / 4.0, 1e-12);
        close(slope.low().unwrap(), (-0.15 - -0.05) / 4.0, 1e-12);
        close(slope.high().unwrap(), (0.25 - -0.5) / 4.0, 1e-12);
        assert_eq!(Difference::between((0.5, None), (0.3, of(0.2, 0.35))).interval, None);
    }

    #[test]
    fn numbers_agree_with_scipys_paired_test() {
        // A = i % 7, B = i*i % 7 + 1, i < 60: scipy.stats.ttest_rel(B, A) and its interval
        let pairs: Vec<_> = (0..60).map(|i| (i % 7, i * i % 7 + 1)).collect();
        let difference = of(&pairs).difference(SHARE, level());
        close(difference.delta.unwrap(), 1.0 / 12.0, 1e-12);
        close(difference.interval.unwrap().low, -0.431_768_423_437_552, 1e-9);
        close(difference.interval.unwrap().high, 0.598_435_090_104_218_7, 1e-9);
        close(difference.p_value.unwrap(), 0.747_293_485_960_429_7, 1e-9);
        close(difference.reduction.unwrap(), 1.527_744_227_353_463_4, 1e-9);
        let equal = of(&[(1, 1), (0, 0), (1, 1)]).difference(SHARE, level()).of_equals();
        assert_eq!((equal.delta, equal.interval), (Some(0.0), Interval::new(0.0, 0.0)));
    }

    #[test]
    fn ratios_have_the_interval_of_their_residuals() {
        // A = (i % 7) / (1 + i % 3), B = (i*i % 7 + 1) / (1 + i % 4), i < 60, from their definition in Python: with the
        // residuals z of both ratios, each over the mean of its denominators, Δ ± t.ppf(0.975, 59) · stdev(z_B - z_A) / √60
        let mut paired = Paired::default();
        for i in 0..60 {
            paired.add(Ratio { num: i % 7, den: 1 + i % 3 }, Ratio { num: i * i % 7 + 1, den: 1 + i % 4 });
        }
        let difference = paired.difference(NUMBER, level());
        close(difference.delta.unwrap(), -0.256_666_666_666_667, 1e-12);
        close(difference.interval.unwrap().low, -0.584_048_815_160, 1e-9);
        close(difference.interval.unwrap().high, 0.070_715_481_827, 1e-9);
        assert_eq!(difference.method, Some(Method::PairedRatio));
        // Of ratios that are the same in every game, only rounding errors remain, which are no spread.
        let mut constant = Paired::default();
        for i in 0..60 {
            let (a, b) = (1 + i % 3, 1 + i % 4);
            constant.add(Ratio { num: 7 * a, den: 3 * a }, Ratio { num: 5 * b, den: 11 * b });
        }
        let Difference { interval, reduction, method, .. } = constant.difference(NUMBER, level());
        assert_eq!((interval, reduction, method), (None, None, None));
    }

    #[test]
    fn mcnemar_is_the_exact_binomial_of_few_pairs_and_of_many() {
        // statsmodels.stats.contingency_tables.mcnemar([[0, down], [up, 0]], exact=True), and from 300 on
        // scipy.stats.binomtest(fewer, fewer + more).pvalue
        for (down, up, p) in [
            (0, 0, 1.0),
            (1, 6, 0.125),
            (10, 3, 0.092_285_156_25),
            (45, 75, 0.007_846_593_122_439_722),
            (300, 380, 0.002_424_868_707_699_887),
            (20_000, 20_700, 0.000_530_443_578_806_695_4),
            (4_995_000, 5_005_000, 0.001_567_101_905_694_898_2),
        ] {
            close(Paired { up, down, ..Paired::default() }.mcnemar().unwrap(), p, 1e-7);
        }
    }

    #[test]
    fn a_monitored_run_without_differences_is_bounded_by_its_pairs() {
        let bound = |v: i64| {
            let mut paired = Paired::default();
            (0..1_000).for_each(|_| paired.add(Ratio::of(v, v), Ratio::of(v, v)));
            paired.sequence(SHARE, 10_000, level())
        };
        // Each of the two sequences that make it is at α/2.
        let alike = beta_binomial(0, 1_000, level().shared_by(2)).unwrap().high;
        assert_eq!(bound(1), Interval::new(-alike, alike));
        assert_eq!(bound(2), bound(1));
        // If pairs count differently, the number of pairs that differ does not bound the difference.
        let mut uneven = Paired::default();
        (0..1_000).for_each(|i| {
            let v = i64::from(i % 100 == 0) * 5;
            uneven.add(Ratio::of(v, v), Ratio::of(v, v));
        });
        assert_eq!(uneven.sequence(SHARE, 10_000, level()), None);
        // Few pairs of a sequence that is tightest at 10⁸ bound a share only by its range.
        let pairs: Vec<_> = (0..70).map(|i| if i % 2 == 0 { (0, 1) } else { (1, 0) }).collect();
        let sequential = |scale| of(&pairs).sequence(scale, 100_000_000, level());
        assert_eq!(sequential(SHARE), Interval::new(-1.0, 1.0));
        assert!(sequential(NUMBER).is_some_and(|interval| interval.low < -1.0 && interval.high > 1.0));
    }

    /// If almost all pairs change in the same way, the difference rests on the few others.
    #[test]
    fn almost_equal_changes_have_exact_bounds_that_cover() {
        use statrs::distribution::{Binomial, Discrete};
        let lost = |n: u64, others: u64| {
            let mut paired = Paired::default();
            paired.add_games(n - others, Ratio::of(1, 1), Ratio::of(0, 1));
            paired.add_games(others, Ratio::of(0, 1), Ratio::of(0, 1));
            (paired.difference(SHARE, level()), paired.informative(SHARE))
        };
        for (n, share) in [(60, 0.02), (100, 0.03), (200, 0.024), (300, 0.01)] {
            let others = Binomial::new(share, n).expect("a distribution");
            let covers = |k: u64| {
                let (difference, informative) = lost(n, k);
                assert_eq!(informative, k.min(n - k));
                let interval = difference.interval.expect("an interval");
                assert!(interval.low >= -1.0 && interval.high <= 1.0, "{k} of {n}: {interval:?}");
                interval.contains(share - 1.0)
            };
            let covered: f64 = (0..=n).filter(|k| covers(*k)).map(|k| others.pmf(k)).sum();
            assert!(covered >= 0.95, "{n}, {share}: {covered}");
        }
        assert_eq!(lost(60, 1).0.method, Some(Method::FewDifferences));
    }

    #[test]
    fn a_few_pairs_that_differ_in_a_hundred_million_are_not_lost() {
        // In 40 of 10⁸ pairs B is one higher, in 10 one lower: the sums in mpmath, scipy.stats.t.ppf and .sf.
        let mut paired = Paired::default();
        for (games, b) in [(99_999_950, 1_000), (40, 1_001), (10, 999)] {
            paired.add_games(games, Ratio::of(1_000, 1), Ratio::of(b, 1));
        }
        let difference = paired.difference(SHARE, level());
        close(difference.interval.unwrap().low, 1.614_096_276_677_663_8e-7, 1e-5);
        close(difference.interval.unwrap().high, 4.385_903_723_322_336e-7, 1e-5);
        close(difference.p_value.unwrap(), 2.209_048_133_262_070_7e-5, 1e-4);
        // In every other pair both sides are a thousand, so the difference varies as much as B.
        close(difference.reduction.unwrap(), 1.0, 1e-9);
        assert!(
            paired.sequence(SHARE, 100_000_000, level()).is_some_and(|interval| interval.half_width() > 1e-7)
        );
    }

    /// A number has no bound that a few differences could be held against; a share has, whatever the seats.
    #[test]
    fn a_few_differences_bound_a_share_but_not_a_number() {
        let mut pairs = vec![(7, 7); 990];
        pairs.extend(vec![(7, 8); 10]);
        let number = of(&pairs).difference(NUMBER, level());
        assert_eq!((number.interval, number.p_value, number.method), (None, None, None));
        assert_eq!(of(&pairs).sequence(NUMBER, 1_000, level()), None);
        // One bot in both seats: a win counts once of two; 5 of 200 pairs differ.
        let mut bot = Paired::default();
        for (games, a, b) in [(150, 1, 1), (45, 0, 0), (4, 1, 0), (1, 0, 1)] {
            bot.add_games(games, Ratio { num: a, den: 2 }, Ratio { num: b, den: 2 });
        }
        let share = bot.difference(SHARE, level());
        // Half a win changes in each of these pairs. scipy: binomtest(1, 5).pvalue
        let high = clopper_pearson(5, 200, level()).unwrap().high / 2.0;
        assert!(share.interval.is_some_and(|interval| interval.low < 0.0 && interval.high < high));
        close(share.p_value.unwrap(), 0.375, 1e-12);
    }

    /// In 300 games, one event on one side and six on the other, in different games. Chance alone causes this
    /// in an eighth of all cases, which the spread of so few events cannot show.
    #[test]
    fn rare_differences_get_no_interval_from_their_spread() {
        let never = [([0, 1], [0, 1], 240), ([0, 0], [0, 1], 30), ([0, 1], [0, 0], 23)];
        let seldom = [&never[..], &[([1, 1], [0, 1], 1), ([0, 1], [1, 1], 6)]].concat();
        for pairs in [&never[..], &seldom] {
            let mut paired = Paired::default();
            for ([xa, va], [xb, vb], games) in pairs {
                paired.add_games(*games, Ratio { num: *xa, den: *va }, Ratio { num: *xb, den: *vb });
            }
            let Difference { interval, p_value, reduction, .. } = paired.difference(SHARE, level());
            assert_eq!((interval, p_value, reduction), (None, None, None));
            assert_eq!(paired.sequence(SHARE, 300, level()), None);
        }
    }

    /// Of 31 pairs that differ, 20 against 11: scipy.stats.binomtest(11, 31).pvalue. Half wins have no such
    /// test.
    #[test]
    fn wins_and_losses_are_tested_exactly_however_many_pairs_differ() {
        let pairs = |half: i64| {
            let mut pairs = vec![(2, 2); 119];
            pairs.extend(vec![(0, half); 20]);
            pairs.extend(vec![(half, 0); 11]);
            of(&pairs)
        };
        let scale = Scale { parts: 2, is_share: true };
        let whole = pairs(2).difference(scale, level());
        close(whole.p_value.unwrap(), 0.149_612_784_4, 1e-9);
        assert_eq!((whole.method, pairs(1).mcnemar()), (Some(Method::PairedT), None));
        assert_ne!(pairs(1).difference(scale, level()).p_value, whole.p_value);
        let mut apart = pairs(2);
        apart.add(Ratio::default(), Ratio::of(0, 1));
        assert_eq!(apart.mcnemar(), None);
    }
}
