//! Two configurations compared on common random numbers.

use super::page::views::{View, by_unit, zero};
use super::{Cell, Column, Report, Table};
use crate::stats::Level;
use crate::stats::compared::PlayedPairs;

/// The report's name.
pub const NAME: &str = "compare";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key("figure", "address of the figure"),
    Column::figure("a", "value of the first configuration (A)"),
    Column::figure("b", "value of the second configuration (B)"),
    Column::figure("delta", "b − a").signed(),
    Column::figure("delta_low", "lower end of the interval of `delta`"),
    Column::figure("delta_high", "upper end of the interval of `delta`"),
    Column::p_value("p_value", "p-value for no difference"),
    Column::count("a_higher", "number of pairs of games in which the score of A is higher"),
    Column::count("b_higher", "number of pairs of games in which the score of B is higher"),
    Column::of(
        "variance_reduction",
        "factor by which unpaired games would have to be more numerous for the same precision",
    ),
    Column::words("method", "interval method"),
    Column::words("unit", "unit of `a`, `b` and `delta`: `share`, `rounds`, …"),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "compare",
    holds: "Two configurations compared on common random numbers: one row for each win rate, outcome and metric \
                         that both have.",
    columns: COLUMNS,
    of_run: None,
    view: Some(View {
        title: "What changes",
        intro: "Both configurations play the same deals. b − a is the change from the first configuration to the \
                second. Right of the line: more under the second. A filled dot means that the interval excludes \
                0. A hollow dot means that these games do not show a change; there may still be one.",
        columns: &["figure", "a", "b", "delta", "p_value", "variance_reduction"],
        drawn: "delta",
        reference: zero,
        part: |table, row| by_unit("delta", table, row),
        ..View::PLAIN
    }),
};

/// The parameters of the report.
#[derive(Clone, Copy, Debug)]
pub struct Params<'a> {
    /// The game's id.
    pub game: &'a str,
    /// Number of players.
    pub players: usize,
    /// Whether both configurations are known to be identical.
    pub equal: bool,
    /// Whether the number of pairs was fixed beforehand and all were played.
    pub fixed: bool,
    /// Maximum number of pairs.
    pub planned: u64,
    /// The level of the intervals.
    pub level: Level,
}

/// The report.
#[must_use]
pub fn table(params: &Params<'_>, pairs: &PlayedPairs) -> Table {
    let Params { game, players, equal, fixed, planned, level } = *params;
    let rows = pairs.figures.iter().zip(&pairs.paired).map(|(figure, paired)| {
        let difference = paired.reported(figure.scale(), fixed, planned, level);
        let difference = if equal { difference.of_equals() } else { difference };
        let cell =
            |value: Option<f64>| if figure.unit == "share" { Cell::Share(value) } else { Cell::Mean(value) };
        vec![
            Cell::text(game),
            Cell::Count(players as u64),
            Cell::text(&figure.address),
            cell(difference.a),
            cell(difference.b),
            cell(difference.delta),
            cell(difference.interval.map(|interval| interval.low)),
            cell(difference.interval.map(|interval| interval.high)),
            Cell::P(difference.p_value),
            Cell::Count(paired.down),
            Cell::Count(paired.up),
            Cell::Mean(difference.reduction),
            Cell::method(difference.method),
            Cell::text(figure.unit),
        ]
    });
    Table { name: NAME, columns: COLUMNS, rows: rows.collect() }
}
