//! The axis of the picture of a sweep. It starts at 0 if the values are far enough from equal to show on it. Otherwise it is
//! at least several intervals long, so that noise looks like noise.

use crate::stats::Interval;

/// An axis that is this many times as long as the widest interval does not exaggerate noise.
const INTERVALS: f64 = 5.0;
/// An axis from 0 must give at least this part of its length to the differences of the values.
const LEAST: f64 = 0.25;
/// The width of the picture, in characters.
const WIDTH: usize = 24;

/// The ends of the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    pub low: f64,
    pub high: f64,
}

impl Axis {
    /// The axis for these values and their intervals.
    pub(super) fn of(figures: impl Iterator<Item = (f64, Option<Interval>)>) -> Self {
        let (mut low, mut high, mut widest) = (f64::MAX, f64::MIN, 0.0_f64);
        let (mut least, mut most) = (f64::MAX, f64::MIN);
        for (value, ends) in figures {
            let Interval { low: from, high: to } = ends.unwrap_or(Interval { low: value, high: value });
            (low, high) = (low.min(from).min(value), high.max(to).max(value));
            (least, most) = (least.min(value), most.max(value));
            widest = widest.max(to - from);
        }
        if low > high {
            return Self { low: 0.0, high: 1.0 };
        }
        if low >= 0.0 && (most - least >= LEAST * high || most <= 0.0) {
            return Self { low: 0.0, high: if high > 0.0 { high } else { 1.0 } };
        }
        let length = (high - low).max(INTERVALS * widest).max(1e-9);
        let middle = f64::midpoint(low, high);
        let from = middle - length / 2.0;
        // No figure that is never negative gets an axis that begins below 0.
        let from = if low >= 0.0 { from.max(0.0) } else { from };
        Self { low: from, high: from + length }
    }

    /// The step from 0 to `last` that a value is on.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "at most 24"
    )]
    pub(super) fn step(self, value: f64, last: usize) -> usize {
        let height = (value - self.low) / (self.high - self.low).max(1e-12);
        (height.clamp(0.0, 1.0) * last as f64).round() as usize
    }

    /// A value as a dot and its interval as a line; from the left end, if the axis begins at 0.
    pub(super) fn picture(self, value: f64, ends: Option<Interval>) -> String {
        let step = |value: f64| self.step(value, WIDTH - 1);
        let dot = step(value);
        let (from, to) = ends.map_or((dot, dot), |ends| (step(ends.low), step(ends.high)));
        let cell = |at: usize| match at {
            _ if at == dot => '●',
            _ if (from..=to).contains(&at) => '─',
            _ => '·',
        };
        (0..WIDTH).map(cell).collect()
    }
}
