//! From games to figures: integer tallies, and the estimates made of them. Every formula names its
//! source; distributions come from `statrs`.

pub mod impact;
pub mod impact_estimate;
pub mod lengths;
pub mod many;
pub mod paired;
pub mod quantile;
pub mod rate;
pub mod sequence;
pub mod sums;
pub mod tally;
pub mod verdict;

pub use rate::{clopper_pearson, jeffreys, wilson};
use statrs::distribution::{ContinuousCDF, Normal};
pub use sums::Sums;

/// Where a figure lies, at some confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// An interval, unless an end is no number.
    #[must_use]
    pub fn new(low: f64, high: f64) -> Option<Self> {
        // Adding 0 turns −0 into 0.
        (low.is_finite() && high.is_finite()).then_some(Self { low: low + 0.0, high: high + 0.0 })
    }

    /// The part of it between two bounds.
    #[must_use]
    pub fn clipped(self, low: f64, high: f64) -> Self {
        Self { low: self.low.clamp(low, high), high: self.high.clamp(low, high) }
    }
}

/// A figure: its value, where it lies, and by which method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value; `None` if there is nothing to make it of.
    pub value: Option<f64>,
    /// The interval, if there is one.
    pub interval: Option<Interval>,
    /// The method of the interval; empty if there is none.
    pub method: &'static str,
}

impl Estimate {
    /// Nothing is known.
    pub const EMPTY: Self = Self { value: None, interval: None, method: "" };

    /// A value and its interval.
    #[must_use]
    pub fn new(value: f64, interval: Option<Interval>, method: &'static str) -> Self {
        let value = value.is_finite().then_some(value + 0.0);
        Self { value, interval, method: if interval.is_some() { method } else { "" } }
    }
}

/// A confidence level, between ½ and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    level: f64,
    z: f64,
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

    /// The level at which each of `m` statements is made so that all of them hold at this one
    /// (Bonferroni).
    #[must_use]
    pub fn shared_by(self, m: usize) -> Self {
        let m = f64::from(u32::try_from(m.max(1)).unwrap_or(u32::MAX));
        Self::new(1.0 - self.alpha() / m).unwrap_or(self)
    }
}

/// A count as a double: exact up to 2⁵³, rounded beyond.
#[must_use]
pub(crate) fn real(count: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "an estimate is no more precise than a double")]
    {
        count as f64
    }
}
