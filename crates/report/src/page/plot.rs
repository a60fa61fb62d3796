//! The chart of an interval in a table row: a line and a dot on a scale that all rows of the table share. Charting crates
//! draw whole figures with their own fonts, colours and labels, which do not fit into table rows or follow dark mode.

use super::super::table::fixed;
use super::words::Unit;
use std::fmt::Write;

/// The width of a row's chart, and the margin at both ends for half a label.
const WIDTH: f64 = 260.0;
const FREE: f64 = 22.0;
/// The height of a row's chart.
const HEIGHT: u32 = 20;

/// A range with ticks at round numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    /// Its ends.
    pub low: f64,
    pub high: f64,
    /// The distance between ticks: 1, 2 or 5 times a power of ten.
    pub step: f64,
}

impl Scale {
    /// The scale for these numbers, with at most `most_steps` steps (at least 2). `None` if there are no numbers, or if they
    /// are too large or too close for doubles to distinguish the ticks.
    pub(crate) fn of(numbers: impl IntoIterator<Item = f64>, most_steps: f64) -> Option<Self> {
        let ends = numbers.into_iter().fold(None, |ends: Option<(f64, f64)>, number| {
            Some(ends.map_or((number, number), |(low, high)| (low.min(number), high.max(number))))
        });
        let (low, high) = ends?;
        // A single number is centred.
        let around = if low < high { 0.0 } else { low.abs().max(1.0) / 100.0 };
        let (low, high) = (low - around, high + around);
        let raw = (high - low) / most_steps;
        let power = 10_f64.powf(raw.log10().floor());
        let around = |step: f64| ((low / step).floor(), (high / step).ceil());
        let is_few = |step: &f64| {
            let (low, high) = around(*step);
            high - low <= most_steps
        };
        let step = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0].map(|n| n * power).into_iter().find(is_few)?;
        let (low, high) = around(step);
        let (low, high) = (low * step, high * step);
        let is_distinct = low + step > low && high + step > high && (high - low).is_finite();
        (is_distinct && step.is_normal()).then_some(Self { low, high, step })
    }

    /// The position of a number between the ends, from 0 to 1.
    pub(super) fn position(&self, number: f64) -> f64 {
        ((number - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The positions and labels of the ticks.
    pub(super) fn ticks(&self, is_signed: bool) -> Vec<(f64, String)> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 15")]
        let decimals = (-self.step.log10().floor()).clamp(0.0, 15.0) as usize;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few")]
        let n_steps = ((self.high - self.low) / self.step).round().clamp(0.0, 100.0) as u32;
        let tick = |nth: u32| {
            let number = self.low + f64::from(nth) * self.step;
            let text = fixed(number, decimals);
            let sign = if is_signed && text.bytes().any(|b| matches!(b, b'1'..=b'9')) && number > 0.0 {
                "+"
            } else {
                ""
            };
            (number, format!("{sign}{text}"))
        };
        (0..=n_steps).map(tick).collect()
    }
}

/// The axis above the charts of a table's rows.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// Positions and labels of the ticks.
    pub ticks: Vec<(String, String)>,
    /// The path of the tick lines in every row.
    pub grid: String,
    /// The position of the reference value.
    pub line: Option<String>,
    scale: Scale,
    unit: Unit,
    reference: Option<f64>,
}

/// The chart of a row.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// The interval, as a path.
    pub whisker: String,
    /// The position of the dot.
    pub x: String,
    /// Whether the dot is filled: the interval excludes the reference value, or there is no reference value.
    pub filled: bool,
    /// The left edge and the width of the target.
    pub band: Option<[String; 2]>,
}

