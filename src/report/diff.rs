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
        Column::words(
            "a_set",
            "the setting and its value in the first config, as `--set` takes them: `cards.ten.damage=9`; `none` as the value if it has none",
        ),
        Column::words("b_set", "the same of the second config"),
        Column::of("a_number", "the value in the first config as a number; empty if it is not a number"),
        Column::of("b_number", "the value in the second config as a number; empty if it is not a number"),
    ],
    of_run: None,
    view: None,
};

/// The report of these differences: key, first value, second value.
#[must_use]
pub fn table(differences: impl Iterator<Item = [String; 3]>) -> Table {
    let row = |[key, a, b]: [String; 3]| {
        let numbers = [&a, &b].map(|value| Cell::number_in(value));
        let sets = [&a, &b].map(|value| Cell::set(&key, value));
        [Cell::text(&key)].into_iter().chain(sets).chain(numbers).collect()
    };
    let rows = differences.map(row).collect();
    Table { name: NAME, columns: REPORT.columns, rows }
}
