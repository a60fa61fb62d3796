//! The differences of two configs.

use super::{Cell, Column, Report, Table};

/// The report's name.
pub const NAME: &str = "diff";

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "diff",
    contents: "The settings that differ between two configs; `diff` prints it and writes no file.",
    columns: &[
        Column::key("setting", "key of the setting; `bots` or `players` if these differ"),
        Column::words("a", "value in the first config; `none` if it has none"),
        Column::words("b", "value in the second config"),
    ],
    of_run: None,
    view: None,
};

/// The report of these differences: key, first value, second value.
#[must_use]
pub fn table(differences: impl Iterator<Item = [String; 3]>) -> Table {
    let rows = differences.map(|row| row.map(Cell::text).to_vec()).collect();
    Table { name: NAME, columns: REPORT.columns, rows }
}
