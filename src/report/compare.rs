//! Two configurations on common random numbers, figure by figure.

use super::{Cell, Column, Table};
use crate::stats::Level;
use crate::stats::compared::PlayedPairs;

/// The report's name.
pub const NAME: &str = "compare";

/// What it holds.
pub const HOLDS: &str = "Two configurations compared game by game on the same luck: one row for each win rate, \
                         outcome and metric that both have.";

/// Its columns.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "the game's id"),
    Column::numbered("players", "number of players"),
    Column::key("figure", "address of the figure"),
    Column::figure("a", "the figure of the first configuration"),
    Column::figure("b", "the figure of the second configuration"),
    Column::figure("delta", "b − a"),
    Column::figure("delta_low", "lower end of the interval of `delta`"),
    Column::figure("delta_high", "upper end of the interval of `delta`"),
    Column::p_value("p_value", "p-value of no difference"),
    Column::count("a_higher", "pairs of games in which A's score is higher"),
    Column::count("b_higher", "pairs of games in which B's score is higher"),
    Column::of("variance_reduction", "how many times the games this pairing was worth"),
    Column::words("method", "how the interval is made"),
    Column::words("unit", "unit of `a`, `b` and `delta`: `share`, `rounds`, …"),
];

/// What a comparison knows beside its pairs.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The game's id.
    pub game: &'a str,
    /// Number of players.
    pub players: usize,
    /// Both configurations are known to play every game alike.
    pub equal: bool,
    /// The number of pairs was fixed beforehand, and nobody stopped early.
    pub fixed: bool,
    /// Pairs that were planned at most.
    pub planned: u64,
    /// The level of the intervals.
    pub level: Level,
}

/// The report.
#[must_use]
pub fn table(asked: &Asked<'_>, pairs: &PlayedPairs) -> Table {
    let Asked { game, players, equal, fixed, planned, level } = *asked;
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
