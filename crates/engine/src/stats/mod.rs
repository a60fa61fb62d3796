//! Integer tallies of games, and the estimates that are computed from them. Every formula names its source;
//! distributions come from `statrs`.

mod batch_sums;
pub mod card_counter;
pub mod certainty;
pub mod chance;
pub mod choice;
pub mod compared;
pub mod confidence_sequence;
pub mod crossed;
pub mod deal_share;
pub mod digests;
mod few_differences;
pub mod few_games;
mod few_wins;
mod figure_id;
mod game_counts;
pub mod head_to_head;
pub mod impact;
pub mod impact_estimate;
mod informative;
pub mod lengths;
pub mod likeness;
mod linear;
mod mcnemar;
pub mod method;
pub mod multiple_testing;
pub mod nash;
pub mod natural_gradient;
pub mod paired;
pub mod quantile;
pub mod ranks;
pub mod rate;
pub mod rating;
pub mod ratings;
pub mod ratio_sums;
pub mod resample;
pub mod sample_size;
pub mod shard;
pub mod shrinkage;
pub mod tally;
pub mod verdict;

pub use figure_id::{FigureId, NoFigure};
pub use method::Method;
pub use rate::{clopper_pearson, jeffreys, wilson};
pub use ratio_sums::Sums;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Informative games that a figure needs: with fewer its variance is a chance find, so it has an exact interval or a
/// score interval, or none.
pub const INFORMATIVE: u64 = 30;

/// Where a figure lies, at some confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// An interval, unless an end is not finite.
    #[must_use]
    pub fn new(low: f64, high: f64) -> Option<Self> {
        // Adding 0 turns −0 into 0.
        (low.is_finite() && high.is_finite()).then_some(Self { low: low + 0.0, high: high + 0.0 })
    }

    /// Whether the interval contains a value.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Half the distance between its ends.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The interval with its ends clipped to [low, high].
    #[must_use]
    pub fn clipped(self, low: f64, high: f64) -> Self {
        Self { low: self.low.clamp(low, high), high: self.high.clamp(low, high) }
    }
}

/// A figure: its value, its interval, and the interval's method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value; `None` if there is no data.
    pub value: Option<f64>,
    /// The interval, if there is one.
    pub interval: Option<Interval>,
    /// The method of the interval, if there is one.
    pub method: Option<Method>,
}

impl Estimate {
    /// No data.
    pub const EMPTY: Self = Self { value: None, interval: None, method: None };

    /// A value and its interval.
    #[must_use]
    pub fn new(value: f64, interval: Option<Interval>, method: Method) -> Self {
        let value = value.is_finite().then_some(value + 0.0);
        Self { value, interval, method: interval.map(|_| method) }
    }

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

    /// The name of the method; empty if there is no interval.
    #[must_use]
    pub fn method_name(&self) -> &'static str {
        self.method.map_or("", Method::name)
    }
}

/// A confidence level, between ½ and 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Level {
    level: f64,
    z: f64,
}

/// 95 %.
impl Default for Level {
    fn default() -> Self {
        Self { level: 0.95, z: Normal::standard().inverse_cdf(0.975) }
    }
}

impl Level {
    /// The level, if it is between ½ and 1.
    #[must_use]
    pub fn new(level: f64) -> Option<Self> {
        if !(level > 0.5 && level < 1.0) {
            return None;
        }
        let z = Normal::standard().inverse_cdf(f64::midpoint(1.0, level));
        z.is_finite().then_some(Self { level, z })
    }

    /// The level.
    #[must_use]
    pub const fn level(self) -> f64 {
        self.level
    }

    /// The level in per cent, rounded as people write it, and never 100.
    #[must_use]
    pub fn percent(self) -> String {
        percent(self.level, |text| !text.starts_with("100"))
    }

    /// α in per cent, rounded as people write it, and never 0.
    #[must_use]
    pub fn alpha_percent(self) -> String {
        percent(self.alpha(), |text| text.bytes().any(|byte| matches!(byte, b'1'..=b'9')))
    }

    /// 1 − level.
    #[must_use]
    pub fn alpha(self) -> f64 {
        1.0 - self.level
    }

    /// Φ⁻¹(1 − α/2).
    #[must_use]
    pub const fn z(self) -> f64 {
        self.z
    }

    /// The same quantile of Student's t distribution; infinite for less than one degree of freedom.
    #[must_use]
    pub fn t(self, freedom: f64) -> f64 {
        let Ok(student) = StudentsT::new(0.0, 1.0, freedom.max(1.0)) else {
            return f64::INFINITY;
        };
        let too_low = |t: f64| student.sf(t) > self.alpha() / 2.0;
        let mut high = 2.0 * self.z;
        while too_low(high) {
            high *= 2.0;
        }
        if freedom < 1.0 { f64::INFINITY } else { bisect(0.0, high, too_low) }
    }

