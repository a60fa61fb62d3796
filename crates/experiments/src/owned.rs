//! A result that does not borrow its request: what a program keeps, shows and saves.

use super::{Experiment, ExperimentResult, Extent, Session};
use crate::config::{Catalogue, game_of, schema_of};
use crate::model::settings::ConfigError;
use crate::report::overwrite::foreign;
use crate::report::page::{About, Folder, html};
use crate::report::result_file::{NAME, ResultMeta, file_name, parse};
use crate::report::store::Place;
use crate::report::text::Width;
use crate::report::write::WriteError;
use crate::report::{Column, ResultFile, Table, csv, figures, runs};
use crate::stats::verdict::Verdict;
use std::borrow::Cow;
use std::path::Path;
use std::{fmt, io};

/// What a page or workbook says about a result. Gives the folder the names of its statistics.
#[must_use]
pub fn about_of(folder: &mut Folder, catalogue: &Catalogue) -> About {
    let first = folder.head.configs.first();
    let described = first.filter(|config| config.description.is_some());
    let described = described.and_then(|config| game_of(config, catalogue));
    let game = described.or_else(|| folder.game().and_then(|game| catalogue.find(game)));
    folder.schema = game.as_ref().zip(first).and_then(|(game, config)| schema_of(game, config));
    About::of(folder, game.map(|game| game.title))
}

/// The tables and files of a result.
#[derive(Clone, Debug)]
pub struct ResultFiles {
    file: ResultFile<'static>,
    figures: Option<Table>,
    runs: Table,
    beside: Vec<(String, Vec<u8>)>,
}

/// A result with its files and texts.
#[derive(Clone, Debug)]
pub struct OwnedResult {
    /// Its tables and files.
    pub files: ResultFiles,
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
    pub fn play<E: Experiment>(experiment: &E, session: &Session) -> Self {
        let result = experiment.play(session);
        let ResultFile { head, tables, figures } = result.result_file();
        let tables = tables.into_iter().map(|table| Cow::Owned(table.into_owned())).collect();
        let mut beside = result.files();
        let figures = figures.map(|table| (file_name(table.name), table.csv(&head.run_key()).into_bytes()));
        beside.extend(figures);
        Self {
            files: ResultFiles::new(ResultFile { head, tables, figures: None }, beside),
            extent: *result.extent(),
            texts: [false, true].map(|is_verbose| result.text(is_verbose, Width::TERMINAL)),
            markdown: result.markdown(),
            verdict: result.verdict(),
            warnings: experiment.warnings().into_iter().chain(result.shortfall()).collect(),
        }
    }
}

impl ResultFiles {
    fn new(file: ResultFile<'static>, beside: Vec<(String, Vec<u8>)>) -> Self {
        let of_figures = beside.iter().find(|(name, _)| *name == file_name(figures::NAME));
        let figures = of_figures.and_then(|(_, content)| figures::read(content).ok());
        Self { runs: runs::table(&file.head), figures, file, beside }
    }

    /// The result of a `result.json` and the files beside it, with the numbers that they have. The tables get this order.
    ///
    /// # Errors
    /// The text is not a `result.json` of this version.
    pub fn parse(json: &str, order: &[String], beside: Vec<(String, Vec<u8>)>) -> Result<Self, ConfigError> {
        let (mut file, _) = parse(json, Path::new(NAME))?;
        file.tables.sort_by_key(|table| order.iter().position(|name| name == table.name));
        Ok(Self::new(file, beside))
    }

    /// The names and contents of the files beside the tables.
    #[must_use]
    pub fn beside(&self) -> &[(String, Vec<u8>)] {
        &self.beside
    }

    /// The metadata.
    #[must_use]
    pub const fn metadata(&self) -> &ResultMeta {
        &self.file.head
    }

    /// The tables, then `figures`, if there are any, and `runs`.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.file.tables.iter().map(Cow::as_ref).chain(&self.figures).chain([&self.runs])
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

    /// The result of a game of this list as one HTML page.
    ///
    /// # Errors
    /// Never: writing to memory does not fail.
    pub fn html(&self, catalogue: &Catalogue) -> Result<String, fmt::Error> {
        let mut folder = Folder::of(self.file.clone());
        let about = about_of(&mut folder, catalogue);
        html(&folder, about)
    }

    /// Writes the files of the command, except `run.toml`, to the folder `DIR/COMMAND`, which is new, empty or has an equal
    /// result, or with `force` another one.
    ///
    /// # Errors
    /// The folder has other files, or it cannot be written.
    pub fn save(&self, out: &Path, force: bool) -> Result<(), WriteError> {
        let place = Place::open(&out.join(&self.metadata().command))?;
        let folder = place.folder();
        let has_files = folder.read_dir().is_ok_and(|mut files| files.next().is_some());
        let is_equal = std::fs::read(folder.join(NAME)).is_ok_and(|bytes| bytes == self.json().as_bytes());
        if is_equal && foreign(folder).is_none() {
            return Ok(());
        }
        if has_files && !force {
            let why = "it has files, but not this result; choose a new folder, or force=True";
            let source = io::Error::new(io::ErrorKind::AlreadyExists, why);
            return Err(WriteError { path: folder.to_owned(), source });
        }
        place.write(&self.beside, &self.file, false).map(drop)
    }
}
