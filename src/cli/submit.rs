//! `undercard submit`: prints a script that plays a run in shards and merges them, on a cluster or on this
//! machine. It does not submit the script.

use super::command_line::no_option;
use super::files::output_folder;
use super::options::{Game, Rates};
use super::scheduler::{Job, Scheduler};
use super::values::{level, shards, threads};
use super::{CliResult, Failure, print_for_file, warn};
use crate::config::config_error;
use crate::config::lock_place::without_parents;
use crate::config::{ConfigError, ConfigErrors, Plan, clipped};
use crate::experiments::{Level, warnings};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

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
    /// Number of threads per shard (default: all cores that the scheduler assigns)
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u64>,
    /// Container image, for k8s and github
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
  sh play.sh --partition=short --time=4:00:00   # options for sbatch or qsub

  undercard submit local knife-fight --games 1e10 --shards 8 > play.sh
  sh play.sh                                    # all shards, one by one
  parallel sh play.sh ::: 1 2 3 4 5 6 7 8       # or in parallel,
  sh play.sh merge                              # then merge

  undercard submit k8s knife-fight --games 1e10 --shards 50 > jobs.yaml
  undercard submit aws-batch knife-fight --games 1e10 --shards 50 > play.sh
  undercard submit github knife-fight --games 1e10 --shards 20 > undercard.yml
  undercard submit snakemake knife-fight --games 1e10 --shards 50 > Snakefile

Run scripts and Snakefiles on a machine with the same paths: they change to the
current folder and call this undercard binary by its full path. The others run
it in containers, whose working directory must have the configs and bots at the
same relative paths, below it; the first lines of each file say what it needs.
The jobs of Kubernetes have the name of the output folder. To continue after an
interruption, run the script or Snakefile again: it resumes unfinished shards
and skips finished ones. For Kubernetes, delete both jobs first. On GitHub,
re-run the failed jobs; a new run of the workflow starts from the beginning.";

pub(crate) fn run(args: &Args) -> CliResult {
    let plan = args.game.plan()?;
    warn(&warnings(&plan));
    let most = args.scheduler.most_shards();
    if args.shards > plan.games.min(most) {
        let expected = if plan.games < most {
            format!("at most {}, the number of games", plan.games)
        } else {
            format!("at most {most} for this scheduler")
        };
        return Err(
            ConfigErrors(vec![config_error("--shards", "", args.shards.to_string(), expected)]).into()
        );
    }
    let out = output_folder(args.out.as_deref(), &plan, None);
    if args.scheduler.has_own_files() {
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
    let inputs = inputs(args, &plan);
    match args.scheduler {
        Scheduler::Github => {
            // GitHub evaluates it before a shell sees it.
            lack(&["${{"], [&out, &args.image].into_iter().chain(&arguments))?;
            // The paths of artifacts are patterns.
            lack(&["*", "?", "[", "!"], [&out])?;
        }
        // Snakemake fills them in.
        Scheduler::Snakemake => lack(&["{", "}"], [&out].into_iter().chain(&inputs))?,
        _ => {}
    }
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
        inputs,
        image: args.image.clone(),
        out,
        shards: args.shards,
        threads: args.threads,
    });
    print_for_file(&script, "play.sh")
}

/// Checks that these words have nothing that is special to the scheduler.
fn lack<'w>(special: &[&str], words: impl IntoIterator<Item = &'w String>) -> CliResult {
    let is_bad = |word: &&String| special.iter().any(|special| word.contains(special));
    words.into_iter().find(is_bad).map_or(Ok(()), |bad| {
        Err(Failure::Input(format!(
            "submit: found \"{}\", expected no {} for this scheduler",
            clipped(bad),
            special.join(" or ")
        )))
    })
}

/// The files of the config and of the strategies.
fn inputs(args: &Args, plan: &Plan) -> Vec<String> {
    let config = Some(&args.game.config).filter(|config| Path::new(config).is_file()).cloned();
    let bots = plan.bots().iter().filter_map(|bot| bot.file.as_ref()).map(|(file, _)| file.clone());
    let cards = args.game.cards.iter().cloned();
    let mut inputs: Vec<String> = config.into_iter().chain(cards).chain(bots).collect();
    inputs.dedup();
    inputs
}

/// Checks that everything which the shards read and write is below the current folder: containers have nothing else.
fn all_below(args: &Args, plan: &Plan, out: &Path) -> Result<(), ConfigErrors> {
    let bots = plan.bots().iter().filter_map(|bot| bot.file.as_ref());
    let bots = bots.map(|(file, _)| ("--bots", Path::new(file)));
    let cards = args.game.cards.iter().map(|file| ("--cards", Path::new(file)));
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
    let Game { config, players, games, seed, bots, cards, set, name: _, label, table_minutes } = &args.game;
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
    cards.iter().for_each(|file| add("cards", Some(file.clone())));
    set.iter().for_each(|set| add("set", Some(set.clone())));
    add("threads", args.threads.map(|threads| threads.to_string()));
    add("level", args.level.map(|level| level.level().to_string()));
    let rates = args.rates.and_then(|rates| rates.to_possible_value());
    add("rates", rates.map(|rates| rates.get_name().to_owned()));
    arguments
}
