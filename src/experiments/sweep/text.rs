//! The summary of a sweep: one figure for every combination, as a list with bars or, for two settings, as a map.

use super::{Options, Sweep, Vary};
use crate::report::show::{self, Grid, grouped, wrap};
use crate::report::{Cell, Table};
use crate::stats::Interval;

/// The shades of a map, from low to high.
const SHADES: [&str; 4] = ["░", "▒", "▓", "█"];
/// The length of the longest bar of a list.
const LONGEST: usize = 15;

/// The figure in one combination.
struct Shown<'t> {
    /// The values of the settings.
    values: Vec<String>,
    figure: &'t Cell,
    interval: Option<Interval>,
}

/// The range of the figure over all combinations.
struct Range {
    low: f64,
    high: f64,
}

pub(super) fn text(sweep: &Sweep, table: &Table) -> String {
    let Sweep { plan, options: Options { vary, show, accuracy }, .. } = sweep;
    let first = || table.rows.first().map(|row| table.written(row, "figure"));
    let address = show.clone().or_else(first).unwrap_or_default();
    let shown = shown(table, &address, vary.len());
    let (at_most, intervals) =
        if accuracy.is_sequential() { ("at most ", "confidence sequences") } else { ("", "intervals") };
    // A map cannot show intervals and units.
    let unit = match &vary[..] {
        [_, _] if shown.iter().any(|shown| matches!(shown.figure, Cell::Share(_))) => ", in %".to_owned(),
        [_, _] => String::new(),
        _ => format!(" with {} % {intervals}", accuracy.level.percent()),
    };
    let (title, games, seed) = (plan.game.title, grouped(plan.games), plan.seed);
    let head = format!("{title}: {at_most}{games} games per combination, seed {seed};\n{address}{unit}\n\n");
    if shown.is_empty() {
        return format!("{head}No combination has the figure {address}.\n");
    }
    wrap(&match &vary[..] {
        [down, across] => head + &map(down, across, &shown),
        _ => head + &list(vary, &shown),
    })
}

/// The rows with this figure.
fn shown<'t>(table: &'t Table, address: &str, n_settings: usize) -> Vec<Shown<'t>> {
    let rows = table.rows.iter().filter(|row| table.written(row, "figure") == address);
    let shown = |row: &'t Vec<Cell>| {
        let ends = table.number(row, "low").zip(table.number(row, "high"));
        Some(Shown {
            values: (1..=n_settings).map(|nth| table.written(row, &format!("value_{nth}"))).collect(),
            figure: table.cell(row, "value")?,
            interval: ends.and_then(|(low, high)| Interval::new(low, high)),
        })
    };
    rows.filter_map(shown).collect()
}

impl Range {
    fn of(shown: &[Shown<'_>]) -> Self {
        let numbers = shown.iter().filter_map(|shown| shown.figure.number());
        let (low, high) =
            numbers.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        Self { low, high }
    }

    /// The step from 0 to `last` that a figure is on.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "at most 15"
    )]
    fn step(&self, figure: &Cell, last: usize) -> usize {
        let height = figure.number().unwrap_or(self.low) - self.low;
        (height / (self.high - self.low).max(1e-12) * last as f64).round() as usize
    }
}

/// A heat map: the first setting down, the second across.
fn map(down: &Vary, across: &Vary, shown: &[Shown<'_>]) -> String {
    let range = Range::of(shown);
    let cell = |values: [&String; 2]| {
        let found = shown.iter().find(|shown| shown.values.iter().eq(values));
        // The combination was not played, or does not have the figure.
        found.map_or_else(
            || "–  ".to_owned(),
            |Shown { figure, .. }| {
                let value = show::figure(figure, figure.number());
                format!("{} {}", value.trim_end_matches(" %"), SHADES[range.step(figure, SHADES.len() - 1)])
            },
        )
    };
    let row = |first: &String| {
        std::iter::once(first.clone())
            .chain(across.values.iter().map(|second| cell([first, second])))
            .collect()
    };
    let header = across.values.iter().map(|value| format!("{value}  "));
    let grid = Grid {
        header: std::iter::once(String::new()).chain(header).collect(),
        right: (0..=across.values.len()).map(|column| column > 0).collect(),
        rows: down.values.iter().map(row).collect(),
    };
    format!("{} ↓  {} →\n{}", down.key, across.key, grid.blocks())
}

/// One line for each combination.
fn list(vary: &[Vary], shown: &[Shown<'_>]) -> String {
    let range = Range::of(shown);
    let row = |Shown { values, figure, interval }: &Shown<'_>| {
        let settings = vary.iter().zip(values).map(|(vary, value)| format!("{}={value}", vary.key));
        vec![
            settings.collect::<Vec<_>>().join(" "),
            show::figure(figure, figure.number()),
            interval.map_or_else(String::new, |ends| show::interval(figure, ends)),
            "█".repeat(1 + range.step(figure, LONGEST - 1)),
        ]
    };
    let right = vec![false, true, true, false];
    Grid { header: Vec::new(), right, rows: shown.iter().map(row).collect() }.text()
}
