//! `undercard verify`: is a result what this program makes of its config? Some of its games are played
//! again, and its files are held against its tally.

use super::filed::{LISTED, Run};
use super::interrupt::Interrupt;
use super::options::{Format, pool};
use super::progress::Progress;
use super::selftest::{Check, lines, rows};
use super::{Done, Failure, tell};
use crate::config::plan::HIGHEST_SEED;
use crate::model::Seed;
use crate::model::settings::{ConfigError, Value};
use crate::report::read::{FIGURES, Kind};
use crate::report::{self, Table};
use crate::simulation::play_each;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Play a random part of a result's games again, and compare.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folder of a run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How many of the blocks of games that a run is summed up by are played again: a share, or a number
    #[arg(long, value_name = "SHARE|N", default_value = "1%", value_parser = sample)]
    sample: Sample,
    /// Seed of the sample (default: one that follows from the result)
    #[arg(long, short, value_name = "S", value_parser = clap::value_parser!(u64).range(..=HIGHEST_SEED))]
    seed: Option<u64>,
    /// Number of threads (default: one a core); results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Show no progress, and print nothing but what --format asks for
    #[arg(long, short)]
    quiet: bool,
    /// How results are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  undercard verify reports/knife-fight
  undercard verify reports/knife-fight --sample 10% --seed 7
  undercard verify shards/3 --sample 100%

The config is that of DIR/run.toml; a strategy file that it names is read again.
A run sums its games up in at most 1,024 blocks of 64 games or more: how each
game ended, how long it was, how many decisions and moves it had. One block is
played again at least. The CSVs and run.json must be, byte for byte, what the
stored tally comes to; games.csv must have the rows of the games played again.
With 100% the whole tally is counted again.

Exit codes: 0 nothing differs; 12 something does, or is missing or damaged.";

/// How much is played again.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sample {
    Share(f64),
    Blocks(usize),
}

