//! Targets and verdicts.

use super::{Cell, Column, Table};

/// The report's name.
pub const NAME: &str = "check";

/// What it holds.
pub const HOLDS: &str = "The targets of the configs: one row for each target and line-up, the worst first.";

/// Its columns.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key("config", "the config as it was named"),
    Column::key("target", "address of the figure"),
    Column::key("bots", "the line-up: one bot for all seats, or one a seat"),
    Column::figure("value", "the figure"),
    Column::figure("low", "lower end of the interval that judges"),
    Column::figure("high", "upper end of the interval that judges"),
    Column::figure("target_low", "least that the target allows; empty if there is no least"),
    Column::figure("target_high", "most that the target allows; empty if there is no most"),
    Column::count("games", "games that the figure is made of"),
    Column::words("lineup_verdict", "verdict on this line-up alone: `pass`, `fail` or `inconclusive`"),
    Column::words("rule", "how several line-ups are read: `all`, `any` or `any-all`"),
    Column::words("verdict", "verdict on the target"),
    Column::count(
        "games_more",
        "about how many games more would decide; empty if that is not known or not needed",
    ),
    Column::words("method", "how the interval was made, where the report of the figure says so"),
    Column::words("unit", "unit of the figure: `share`, `rounds`, …"),
];

/// The report.
#[must_use]
pub const fn table(rows: Vec<Vec<Cell>>) -> Table {
    Table { name: NAME, columns: COLUMNS, rows }
}
