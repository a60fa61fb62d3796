//! The folder of a result, read: which reports lie in it, and what is known beside them. It may come from
//! anybody: everything is checked, and no text of it can do anything on a page.

use super::super::csv::{self, Filed};
use super::super::read::FIGURES;
use super::super::{
    Cell, OTHERS, Other, REPORTS, Table, commands, game_length, games, json, outcomes, selftest,
};
use super::heads::{Head, Run, file_of};
use super::words::harmless;
use crate::model::Outcome;
use crate::model::settings::{ConfigError, ConfigErrors, Origin, clipped};
use std::fs;
use std::path::Path;

/// The rows of a file that are kept; others are counted.
const KEPT: usize = 100_000;

/// The results of a folder.
#[derive(Clone, Debug)]
pub struct Folder {
    /// What is known of what each command played.
    pub heads: Vec<(&'static str, Head)>,
    /// The reports, in the order in which they are documented.
    pub reports: Vec<(Other, Filed)>,
    /// The first single games of a run, where they were read.
    pub games: Option<Filed>,
}

impl Folder {
    /// Reads a folder.
    ///
    /// # Errors
    /// It is none, has no results, lacks some files of a command, or one of them is none of ours.
    pub fn read(folder: &Path) -> Result<Self, ConfigErrors> {
        let about = fs::metadata(folder).map_err(|error| {
            let found = format!("nothing that can be read ({error})");
            ConfigErrors(vec![fault(folder, found, "the folder of a result")])
        })?;
        if !about.is_dir() {
            return Err(ConfigErrors(vec![fault(folder, "a file", "the folder of a result")]));
        }
        let wanted = wanted(folder)?;
        let (mut heads, mut reports, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        for command in commands() {
            let mut own = wanted.iter().filter(|report| report.command == command).peekable();
            let path = file_of(command).filter(|_| own.peek().is_some()).map(|name| folder.join(name));
            let head =
                path.as_deref().map(|path| Head::read(command, path).map(|head| (head, path))).transpose();
            let head = head.map_err(|fault| faults.push(fault)).ok().flatten();
            for known in own {
                match report(known, &folder.join(file_name(known)), head.as_ref()) {
                    Ok(filed) => reports.push((*known, filed)),
                    Err(fault) => faults.push(fault),
                }
            }
            heads.extend(head.map(|(head, _)| (command, head)));
        }
        if faults.is_empty() { Ok(Self { heads, reports, games: None }) } else { Err(ConfigErrors(faults)) }
    }

    /// Reads the single games of the run, if it listed some: the first of them, as many as are kept. A page has none.
    ///
    /// # Errors
    /// It is no such list, or one of more games than were played.
    pub fn read_games(&mut self, folder: &Path) -> Result<(), ConfigError> {
        let path = folder.join(format!("{}.csv", games::NAME));
        let Some(run) = self.run().filter(|_| path.exists()) else { return Ok(()) };
        let mut filed = Filed::new(games::NAME, games::COLUMNS);
        let rows = csv::Rows::open(games::COLUMNS, FIGURES.start(&path)?, &path.display().to_string())?;
        for row in rows.take(KEPT + 1) {
            add(&mut filed, row?.1);
        }
        if filed.n_rows > run.games {
            let expected = format!("at most {}, as {RUN}.json says", run.games);
            return Err(fault(&path, format!("{} rows", filed.n_rows), expected));
        }
        self.games = Some(filed);
        Ok(())
    }

    /// The id of the game that the first report names; of reports without rows, what was to be played.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        let (_, filed) = self.reports.first()?;
        match filed.table.rows.first().and_then(|row| filed.table.cell(row, "game")) {
            Some(Cell::Text(game)) => Some(game),
            _ => self.heads.first().and_then(|(_, head)| head.game()),
        }
    }

    /// What is known of a run.
    pub(super) fn run(&self) -> Option<&Run> {
        self.heads.iter().find_map(|(_, head)| if let Head::Run(run) = head { Some(&**run) } else { None })
    }

    /// A report, if it is there.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.reports.iter().find(|(known, _)| known.name == name).map(|(_, filed)| &filed.table)
    }
}

const RUN: &str = "run";

/// Every report that a page can show; single games are none.
fn known() -> impl Iterator<Item = Other> {
    let of_run = REPORTS.iter().map(|report| Other {
        command: RUN,
        name: report.name,
        holds: report.holds,
        columns: report.columns,
    });
    of_run.chain(OTHERS.iter().filter(|other| other.name != games::NAME).copied())
}

