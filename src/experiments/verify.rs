//! Verifies a result: replays a sample of its games, and compares its files with its tally.

use super::run::{GAMES_CSV, Run};
use super::selftest::{Check, checks_head, lines, rows};
use super::{Error, Session};
use crate::model::Seed;
use crate::model::settings::{ConfigError, Value};
use crate::report::export::Printable;
use crate::report::read::{FIGURES, Kind};
use crate::report::show::grouped;
use crate::report::{self, ResultFile, Table};
use crate::simulation::play_each;
use crate::stats::tally::Tally;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// How much to replay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// This share of the blocks of games.
    Share(f64),
    /// This many blocks.
    Blocks(usize),
}

impl Sample {
    /// The number of blocks to replay, of `all`.
    fn of(self, all: usize) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "of at most 1,024"
        )]
        let n_blocks = match self {
            Self::Share(share) => (share * all as f64).ceil() as usize,
            Self::Blocks(n_blocks) => n_blocks,
        };
        n_blocks.min(all)
    }
}

impl FromStr for Sample {
    type Err = String;

    /// Parses a share (`5%`) or a number of blocks.
    fn from_str(text: &str) -> Result<Self, String> {
        let sample = match text.strip_suffix('%') {
            Some(percent) => percent
                .parse()
                .ok()
                .filter(|share| *share > 0.0 && *share <= 100.0)
                .map(|share: f64| Sample::Share(share / 100.0)),
            None => text.parse().ok().filter(|n_blocks| *n_blocks > 0).map(Sample::Blocks),
        };
        sample.ok_or_else(|| "expected a share up to 100%, e.g. 5%, or a number of blocks from 1".into())
    }
}

/// A validated request to verify the run in a folder.
pub struct Verify {
    folder: PathBuf,
    run: Run,
    tally: Tally,
    /// The blocks of games to replay, with their stored digests.
    blocks: Vec<(Range<u64>, u64)>,
    n_all: usize,
}

/// The result of a verification.
pub enum Verified {
    /// Everything was compared.
    Whole(Vec<(String, Check)>),
    /// The session was stopped; a message about the progress.
    Stopped(String),
}

impl Verify {
    /// Reads the run in a folder and selects the sample. `seed` is the seed of the sample; `None`: derived from the
    /// result.
    ///
    /// # Errors
    /// The folder holds no run, or a damaged one.
    pub fn new(folder: &Path, sample: Sample, seed: Option<u64>) -> Result<Self, Error> {
        let (run, stored) = Run::find(folder)?;
        let tally =
            stored.open(run.simulation.schema()).map_err(|error| Error::Damaged(error.to_string()))?;
        let first = run.range().start;
        let mut blocks: Vec<_> = tally.digests.blocks(first..first + tally.games).collect();
        let n_all = blocks.len();
        // Nobody can know the sample before the result exists.
        Seed::new(seed.unwrap_or(tally.digests.total())).game(0).bot(0).shuffle(&mut blocks);
        blocks.truncate(sample.of(n_all));
        blocks.sort_by_key(|(games, _)| games.start);
        Ok(Self { folder: folder.to_owned(), run, tally, blocks, n_all })
    }

    /// The number of games to replay.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.blocks.iter().map(|(games, _)| games.end - games.start).sum()
    }

    /// Replays the sample and compares.
    #[must_use]
    pub fn play(&self, session: &Session) -> Verified {
        let Self { folder, run, tally, n_all, .. } = self;
        let mut seen: Vec<(String, Check)> = Vec::new();
        for (name, expected) in run.files(tally) {
            let found = FIGURES.bytes(&folder.join(&name));
            let same = found.map_err(|error| error.to_string()).and_then(|found| same(&found, &expected));
            seen.push((name, same));
        }
        let (blocks, sums): (Vec<Range<u64>>, Vec<u64>) = self.blocks.iter().cloned().unzip();
        let n_games = self.games();
        let again =
            play_each(&*run.simulation, &blocks, session.pool(), session.stop(), &|n| session.played(n));
        // Of what was played, which is the first of the blocks.
        let n_blocks = blocks.len();
        let mut left = again.games;
        let is_whole = |games: &&Range<u64>| {
            let n_games = games.end - games.start;
            let is_whole = n_games <= left;
            left = left.saturating_sub(n_games);
            is_whole
        };
        let n_whole = blocks.iter().take_while(is_whole).count();
        let sum = |games: &Range<u64>| {
            again.digests.blocks(games.clone()).fold(0_u64, |sum, (_, more)| sum.wrapping_add(more))
        };
        let played = blocks.iter().zip(&sums).take(n_whole);
        let other: Vec<_> =
            played.filter(|(games, known)| sum(games) != **known).map(|(games, _)| games).collect();
        let stopped = |of: &str| {
            let n_other = other.len();
            Verified::Stopped(format!("stopped after {n_whole} of {n_blocks} blocks; {n_other} differ{of}"))
        };
        if n_whole < n_blocks {
            return stopped("");
        }
        let of = format!(
            "replayed {} of {} games in {n_blocks} of {n_all} blocks",
            grouped(n_games),
            grouped(tally.games)
        );
        let games = match other.first() {
            Some(Range { start, end }) => Err(format!(
                "{of}: {} of {n_blocks} blocks differ, the first with games {start} to {}",
                other.len(),
                end - 1
            )),
            None if n_blocks == *n_all && again != *tally => {
                Err(format!("{of}: the games match, but the stored counts differ"))
            }
            None => Ok(format!("{of}: all match")),
        };
        seen.push(("games".into(), games));
        let listed = folder.join(GAMES_CSV);
        let n_listed = run.plan.value("provenance.games-listed").and_then(|node| match node.value {
            Value::Int(n_listed) => u64::try_from(n_listed).ok(),
            _ => None,
        });
        if listed.exists() || n_listed.is_some() {
            let looked = rows_of_games(run, &listed, &blocks, n_listed, session);
            match looked.unwrap_or_else(|error| Ok(Err(error.to_string()))) {
                Ok(check) => seen.push((GAMES_CSV.into(), check)),
                Err(Stopped { rows }) => return stopped(&format!("; compared {rows} rows of games.csv")),
            }
        }
        Verified::Whole(seen)
    }
}

