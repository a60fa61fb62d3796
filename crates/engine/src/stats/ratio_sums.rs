//! Per-game sums of a numerator X and a denominator V, from which shares, means and ratios are computed.

use super::{Method, real, wide};
use crate::model::MAX_SEATS;
use serde::{Deserialize, Serialize};

/// Sums over games. Merging adds them; the result is exact.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sums {
    /// Games.
    pub n: u64,
    /// Σ X.
    pub x: i128,
    /// Σ V.
    pub v: i128,
    /// Σ X².
    pub xx: u128,
    /// Σ XV.
    pub xv: i128,
    /// Σ V².
    pub vv: u128,
}

/// The method for the interval of a plain rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum RateMethod {
    /// Wilson's score interval.
    #[default]
    Wilson,
    /// Jeffreys' interval.
    Jeffreys,
    /// The exact interval.
    ClopperPearson,
}

impl RateMethod {
    /// The interval method.
    #[must_use]
    pub const fn method(self) -> Method {
        match self {
            Self::Wilson => Method::Wilson,
            Self::Jeffreys => Method::Jeffreys,
            Self::ClopperPearson => Method::ClopperPearson,
        }
    }
}

impl Sums {
    /// Adds one game.
    #[inline]
    pub fn add(&mut self, x: i64, v: i64) {
        self.add_games(1, x, v);
    }

    /// Adds this many identical games.
    #[inline]
    pub fn add_games(&mut self, games: u64, x: i64, v: i64) {
        self.n += games;
        self.add_terms(games, x, v);
    }

    #[inline]
    pub(super) fn add_terms(&mut self, games: u64, x: i64, v: i64) {
        let (times, x, v) = (i128::from(games), i128::from(x), i128::from(v));
        self.x += times * x;
        self.v += times * v;
        self.xx += (times * x * x).unsigned_abs();
        self.xv += times * x * v;
        self.vv += (times * v * v).unsigned_abs();
    }

    /// Adds the games of another part.
    pub fn merge(&mut self, other: &Self) {
        let Self { n, x, v, xx, xv, vv } = other;
        self.n += n;
        self.x += x;
        self.v += v;
        self.xx += xx;
        self.xv += xv;
        self.vv += vv;
    }

    /// Turns the scores of the games without a winner into those of all games: in all other games a score is the share of
    /// the win.
    pub(super) fn add_to_wins(&mut self, won: &Self) {
        let Self { n, x, v, xx, xv, vv } = won;
        self.x += x;
        self.xx += xx;
        self.xv += xv;
        (self.n, self.v, self.vv) = (*n, *v, *vv);
    }

    /// Is V the same in every game?
    #[must_use]
    pub fn counts_alike(&self) -> bool {
        let v = self.v.unsigned_abs();
        v.checked_mul(v)
            .zip(self.vv.checked_mul(self.n.into()))
            .is_some_and(|(square, squares)| square == squares)
    }

    /// The ratio of the totals ΣX/ΣV, with X counted in `parts` of one.
    #[must_use]
    pub fn value(&self, parts: u32) -> Option<f64> {
        (self.v > 0).then(|| wide(self.x) / f64::from(parts) / wide(self.v))
    }

    /// Whether every X is 0 or `parts`, and every V is 1.
    #[must_use]
    pub fn is_all_or_nothing(&self, parts: u32) -> bool {
        self.x >= 0 && self.x.unsigned_abs() * u128::from(parts) == self.xx && self.v == i128::from(self.n)
    }

    /// Whether these can be the sums over this many games, with at most one term for each seat. Sums that
    /// pass can be added up over a whole run without overflow.
    pub(super) fn could_be(&self, games: u64) -> bool {
        // The product of two words per game, for at most 2³⁷ games.
        const MOST: u128 = 1 << 100;
        let Self { n, x, v, xx, xv, vv } = self;
        let signed = [x, v, xv].map(|sum| sum.unsigned_abs());
        *n <= games * MAX_SEATS as u64 && signed.into_iter().chain([*xx, *vv]).all(|sum| sum <= MOST)
    }

    /// Standard deviation of X over games.
    #[must_use]
    pub fn deviation(&self, parts: u32) -> Option<f64> {
        (self.n > 1).then(|| (self.centred() / real(self.n) / real(self.n - 1)).sqrt() / f64::from(parts))
    }

    /// Standard error of the mean of X.
    #[must_use]
    pub fn standard_error(&self, parts: u32) -> Option<f64> {
        self.deviation(parts).map(|sd| sd / real(self.n).sqrt())
    }

    /// n·ΣX² − (ΣX)², exact if it fits an integer.
    fn centred(&self) -> f64 {
        let n = u128::from(self.n);
        let exact =
            || n.checked_mul(self.xx)?.checked_sub(self.x.unsigned_abs().checked_mul(self.x.unsigned_abs())?);
        match exact() {
            Some(centred) => wide_unsigned(centred),
            None => (real(self.n) * wide_unsigned(self.xx) - wide(self.x) * wide(self.x)).max(0.0),
        }
    }

