//! The folder of a result, read: which reports lie in it, and what `run.json` knows beside them. It may come from
//! anybody: everything is checked, and no text of it can do anything on a page.

use super::super::csv::{self, Filed};
use super::super::{Cell, OTHERS, Other, REPORTS, Table, game_length, games, outcomes};
use super::words::harmless;
use crate::model::settings::{Fault, Faults, Origin, clipped};
use crate::model::{MAX_SEATS, Outcome};
use crate::stats::Level;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::Path;

/// The largest file that is read, in bytes: twice the largest grid of a sweep.
const LARGEST: u64 = 256 << 20;
/// The rows of a file that are kept; others are counted.
const KEPT: usize = 100_000;

/// The results of a folder.
#[derive(Clone, Debug)]
pub struct Folder {
    /// What is known of a run.
    pub head: Option<Head>,
    /// The reports, in the order in which they are documented.
    pub reports: Vec<(Other, Filed)>,
}

/// What `run.json` knows beside its reports.
#[derive(Clone, Debug, Deserialize)]
pub struct Head {
    /// The version that played.
    pub undercard: String,
    /// The game's id.
    pub game: String,
    /// Number of players.
    pub players: u64,
    /// The seed.
    pub seed: u64,
    /// The config digest.
    pub config_digest: String,
    /// The different bots.
    pub bots: Vec<String>,
    /// The games asked for.
    pub games_asked: u64,
    /// The games played.
    pub games: u64,
    /// Was everything played that was to be? A part of a run never is all of it.
    pub complete: bool,
    /// Which part of a run it is, if it is one.
    pub shard: Option<String>,
    /// Was their number fixed beforehand?
    pub games_fixed_beforehand: bool,
    level: f64,
    // As many rows as the files have.
    win_rates: Vec<IgnoredAny>,
    outcomes: Vec<IgnoredAny>,
    game_length: Vec<IgnoredAny>,
    card_impact: Vec<IgnoredAny>,
    metrics: Vec<IgnoredAny>,
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
            match open(&path).and_then(|file| report(&known, file, &path)) {
                Ok(filed) => reports.push((known, filed)),
                Err(fault) => faults.push(fault),
            }
        }
        let mut head = None;
        if reports.iter().any(|(known, _)| known.command == RUN) {
            match self::head(&folder.join(JSON)) {
                Ok(known) => {
                    faults.extend(reports.iter().filter_map(|(report, filed)| {
                        let (file, json) = (folder.join(file_name(report)), folder.join(JSON));
                        known.misfit(filed, &file, &json)
                    }));
                    head = Some(known);
                }
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() { Ok(Self { head, reports }) } else { Err(Faults(faults)) }
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

    /// A report, if it is there.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.reports.iter().find(|(known, _)| known.name == name).map(|(_, filed)| &filed.table)
    }
}

impl Head {
    /// The level of the intervals.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        Level::new(self.level)
    }

    /// Why a report is not that of this run, if it is not.
    fn misfit(&self, filed: &Filed, file: &Path, json: &Path) -> Option<Fault> {
        let rows = match filed.table.name {
            "win_rates" => &self.win_rates,
            "outcomes" => &self.outcomes,
            "game_length" => &self.game_length,
            "card_impact" => &self.card_impact,
            "metrics" => &self.metrics,
            _ => return None,
        };
        let unlike = |found: String, expected: String| {
            Some(fault(file, found, format!("{expected}, as {} says", json.display())))
        };
        if filed.n_rows != rows.len() as u64 {
            return unlike(format!("{} rows", filed.n_rows), rows.len().to_string());
        }
        let of_this = [Cell::text(&self.game), Cell::Count(self.players)];
        if let Some(row) = filed.table.rows.iter().find(|row| row[..2] != of_this) {
            let [found, expected] = [&row[..2], &of_this]
                .map(|of| format!("{}, {} players", clipped(&of[0].write()), clipped(&of[1].write())));
            return unlike(found, expected);
        }
        if matches!(filed.table.name, "outcomes" | "game_length") {
            let games = |row: &Vec<Cell>| filed.table.number(row, "games").unwrap_or(0.0);
            let games: f64 = filed.table.rows.iter().map(games).sum();
            if games.to_bits() != crate::stats::real(self.games).to_bits() {
                return unlike(format!("{games} games"), self.games.to_string());
            }
        }
        None
    }
}

const RUN: &str = "run";
const JSON: &str = "run.json";

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
        command == RUN && folder.join(JSON).exists()
            || known().any(|report| report.command == command && is_there(&report))
    };
    let wanted: Vec<Other> = known().filter(|report| has_left(report.command)).collect();
    if wanted.is_empty() {
        let mut commands: Vec<&str> = known().map(|report| report.command).collect();
        commands.dedup();
        let expected = format!("the files of one of these commands: {}", commands.join(", "));
        let mut fault = fault(folder, "no results", expected);
        fault.hint = below(folder);
        return Err(Faults(vec![fault]));
    }
    let mut missing: Vec<String> = wanted.iter().filter(|report| !is_there(report)).map(file_name).collect();
    if wanted[0].command == RUN && !folder.join(JSON).exists() {
        missing.push(JSON.into());
    }
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

fn fault(path: &Path, found: impl Into<String>, expected: impl Into<String>) -> Fault {
    Fault::at(&Origin::whole(&path.display().to_string()), "", found, expected)
}

/// A file, neither endless nor too large.
fn open(path: &Path) -> Result<impl Read + use<>, Fault> {
    let unreadable = |error: std::io::Error| fault(path, format!("what cannot be read ({error})"), "a file");
    let about = fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() || about.len() > LARGEST {
        let found = if about.is_file() { format!("{} bytes", about.len()) } else { "what is no file".into() };
        return Err(fault(path, found, format!("a file of at most {LARGEST} bytes")));
    }
    Ok(BufReader::new(File::open(path).map_err(unreadable)?).take(LARGEST))
}

fn report(known: &Other, file: impl Read, path: &Path) -> Result<Filed, Fault> {
    let mut filed = csv::read((known.name, known.columns), file, &path.display().to_string(), KEPT)?;
    for cell in filed.table.rows.iter_mut().flatten() {
        if let Cell::Text(text) = cell {
            *text = harmless(text);
        }
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

fn head(path: &Path) -> Result<Head, Fault> {
    let wrong = |found: String| fault(path, found, "what `undercard run` wrote");
    let read = serde_json::from_reader(open(path)?);
    let mut head: Head = read.map_err(|error| wrong(clipped_to(&error.to_string())))?;
    if head.level().is_none() {
        return Err(wrong(format!("level {}", head.level)));
    }
    if head.bots.len() > MAX_SEATS {
        return Err(wrong(format!("{} bots", head.bots.len())));
    }
    for text in
        [&mut head.undercard, &mut head.game, &mut head.config_digest].into_iter().chain(&mut head.bots)
    {
        *text = harmless(text);
    }
    Ok(head)
}

/// An error that repeats foreign text, on one line.
fn clipped_to(text: &str) -> String {
    harmless(text).chars().take(160).collect()
}
