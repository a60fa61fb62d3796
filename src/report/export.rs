//! The formats in which results are printed and saved. To add one, write its function and its entry in
//! [`PRINT_FORMATS`] or [`FILE_FORMATS`]; `--format`, its help and the documentation follow.

use super::page::{About, Folder, html};
use super::result_file::ResultFile;
use super::{csv, show, workbook};
use std::fmt;

/// A result that can be printed in every [`PrintFormat`]. The default methods print the tables.
pub trait Printable {
    /// The content of `result.json`.
    fn result_file(&self) -> ResultFile;

    /// A summary for people.
    ///
    /// # Errors
    /// None that writing to memory can have.
    fn text(&self) -> Result<String, fmt::Error> {
        self.markdown()
    }

    /// A summary for people, in Markdown.
    ///
    /// # Errors
    /// None that writing to memory can have.
    fn markdown(&self) -> Result<String, fmt::Error> {
        Ok(self.result_file().tables.iter().map(show::markdown).collect::<Vec<_>>().join("\n"))
    }

    /// The name of the table that the CSV format prints; the first one by default.
    fn main_table(&self) -> Option<&'static str> {
        None
    }
}

/// A format that commands print to stdout.
#[derive(Debug)]
pub struct PrintFormat {
    /// Its name, as in `--format NAME`.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// Makes the text.
    pub text: fn(&dyn Printable) -> Result<String, fmt::Error>,
}

/// Every format that commands print, in the order of the help texts. The first one is the default.
pub const PRINT_FORMATS: &[PrintFormat] = &[
    PrintFormat { name: "text", help: "Text for a terminal", text: |result| result.text() },
    PrintFormat { name: "markdown", help: "Markdown for pull requests", text: |result| result.markdown() },
    PrintFormat { name: "json", help: "JSON for programs", text: |result| Ok(result.result_file().text()) },
    PrintFormat { name: "csv", help: "CSV for spreadsheets", text: main_csv },
];

/// A format in which `undercard report` saves a stored result.
#[derive(Debug)]
pub struct FileFormat {
    /// Its name, as in `--format NAME`.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// The name of the file, unless another one is given.
    pub file: &'static str,
    /// Whether the file has the rows of `games.csv`.
    pub lists_games: bool,
    /// Makes the content of the file.
    pub content: fn(&Folder, About) -> Result<Vec<u8>, String>,
}

/// Every format of `undercard report`, in the order of its help text. The first one is the default.
pub const FILE_FORMATS: &[FileFormat] = &[
    FileFormat {
        name: "html",
        help: "One page that loads nothing: to read, mail and print",
        file: "report.html",
        lists_games: false,
        content: |folder, about| Ok(html(folder, about).map_err(|error| error.to_string())?.into_bytes()),
    },
    FileFormat {
        name: "xlsx",
        help: "A workbook: one sheet per CSV file, readable in every locale",
        file: "report.xlsx",
        lists_games: true,
        content: |folder, about| workbook::xlsx(folder, &about).map_err(|error| error.to_string()),
    },
];

/// The main table as CSV.
fn main_csv(result: &dyn Printable) -> Result<String, fmt::Error> {
    let main = result.main_table();
    let tables = result.result_file().tables;
    let table = tables.iter().find(|table| main.is_none_or(|main| table.name == main));
    Ok(table.map(csv::text).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn formats_have_different_names_and_files() {
        let of_print = PRINT_FORMATS.iter().map(|format| format.name);
        let of_file = FILE_FORMATS.iter().flat_map(|format| [format.name, format.file]);
        let names: Vec<&str> = of_print.chain(of_file).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    }

    #[test]
    fn csv_prints_the_main_table() {
        struct Two;
        impl Printable for Two {
            fn result_file(&self) -> ResultFile {
                let run = super::super::tests::Run::new();
                let tables = super::super::tables(&run.results());
                ResultFile { head: super::super::tests::head(), tables }
            }
            fn main_table(&self) -> Option<&'static str> {
                Some("outcomes")
            }
        }
        let text = main_csv(&Two).expect("text");
        assert!(text.starts_with("game,players,outcome"), "{text}");
    }
}
