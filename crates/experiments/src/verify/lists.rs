//! Verifies the lists of single games of a run.

use super::super::Session;
use super::Verify;
use crate::model::settings::ConfigError;
use crate::report::Report;
use crate::report::games::{self, LISTS};
use crate::report::list_file::LIST;
use crate::report::read::Kind;
use crate::report::result_file::{ListedGames, file_name};
use crate::report::runs::RunKey;
use crate::report::verify::Check;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

/// The session was stopped while rows were compared.
pub(super) struct Stopped;

/// Replays the games of the sample to check their rows in the lists of single games, and checks each file against its
/// checksum. Polls the stop flag after every row, because a game of searching bots can take long.
pub(super) fn checks(
    verify: &Verify,
    listed: Option<&ListedGames>,
    session: &Session,
) -> Result<Vec<Check>, Stopped> {
    let Verify { folder, run, tally, blocks, .. } = verify;
    let end = run.line_end(tally);
    let n_games = listed.map_or(0, |listed| listed.rows);
    let is_expected = |report: &&Report| {
        folder.join(file_name(report.name)).exists()
            || listed.is_some_and(|listed| listed.lists().any(|list| list.name == report.name))
    };
    let reports: Vec<&Report> = LISTS.into_iter().filter(is_expected).collect();
    let paths: Vec<PathBuf> = reports.iter().map(|report| folder.join(file_name(report.name))).collect();
    let has_decisions = reports.iter().any(|report| report.name == games::DECISIONS.name);
    let mut lists = Vec::new();
    for (report, path) in reports.iter().zip(&paths) {
        let file = listed.and_then(|listed| listed.file(&file_name(report.name)));
        let rows = match file {
            Some(file) => {
                has_rows(path, report, file.rows, session)?.and_then(|()| Rows::open(path, row_of(report)))
            }
            None => Err("found a list that result.json does not name".into()),
        };
        lists.push((path, rows));
    }
    let (mut worker, mut n_replayed) = (run.simulation.worker(), 0_u64);
    for game_idx in blocks.iter().flat_map(|(games, _)| games.start..games.end.min(n_games)) {
        if session.is_stopped() {
            return Err(Stopped);
        }
        n_replayed += 1;
        worker.show_cards(game_idx..game_idx + 1, &mut |_, record, cards| {
            let expected = run.list_rows(game_idx, record, cards, has_decisions, &end);
            for ((_, rows), expected) in lists.iter_mut().zip(expected) {
                let same = rows.as_mut().map(|rows| rows.same(game_idx, &expected));
                if let Ok(Err(wrong)) = same {
                    *rows = Err(wrong);
                }
            }
        });
    }
    let finding = |(path, rows): (&PathBuf, Result<Rows<'_>, String>)| {
        // The checksum covers the rows of the other games.
        let found = rows.and_then(|rows| {
            listed.map_or(Ok(()), |listed| listed.verify(path)).map_err(|error| error.to_string())?;
            let of = listed.and_then(|listed| listed.file(&name_of(path))).map_or(0, |file| file.rows);
            Ok(match n_replayed {
                0 => format!("{of} rows match their checksum; none of their games was replayed (--sample)"),
                _ => format!("{} of {of} rows belong to {n_replayed} replayed games: all match", rows.n_same),
            })
        });
        Check::new(name_of(path), found)
    };
    Ok(lists.into_iter().map(finding).collect())
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A row of a list of single games.
const ROW: Kind = Kind { name: "a row", most: 900 };

/// A row of the list of decisions, which has what a player sees.
const DECISION: Kind = Kind { most: 1 << 16, ..ROW };

/// A row of this list.
fn row_of(report: &Report) -> &'static Kind {
    if report.name == games::DECISIONS.name { &DECISION } else { &ROW }
}

/// Checks that a list has this header and this many rows.
fn has_rows(
    path: &Path,
    report: &Report,
    most: u64,
    session: &Session,
) -> Result<Result<(), String>, Stopped> {
    let header = RunKey::header(report.columns);
    let mut lines = match LIST.start(path) {
        Ok(text) => row_of(report).lines_of(path, text),
        Err(error) => return Ok(Err(error.to_string())),
    };
    if !matches!(lines.next(), Some(Ok(line)) if line == header.as_bytes()) {
        return Ok(Err("line 1 is not the header".into()));
    }
    let mut n_rows = 0;
    for line in lines {
        match line {
            // An incomplete last line does not count.
            Ok(line) => n_rows += u64::from(line.ends_with(b"\n")),
            Err(error) => return Ok(Err(error.to_string())),
        }
        if session.is_stopped() {
            return Err(Stopped);
        }
        if n_rows > most {
            break;
        }
    }
    let found = if n_rows > most { "more".to_owned() } else { n_rows.to_string() };
    let wrong = || format!("found {found} rows, expected {most} as in result.json");
    Ok(if n_rows == most { Ok(()) } else { Err(wrong()) })
}

type Line = Result<Vec<u8>, ConfigError>;

/// The rows of a list of single games, read game by game.
struct Rows<'f> {
    lines: Peekable<Box<dyn Iterator<Item = Line> + 'f>>,
    /// The number of rows that match those of replayed games.
    n_same: u64,
}

impl<'f> Rows<'f> {
    fn open(path: &'f Path, row: &'static Kind) -> Result<Self, String> {
        let text = LIST.start(path).map_err(|error| error.to_string())?;
        let lines: Box<dyn Iterator<Item = _>> = Box::new(row.lines_of(path, text).skip(1));
        Ok(Self { lines: lines.peekable(), n_same: 0 })
    }

    /// Compares the rows of a game with the expected ones. Later games follow.
    fn same(&mut self, game_idx: u64, expected: &str) -> Result<(), String> {
        let number = |line: &[u8]| -> Option<u64> {
            str::from_utf8(line.split(|byte| *byte == b',').next()?).ok()?.parse().ok()
        };
        let is_of = |line: &Line, of: &dyn Fn(u64) -> bool| {
            line.as_ref().is_ok_and(|line| number(line).is_some_and(of))
        };
        while self.lines.next_if(|line| is_of(line, &|number| number < game_idx)).is_some() {}
        let mut found = Vec::new();
        while let Some(line) = self.lines.next_if(|line| is_of(line, &|number| number == game_idx)) {
            found.extend(line.map_err(|error| error.to_string())?);
            self.n_same += 1;
        }
        let wrong = || format!("the rows of game {game_idx} do not match the replayed game");
        if found == expected.as_bytes() { Ok(()) } else { Err(wrong()) }
    }
}
