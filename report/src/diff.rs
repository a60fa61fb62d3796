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
        Column::of(
            "a_number",
            "its value in the first config, as `--set` takes it, if it is a number, or 1 for `true` and 0 for `false`; \
             otherwise empty",
        ),
        Column::words(
            "a_word",
            "its value in the first config, as `--set` takes it, if it is not a number, such as a ruling or a list; both \
             are empty if it has no value",
        ),
        Column::of("b_number", "the same of the second config"),
        Column::words("b_word", "the same of the second config"),
    ],
    of_run: None,
    view: None,
};

/// The value of a setting that a config does not have.
const NONE: &str = "none";

/// A text without the quotes of TOML, unless it means something else without them. Empty without a value.
fn unquoted(value: &str) -> &str {
    let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let is_word = |text: &&str| {
        text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !["true", "false", "nan", "inf"].contains(text)
    };
    if value == NONE {
        return "";
    }
    inner.filter(is_word).unwrap_or(value)
}

/// The report of these differences: key, first value, second value.
#[must_use]
pub fn table(differences: impl Iterator<Item = [String; 3]>) -> Table {
    let row = |[key, a, b]: [String; 3]| {
        let values = [&a, &b].into_iter().flat_map(|value| Cell::setting(unquoted(value)));
        [Cell::text(&key)].into_iter().chain(values).collect()
    };
    let rows = differences.map(row).collect();
    Table { name: NAME, columns: REPORT.columns, rows }
}
