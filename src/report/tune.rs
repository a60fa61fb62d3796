//! Settings that were tried for targets.

use super::{Cell, Column, Table};

/// The report's name.
pub const NAME: &str = "tune";

/// What it holds.
pub const HOLDS: &str = "What was tried: one row for each setting that was played, each target and line-up, in the \
                         order in which they were tried. First the config as it is is judged, last what is \
                         proposed.";

/// Its columns.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::numbered("try", "number of the try"),
    Column::key("target", "address of the figure"),
    Column::key("bots", "the line-up: one bot for all seats, or one a seat"),
    Column::words("settings", "the changes, each `key=value`"),
    Column::count("changes", "numbers that are changed"),
    Column::count("steps", "steps of all of them together"),
    Column::words(
        "phase",
        "`tried`: on the games that chose; `judged`: on games by which nothing was chosen",
    ),
    Column::figure("value", "the figure"),
    Column::figure("low", "lower end of its interval"),
    Column::figure("high", "upper end of its interval"),
    Column::figure("target_low", "least that the target allows; empty if there is no least"),
    Column::figure("target_high", "most that the target allows; empty if there is no most"),
    Column::count("games", "games that the figure is made of"),
    Column::words("verdict", "verdict on this line-up: `pass`, `fail` or `inconclusive`"),
    Column::words("method", "how the interval was made, where the report of the figure says so"),
    Column::words("unit", "unit of the figure: `share`, `rounds`, …"),
];

/// The report.
#[must_use]
pub const fn table(rows: Vec<Vec<Cell>>) -> Table {
    Table { name: NAME, columns: COLUMNS, rows }
}
