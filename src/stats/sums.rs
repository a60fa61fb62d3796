//! Per-game sums of a numerator X and a denominator V: all that shares, means and ratios need.

use super::{Estimate, Interval, Level, clopper_pearson, jeffreys, rate::wilson_of, real, wilson};
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Sums over games; merged by addition, exact.
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

/// How the interval of a plain rate is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RateMethod {
    /// Wilson's score interval.
    #[default]
    Wilson,
    /// Jeffreys' interval.
    Jeffreys,
    /// The exact interval.
    ClopperPearson,
}

impl Sums {
    /// One game more.
    #[inline]
    pub fn add(&mut self, x: i64, v: i64) {
        self.add_games(1, x, v);
    }

    /// So many games more that are alike.
    #[inline]
    pub fn add_games(&mut self, games: u64, x: i64, v: i64) {
        let (times, x, v) = (i128::from(games), i128::from(x), i128::from(v));
        self.n += games;
        self.x += times * x;
        self.v += times * v;
        self.xx += (times * x * x).unsigned_abs();
        self.xv += times * x * v;
        self.vv += (times * v * v).unsigned_abs();
    }

    /// Adds another part's games.
    pub fn merge(&mut self, other: &Self) {
        let Self { n, x, v, xx, xv, vv } = other;
        self.n += n;
        self.x += x;
        self.v += v;
        self.xx += xx;
        self.xv += xv;
        self.vv += vv;
    }

    /// X/V by the two totals, X counted in `parts` of one.
    #[must_use]
    pub fn value(&self, parts: u32) -> Option<f64> {
        (self.v > 0).then(|| wide(self.x) / f64::from(parts) / wide(self.v))
    }

    /// A share: in each game X is 0 or 1 of V, 0 or 1.
    #[must_use]
    pub fn share(&self, method: RateMethod, level: Level) -> Estimate {
        let (Ok(wins), Ok(n)) = (u64::try_from(self.x), u64::try_from(self.v)) else {
            return Estimate::EMPTY;
        };
        let Some(value) = self.value(1) else { return Estimate::EMPTY };
        match method {
            RateMethod::Wilson => Estimate::new(value, wilson(wins, n, level), "wilson"),
            RateMethod::Jeffreys => Estimate::new(value, jeffreys(wins, n, level), "jeffreys"),
            RateMethod::ClopperPearson => {
                Estimate::new(value, clopper_pearson(wins, n, level), "clopper-pearson")
            }
        }
    }

    /// Are all X either nothing or a whole of `parts` parts, and all V 1?
    #[must_use]
    pub fn is_all_or_nothing(&self, parts: u32) -> bool {
        self.x >= 0 && self.x.unsigned_abs() * u128::from(parts) == self.xx && self.v == i128::from(self.n)
    }

    /// Shares of a win in `parts` parts, one a game: by the sample variance, clipped to [0, 1];
    /// by Wilson's formula where the variance is 0 or there are fewer than 30 games.
    #[must_use]
    pub fn fractional_share(&self, parts: u32, level: Level) -> Estimate {
        let Some(value) = self.value(parts) else { return Estimate::EMPTY };
        if self.is_all_or_nothing(parts) || self.n < 30 {
            return Estimate::new(value, wilson_of(value, real(self.n), level), "wilson");
        }
        match self.standard_error(parts) {
            Some(se) if se > 0.0 => {
                let half = level.z() * se;
                let interval = Interval::new(value - half, value + half).map(|i| i.clipped(0.0, 1.0));
                Estimate::new(value, interval, "normal")
            }
            _ => Estimate::new(value, wilson_of(value, real(self.n), level), "wilson"),
        }
    }

    /// The mean of X over games, by Student's t.
    #[must_use]
    pub fn mean(&self, parts: u32, level: Level) -> Estimate {
        if self.n == 0 {
            return Estimate::EMPTY;
        }
        let value = wide(self.x) / f64::from(parts) / real(self.n);
        let t = |se: f64| {
            let t = StudentsT::new(0.0, 1.0, real(self.n - 1)).ok()?.inverse_cdf(1.0 - level.alpha() / 2.0);
            Interval::new(value - t * se, value + t * se)
        };
        Estimate::new(value, self.standard_error(parts).and_then(t), "t")
    }

    /// The ratio of two totals, games being the unit.
    #[must_use]
    pub fn ratio(&self, parts: u32, level: Level) -> Estimate {
        let Some(value) = self.value(parts) else { return Estimate::EMPTY };
        let interval = self.ratio_error(parts).and_then(|se| {
            let half = level.z() * se;
            Interval::new(value - half, value + half)
        });
        Estimate::new(value, interval, "ratio")
    }

    /// A share of wins where several seats of one game are in one row: the ratio, or, where its
    /// residuals are all 0, Wilson with the games as n.
    #[must_use]
    pub fn clustered_share(&self, parts: u32, level: Level) -> Estimate {
        let Some(value) = self.value(parts) else { return Estimate::EMPTY };
        match self.ratio_error(parts) {
            Some(se) if se > 0.0 => {
                let half = level.z() * se;
                let interval = Interval::new(value - half, value + half).map(|i| i.clipped(0.0, 1.0));
                Estimate::new(value, interval, "ratio")
            }
            _ => Estimate::new(value, wilson_of(value, real(self.n), level), "wilson"),
        }
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

    /// n·ΣX² − (ΣX)², exactly where it fits.
    fn centred(&self) -> f64 {
        let n = u128::from(self.n);
        let exact =
            || n.checked_mul(self.xx)?.checked_sub(self.x.unsigned_abs().checked_mul(self.x.unsigned_abs())?);
        match exact() {
            Some(centred) => wide_unsigned(centred),
            None => (real(self.n) * wide_unsigned(self.xx) - wide(self.x) * wide(self.x)).max(0.0),
        }
    }

    /// √(n/(n−1)·Σ(X − RV)²)/ΣV.
    fn ratio_error(&self, parts: u32) -> Option<f64> {
        let ratio = self.value(parts)?;
        if self.n < 2 {
            return None;
        }
        // Σ(X − RV)² = (V²·Σxx − 2·X·V·Σxv + X²·Σvv) / V², exactly where it fits.
        let exact = || {
            let (x, v) = (self.x, self.v);
            let (xx, vv) = (i128::try_from(self.xx).ok()?, i128::try_from(self.vv).ok()?);
            let first = v.checked_mul(v)?.checked_mul(xx)?;
            let second = x.checked_mul(v)?.checked_mul(self.xv)?.checked_mul(2)?;
            let third = x.checked_mul(x)?.checked_mul(vv)?;
            first.checked_sub(second)?.checked_add(third)
        };
        let p = f64::from(parts);
        let squares = match exact() {
            Some(sum) => wide(sum) / wide(self.v) / wide(self.v) / p / p,
            None => {
                let xx = wide_unsigned(self.xx) / p / p;
                xx - 2.0 * ratio * wide(self.xv) / p + ratio * ratio * wide_unsigned(self.vv)
            }
        };
        let n = real(self.n);
        // What rounding leaves of equal terms is no variance.
        let squares = if squares < 1e-12 * wide_unsigned(self.xx) / p / p { 0.0 } else { squares };
        Some((n / (n - 1.0) * squares).sqrt() / wide(self.v))
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate is no more precise than a double")]
fn wide(sum: i128) -> f64 {
    sum as f64
}

#[expect(clippy::cast_precision_loss, reason = "an estimate is no more precise than a double")]
fn wide_unsigned(sum: u128) -> f64 {
    sum as f64
}
