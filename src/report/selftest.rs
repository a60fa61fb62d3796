//! The results of the self-test and of `verify`.

use super::{Cell, Column, Table};

/// The report's name.
pub const NAME: &str = "selftest";

/// The contents of the report.
pub const HOLDS: &str = "Checks of the program on this machine: one row per check.";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("check", "name of the check"),
    Column::words("verdict", "`pass` or `fail`"),
    Column::words("seen", "what was found"),
];

/// The report.
#[must_use]
pub const fn table(rows: Vec<Vec<Cell>>) -> Table {
    Table { name: NAME, columns: COLUMNS, rows }
}