/// What was compared, to be printed.
pub struct Seen<'v> {
    verify: &'v Verify,
    checks: &'v [(String, Check)],
}

impl Verify {
    /// The checks, to be printed.
    #[must_use]
    pub fn result<'v>(&'v self, checks: &'v [(String, Check)]) -> Seen<'v> {
        Seen { verify: self, checks }
    }
}

impl Printable for Seen<'_> {
    fn result_file(&self) -> ResultFile {
        let table = Table { name: "verify", columns: report::selftest::COLUMNS, rows: rows(self.checks) };
        let head = checks_head("verify", vec![self.verify.run.plan.used()], self.checks);
        ResultFile { head, tables: vec![table] }
    }

    fn text(&self) -> Result<String, fmt::Error> {
        lines(self.checks)
    }
}

/// Compares a file with the bytes that the tally gives.
fn same(found: &[u8], expected: &[u8]) -> Check {
    if found == expected {
        return Ok("matches the stored counts".into());
    }
    let lines =
        |bytes: &[u8]| -> Vec<Vec<u8>> { bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect() };
    let (found, expected) = (lines(found), lines(expected));
    let line = found.iter().zip(&expected).position(|(found, expected)| found != expected);
    let line = line.unwrap_or(found.len().min(expected.len()));
    Err(format!("line {} does not match the stored counts", line + 1))
}

/// The session was stopped while rows were compared.
struct Stopped {
    /// Number of rows compared so far.
    rows: u64,
}

/// Checks the number of rows of games.csv, and replays the games of the blocks to check their rows. Polls the stop flag
/// after every row, because a game of searching bots can take long.
fn rows_of_games(
    run: &Run,
    path: &Path,
    blocks: &[Range<u64>],
    n_listed: Option<u64>,
    session: &Session,
) -> Result<Result<Check, Stopped>, ConfigError> {
    const ROW: Kind = Kind { name: "a row", most: 200 };
    let header = report::games::COLUMNS.iter().map(|column| column.name).collect::<Vec<_>>().join(",") + "\n";
    let mut lines = ROW.lines(path)?;
    if lines.next().transpose()?.as_deref() != Some(header.as_bytes()) {
        return Ok(Ok(Err("line 1 is not the header".into())));
    }
    let stopped = |rows: u64| session.is_stopped().then_some(Ok(Err(Stopped { rows })));
    let (mut n_rows, most) = (0, n_listed.unwrap_or(0));
    for line in lines {
        // An incomplete last line does not count.
        n_rows += u64::from(line?.ends_with(b"\n"));
        if let Some(stopped) = stopped(0) {
            return stopped;
        }
        if n_rows > most {
            break;
        }
    }
    if n_listed != Some(n_rows) {
        let found = if n_rows > most { "more".to_owned() } else { n_rows.to_string() };
        return Ok(Ok(Err(format!("found {found} rows, expected {most} as in run.toml"))));
    }
    let mut rows = ROW.lines(path)?.skip(1);
    let (mut worker, mut next, mut n_same, mut wrong) = (run.simulation.worker(), 0, 0_u64, None);
    let listed = blocks.iter().flat_map(|games| games.start..games.end.min(n_rows));
    for (game_idx, n_looked_at) in listed.zip(0..) {
        if let Some(stopped) = stopped(n_looked_at) {
            return stopped;
        }
        let skipped = usize::try_from(game_idx - next).unwrap_or(usize::MAX);
        let row = rows.nth(skipped).transpose()?;
        next = game_idx + 1;
        worker.show(game_idx..next, &mut |game_idx, result| {
            let expected = report::games::row(game_idx, result).join(",") + "\n";
            let is_same = row.as_deref() == Some(expected.as_bytes());
            if is_same { n_same += 1 } else { wrong = wrong.or(Some(game_idx)) }
        });
    }
    Ok(Ok(match wrong {
        Some(game_idx) => Err(format!("the row of game {game_idx} does not match the replayed game")),
        None => Ok(format!("{n_same} of {n_rows} rows belong to replayed games: all match")),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_a_share_or_a_number_of_blocks() {
        for (text, all, n_blocks) in [
            ("1%", 1000, 10),
            ("1%", 977, 10),
            ("1%", 16, 1),
            ("0.001%", 5, 1),
            ("100%", 7, 7),
            ("3", 7, 3),
            ("30", 7, 7),
            ("1%", 0, 0),
        ] {
            assert_eq!(text.parse().map(|sample: Sample| sample.of(all)), Ok(n_blocks), "{text} of {all}");
        }
        for text in ["", "%", "0", "0%", "-1%", "101%", "nan%", "1.5", "x", "inf%"] {
            assert!(text.parse::<Sample>().is_err(), "{text}");
        }
    }
}
