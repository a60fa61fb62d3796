//! The formats of results. To add one, write its entry in [`FORMATS`]; `--format`, its help and its errors, the
//! documentation and the downloads of the studio follow.

use super::{ExperimentResult, about_of};
use crate::config::Catalogue;
use crate::report::overwrite::{has, is_sealed_workbook};
use crate::report::page::{About, Folder, GENERATOR, html};
use crate::report::text::Width;
use crate::report::{csv, escape, workbook};

/// A format of results.
#[derive(Debug)]
pub struct Format {
    /// Its name, as in `--format NAME`, which is also the ending of its files.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// How it is made.
    pub made: Made,
}

/// How a format is made.
#[derive(Debug)]
pub enum Made {
    /// A text that a command prints. It may have sentences that are not stored.
    Printed(Printed),
    /// A file of its own, which `report` saves. It is made of what is stored.
    Saved(Saved),
}

/// A format that is printed.
#[derive(Debug)]
pub struct Printed {
    /// Makes the text.
    pub text: Text,
    /// What follows the last of this many results that are printed one after another.
    pub end: fn(usize) -> &'static str,
}

/// Makes the text of a result.
type Text = fn(&dyn ExperimentResult, Layout<'_>) -> String;

/// A format that is saved.
#[derive(Debug)]
pub struct Saved {
    /// The program that shows it.
    pub opens_in: &'static str,
    /// Whether the file has the rows of `games.csv`.
    pub lists_games: bool,
    /// Whether Undercard wrote this file, so that it may be replaced.
    pub is_own: fn(&[u8]) -> bool,
    /// Makes the content of the file.
    pub content: fn(&Folder, About) -> Result<Vec<u8>, String>,
}

/// How a result is printed.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'p> {
    /// How long the lines of a text for people may be.
    pub width: Width,
    /// Whether such a text has all columns.
    pub is_verbose: bool,
    /// Which of several results it is, if there are several.
    pub part: Option<Part<'p>>,
}

/// One of several results.
#[derive(Clone, Copy, Debug)]
pub struct Part<'p> {
    /// Its config.
    pub config: &'p str,
    /// How many results come before it.
    pub before: usize,
}

/// Every format, in the order of the help texts. The first printed and the first saved one are the defaults.
pub const FORMATS: &[Format] = &[
    Format::printed("text", "Text for a terminal", |result, layout| {
        result.text(layout.is_verbose, layout.width)
    }),
    Format::printed("markdown", "Markdown for pull requests", |result, layout| {
        let heading = layout.part.map_or_else(String::new, |Part { config, before }| {
            let space = if before == 0 { "" } else { "\n" };
            format!("{space}### {}\n\n", escape::inline(config))
        });
        heading + &result.markdown()
    }),
    Format {
        name: "json",
        help: "JSON for programs",
        made: Made::Printed(Printed {
            text: |result, layout| {
                let text = result.result_file().text();
                match layout.part {
                    None => text,
                    Some(Part { before: 0, .. }) => format!("[\n{}", text.trim_end()),
                    Some(_) => format!(",\n{}", text.trim_end()),
                }
            },
            end: |n| if n == 0 { "[]\n" } else { "\n]\n" },
        }),
    },
    Format::printed("csv", "CSV for spreadsheets: the first table", |result, layout| {
        let Some(Part { config, before }) = layout.part else { return result.csv() };
        let run = result.metadata().run_key();
        let table = |table: &&_| csv::keyed(table, &run, ["config", config], before == 0);
        result.tables().first().map_or_else(String::new, table)
    }),
    Format {
        name: "html",
        help: "One self-contained page to read, mail and print",
        made: Made::Saved(Saved {
            opens_in: "a browser",
            lists_games: false,
            is_own: |bytes| has(bytes, GENERATOR),
            content: |folder, about| {
                html(folder, about).map(String::into_bytes).map_err(|error| error.to_string())
            },
        }),
    },
    Format {
        name: "xlsx",
        help: "A workbook: charts and one sheet per table, readable in every locale",
        made: Made::Saved(Saved {
            opens_in: "a spreadsheet program",
            lists_games: true,
            is_own: is_sealed_workbook,
            content: |folder, about| workbook::xlsx(folder, &about).map_err(|error| error.to_string()),
        }),
    },
];

impl Format {
    /// A printed format that needs nothing after the last of several results.
    const fn printed(name: &'static str, help: &'static str, text: Text) -> Self {
        Self { name, help, made: Made::Printed(Printed { text, end: |_| "" }) }
    }

    /// The format with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.name == name)
    }

    /// How it is saved, if it is.
    #[must_use]
    pub const fn saved(&self) -> Option<&Saved> {
        if let Made::Saved(saved) = &self.made { Some(saved) } else { None }
    }

    /// A result of a game of this list as a file of this format.
    ///
    /// # Errors
    /// The result is too large for the format.
    pub fn file(&self, result: &dyn ExperimentResult, catalogue: &Catalogue) -> Result<Vec<u8>, String> {
        match &self.made {
            Made::Printed(Printed { text, .. }) => {
                let layout = Layout { width: Width::ANY, is_verbose: false, part: None };
                Ok(text(result, layout).into_bytes())
            }
            Made::Saved(Saved { content, .. }) => {
                let mut folder = Folder::of(result.result_file());
                let about = about_of(&mut folder, catalogue);
                content(&folder, about)
            }
        }
    }
}
