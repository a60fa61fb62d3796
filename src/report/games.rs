//! Single games.

use super::{Column, Report};
use crate::model::Outcome;
use crate::stats::tally::GameRecord;

/// The report's name.
pub const NAME: &str = "games";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::numbered("game_idx", "number of the game; `undercard replay --game` prints it"),
    Column::words("outcome", "outcome: `win`, `shared`, `draw`, `nobody` or `stalemate`"),
    Column::words("winners", "winning seats, separated by spaces; empty if nobody won"),
    Column::count("length", "length, in the unit of `game_length.csv`"),
    Column::count("decisions", "number of decisions with at least two legal actions"),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run --games-csv",
    contents: "The first N games of a run, written with `--games-csv N`: one row per game.",
    columns: COLUMNS,
    of_run: None,
    view: None,
};

/// The row of one game.
#[must_use]
pub fn row(game_idx: u64, result: &GameRecord<'_>) -> [String; 5] {
    let seats: Vec<String> = result.outcome.winners().into_iter().map(|seat| seat.to_string()).collect();
    [
        game_idx.to_string(),
        Outcome::KINDS[result.outcome.kind()].to_owned(),
        seats.join(" "),
        result.length.to_string(),
        result.decisions.to_string(),
    ]
}
