//! `undercard verify`: replays a sample of a result's games and compares.

use super::conduct::say_seconds_if_slow;
use super::interrupt::Interrupt;
use super::optional_files::OptionalFiles;
use super::progress::Progress;
use super::session::session;
use super::values::threads;
use super::{CliResult, Context, Failure, log};
use crate::config::plan::HIGHEST_SEED;
use crate::config::result_folder;
use crate::experiments::run::Run;
use crate::experiments::verify::{Sample, Verify};
use crate::experiments::{Experiment, ExperimentResult};
use std::path::PathBuf;

/// Replay a random sample of the games of a `run` and compare.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Output folder of `run` or `merge`, or the name of the result
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Blocks of games to replay: a share such as 5%, or a number
    #[arg(long, value_name = "SHARE|N", default_value = "1%", value_parser = str::parse::<Sample>)]
    sample: Sample,
    /// Random seed of the sample (default: derived from the result)
    #[arg(long, short, value_name = "S", value_parser = clap::value_parser!(u64).range(..=HIGHEST_SEED))]
    seed: Option<u64>,
    /// Number of threads (default: one per core); results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u64>,
    /// Name of the result, which is also the name of its folder in `reports`
    #[arg(long, value_name = "NAME", conflicts_with = "out")]
    name: Option<String>,
    #[command(flatten)]
    files: OptionalFiles,
}

const EXAMPLES: &str = "\
Examples:
  undercard verify reports/knife-fight
  undercard verify reports/knife-fight --sample 10% --seed 7
  undercard verify shards/3 --sample 100%
  undercard verify reports/knife-fight --out verified

Reads the config and its strategies from DIR/run/run.toml, or the config of a result
that Python saved from its result.json, with the bots of this version. A run
stores a checksum for each of up to 1,024 blocks of at least 64 games; it covers
outcome, length, decisions and moves of every game. verify replays at least one
block and compares the checksums. It also checks that the CSV files and result.json
match the stored counts byte for byte, and that the rows of games.csv, and of
the files beside it, match the replayed games. With --sample 100% it recomputes all counts.

Exit codes: 0 no difference; 12 a difference, or a missing or damaged file.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let interrupt = Interrupt::listen();
    let folder = result_folder(&args.folder, Some(Run::COMMAND), catalogue)?;
    let mut verify = Verify::new(&folder, args.sample, args.seed, catalogue)?;
    verify.name.clone_from(&args.name);
    let files = args.files.open(Verify::COMMAND, args.name.as_deref())?;
    let progress = Progress::new(0, verify.games(), None, args.files.quiet);
    let session = progress.follow(session(args.threads)?).stopped_by(interrupt.flag());
    say_seconds_if_slow(|| verify.seconds(&session), &session, "stops it", args.files.quiet);
    progress.start();
    let verified = verify.play(&session);
    progress.finish();
    if !verified.extent().is_complete() {
        log(&verified.so_far());
        return Err(Failure::Interrupted(interrupt.code().unwrap_or(130)));
    }
    args.files.deliver(&verified, files.as_ref(), width)?;
    match verified.n_failed() {
        0 => Ok(()),
        n_failed => Err(Failure::Damaged(format!(
            "verify: {n_failed} of {} checks failed: {} does not match the games that undercard {} plays for its config",
            verified.checks.len(),
            folder.display(),
            env!("CARGO_PKG_VERSION")
        ))),
    }
}
