//! The two figures of a run: all games by outcome, and by length.

use super::super::chart::{Bar, Chart};
use super::super::histogram::bars;
use super::super::outcomes::phrase;
use super::super::table::fixed;
use super::super::{Cell, Table};
use super::plot::Scale;
use super::words::Unit;
use std::fmt::Write;
use undercard_engine::stats::real;

/// The width of a figure.
const WIDTH: f64 = 720.0;
/// The width of a letter of a label, and the minimum distance between the labels of an axis.
const LETTER: f64 = 8.0;
const LABEL_GAP: f64 = 34.0;
/// Maximum number of bars of the histogram.
const BARS: u64 = 48;
/// The edges of the area of the bars.
const TOP: f64 = 34.0;
const BOTTOM: f64 = 224.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 712.0;

/// A bar of all games, divided by outcome.
#[derive(Clone, Debug)]
pub(crate) struct Endings {
    /// The outcomes that occurred.
    pub pieces: Vec<Piece>,
    /// The text alternative.
    pub words: String,
}

/// The games with one outcome.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// The number of its pattern in the template.
    pub kind: usize,
    /// The left edge.
    pub x: String,
    /// The width.
    pub width: String,
    /// The label.
    pub label: String,
    /// The position of the label, if there is room for it.
    pub middle: Option<String>,
}

impl Endings {
    /// The figure of the report `outcomes`.
    pub(crate) fn of(table: &Table) -> Self {
        let mut pieces = Vec::new();
        let mut from = 0.0;
        for (kind, row) in table.rows.iter().enumerate() {
            let share = table.number(row, "share").unwrap_or(0.0).clamp(0.0, 1.0);
            let width = (share * WIDTH).min(WIDTH - from);
            if share > 0.0 {
                let label =
                    format!("{} {} %", phrase(&table.written(row, "outcome")), fixed(100.0 * share, 1));
                let has_room = width >= LETTER * label.chars().count() as f64;
                let middle = has_room.then(|| fixed(from + width / 2.0, 1));
                pieces.push(Piece { kind, x: fixed(from, 1), width: fixed(width, 1), label, middle });
            }
            from += width;
        }
        let words: Vec<&str> = pieces.iter().map(|piece| piece.label.as_str()).collect();
        Self { words: words.join(", "), pieces }
    }
}

/// A histogram of game lengths.
#[derive(Clone, Debug)]
pub(crate) struct Lengths {
    /// Its description.
    pub chart: Chart,
    /// The unit of the lengths.
    pub unit: String,
    /// The bars: path and description.
    pub bars: Vec<(String, String)>,
    /// The last bar, if it includes all longer games.
    pub tail: Option<(String, String)>,
    /// Positions and labels of the vertical axis.
    pub heights: Vec<(String, String)>,
    /// Positions and labels of the horizontal axis.
    pub ticks: Vec<(String, String)>,
    /// The lines of the mean and the median.
    pub lines: Vec<Line>,
    /// The text alternative.
    pub words: String,
}

/// A vertical line through the histogram.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The position.
    pub x: String,
    /// The label.
    pub label: String,
    /// Whether the label is to the left of the line.
    pub is_left: bool,
    /// The class in the style sheet.
    pub style: &'static str,
}

/// The lengths of the report `game_length`, each with its number of games.
pub(super) fn games_by_length(table: &Table) -> Vec<(u64, u64)> {
    let count = |row: &[Cell], column: &str| match table.cell(row, column) {
        Some(Cell::Count(count)) => Some(*count),
        _ => None,
    };
    table.rows.iter().filter_map(|row| count(row, "length").zip(count(row, "games"))).collect()
}

impl Lengths {
    /// The figure of the report `game_length`, with the mean and the median if they are known; `None` unless there are at
    /// least two different lengths.
    pub(super) fn of(table: &Table, mean: Option<f64>, median: Option<f64>) -> Option<Self> {
        let games = games_by_length(table);
        if games.len() < 2 {
            return None;
        }
        let unit = table.rows.first().map(|row| table.written(row, "unit"))?;
        let bars = bars(&games, BARS);
        let (first, last) = (bars.first()?, bars.last()?);
        let width = real(first.to - first.from) + 1.0;
        let begins = real(first.from) - 0.5;
        let ends = real(last.from) - 0.5 + width;
        let x_of = |length: f64| LEFT + (length - begins) / (ends - begins) * (RIGHT - LEFT);
        let heights = Scale::of([0.0].into_iter().chain(bars.iter().map(|bar| 100.0 * bar.share)), 5.0)?;
        let height = |percent: f64| BOTTOM - heights.position(percent) * (BOTTOM - TOP);
        let path = |from: u64, share: f64| {
            let from = real(from) - 0.5;
            let (left, right) = (x_of(from) + 0.75, x_of(from + width) - 0.75);
            let [left, right, top] = [left, right, height(100.0 * share)].map(|number| fixed(number, 1));
            format!("M{left} {BOTTOM}V{top}H{right}V{BOTTOM}Z")
        };
        let mut drawn: Vec<(String, String)> = bars
            .iter()
            .map(|bar| {
                let share = fixed(100.0 * bar.share, 2);
                (path(bar.from, bar.share), format!("{} {unit}: {share} % of games", bar.name()))
            })
            .collect();
        let tail = if last.is_tail { drawn.pop() } else { None };
        // At most one tick per length.
        let scale = Scale::of([begins, ends], 10.0_f64.min(ends - begins + 1.0))?;
        let tail_at = tail.as_ref().map(|_| x_of(ends - width / 2.0));
        let is_shown = |at: f64| {
            let is_clear = tail_at.is_none_or(|tail| tail - x_of(at) >= LABEL_GAP);
            at >= begins && at <= ends && at.fract() == 0.0 && is_clear
        };
        let ticks = scale.ticks(false).into_iter().filter(|(at, _)| is_shown(*at));
        let mut ticks: Vec<(String, String)> = ticks.map(|(at, label)| (fixed(x_of(at), 1), label)).collect();
        ticks.extend(tail_at.map(|at| (fixed(at, 1), format!("{}+", last.from))));
        let line = |at: Option<f64>, name: &'static str, is_left| {
            let at = at.filter(|at| (begins..=ends).contains(at))?;
            let label = format!("{name} {}", fixed(at, if at.fract() == 0.0 { 0 } else { 2 }));
            Some(Line { x: fixed(x_of(at), 1), label, is_left, style: name })
        };
        // The labels are on the outer sides of the two lines.
        let is_right = mean >= median;
        let lines: Vec<Line> =
            [line(mean, "mean", !is_right), line(median, "median", is_right)].into_iter().flatten().collect();
        let mut words = format!("Bars from {} to {} {unit}", first.from, last.name());
        for line in &lines {
            let _ = write!(words, ", {}", line.label);
        }
        let percent = |(at, label): (f64, String)| (fixed(height(at), 1), format!("{label} %"));
        let chart = Chart {
            title: String::new(),
            names: format!("length in {unit}"),
            values: "share of games".into(),
            unit: Unit::Percent,
            reference: None,
            bars: bars.iter().map(|bar| Bar::bare(bar.name(), bar.share)).collect(),
        };
        Some(Self {
            chart,
            bars: drawn,
            tail,
            heights: heights.ticks(false).into_iter().map(percent).collect(),
            ticks,
            lines,
            words,
            unit,
        })
    }
}
