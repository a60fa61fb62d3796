//! Files that the person opens on the page: tables of cards, and logs of played games. Their content comes with the question,
//! and nothing of it is kept.

use super::controls::settings_of_table;
use super::download::{csv_files, file, whole_files};
use super::messages::{Event, OwnFile, ReadAs, Version, refused};
use super::words::in_words;
use super::workbench::{Job, Workbench};
use crate::config::cards::{self, CardFiles, FileColumn, FileColumns};
use crate::config::{ConfigErrors, Plan, config_error, playtest};
use crate::experiments::playtest::{Options, Playtest};
use crate::experiments::{Experiment, ExperimentResult};
use crate::report::claim::texts;
use crate::report::escape::command_line;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// The longest name of a file.
const LONGEST_NAME: usize = 255;

impl OwnFile {
    fn read(&self) -> Result<CardFiles, ConfigErrors> {
        let Self { name, content, columns } = self;
        let content = BASE64_STANDARD.decode(content).ok().filter(|_| name.len() <= LONGEST_NAME);
        let broken = || ConfigErrors(vec![config_error("the file", "", "no content", "a file in base64")]);
        Ok(CardFiles::in_memory(name, content.ok_or_else(broken)?, columns))
    }

    /// The words of a command that names the file, with the columns that are chosen.
    fn words(&self, files: &CardFiles) -> Vec<String> {
        let columns = files.columns.iter().flat_map(|columns| ["--columns".to_owned(), columns.clone()]);
        [self.name.clone()].into_iter().chain(columns).collect()
    }
}

impl ReadAs {
    fn of(columns: Result<FileColumns, ConfigErrors>) -> Self {
        match columns {
            Ok(FileColumns { titles, columns }) => {
                let column = |FileColumn { name, title, is_proposed }| (name, title, is_proposed);
                Self { titles, columns: columns.into_iter().map(column).collect(), errors: Vec::new() }
            }
            Err(errors) => match refused(&errors) {
                Event::Refused { errors } => Self { errors, ..Self::default() },
                _ => Self::default(),
            },
        }
    }
}

impl Workbench {
    pub(super) fn columns(&self, version: &Version, own: &OwnFile) -> Result<Event, ConfigErrors> {
        let plan = self.plan(version, version.all())?;
        let files = own.read()?;
        let bytes = playtest::bytes(&files)?;
        let cards = cards::file_columns(&files, &bytes, &plan);
        let log = playtest::file_columns(&files, &bytes, plan.rules().schema());
        let n_known = |columns: &Result<FileColumns, _>| columns.as_ref().map_or(0, FileColumns::n_known);
        let is_log = n_known(&log) > n_known(&cards);
        Ok(Event::Columns { cards: ReadAs::of(cards), log: ReadAs::of(log), is_log })
    }

    /// What a table of cards changes. Errors have their cells.
    pub(super) fn cards_of(&self, version: &Version, own: &OwnFile) -> Result<Event, ConfigErrors> {
        let before = self.plan(version, version.all())?;
        let options = self.plan_options(version, &[], None)?;
        let mut tree = before.tree().clone();
        let tables = cards::apply(before.game(), &mut tree, &own.read()?)?;
        let after = Plan::of_tree(before.game().clone(), before.name.clone(), tree, &options, tables)?;
        settings_of_table(&before, &after)
    }

    pub(super) fn playtest(&self, version: &Version, own: &OwnFile, job: &Job) -> Result<(), ConfigErrors> {
        let plan_options = self.plan_options(version, &version.all(), None)?;
        let log = own.read()?;
        let mut words = version.command("playtest");
        let file_words = own.words(&log);
        words.splice(1..1, file_words);
        let playtest = Playtest::new(&version.config, &plan_options, &Options { log, ..Options::default() })?;
        let warnings = playtest.warnings();
        let plan = self.plan(version, version.all())?;
        let result = playtest.play(&job.with_progress(playtest.games(), &plan));
        let text = in_words(&result.summary().to_string(), &plan);
        let text = warnings.iter().map(|warning| format!("{warning}\n")).collect::<String>() + &text;
        let conclusion = texts(result.conclusion());
        job.say(Event::Playtest {
            conclusion,
            text,
            command: command_line(&words),
            is_partial: job.is_stopped(),
        });
        csv_files(&result).into_iter().for_each(|file| job.say(file));
        for (name, bytes) in result.files() {
            job.say(file(&name, &bytes));
        }
        whole_files(&result, &self.places.catalogue).into_iter().for_each(|file| job.say(file));
        Ok(())
    }
}
