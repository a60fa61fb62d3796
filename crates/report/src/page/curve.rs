//! Lines over an amount played, such as the scores of a strategy during its training.

use super::super::chart::{Bar, Chart};
use super::super::show::grouped;
use super::super::table::fixed;
use super::super::{Cell, Table};
use super::plot::Scale;
use super::section::Figure;
use super::words::Unit;
use undercard_engine::stats::real;

/// The edges of the area of the lines; their names are to the right of it.
const TOP: f64 = 16.0;
const BOTTOM: f64 = 224.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 592.0;
/// The minimum distance between names.
const LETTER_HEIGHT: f64 = 15.0;
/// Maximum number of lines; the style sheet has a class for each.
const LINES: usize = 8;

/// Lines over an amount played.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// The description of its first line.
    pub chart: Chart,
    /// The title.
    pub title: &'static str,
    /// What the horizontal axis counts.
    pub unit: &'static str,
    /// The lines.
    pub lines: Vec<Line>,
    /// Positions and labels of the vertical axis.
    pub heights: Vec<(String, String)>,
    /// Positions and labels of the horizontal axis.
    pub ticks: Vec<(String, String)>,
    /// The height of the reference value.
    pub reference: Option<String>,
    /// The text alternative.
    pub words: String,
}

/// A line.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Its name.
    pub label: String,
    /// The height of its name.
    pub y: String,
    /// The path.
    pub path: String,
    /// The number of its class in the style sheet.
    pub style: usize,
}

/// A name, and its points: amount played and share.
type Points = (String, Vec<(f64, f64)>);

/// The scores against each opponent during a training.
pub(crate) fn training(table: &Table) -> Figure {
    let mut lines: Vec<Points> = Vec::new();
    for row in table.rows.iter().filter(|row| table.written(row, "phase") == "training") {
        let games = match table.cell(row, "games") {
            Some(Cell::Count(games)) => real(*games),
            _ => continue,
        };
        let (Some(score), opponent) = (table.number(row, "score"), table.written(row, "opponent")) else {
            continue;
        };
        match lines.iter_mut().find(|(name, _)| *name == opponent) {
            Some((_, points)) => points.push((games, score)),
            None => lines.push((opponent, vec![(games, score)])),
        }
    }
    lines.retain(|(_, points)| points.len() > 1);
    lines.truncate(LINES);
    Curve::of("Score against each opponent during the training", "games of training", &lines, 0.5)
        .map_or(Figure::None, |curve| Figure::Curve(Box::new(curve)))
}

impl Curve {
    /// The curves of shares, each a name and points (amount, share); `None` if there are none.
    fn of(title: &'static str, unit: &'static str, lines: &[Points], reference: f64) -> Option<Self> {
        if lines.is_empty() {
            return None;
        }
        let points = || lines.iter().flat_map(|(_, points)| points);
        let across = Scale::of([0.0].into_iter().chain(points().map(|(amount, _)| *amount)), 6.0)?;
        let shares = points().map(|(_, share)| *share).chain([reference]);
        let up = Scale::of(shares.map(|share| 100.0 * share), 5.0)?;
        let x = |amount: f64| LEFT + across.position(amount) * (RIGHT - LEFT);
        let y = |share: f64| BOTTOM - up.position(100.0 * share) * (BOTTOM - TOP);
        let path = |points: &[(f64, f64)]| {
            let point =
                |(amount, share): &(f64, f64)| format!("{} {}", fixed(x(*amount), 1), fixed(y(*share), 1));
            format!("M{}", points.iter().map(point).collect::<Vec<_>>().join("L"))
        };
        let last = |points: &[(f64, f64)]| points.last().map_or(reference, |(_, share)| *share);
        // The names keep their distance, from top to bottom.
        let mut by_height: Vec<usize> = (0..lines.len()).collect();
        by_height.sort_by(|a, b| last(&lines[*b].1).total_cmp(&last(&lines[*a].1)));
        let (mut places, mut free) = (vec![0.0; lines.len()], 0.0_f64);
        for nth in by_height {
            places[nth] = y(last(&lines[nth].1)).max(free);
            free = places[nth] + LETTER_HEIGHT;
        }
        let line = |(nth, (name, points)): (usize, &Points)| Line {
            label: name.clone(),
            y: fixed(places[nth], 1),
            path: path(points),
            style: nth,
        };
        let words = lines.iter().map(|(name, points)| {
            let [first, last] =
                [points.first(), points.last()].map(|point| point.map_or(0.0, |(_, share)| 100.0 * share));
            format!("{name}: from {} to {} %", fixed(first, 1), fixed(last, 1))
        });
        let label = |amount: &str| amount.parse().map_or_else(|_| amount.to_owned(), grouped);
        let ticks = across.ticks(false).into_iter().map(|(at, text)| (fixed(x(at), 1), label(&text)));
        let mut heights: Vec<(String, String)> =
            up.ticks(false).into_iter().map(|(at, text)| (fixed(y(at / 100.0), 1), text)).collect();
        if let Some((_, label)) = heights.last_mut() {
            *label += " %";
        }
        let words = words.collect::<Vec<_>>().join("; ");
        let (first, points) = lines.first()?;
        let chart = Chart {
            title: format!("Score against {first}"),
            names: unit.into(),
            values: "score".into(),
            unit: Unit::Percent,
            reference: None,
            bars: points.iter().map(|(amount, share)| Bar::bare(label(&fixed(*amount, 0)), *share)).collect(),
        };
        Some(Self {
            chart,
            title,
            unit,
            lines: lines.iter().enumerate().map(line).collect(),
            heights,
            ticks: ticks.collect(),
            reference: Some(fixed(y(reference), 1)),
            words,
        })
    }
}
