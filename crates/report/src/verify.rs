//! The results of `verify`.

use super::page::views::View;
use super::{Cell, Column, Report, Table};

/// The report's name.
pub const NAME: &str = "verify";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("check_name", "name of the check"),
    Column::words("verdict", "`pass` or `fail`"),
    Column::words("seen", "what was found"),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "verify",
    contents: "Checks of a run's files and games: one row per check.",
    columns: COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Verification",
        intro: "The stored files of a run, and a sample of its games that was played again.",
        columns: &["check_name", "verdict", "seen"],
        ..View::PLAIN
    }),
};

/// The report.
#[must_use]
pub const fn table(rows: Vec<Vec<Cell>>) -> Table {
    Table { name: NAME, columns: COLUMNS, rows }
}
