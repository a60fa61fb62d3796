//! The results of `verify`.

use super::page::views::View;
use super::{Cell, Report, Table, selftest};

/// The report's name.
pub const NAME: &str = "verify";

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "verify",
    contents: "Checks of a run's files and games: one row per check.",
    columns: selftest::COLUMNS,
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
    Table { name: NAME, columns: REPORT.columns, rows }
}
