//! The story of a game, as a table.

use super::Report;
use super::page::views::View;
use super::table::{Row, row};

/// The report's name.
pub const NAME: &str = "replay";

/// A line of a story: a row of the report.
#[derive(Clone, Debug)]
pub struct StoryLine {
    line: u64,
    depth: u64,
    text: String,
}

row! { StoryLine, NAME, row {
    numbered "line", "number of the line, from 1" => row.line;
    count "depth", "indentation in steps of two blanks" => row.depth;
    words "text", "the line" => &row.text;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "replay",
    contents: "The story of one game: one row per line.",
    columns: StoryLine::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Story",
        intro: "One game, from the first deal to the end.",
        columns: &["line", "text"],
        ..View::PLAIN
    }),
};

/// The rows of a story.
#[must_use]
pub fn rows(story: &str) -> Vec<StoryLine> {
    let row = |(line, text): (u64, &str)| {
        let words = text.trim_start_matches(' ');
        let depth = text.len().saturating_sub(words.len()) as u64 / 2;
        StoryLine { line, depth, text: words.to_owned() }
    };
    (1..).zip(story.lines().filter(|line| !line.trim().is_empty())).map(row).collect()
}
