//! The folder of a result, read: which reports lie in it, and what is known beside them. It may come from
//! anybody: everything is checked, and no text of it can do anything on a page.

use super::super::csv::{self, Filed};
use super::super::{Cell, OTHERS, Other, REPORTS, Table, commands, game_length, games, outcomes, selftest};
use super::heads::{Head, Run, file_of};
use super::words::harmless;
use crate::model::Outcome;
use crate::model::settings::{Fault, Faults, Origin, clipped};
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::Path;

/// The largest file that is read, in bytes: twice the largest grid of a sweep.
pub(super) const LARGEST: u64 = 256 << 20;
/// The rows of a file that are kept; others are counted.
const KEPT: usize = 100_000;

/// The results of a folder.
#[derive(Clone, Debug)]
pub struct Folder {
    /// What is known of what each command played.
    pub heads: Vec<(&'static str, Head)>,
    /// The reports, in the order in which they are documented.
    pub reports: Vec<(Other, Filed)>,
}

impl Folder {
    /// Reads a folder.
    ///
    /// # Errors
    /// It is none, has no results, lacks some files of a command, or one of them is none of ours.
    pub fn read(folder: &Path) -> Result<Self, Faults> {
        let about = fs::metadata(folder).map_err(|error| {
            let found = format!("nothing that can be read ({error})");
            Faults(vec![fault(folder, found, "the folder of a result")])
        })?;
        if !about.is_dir() {
            return Err(Faults(vec![fault(folder, "a file", "the folder of a result")]));
        }
        let wanted = wanted(folder)?;
        let (mut reports, mut faults) = (Vec::new(), Vec::new());
        for known in wanted {
            let path = folder.join(file_name(&known));
            match open(&path, LARGEST).and_then(|file| report(&known, file, &path)) {
                Ok(filed) => reports.push((known, filed)),
                Err(fault) => faults.push(fault),
            }
        }
        let mut heads = Vec::new();
        for command in commands() {
            let own = || reports.iter().filter(|(report, _)| report.command == command);
            let Some(path) =
                file_of(command).filter(|_| own().next().is_some()).map(|name| folder.join(name))
            else {
                continue;
            };
            match Head::read(command, &path) {
                Ok(head) => {
                    let misfit = |(report, filed): &(Other, Filed)| {
                        head.misfit(filed, &folder.join(file_name(report)), &path)
                    };
                    faults.extend(own().filter_map(misfit));
                    heads.push((command, head));
                }
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() { Ok(Self { heads, reports }) } else { Err(Faults(faults)) }
    }

    /// The id of the game that the first report names.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        let (_, filed) = self.reports.first()?;
        match filed.table.cell(filed.table.rows.first()?, "game")? {
            Cell::Text(game) => Some(game),
            _ => None,
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
fn wanted(folder: &Path) -> Result<Vec<Other>, Faults> {
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
        return Err(Faults(vec![fault]));
    }
    let mut missing: Vec<String> = wanted.iter().filter(|report| !is_there(report)).map(file_name).collect();
    let beside =
        commands().into_iter().filter(|command| wanted.iter().any(|known| known.command == *command));
    missing.extend(beside.filter_map(file_of).filter(|name| !folder.join(name).exists()));
    let fault =
        |name: String| fault(&folder.join(name), "nothing", "this file beside the others of its command");
    if missing.is_empty() { Ok(wanted) } else { Err(Faults(missing.into_iter().map(fault).collect())) }
}

/// A folder with results in this one, the first by name.
fn below(folder: &Path) -> Option<String> {
    let inner = fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.path());
    let has_results =
        |inner: &std::path::PathBuf| known().any(|report| inner.join(file_name(&report)).exists());
    inner.filter(has_results).min().map(|inner| clipped(&inner.display().to_string()))
}

pub(super) fn fault(path: &Path, found: impl Into<String>, expected: impl Into<String>) -> Fault {
    Fault::at(&Origin::whole(&path.display().to_string()), "", found, expected)
}

/// A file, neither endless nor too large.
pub(super) fn open(path: &Path, most: u64) -> Result<impl Read + use<>, Fault> {
    let unreadable = |error: std::io::Error| fault(path, format!("what cannot be read ({error})"), "a file");
    let about = fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() || about.len() > most {
        let found = if about.is_file() { format!("{} bytes", about.len()) } else { "what is no file".into() };
        return Err(fault(path, found, format!("a file of at most {most} bytes")));
    }
    Ok(BufReader::new(File::open(path).map_err(unreadable)?).take(most))
}

fn report(known: &Other, file: impl Read, path: &Path) -> Result<Filed, Fault> {
    let mut filed = csv::read((known.name, known.columns), file, &path.display().to_string(), KEPT)?;
    for cell in filed.table.rows.iter_mut().flatten() {
        if let Cell::Text(text) = cell {
            *text = harmless(text);
        }
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
    Ok(filed)
}