impl Mark {
    /// The chart of a value, its interval, and the band that it should lie in, on a scale of its own. An end that is `None`
    /// is open. The dot is filled if the interval lies within the band or outside. `None` if there is no scale.
    pub(super) fn within([value, low, high]: [f64; 3], band: [Option<f64>; 2]) -> Option<Self> {
        let [from, to] = band;
        let scale = Scale::of([value, low, high].into_iter().chain(from).chain(to), 5.0)?;
        let at = |number: f64| FREE + scale.position(number) * (WIDTH - 2.0 * FREE);
        let (left, right) = (from.map_or(0.0, at), to.map_or(WIDTH, at));
        let [from_low, to_high] = [low, high].map(|end| fixed(at(end), 1));
        let is_above = from.is_none_or(|from| low >= from);
        let is_below = to.is_none_or(|to| high <= to);
        let is_outside = to.is_some_and(|to| low > to) || from.is_some_and(|from| high < from);
        Some(Self {
            whisker: format!("M{from_low} 6V14M{from_low} 10H{to_high}M{to_high} 6V14"),
            x: fixed(at(value), 1),
            filled: is_above && is_below || is_outside,
            band: Some([left, right - left].map(|number| fixed(number, 1))),
        })
    }
}

impl Axis {
    /// The axis for these values, ends of intervals, and reference value.
    pub(super) fn of(numbers: &[[f64; 3]], reference: Option<f64>, unit: Unit) -> Option<Self> {
        let all = numbers.iter().flatten().copied().chain(reference).map(|number| unit.scaled(number));
        let scale = Scale::of(all, 5.0)?;
        let is_signed = matches!(unit, Unit::Points | Unit::Signed);
        let mut ticks: Vec<(String, String)> =
            scale.ticks(is_signed).into_iter().map(|(at, label)| (x(&scale, at), label)).collect();
        if let Some((_, label)) = ticks.last_mut() {
            *label += unit.suffix();
        }
        let mut grid = String::new();
        for (x, _) in &ticks {
            let _ = write!(grid, "M{x} 0V{HEIGHT}");
        }
        let line = reference.map(|at| x(&scale, unit.scaled(at)));
        Some(Self { ticks, grid, line, scale, unit, reference })
    }

    /// The chart of a value and its interval.
    pub(super) fn mark(&self, [value, low, high]: [f64; 3]) -> Mark {
        let [at, from, to] = [value, low, high].map(|number| x(&self.scale, self.unit.scaled(number)));
        Mark {
            whisker: format!("M{from} 6V14M{from} 10H{to}M{to} 6V14"),
            x: at,
            band: None,
            filled: self.reference.is_none_or(|reference| low > reference || high < reference),
        }
    }
}

/// The position of a number in a row's chart.
fn x(scale: &Scale, number: f64) -> String {
    fixed(FREE + scale.position(number) * (WIDTH - 2.0 * FREE), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_dot_is_filled_if_its_interval_excludes_the_line() {
        let rows = [[0.02, 0.01, 0.03], [0.0, -0.01, 0.01]];
        let axis = Axis::of(&rows, Some(0.0), Unit::Points).expect("an axis");
        assert_eq!(rows.map(|row| axis.mark(row).filled), [true, false]);
        assert_eq!(axis.line, Some(axis.mark(rows[1]).x));
        assert_eq!(axis.ticks[0].0, "22.0");
        let within = |numbers, band| Mark::within(numbers, band).expect("a scale");
        let filled = |numbers| within(numbers, [Some(0.4), Some(0.5)]).filled;
        assert_eq!(
            [[0.45, 0.41, 0.49], [0.45, 0.39, 0.49], [0.3, 0.2, 0.39]].map(filled),
            [true, false, true]
        );
        let open = within([0.1, 0.0, 0.2], [None, Some(0.2)]);
        assert_eq!((open.filled, open.band), (true, Some(["0.0".into(), "238.0".into()])));
        assert_eq!(axis.ticks[axis.ticks.len() - 1], ("238.0".into(), "+3 pp".into()));
    }

    proptest! {
        #[test]
        fn every_number_lies_on_the_scale(numbers: [f64; 3], tiny in -1e-12_f64..1e-12) {
            for numbers in [numbers, numbers.map(|number| number * tiny)] {
                if let Some(scale) = Scale::of(numbers, 5.0) {
                    let ticks = scale.ticks(true);
                    prop_assert!((2..=16).contains(&ticks.len()), "{ticks:?}");
                    for number in numbers {
                        prop_assert!((0.0..=1.0).contains(&scale.position(number)));
                    }
                }
            }
        }
    }
}
