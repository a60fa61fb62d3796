//! A result that does not borrow its request: what a program keeps, shows and saves.

use super::{Experiment, ExperimentResult, Extent, Session};
use crate::config::{find_game, schema_of};
use crate::report::page::{About, Folder, html};
use crate::report::result_file::ResultMeta;
use crate::report::write::{self, Beside, WriteError};
use crate::report::{Column, ResultFile, Table, csv, runs};
use crate::stats::verdict::Verdict;
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::Path;

/// What a page or workbook says about a result. Gives the folder the names of its statistics.
#[must_use]
pub fn about_of(folder: &mut Folder) -> About {
    let game = folder.game().and_then(find_game);
    folder.schema = game.zip(folder.head.configs.first()).and_then(|(game, config)| schema_of(game, config));
    About::of(folder, game.map(|game| game.title))
}

/// A result with its tables, texts and files.
#[derive(Clone, Debug)]
pub struct OwnedResult {
    file: ResultFile<'static>,
    runs: Table,
    files: Vec<(String, Vec<u8>)>,
    /// How much was played, and how it ended.
    pub extent: Extent,
    /// A summary for people, as the command prints it, without and with `--verbose`.
    pub texts: [String; 2],
    /// The same in Markdown.
    pub markdown: String,
    /// The verdict, if the experiment has one.
    pub verdict: Option<Verdict>,
    /// Warnings about the configs, and about a precision that was not reached.
    pub warnings: Vec<String>,
}

impl OwnedResult {
    /// Plays an experiment.
    ///
    /// # Errors
    /// Never: writing to memory does not fail.
    pub fn play<E: Experiment>(experiment: &E, session: &Session) -> Result<Self, fmt::Error> {
        let result = experiment.play(session);
        let ResultFile { head, tables } = result.result_file();
        let tables = tables.into_iter().map(|table| Cow::Owned(table.into_owned())).collect();
        Ok(Self {
            runs: runs::table(&head),
            file: ResultFile { head, tables },
            files: result.files(),
            extent: *result.extent(),
            texts: [result.text_of(false)?, result.text_of(true)?],
            markdown: result.markdown()?,
            verdict: result.verdict(),
            warnings: experiment.warnings().into_iter().chain(result.shortfall()).collect(),
        })
    }

    /// The metadata.
    #[must_use]
    pub const fn metadata(&self) -> &ResultMeta {
        &self.file.head
    }

    /// The tables, and `runs` as the last one.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.file.tables.iter().map(Cow::as_ref).chain([&self.runs])
    }

    /// The CSV file of a table; `None` if there is no such table.
    #[must_use]
    pub fn csv(&self, table: &str) -> Option<String> {
        Some(self.tables().find(|known| known.name == table)?.csv(&self.file.head.run_key()))
    }

    /// The columns of the CSV file of a table, and its rows as texts; `None` if there is no such table.
    #[must_use]
    pub fn records(&self, table: &str) -> Option<(Vec<&'static Column>, Vec<Vec<String>>)> {
        let table = self.tables().find(|known| known.name == table)?;
        Some(csv::records(table, &self.file.head.run_key()))
    }

    /// The content of `result.json`.
    #[must_use]
    pub fn json(&self) -> String {
        self.file.text()
    }

    /// The result as one HTML page.
    ///
    /// # Errors
    /// Never: writing to memory does not fail.
    pub fn html(&self) -> Result<String, fmt::Error> {
        let mut folder = Folder::of(self.file.clone());
        let about = about_of(&mut folder);
        html(&folder, about)
    }

    /// Writes the files of the command, except `run.toml`, to a new or empty folder.
    ///
    /// # Errors
    /// The folder has files, or it cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), WriteError> {
        if folder.read_dir().is_ok_and(|mut files| files.next().is_some()) {
            let source = io::Error::new(io::ErrorKind::AlreadyExists, "it has files; choose a new folder");
            return Err(WriteError { path: folder.to_owned(), source });
        }
        let _lock = write::prepare(folder)?;
        let beside =
            self.files.iter().map(|(name, content)| (name.clone(), Beside::Content(content.clone())));
        write::result(folder, beside.collect(), &self.file, false).map(drop)
    }
}