fn file_name(report: &Other) -> String {
    format!("{}.csv", report.name)
}

/// The reports of the commands that have left something in the folder.
fn wanted(folder: &Path) -> Result<Vec<Other>, ConfigErrors> {
    let is_there = |report: &Other| folder.join(file_name(report)).exists();
    let has_left = |command: &str| {
        command == RUN && folder.join("run.json").exists()
            || known().any(|report| report.command == command && is_there(&report))
    };
    let wanted: Vec<Other> = known().filter(|report| has_left(report.command)).collect();
    if wanted.is_empty() {
        let expected = format!("the files of one of these commands: {}", commands().join(", "));
        let mut fault = fault(folder, "no results", expected);
        fault.hint = below(folder);
        return Err(ConfigErrors(vec![fault]));
    }
    let missing = wanted.iter().filter(|report| !is_there(report));
    let mut missing: Vec<_> = missing.map(|report| (report.command, file_name(report))).collect();
    let beside =
        commands().into_iter().filter(|command| wanted.iter().any(|known| known.command == *command));
    let beside = beside.filter_map(|command| Some((command, file_of(command)?)));
    missing.extend(beside.filter(|(_, name)| !folder.join(name).exists()));
    let fault = |(command, name): (&str, String)| {
        let expected = format!("this file beside the others of `undercard {command}`: run that again");
        fault(&folder.join(name), "nothing", expected)
    };
    if missing.is_empty() { Ok(wanted) } else { Err(ConfigErrors(missing.into_iter().map(fault).collect())) }
}

/// A folder with results in this one, the first by name.
fn below(folder: &Path) -> Option<String> {
    let inner = fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.path());
    let has_results =
        |inner: &std::path::PathBuf| known().any(|report| inner.join(file_name(&report)).exists());
    inner.filter(has_results).min().map(|inner| clipped(&inner.display().to_string()))
}

pub(super) fn fault(path: &Path, found: impl Into<String>, expected: impl Into<String>) -> ConfigError {
    ConfigError::at(&Origin::whole(&path.display().to_string()), "", found, expected)
}

/// Keeps a row, if there is room.
fn add(filed: &mut Filed, mut row: Vec<Cell>) {
    filed.n_rows += 1;
    if filed.table.rows.len() < KEPT {
        for cell in &mut row {
            if let Cell::Text(text) = cell {
                *text = harmless(text);
            }
        }
        filed.table.rows.push(row);
    }
}

/// Reads a report, and holds it against what lies beside it.
fn report(known: &Other, path: &Path, head: Option<&(Head, &Path)>) -> Result<Filed, ConfigError> {
    let rows = csv::Rows::open(known.columns, FIGURES.open(path)?, &path.display().to_string())?;
    let in_json = head.map(|(head, own)| head.rows(known.name, own)).transpose()?.flatten();
    let mut filed = Filed::new(known.name, known.columns);
    for (nth, row) in rows.enumerate() {
        let (at, row) = row?;
        let json = in_json.as_ref().and_then(|rows| rows.get(nth));
        let misfit = json.and_then(|json| json::misfit(known.columns, &row, json));
        if let (Some((column, expected)), Some((_, own))) = (misfit, head) {
            let found = filed.table.written(&row, column);
            let found = if found.is_empty() { "nothing".into() } else { clipped(&found) };
            return Err(ConfigError::at(
                &at,
                column,
                found,
                format!("{expected}, as {} says", own.display()),
            ));
        }
        add(&mut filed, row);
    }
    // Others may be empty, as what lies beside them says.
    if known.name == selftest::NAME && filed.n_rows == 0 {
        return Err(fault(path, "no rows", "one for each check"));
    }
    if known.name == outcomes::NAME && filed.n_rows != Outcome::KINDS.len() as u64 {
        let expected = format!("{}: one for each kind of ending", Outcome::KINDS.len());
        return Err(fault(path, format!("{} rows", filed.n_rows), expected));
    }
    if known.name == game_length::NAME {
        let mut before = None;
        for row in &filed.table.rows {
            let length = filed.table.cell(row, "length");
            match length {
                Some(Cell::Count(length)) if before.is_none_or(|before| before < *length) => {
                    before = Some(*length);
                }
                _ => {
                    let found = length.map_or_else(String::new, Cell::write);
                    return Err(fault(path, format!("the length {found}"), "whole numbers, ascending"));
                }
            }
        }
    }
    let misfit = head.and_then(|(head, own)| head.misfit(&filed, in_json.map(|rows| rows.len()), path, own));
    misfit.map_or(Ok(filed), Err)
}
