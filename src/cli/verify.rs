//! `undercard verify`: plays a part of a result's games again, and compares.

use super::interrupt::Interrupt;
use super::options::{Format, session};
use super::progress::Progress;
use super::{CliResult, Failure, log, print};
use crate::config::plan::HIGHEST_SEED;
use crate::experiments::verify::{Sample, Verified, Verify, text};
use std::path::PathBuf;
use std::sync::Arc;

/// Play a random part of a result's games again, and compare.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folder of a run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How many of the blocks of games that a run is summed up by are played again: a share, or a number
    #[arg(long, value_name = "SHARE|N", default_value = "1%", value_parser = str::parse::<Sample>)]
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

pub(crate) fn run(args: &Args) -> CliResult {
    let interrupt = Interrupt::listen();
    let verify = Verify::new(&args.folder, args.sample, args.seed)?;
    let progress = Arc::new(Progress::new(verify.games(), None, args.quiet));
    let counted = progress.clone();
    let session = session(args.threads)?.stopped_by(interrupt.flag()).on_progress(move |n| counted.add(n));
    let verified = verify.play(&session);
    progress.finish();
    let seen = match verified {
        Verified::Whole(seen) => seen,
        Verified::Stopped(message) => {
            log(&message);
            return Err(Failure::Interrupted(interrupt.code().unwrap_or(130)));
        }
    };
    if !args.format.is_silent(args.quiet) {
        match args.format {
            Format::Text => print(&text(&seen)?)?,
            format => format.show_file(&verify.result_file(&seen), "verify")?,
        }
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
