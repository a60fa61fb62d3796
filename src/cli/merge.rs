//! `undercard merge`: merges the shards of a run. The files are those of an unsharded run, byte for byte.

use super::command_line::command_line;
use super::files::Written;
use super::options::PrintFormat;
use super::overwrite::{Partial, may_fill};
use super::values::result_label;
use super::{CliResult, Context, Failure};
use crate::config::REPORTS;
use crate::experiments::Experiment;
use crate::experiments::formats::Layout;
use crate::experiments::merge::Merge;
use crate::experiments::run::{Provenance, Run};
use crate::report::disk::beside;
use crate::report::store::{Place, at};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Merge the shards of a run into one result.
///
/// The files are byte-identical to those of an unsharded run, except run.toml, which has the command and the time.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folders of all shards of a run, in any order, or one folder that contains them; `*` in a name matches any text
    #[arg(required = true, value_name = "DIR")]
    shards: Vec<PathBuf>,
    /// Output folder; the merged run is in `DIR/run`
    #[arg(long, value_name = "DIR", required_unless_present = "name")]
    out: Option<PathBuf>,
    /// Name of the result, which is also the name of its folder in `reports`
    #[arg(long, value_name = "NAME", conflicts_with = "out")]
    name: Option<String>,
    /// Label of the result in its CSV files, to tell results apart when they are joined (default: that of the first shard)
    #[arg(long, value_name = "TEXT", value_parser = result_label)]
    label: Option<String>,
    /// Replace an earlier result without keeping it; files that Undercard did not write move to `DIR/earlier`
    #[arg(long)]
    force: bool,
    /// Hide the text summary
    #[arg(long, short)]
    quiet: bool,
    /// Format of the printed result
    #[arg(long, value_parser = PrintFormat::parser(), default_value = PrintFormat::DEFAULT, value_name = "FORMAT")]
    format: PrintFormat,
}

const EXAMPLES: &str = "\
Examples:
  undercard run knife-fight --games 1e9 --shard 1/2 --out shards/1
  undercard run knife-fight --games 1e9 --shard 2/2 --out shards/2
  undercard merge shards/* --out reports/knife-fight

All shards must be complete and belong to one run: the same version, settings,
bots, seed, number of games and shards, --level and --rates. Otherwise merge
reports every missing or wrong shard with exit code 12. The config and its
strategies are read from the first folder.

To add games.csv or change the intervals of the merged run without playing on:
  undercard run reports/knife-fight/run/run.toml --resume \
    --out reports/knife-fight --games-csv 1000 --level 0.99";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let began = Instant::now();
    let same = |one: &Path, other: &Path| {
        one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
    };
    let named = args.name.as_ref().map(|name| Path::new(REPORTS).join(name));
    let out = args.out.clone().or(named).unwrap_or_default().join(Run::COMMAND);
    let shards = shards(&args.shards);
    if let Some(shard) = shards.iter().find(|shard| same(shard, &out)) {
        let message =
            format!("--out: found {}, expected a folder that is not one of the shards", shard.display());
        return Err(Failure::Input(message));
    }
    let Merge { run, tally } = Merge::new(&shards, catalogue)?.named(args.name.clone(), args.label.clone());
    let place = Place::open(&out)?;
    let replaces = may_fill(&out, Partial::Superseded, args.force)?;
    let origin = Provenance {
        command: command_line(),
        before: 0,
        played: tally.games,
        wall: began.elapsed(),
        threads: 1,
    };
    // The result is printed even if its files cannot be written.
    let result = run.result_of(tally);
    let written = place.begin().and_then(|draft| result.file(draft, &origin, !args.force));
    if !args.format.is_silent(args.quiet) {
        args.format.print(&result, Layout { width, is_verbose: false, part: None })?;
    }
    let kept = written?;
    let (folders, configs) = (&[out.as_path()][..], &[run.plan.used()][..]);
    Written { folders, kept: kept.as_slice(), replaced: replaces, configs, players: None }
        .log(args.quiet, width);
    Ok(())
}

/// The folders of the shards: those of results of `run`, or of their output folders. Any other folder contains the shards, or
/// has a folder `shards` that does. A `*` in its name is replaced here where no shell does it: on Windows and in containers.
fn shards(folders: &[PathBuf]) -> Vec<PathBuf> {
    // A shard that lacks one of its files is still one: the error names the file.
    let is_shard =
        |folder: &PathBuf| ["run.tally", "result.json"].iter().any(|file| folder.join(file).exists());
    let shard = |folder: &Path| [at(folder), at(&folder.join(Run::COMMAND))].into_iter().find(is_shard);
    let shards_in = |folder: &Path, is_meant: &dyn Fn(&str) -> bool| {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        let meant = entries.filter(|entry| is_meant(&entry.file_name().to_string_lossy()));
        let mut found: Vec<PathBuf> = meant.filter_map(|entry| shard(&entry.path())).collect();
        found.sort();
        found
    };
    let of = |folder: &PathBuf| -> Vec<PathBuf> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let found = match (name.split_once('*'), shard(folder)) {
            (Some((begin, end)), _) if !folder.exists() => shards_in(beside(folder), &|name| {
                name.strip_prefix(begin).is_some_and(|rest| rest.ends_with(end))
            }),
            (_, Some(shard)) => vec![shard],
            _ => [folder.clone(), folder.join("shards")]
                .iter()
                .flat_map(|folder| shards_in(folder, &|_| true))
                .collect(),
        };
        if found.is_empty() { vec![folder.clone()] } else { found }
    };
    folders.iter().flat_map(of).collect()
}
