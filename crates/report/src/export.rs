//! The formats in which `undercard report` saves a stored result. To add one, write its function and its entry in
//! [`FILE_FORMATS`]; `--format`, its help and the documentation follow.

use super::page::{About, Folder, html};
use super::workbook;

/// A format in which `undercard report` saves a stored result.
#[derive(Debug)]
pub struct FileFormat {
    /// Its name, as in `--format NAME`.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// The name of the file, unless another one is given.
    pub file: &'static str,
    /// The program that shows it.
    pub opens_in: &'static str,
    /// Whether the file has the rows of `games.csv`.
    pub lists_games: bool,
    /// Makes the content of the file.
    pub content: fn(&Folder, About) -> Result<Vec<u8>, String>,
}

/// Every format of `undercard report`, in the order of its help text. The first one is the default.
pub const FILE_FORMATS: &[FileFormat] = &[
    FileFormat {
        name: "html",
        help: "One self-contained page to read, mail and print",
        file: "report.html",
        opens_in: "a browser",
        lists_games: false,
        content: |folder, about| Ok(html(folder, about).map_err(|error| error.to_string())?.into_bytes()),
    },
    FileFormat {
        name: "xlsx",
        help: "A workbook: charts and one sheet per table, readable in every locale",
        file: "report.xlsx",
        opens_in: "a spreadsheet program",
        lists_games: true,
        content: |folder, about| workbook::xlsx(folder, &about).map_err(|error| error.to_string()),
    },
];
