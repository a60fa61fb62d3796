//! Single games, one after another.

use super::Column;
use crate::model::Outcome;
use crate::stats::tally::GameRecord;

/// The report's name.
pub const NAME: &str = "games";

/// What it holds.
pub const HOLDS: &str = "The first games of a run one by one, with `--games-csv N`: one row a game.";

/// Its columns.
pub const COLUMNS: &[Column] = &[
    Column::numbered("game_idx", "number of the game; `undercard replay --game` tells it"),
    Column::words("outcome", "how it ended: `win`, `shared`, `draw`, `nobody` or `stalemate`"),
    Column::words("winners", "seats that won, with spaces between; empty if nobody won"),
    Column::count("length", "its length, in the unit of `game_length.csv`"),
    Column::count("decisions", "decisions with two or more legal moves"),
];

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
