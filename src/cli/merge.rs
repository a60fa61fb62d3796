//! `undercard merge`: joins the shards of a run into the result of one machine, byte for byte.

use super::command_line::command_line;
use super::options::Format;
use super::run::show;
use super::{CliResult, Failure};
use crate::experiments::merge::merge;
use crate::experiments::run::Went;
use crate::report;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Join the shards of a run into the result of one machine.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folders of all shards of one run, in any order
    #[arg(required = true, value_name = "DIR")]
    shards: Vec<PathBuf>,
    /// Folder for the files of the whole run
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print nothing but what --format asks for
    #[arg(long, short)]
    quiet: bool,
    /// How results are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  undercard run knife-fight --games 1e9 --shard 1/2 --out shards/1
  undercard run knife-fight --games 1e9 --shard 2/2 --out shards/2
  undercard merge shards/* --out reports/knife-fight

All shards must be of one run (version, settings, bots, seed, games, number of
shards, --level, --rates), whole, and there once: exit code 12 says which is not.
The config is that of the first folder; a strategy file that it names is read
again. Then `undercard run reports/knife-fight/run.toml --resume --out
reports/knife-fight --games-csv 1000` adds games.csv, and --level changes the
intervals; neither plays on.";

pub(crate) fn run(args: &Args) -> CliResult {
    let began = Instant::now();
    let same = |one: &Path, other: &Path| {
        one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
    };
    if let Some(shard) = args.shards.iter().find(|shard| same(shard, &args.out)) {
        let message =
            format!("--out: found {}, expected another folder than that of a shard", shard.display());
        return Err(Failure::Input(message));
    }
    let (run, tally) = merge(&args.shards)?;
    report::write::prepare(&args.out)?;
    let went = Went {
        command: command_line(),
        before: 0,
        played: tally.games,
        listed: 0,
        wall: began.elapsed(),
        threads: 1,
    };
    run.file(&args.out, &tally, &went)?;
    if args.format.is_silent(args.quiet) { Ok(()) } else { show(&run, &tally, args.format) }
}
