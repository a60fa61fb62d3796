//! `undercard submit`: prints a script that plays a run in shards and merges them, on a cluster or on this
//! machine. It does not submit the script.

use super::command_line::no_option;
use super::files::output_folder;
use super::options::{Game, Rates};
use super::scheduler::{Job, Scheduler};
use super::session::session;
use super::values::{level, shards, threads};
use super::{CliResult, Context, Failure, print_for_file, warn};
use crate::config::lock_place::without_parents;
use crate::config::{ConfigError, ConfigErrors, Plan, clipped, config_error};
use crate::experiments::run::Run;
use crate::experiments::{Experiment, Level, warnings};
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Print a script that plays a run in shards.
///
/// The script also merges the shards.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Scheduler that runs the shards
    #[arg(value_enum, value_name = "SCHEDULER")]
    scheduler: Scheduler,
    #[command(flatten)]
    game: Game,
    /// Number of shards
    #[arg(long, value_name = "N", value_parser = shards)]
    shards: u64,
    /// Output folder (default: `reports/NAME`); shards are written to DIR/shards
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of threads of each shard, and of cores that it asks for
    #[arg(long, value_name = "N", value_parser = threads, default_value_t = 1)]
    threads: u64,
    /// Container image, for k8s
    #[arg(long, value_name = "IMAGE", default_value = concat!("undercard:", env!("CARGO_PKG_VERSION")))]
    image: String,
    /// Confidence level of all intervals
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,
    /// Interval method for win rates and outcomes
    #[arg(long, value_enum, value_name = "METHOD")]
    rates: Option<Rates>,
}

const EXAMPLES: &str = "\
Examples:
  undercard submit slurm knife-fight --games 1e10 --shards 100 > play.sh
  sh play.sh --partition=short --time=4:00:00   # options for sbatch

  undercard submit local knife-fight --games 1e10 --shards 8 > play.sh
  sh play.sh                                    # all shards, one by one
  parallel sh play.sh ::: 1 2 3 4 5 6 7 8       # or in parallel,
  sh play.sh merge                              # then merge

  undercard submit k8s knife-fight --games 1e10 --shards 50 > jobs.yaml

Scripts run on a machine with the same paths: they change to the current folder and
call this undercard binary by its full path. The jobs of Kubernetes run in
containers, whose working directory must have the configs and bots at the same
relative paths, below it; they have the name of the output folder. The time of a
shard is estimated on this machine; Slurm's limit is three times as long. To
continue after an interruption, run the script again: it resumes unfinished shards
and skips finished ones. For Kubernetes, delete both jobs first.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let plan = args.game.plan(catalogue)?;
    warn(&warnings(&plan), width);
    if args.shards > plan.games {
        let expected = format!("at most {}, the number of games", plan.games);
        return Err(
            ConfigErrors(vec![config_error("--shards", "", args.shards.to_string(), expected)]).into()
        );
    }
    let out = output_folder(args.out.as_deref(), &plan);
    if args.scheduler == Scheduler::K8s {
        all_below(args, &plan, &out)?;
    }
    let here = |error: std::io::Error| {
        Failure::Input(format!("submit: cannot find the path of this program or folder: {error}"))
    };
    let program = std::env::current_exe().map_err(here)?;
    let folder = std::env::current_dir().map_err(here)?;
    let words = [&program, &folder, &out].map(|path| path.to_str().map(str::to_owned));
    let [Some(program), Some(folder), Some(out)] = words else {
        return Err(Failure::Input("submit: found a path that is not UTF-8, expected a UTF-8 path".into()));
    };
    let arguments = arguments(args);
    // A line break could start a scheduler option, or end the here-document.
    if let Some(bad) = [&program, &folder, &out, &args.image]
        .into_iter()
        .chain(&arguments)
        .find(|word| word.contains(char::is_control))
    {
        return Err(Failure::Input(format!(
            "submit: found \"{}\", expected no control characters",
            clipped(bad)
        )));
    }
    let script = args.scheduler.script(&Job {
        folder,
        program,
        arguments,
        image: args.image.clone(),
        out,
        shards: args.shards,
        threads: args.threads,
        minutes: minutes(args, &plan)?,
    });
    print_for_file(&script, "play.sh")
}

/// The estimated time of a shard.
fn minutes(args: &Args, plan: &Plan) -> Result<u64, Failure> {
    let session = session(Some(args.threads))?;
    let seconds =
        Duration::try_from_secs_f64(Run::of(plan.clone()).seconds(&session)).unwrap_or(Duration::MAX);
    Ok(seconds.as_secs().div_ceil(60).div_ceil(args.shards).max(1))
}

/// Checks that everything which the shards read and write is below the current folder: containers have nothing else.
fn all_below(args: &Args, plan: &Plan, out: &Path) -> Result<(), ConfigErrors> {
    let bots = plan.bots().iter().filter_map(|bot| bot.file.as_ref());
    let bots = bots.map(|(file, _)| ("--bots", Path::new(file)));
    let cards = args.game.tables.cards.iter().map(|file| ("--cards", Path::new(file)));
    let is_outside = |path: &Path| path.is_absolute() || without_parents(path).starts_with("..");
    let mut paths: Vec<_> = [("CONFIG", Path::new(&args.game.config)), ("--out", out)]
        .into_iter()
        .chain(cards)
        .chain(bots)
        .collect();
    paths.dedup();
    let error = |(what, path): (&str, &Path)| {
        let expected = "a relative path below the current folder: the shards have no other files";
        config_error(what, "", format!("\"{}\"", clipped(&path.to_string_lossy())), expected)
    };
    let errors: Vec<ConfigError> =
        paths.into_iter().filter(|(_, path)| is_outside(path)).map(error).collect();
    if errors.is_empty() { Ok(()) } else { Err(ConfigErrors(errors)) }
}

/// The arguments of `run`. `--option=value` also works for values that start with a hyphen.
fn arguments(args: &Args) -> Vec<String> {
    let Game { config, players, games, seed, bots, tables, set, name: _, label, table_minutes } = &args.game;
    let mut arguments = vec![no_option(config)];
    let mut add = |option: &str, value: Option<String>| {
        arguments.extend(value.map(|value| format!("--{option}={value}")));
    };
    add("players", players.map(|players| players.to_string()));
    add("games", games.map(|games| games.to_string()));
    add("seed", seed.map(|seed| seed.to_string()));
    add("bots", (!bots.is_empty()).then(|| bots.join(",")));
    add("label", label.clone());
    add("table-minutes", table_minutes.map(|minutes| minutes.to_string()));
    tables.files().options().for_each(|(option, value)| add(option.trim_start_matches('-'), Some(value)));
    set.iter().for_each(|set| add("set", Some(set.clone())));
    add("threads", Some(args.threads.to_string()));
    add("level", args.level.map(|level| level.level().to_string()));
    let rates = args.rates.and_then(|rates| rates.to_possible_value());
    add("rates", rates.map(|rates| rates.get_name().to_owned()));
    arguments
}
