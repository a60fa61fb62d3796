//! The formats in which results are printed. To add one, write its function and its entry in [`PRINT_FORMATS`];
//! `--format`, its help and the documentation follow.

use super::ExperimentResult;
use std::fmt;

/// A format in which results are printed.
#[derive(Debug)]
pub struct PrintFormat {
    /// Its name, as in `--format NAME`.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// Makes the text.
    pub text: fn(&dyn ExperimentResult) -> Result<String, fmt::Error>,
}

/// Every format in which results are printed, in the order of the help texts. The first one is the default.
pub const PRINT_FORMATS: &[PrintFormat] = &[
    PrintFormat { name: "text", help: "Text for a terminal", text: |result| result.text() },
    PrintFormat { name: "markdown", help: "Markdown for pull requests", text: |result| result.markdown() },
    PrintFormat { name: "json", help: "JSON for programs", text: |result| Ok(result.result_file().text()) },
    PrintFormat {
        name: "csv",
        help: "CSV for spreadsheets: the first table",
        text: |result| Ok(result.tables().first().map_or_else(String::new, |table| table.csv())),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn formats_have_different_names() {
        let names: BTreeSet<&str> = PRINT_FORMATS.iter().map(|format| format.name).collect();
        assert_eq!(names.len(), PRINT_FORMATS.len());
    }
}
