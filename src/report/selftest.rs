//! What the program found out about itself.

use super::{Cell, Column, Table};

/// The report's name.
pub const NAME: &str = "selftest";

/// What it holds.
pub const HOLDS: &str = "What the program found out about itself on this machine: one row a check.";

/// Its columns.
pub const COLUMNS: &[Column] = &[
    Column::key("check", "what must be so"),
    Column::words("verdict", "`pass` or `fail`"),
    Column::words("seen", "what was seen, or what went wrong"),
];

/// The report.
#[must_use]
pub const fn table(rows: Vec<Vec<Cell>>) -> Table {
    Table { name: NAME, columns: COLUMNS, rows }
}
