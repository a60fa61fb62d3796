//! The results of the self-test and of `verify`.

use super::page::views::View;
use super::{Cell, Column, Report, Table};

/// The report's name.
pub const NAME: &str = "selftest";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("check_name", "name of the check"),
    Column::words("verdict", "`pass` or `fail`").one_of(&["pass", "fail"]),
    Column::words("seen", "what was found"),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "selftest",
    contents: "Checks of the program on this machine: one row per check.",
    columns: COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Self-test",
        intro: "Checks of the program on the machine on which it ran.",
        columns: &["check_name", "verdict", "seen"],
        ..View::PLAIN
    }),
};

/// The report.
#[must_use]
pub const fn table(rows: Vec<Vec<Cell>>) -> Table {
    Table { name: NAME, columns: COLUMNS, rows }
}
