//! The story of a game, as a table.

use super::page::views::View;
use super::{Cell, Column, Report, Table};

/// The report's name.
pub const NAME: &str = "replay";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::numbered("line", "number of the line, from 1"),
    Column::count("depth", "indentation in steps of two blanks"),
    Column::words("text", "the line"),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "replay",
    contents: "The story of one game: one row per line.",
    columns: COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Story",
        intro: "One game, from the first deal to the end.",
        columns: &["line", "text"],
        ..View::PLAIN
    }),
};

/// The report of a story.
#[must_use]
pub fn table(story: &str) -> Table {
    let row = |(line, text): (u64, &str)| {
        let words = text.trim_start_matches(' ');
        let depth = text.len().saturating_sub(words.len()) / 2;
        vec![Cell::Count(line), Cell::Count(depth as u64), Cell::text(words)]
    };
    let lines = story.lines().filter(|line| !line.trim().is_empty());
    Table { name: NAME, columns: COLUMNS, rows: (1..).zip(lines).map(row).collect() }
}