    /// The level for each of `m` statements such that all hold simultaneously at this level (Bonferroni).
    #[must_use]
    pub fn shared_by(self, m: usize) -> Self {
        let m = f64::from(u32::try_from(m.max(1)).unwrap_or(u32::MAX));
        Self::new(1.0 - self.alpha() / m).unwrap_or(self)
    }
}

impl TryFrom<f64> for Level {
    type Error = String;

    fn try_from(level: f64) -> Result<Self, Self::Error> {
        Self::new(level).ok_or_else(|| format!("the level {level}, which is not between 0.5 and 1"))
    }
}

impl From<Level> for f64 {
    fn from(level: Level) -> Self {
        level.level
    }
}

/// A share in per cent with four decimals, or more until `is_right` holds, without trailing zeros.
fn percent(share: f64, is_right: impl Fn(&String) -> bool) -> String {
    let text = |decimals: usize| format!("{:.decimals$}", 100.0 * share);
    let text = (4..14).map(text).find(is_right).unwrap_or_else(|| text(14));
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A count as a double: exact up to 2⁵³, rounded beyond.
#[must_use]
pub fn real(count: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "an estimate is no more precise than a double")]
    {
        count as f64
    }
}

/// A sum as a double, rounded beyond 2⁵³.
#[must_use]
pub fn wide(sum: i128) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "an estimate is no more precise than a double")]
    {
        sum as f64
    }
}

/// Finds the last point between `low` and `high` at which a condition holds, to the last bit. The condition
/// must hold at `low` and not at `high`.
///
/// Used to find quantiles of the beta and t distributions from their tail probabilities. Above some million
/// games the inverses of `statrs` 0.19 are wrong in the second digit or do not terminate, whereas its tail
/// probabilities are accurate to five digits or more, except near the middle of a binomial distribution of
/// more than some million trials, which affects no result.
pub fn bisect(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::Level;
    use super::lengths::Lengths;

    /// A histogram from (length, games).
    pub(crate) fn lengths(histogram: impl IntoIterator<Item = (u64, u64)>) -> Lengths {
        let mut lengths = Lengths::default();
        for (length, games) in histogram {
            (0..games).for_each(|_| lengths.add(length));
        }
        lengths
    }

    /// 95 %.
    pub(crate) fn level() -> Level {
        Level::new(0.95).unwrap()
    }

    /// Asserts that two numbers are equal up to a tolerance relative to the larger.
    pub(crate) fn close(found: f64, expected: f64, tolerance: f64) {
        let scale = found.abs().max(expected.abs()).max(1e-300);
        assert!(
            (found - expected).abs() <= tolerance * scale,
            "found {found:.17e}, expected {expected:.17e}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{close, level};
    use super::*;

    #[test]
    fn a_level_has_the_quantiles_of_scipy_and_is_printed_without_rounding_errors() {
        for refused in [0.5, 1.0, 0.0, 1.5, -0.95, f64::NAN, f64::INFINITY] {
            assert_eq!(Level::new(refused), None);
        }
        // scipy.stats.norm.ppf(1 - (1 - level) / 2)
        for (level, z) in
            [(0.9, 1.644_853_626_951_472_2), (0.95, 1.959_963_984_540_054), (0.99, 2.575_829_303_548_900_4)]
        {
            close(Level::new(level).unwrap().z(), z, 1e-12);
        }
        // scipy.stats.t.isf(0.025, freedom)
        for (freedom, t) in
            [(1.0, 12.706_204_736_174_705), (999.0, 1.962_341_461_133_449_8), (1e9, 1.959_963_986_912_325_3)]
        {
            close(level().t(freedom), t, 1e-6);
        }
        assert_eq!(level().t(0.0), f64::INFINITY);
        close(level().shared_by(10).z(), 2.807_033_768_343_811, 1e-12); // scipy.stats.norm.isf(0.0025)
        assert_eq!(level().shared_by(0), level().shared_by(1));
        // 100 × 0.57 is 56.999…
        for (level, percent, alpha) in [
            (0.95, "95", "5"),
            (0.57, "57", "43"),
            (0.999, "99.9", "0.1"),
            (0.999_999_9, "99.99999", "0.00001"),
        ] {
            let level = Level::new(level).unwrap();
            assert_eq!((level.percent().as_str(), level.alpha_percent().as_str()), (percent, alpha));
        }
        assert_eq!(level().shared_by(3).percent(), "98.3333");
    }

    #[test]
    fn an_estimate_holds_only_finite_numbers_and_no_negative_zero() {
        assert_eq!(Estimate::new(f64::NAN, None, Method::T), Estimate::EMPTY);
        assert_eq!(Interval::new(0.0, f64::INFINITY), None);
        let zero = Estimate::new(-0.0, Interval::new(-0.0, 1.0), Method::T);
        assert!(zero.value.unwrap().is_sign_positive());
        assert!(zero.interval.unwrap().low.is_sign_positive());
    }
}
