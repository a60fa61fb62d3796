//! The results of `verify`.

use super::Report;
use super::page::views::View;
use super::table::{Row, row};

/// The report's name.
pub const NAME: &str = "verify";

/// A check: a row of the report.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name.
    pub name: String,
    /// What was found, or what is wrong.
    pub found: Result<String, String>,
}

impl Check {
    /// A check with this name.
    #[must_use]
    pub fn new(name: impl Into<String>, found: Result<String, String>) -> Self {
        Self { name: name.into(), found }
    }

    /// What was seen, whether it is right or wrong.
    #[must_use]
    pub fn seen(&self) -> &str {
        let (Ok(seen) | Err(seen)) = &self.found;
        seen
    }
}

row! { Check, NAME, row {
    key "check_name", "name of the check" => &row.name;
    words "verdict", "`pass` or `fail`" => if row.found.is_ok() { "pass" } else { "fail" };
    words "seen", "what was found" => row.seen();
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "verify",
    contents: "Checks of a run's files and games: one row per check.",
    columns: Check::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Verification",
        intro: "The stored files of a run, and a sample of its games that was played again.",
        columns: &["check_name", "verdict", "seen"],
        ..View::PLAIN
    }),
};
