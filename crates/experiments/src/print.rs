//! The formats in which results are printed. To add one, write its function and its entry in [`PRINT_FORMATS`];
//! `--format`, its help and the documentation follow.

use super::ExperimentResult;
use crate::report::text::Width;
use crate::report::{csv, escape};

/// A format in which results are printed.
#[derive(Debug)]
pub struct PrintFormat {
    /// Its name, as in `--format NAME`.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// Makes the text.
    pub text: fn(&dyn ExperimentResult, Width) -> String,
    /// Makes the text of one of several results that are printed one after another.
    pub part: fn(&dyn ExperimentResult, Part<'_>, Width) -> String,
    /// What follows the last of this many results.
    pub end: fn(usize) -> &'static str,
}

/// One of several results.
#[derive(Clone, Copy, Debug)]
pub struct Part<'p> {
    /// Its config.
    pub config: &'p str,
    /// How many results come before it.
    pub before: usize,
}

/// Every format in which results are printed, in the order of the help texts. The first one is the default.
pub const PRINT_FORMATS: &[PrintFormat] = &[
    PrintFormat {
        name: "text",
        help: "Text for a terminal",
        text: |result, width| result.text(false, width),
        part: |result, part, width| spaced(result.text(false, width), part),
        end: |_| "",
    },
    PrintFormat {
        name: "markdown",
        help: "Markdown for pull requests",
        text: |result, _| result.markdown(),
        part: |result, part, _| {
            let heading = format!("### {}\n\n", escape::inline(part.config));
            spaced(heading + &result.markdown(), part)
        },
        end: |_| "",
    },
    PrintFormat {
        name: "json",
        help: "JSON for programs",
        text: |result, _| result.result_file().text(),
        part: |result, part, _| {
            let open = if part.before == 0 { "[\n" } else { ",\n" };
            open.to_owned() + result.result_file().text().trim_end()
        },
        end: |n| if n == 0 { "[]\n" } else { "\n]\n" },
    },
    PrintFormat {
        name: "csv",
        help: "CSV for spreadsheets: the first table",
        text: |result, _| result.csv(),
        part: |result, Part { config, before }, _| {
            let run = result.metadata().run_key();
            let table = |table: &&_| csv::keyed(table, &run, ["config", config], before == 0);
            result.tables().first().map_or_else(String::new, table)
        },
        end: |_| "",
    },
];

/// A text after an empty line, unless it is the first.
fn spaced(text: String, part: Part<'_>) -> String {
    if part.before == 0 { text } else { format!("\n{text}") }
}