    /// √(n/(n−1)·Σ(X − RV)²)/ΣV; `None` if ΣV is 0, or for fewer than two games.
    #[must_use]
    pub fn ratio_error(&self, parts: u32) -> Option<f64> {
        if self.n < 2 || self.v <= 0 {
            return None;
        }
        let n = real(self.n);
        Some((n / (n - 1.0) * self.residuals()).sqrt() / wide(self.v) / f64::from(parts))
    }

    /// Σ(X − RV)², R = ΣX/ΣV.
    ///
    /// With R = q + r and q an integer, X − qV and r have the same residuals. These sums are small if X
    /// follows V closely, so little precision is lost if they do not fit an integer.
    fn residuals(&self) -> f64 {
        let less_whole_part = || {
            let q = self.x.checked_div_euclid(self.v)?;
            let (xx, vv) = (i128::try_from(self.xx).ok()?, i128::try_from(self.vv).ok()?);
            let x = self.x.checked_sub(q.checked_mul(self.v)?)?;
            let xv = self.xv.checked_sub(q.checked_mul(vv)?)?;
            // Σ(X − qV)² = ΣX² − q·(ΣXV + Σ(X − qV)V)
            let xx = xx.checked_sub(q.checked_mul(self.xv.checked_add(xv)?)?)?;
            Some((x, xx, xv, vv))
        };
        // V²·Σ(X − RV)² = V²·Σxx − 2·X·V·Σxv + X²·Σvv.
        let exact = |(x, xx, xv, vv): (i128, i128, i128, i128)| {
            let first = self.v.checked_mul(self.v)?.checked_mul(xx)?;
            let second = x.checked_mul(self.v)?.checked_mul(xv)?.checked_mul(2)?;
            let third = x.checked_mul(x)?.checked_mul(vv)?;
            first.checked_sub(second)?.checked_add(third)
        };
        let (v, rest) = (wide(self.v), less_whole_part());
        if let Some(squares) = rest.and_then(exact) {
            return wide(squares) / v / v;
        }
        let all = (wide(self.x), wide_unsigned(self.xx), wide(self.xv), wide_unsigned(self.vv));
        let (x, xx, xv, vv) = rest.map_or(all, |(x, xx, xv, vv)| (wide(x), wide(xx), wide(xv), wide(vv)));
        let r = x / v;
        let squares = xx - 2.0 * r * xv + r * r * vv;
        // A remainder of this size is rounding error, not variance.
        if squares < 1e-12 * xx { 0.0 } else { squares }
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate is no more precise than a double")]
fn wide_unsigned(sum: u128) -> f64 {
    sum as f64
}

#[cfg(test)]
mod tests {
    use super::super::choice::{Basis, Kind};
    use super::super::testing::{close, level};
    use super::super::{Estimate, Method};
    use super::*;

    const X: [i64; 12] = [3, 0, 5, 2, 8, 1, 4, 4, 7, 2, 0, 6];
    const V: [i64; 12] = [2, 1, 3, 2, 4, 0, 2, 3, 4, 1, 0, 3];

    fn sums(games: impl IntoIterator<Item = (i64, i64)>) -> Sums {
        let mut sums = Sums::default();
        games.into_iter().for_each(|(x, v)| sums.add(x, v));
        sums
    }

    fn four_times(games: impl Iterator<Item = (i64, i64)> + Clone) -> impl Iterator<Item = (i64, i64)> {
        let n = games.clone().count();
        games.cycle().take(4 * n)
    }

    fn fixed(kind: Kind, sums: &Sums, parts: u32) -> Estimate {
        let basis = Basis { level: level(), rate: RateMethod::Wilson, fixed: true, planned: sums.n };
        kind.estimate(sums, parts, basis)
    }

    fn wins(sums: &Sums) -> Estimate {
        fixed(Kind::Wins { informative: sums.informative_share(840) }, sums, 840)
    }

    fn has(found: Estimate, method: Method, value: f64, low: f64, high: f64) {
        assert_eq!(found.method, Some(method));
        close(found.value.unwrap(), value, 1e-12);
        close(found.interval.unwrap().low, low, 1e-9);
        close(found.interval.unwrap().high, high, 1e-9);
    }

    #[test]
    fn a_mean_has_the_t_interval() {
        // scipy.stats.t.interval(0.95, 47, Y.mean(), scipy.stats.sem(Y)), Y four times X
        let mean = fixed(Kind::Mean, &sums(four_times(X.into_iter().map(|x| (x, 1)))), 1);
        has(mean, Method::T, 3.5, 2.756_676_654_788_215, 4.243_323_345_211_785);
    }

    #[test]
    fn a_ratio_has_the_interval_of_its_residuals() {
        // numpy: R = X.sum() / V.sum();
        // R ± norm.ppf(0.975) * sqrt(48/47 * ((X - R*V)**2).sum()) / V.sum()
        // Both four times; counting in parts of one changes only the unit.
        for parts in [1, 840] {
            let games = X.into_iter().map(|x| i64::from(parts) * x).zip(V);
            let ratio = fixed(Kind::Ratio, &sums(four_times(games)), parts);
            has(ratio, Method::Ratio, 1.68, 1.554_508_938_599_015_2, 1.805_491_061_400_984_7);
        }
        // A ratio over one in every game is the mean with the normal quantile.
        let games = sums(X.map(|x| (x, 1)));
        close(games.standard_error(1).unwrap(), games.ratio_error(1).unwrap(), 1e-14);
        close(games.deviation(1).unwrap(), 2.645_751_311_064_590_7, 1e-14); // numpy.std(X, ddof=1)
    }

    #[test]
    fn shares_have_the_normal_interval_and_wilsons_if_games_are_few_or_hardly_vary() {
        // 12 wins alone, 7 shared by two, 5 by three, 16 games lost.
        let shared = || {
            let games = [(840, 12), (420, 7), (280, 5), (0, 16)];
            games.into_iter().flat_map(|(share, games)| std::iter::repeat_n((share, 1), games))
        };
        // numpy: Y.mean() ± norm.ppf(0.975) * scipy.stats.sem(Y), Y twice
        let twice = wins(&sums(shared().chain(shared())));
        has(
            twice,
            Method::Normal,
            0.429_166_666_666_666_7,
            0.337_327_531_975_321_34,
            0.521_005_801_358_012_2,
        );
        // proportion_confint(0.286666… * 25, 25, method="wilson")
        let few = wins(&sums(shared().skip(10).take(25)));
        has(few, Method::Wilson, 0.286_666_666_666_666_6, 0.147_618_449_027_401_2, 0.482_543_578_039_926_1);
        let half = [0.5, 0.366_445_143_168_285_8, 0.633_554_856_831_714_2];
        let always_half = wins(&sums([(420, 1); 50]));
        has(always_half, Method::Wilson, half[0], half[1], half[2]);
        // Two seats in each of 50 games, exactly one of which wins: proportion_confint(25, 50)
        let both = wins(&sums([(840, 2); 50]));
        has(both, Method::Wilson, half[0], half[1], half[2]);
        // Several seats of a bot that hardly ever win: proportion_confint(1.5, 400, method="wilson"), by its formula; its lower
        // end is the quantile 0.05 of chi-squared with 3 degrees of freedom, halved.
        let rare = sums((0..400).map(|game| (if game < 3 { 840 } else { 0 }, 2)));
        has(wins(&rare), Method::Wilson, 0.003_75, 0.000_439_807_897, 0.016_074_437_621_662_65);
        // Wins that nobody shared are a plain proportion.
        let won = sums((0..100).map(|game| (if game < 37 { 840 } else { 0 }, 1)));
        let plain = sums((0..100).map(|game| (i64::from(game < 37), 1)));
        assert_eq!(wins(&won), fixed(Kind::Rate, &plain, 1));
    }

    #[test]
    fn figures_without_denominator_or_with_too_few_games_are_empty() {
        let (kinds, wins) =
            ([Kind::Rate, Kind::Mean, Kind::Ratio, Kind::Share], Kind::Wins { informative: 0 });
        for kind in kinds.into_iter().chain([wins]) {
            assert_eq!(fixed(kind, &Sums::default(), 1), Estimate::EMPTY, "{kind:?}");
        }
        assert_eq!(fixed(Kind::Ratio, &sums([(0, 0), (0, 0)]), 1), Estimate::EMPTY);
        let one = fixed(Kind::Ratio, &sums([(7, 2)]), 2);
        assert_eq!((one.value, one.interval), (Some(1.75), None));
    }

    #[test]
    fn a_small_spread_around_a_large_number_is_not_lost() {
        // Lengths of 10^12 ± 1: the sums of squares are far above 2^53, and no precision is lost.
        let far = sums((0..1_000).map(|game| (1_000_000_000_000 + i64::from(game % 2 == 0) * 2, 1)));
        close(far.deviation(1).unwrap(), (1_000.0_f64 / 999.0).sqrt(), 1e-12);
        close(far.ratio_error(1).unwrap(), (1.0_f64 / 999.0).sqrt(), 1e-12);
        // Sums so large that no product of two fits an integer.
        let huge = 100_000_000_000_000;
        let vast = sums((0..1_000).map(|game| (huge + (game % 2) * 1_000_000_000, huge)));
        close(vast.ratio_error(1).unwrap(), 0.5e9 / 1e14 / 999.0_f64.sqrt(), 1e-2);
        // Squares around the mean, in units of ¼·far²: 1 + 1 + 1 + 9.
        let far = 9_000_000_000_000_000_000;
        close(sums([far, far, far, -far].map(|x| (x, 1))).deviation(1).unwrap(), 9e18, 1e-12);
    }
}
