//! `undercard merge`: joins the shards of a run into the result of one machine, byte for byte.

use super::filed::{Run, part, seal};
use super::options::Format;
use super::provenance::Went;
use super::run::show;
use super::{Done, Failure};
use crate::model::settings::ConfigError;
use crate::report;
use crate::report::stored::About;
use crate::stats::shard::Shard;
use crate::stats::tally::Tally;
use std::collections::BTreeMap;
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

/// Faults that are told one by one: nobody reads more.
const MAX_REPORTED: usize = 20;

pub(crate) fn run(args: &Args) -> Done {
    let began = Instant::now();
    let Some(first) = args.shards.first() else { return Ok(()) };
    let (mut run, _) = Run::find(first)?;
    let same = |one: &Path, other: &Path| {
        one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
    };
    if let Some(shard) = args.shards.iter().find(|shard| same(shard, &args.out)) {
        let message =
            format!("--out: found {}, expected another folder than that of a shard", shard.display());
        return Err(Failure::Input(message));
    }
    let tally = join(&run, &args.shards)?;
    report::write::prepare(&args.out)?;
    run.about = About { shard: Shard::WHOLE, complete: true, ..run.about };
    run.file(
        &args.out,
        &tally,
        Went { before: 0, played: tally.games, listed: 0, wall: began.elapsed(), threads: 1 },
    )?;
    if args.format.is_silent(args.quiet) { Ok(()) } else { show(&run.results(&tally), args.format) }
}

/// The tally of all shards; all that is wrong with them at once.
fn join(run: &Run, folders: &[PathBuf]) -> Result<Tally, Failure> {
    let mut faults: Vec<String> = Vec::new();
    let mut found: BTreeMap<Shard, &Path> = BTreeMap::new();
    let mut all = Tally::new(run.simulation.schema());
    for folder in folders {
        match shard(run, folder) {
            Err(fault) => faults.push(fault),
            Ok((shard, tally)) => {
                if let Some(other) = found.insert(shard, folder) {
                    let (one, other) = (folder.display(), other.display());
                    faults.push(format!(
                        "{one}: found shard {shard}, which is in {other}, too; expected each once"
                    ));
                } else {
                    all = all.merge(&tally);
                }
            }
        }
    }
    if faults.is_empty() {
        let missing = run.about.shard.all().filter(|shard| !found.contains_key(shard));
        faults.extend(missing.map(|shard| format!("shard {shard} is missing")));
    }
    if faults.is_empty() {
        return Ok(all);
    }
    let more = faults.len().saturating_sub(MAX_REPORTED);
    faults.truncate(MAX_REPORTED);
    if more > 0 {
        faults.push(format!("… and {more} more"));
    }
    Err(Failure::Damaged(faults.join("\n")))
}

/// A shard of this run, whole; or what is wrong with it.
fn shard(run: &Run, folder: &Path) -> Result<(Shard, Tally), String> {
    let told = |fault: ConfigError| fault.to_string();
    let sealed = seal(folder).map_err(told)?;
    run.is_of(&sealed).map_err(told)?;
    let (found, own) = (&sealed.about, &run.about);
    let shard = found.shard;
    if shard.of() != own.shard.of() {
        let fault = sealed.fault(part(shard), format!("a shard of the same run as {}", part(own.shard)));
        return Err(told(fault));
    }
    if (found.level, found.rate) != (own.level, own.rate) {
        return Err(told(sealed.fault("another --level or --rates", "those of the first shard")));
    }
    let tally = sealed.open(run.simulation.schema()).map_err(told)?;
    let games = shard.games(run.plan.games);
    if !found.complete || tally.games < games.end - games.start {
        return Err(format!(
            "{}: found {} of the {} games of shard {shard}, expected all; its command, which run.toml says, goes on \
             with --resume",
            folder.display(),
            tally.games,
            games.end - games.start,
        ));
    }
    Ok((shard, tally))
}