impl Sample {
    /// Of so many blocks.
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

fn sample(text: &str) -> Result<Sample, String> {
    let sample = match text.strip_suffix('%') {
        Some(percent) => percent
            .parse()
            .ok()
            .filter(|share| *share > 0.0 && *share <= 100.0)
            .map(|share: f64| Sample::Share(share / 100.0)),
        None => text.parse().ok().filter(|n_blocks| *n_blocks > 0).map(Sample::Blocks),
    };
    sample.ok_or_else(|| "a share up to 100%, as 5%, or a number of blocks from 1".into())
}

pub(crate) fn run(args: &Args) -> Done {
    let interrupt = Interrupt::listen();
    let (run, sealed) = Run::find(&args.folder)?;
    let tally = sealed.open(run.simulation.schema()).map_err(|fault| Failure::Damaged(fault.to_string()))?;
    let pool = pool(args.threads)?;
    let mut seen: Vec<(String, Check)> = Vec::new();
    for (name, expected) in run.files(&tally) {
        let found = FIGURES.bytes(&args.folder.join(&name));
        seen.push((name, found.map_err(|error| error.to_string()).and_then(|found| same(&found, &expected))));
    }
    let first = run.games().start;
    let all: Vec<_> = tally.digests.blocks(first..first + tally.games).collect();
    let mut blocks = all.clone();
    // Nobody chooses beforehand which games of a result are looked at.
    let seed = args.seed.unwrap_or(tally.digests.total());
    Seed::new(seed).game(0).bot(0).shuffle(&mut blocks);
    blocks.truncate(args.sample.of(all.len()));
    blocks.sort_by_key(|(games, _)| games.start);
    let (blocks, sums): (Vec<Range<u64>>, Vec<u64>) = blocks.into_iter().unzip();
    let n_games = blocks.iter().map(|games| games.end - games.start).sum();
    let progress = Progress::new(n_games, 0, run.plan.players(), run.about.level, args.quiet);
    let again = play_each(&*run.simulation, &blocks, &pool, interrupt.flag(), &|n| progress.add(n));
    // Of what was played, which is the first of the blocks.
    let (n_blocks, n_all) = (blocks.len(), all.len());
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
    let stopped = |code: u8, of: &str| {
        progress.finish();
        tell(&format!("stopped after {n_whole} of {n_blocks} blocks, {} of which differ{of}", other.len()));
        Err(Failure::Interrupted(code))
    };
    if let Some(code) = interrupt.code().filter(|_| n_whole < n_blocks) {
        return stopped(code, "");
    }
    let of = format!("{n_games} of {} played again, in {n_blocks} of {n_all} blocks", tally.games);
    let games = match other.first() {
        Some(Range { start, end }) => {
            Err(format!("{of}: {} of them other games, the first {start} to {}", other.len(), end - 1))
        }
        None if n_blocks == n_all && again != tally => Err(format!("{of}: the same, but counted otherwise")),
        None => Ok(format!("{of}: the same")),
    };
    seen.push(("games".into(), games));
    let listed = args.folder.join(LISTED);
    let n_listed = run.plan.value("provenance.games-listed").and_then(|node| match node.value {
        Value::Int(n_listed) => u64::try_from(n_listed).ok(),
        _ => None,
    });
    if listed.exists() || n_listed.is_some() {
        let looked = rows_of_games(&run, &listed, &blocks, n_listed, &interrupt);
        match looked.unwrap_or_else(|error| Ok(Err(error.to_string()))) {
            Ok(check) => seen.push((LISTED.into(), check)),
            Err(Stopped { code, rows }) => return stopped(code, &format!(", and {rows} rows of games.csv")),
        }
    }
    progress.finish();
    let table = Table { name: "verify", columns: report::selftest::COLUMNS, rows: rows(&seen) };
    if !args.format.is_silent(args.quiet) {
        args.format.show(&table, || lines(&seen))?;
    }
    match seen.iter().filter(|(_, seen)| seen.is_err()).count() {
        0 => Ok(()),
        n_failed => Err(Failure::Damaged(format!(
            "verify: {n_failed} of {} checks failed: {} is not what `undercard {}` makes of its config",
            seen.len(),
            args.folder.display(),
            env!("CARGO_PKG_VERSION")
        ))),
    }
}

/// Is the file what the tally comes to?
fn same(found: &[u8], expected: &[u8]) -> Check {
    if found == expected {
        return Ok("what the tally comes to".into());
    }
    let lines =
        |bytes: &[u8]| -> Vec<Vec<u8>> { bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect() };
    let (found, expected) = (lines(found), lines(expected));
    let line = found.iter().zip(&expected).position(|(found, expected)| found != expected);
    let line = line.unwrap_or(found.len().min(expected.len()));
    Err(format!("line {} is not what the tally comes to", line + 1))
}

/// A signal came while rows were looked at.
struct Stopped {
    code: u8,
    /// How many had been held against their games.
    rows: u64,
}

/// Are there as many rows as were listed, and are those of these games what comes of playing them? Signals are
/// heeded row by row: a game of players who search takes its time.
fn rows_of_games(
    run: &Run,
    path: &Path,
    blocks: &[Range<u64>],
    n_listed: Option<u64>,
    interrupt: &Interrupt,
) -> Result<Result<Check, Stopped>, ConfigError> {
    const ROW: Kind = Kind { name: "a row", most: 200 };
    let header = report::games::COLUMNS.iter().map(|column| column.name).collect::<Vec<_>>().join(",") + "\n";
    let mut lines = ROW.lines(path)?;
    if lines.next().transpose()?.as_deref() != Some(header.as_bytes()) {
        return Ok(Ok(Err("line 1 is not its header".into())));
    }
    let stopped = |rows: u64| interrupt.code().map(|code| Ok(Err(Stopped { code, rows })));
    let (mut n_rows, most) = (0, n_listed.unwrap_or(0));
    for line in lines {
        // One that is cut short is none.
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
        return Ok(Ok(Err(format!("{found} rows, but run.toml says that {most} games were listed"))));
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
        Some(game_idx) => Err(format!("the row of game {game_idx} is not what comes of playing it")),
        None => Ok(format!("{n_same} of {n_rows} rows are of the games played again, and the same")),
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
            assert_eq!(sample(text).map(|sample| sample.of(all)), Ok(n_blocks), "{text} of {all}");
        }
        for text in ["", "%", "0", "0%", "-1%", "101%", "nan%", "1.5", "x", "inf%"] {
            assert!(sample(text).is_err(), "{text}");
        }
    }
}
