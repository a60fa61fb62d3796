//! `undercard submit`: prints a script that plays a run in shards and merges them, on a cluster or on this machine. It
//! submits nothing itself.

use super::command_line::quoted;
use super::conduct::place;
use super::options::{Game, Rates, level};
use super::{CliResult, Failure, print};
use crate::config::config_error;
use crate::config::{ConfigErrors, clipped};
use crate::experiments::Level;
use clap::ValueEnum;
use std::path::PathBuf;

/// Print a script that plays a run in shards and merges them.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Scheduler that runs the shards
    #[arg(value_enum, value_name = "SCHEDULER")]
    scheduler: Scheduler,
    #[command(flatten)]
    game: Game,
    /// Number of shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=10_000))]
    shards: u64,
    /// Output folder (default: `reports/NAME`); shards are written to DIR/shards
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of threads per shard (default: all cores that the scheduler assigns)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Confidence level of all intervals
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,
    /// Interval method for win rates and outcomes
    #[arg(long, value_enum, value_name = "METHOD")]
    rates: Option<Rates>,
}

/// The scheduler that runs the shards.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Scheduler {
    /// Slurm: an array job and a dependent merge job
    Slurm,
    /// Grid Engine: an array job and a dependent merge job
    Sge,
    /// PBS Professional and OpenPBS: an array job and a dependent merge job
    Pbs,
    /// This machine: one shard after another, or selected shards
    Local,
}

const EXAMPLES: &str = "\
Examples:
  undercard submit slurm knife-fight --games 1e10 --shards 100 > play.sh
  sh play.sh --partition=short --time=4:00:00   # options for sbatch or qsub

  undercard submit local knife-fight --games 1e10 --shards 8 > play.sh
  sh play.sh                                    # all shards, one by one
  parallel sh play.sh ::: 1 2 3 4 5 6 7 8       # or in parallel,
  sh play.sh merge                              # then merge

Run the script on a machine with the same paths: it changes to the current
folder and calls this undercard binary by its full path. To continue after an
interruption, run the script again: it resumes unfinished shards and skips
finished ones.";

pub(crate) fn run(args: &Args) -> CliResult {
    let plan = args.game.plan()?;
    if args.shards > plan.games {
        let expected = format!("at most {}, the number of games", plan.games);
        return Err(
            ConfigErrors(vec![config_error("--shards", "", args.shards.to_string(), expected)]).into()
        );
    }
    let here = |error: std::io::Error| {
        Failure::Input(format!("submit: cannot find the path of this program or folder: {error}"))
    };
    let out = place(args.out.as_deref(), &plan, None);
    let program = std::env::current_exe().map_err(here)?;
    let folder = std::env::current_dir().map_err(here)?;
    let words = [&program, &folder, &out].map(|path| path.to_str().map(str::to_owned));
    let [Some(program), Some(folder), Some(out)] = words else {
        return Err(Failure::Input("submit: found a path that is not UTF-8, expected a UTF-8 path".into()));
    };
    let arguments = arguments(args);
    // A line break could start a scheduler option, or end the here-document.
    if let Some(bad) =
        [&program, &folder, &out].into_iter().chain(&arguments).find(|word| word.contains(char::is_control))
    {
        return Err(Failure::Input(format!(
            "submit: found \"{}\", expected no control characters",
            clipped(bad)
        )));
    }
    let arguments: Vec<String> = arguments.iter().map(|argument| quoted(argument)).collect();
    let [program, folder, out] = [program, folder, out].map(|word| quoted(&word));
    let (n, run) = (args.shards, format!("{program} run {}", arguments.join(" ")));
    let shard = |number: &str| {
        format!("{run} --shard={number}/{n} --out={out}/shards/{number}-of-{n} --resume --quiet")
    };
    let merge = format!("{program} merge --out={out} -- {out}/shards/*-of-{n}");
    let cores = |option: &str| args.threads.map_or_else(String::new, |threads| format!("{option}{threads} "));
    print(&match args.scheduler {
        Scheduler::Slurm => {
            slurm(&folder, n, &cores("--cpus-per-task="), &shard("\"$SLURM_ARRAY_TASK_ID\""), &merge)
        }
        Scheduler::Sge => sge(&folder, n, &shard("\"$SGE_TASK_ID\""), &merge),
        Scheduler::Pbs => {
            pbs(&folder, n, &cores("-l select=1:ncpus="), &shard("\"$PBS_ARRAY_INDEX\""), &merge)
        }
        Scheduler::Local => local(&folder, n, &shard("\"$1\""), &merge),
    })
}

/// The arguments of `run`. `--option=value` also works for values that start with a hyphen.
fn arguments(args: &Args) -> Vec<String> {
    let Game { config, players, games, seed, bots, set } = &args.game;
    let mut arguments = vec![config.clone()];
    let mut add = |option: &str, value: Option<String>| {
        arguments.extend(value.map(|value| format!("--{option}={value}")));
    };
    add("players", players.map(|players| players.to_string()));
    add("games", games.map(|games| games.to_string()));
    add("seed", seed.map(|seed| seed.to_string()));
    add("bots", (!bots.is_empty()).then(|| bots.join(",")));
    set.iter().for_each(|set| add("set", Some(set.clone())));
    add("threads", args.threads.map(|threads| threads.to_string()));
    add("level", args.level.map(|level| level.level().to_string()));
    let rates = args.rates.and_then(|rates| rates.to_possible_value());
    add("rates", rates.map(|rates| rates.get_name().to_owned()));
    arguments
}

fn slurm(folder: &str, n: u64, cores: &str, shard: &str, merge: &str) -> String {
    format!(
        r#"#!/bin/sh
# Submits an array job of {n} shards, and a job that merges them after all have succeeded. Arguments
# of this script are passed to sbatch: --partition=… --time=… Run it again to resume.
set -eu
cd {folder}
shards=$(sbatch --parsable --job-name=undercard --array=1-{n} {cores}"$@" <<'UNDERCARD'
#!/bin/sh
exec {shard}
UNDERCARD
)
sbatch --job-name=undercard-merge --dependency=afterok:"${{shards%%;*}}" --kill-on-invalid-dep=yes "$@" <<'UNDERCARD'
#!/bin/sh
exec {merge}
UNDERCARD
"#
    )
}

fn sge(folder: &str, n: u64, shard: &str, merge: &str) -> String {
    format!(
        r#"#!/bin/sh
# Submits an array job of {n} shards, and a job that merges them after all have ended. Arguments of
# this script are passed to qsub: -q … -l h_rt=… -pe … Run it again to resume.
set -eu
cd {folder}
shards=$(qsub -terse -N undercard -t 1-{n} -cwd -S /bin/sh "$@" <<'UNDERCARD'
exec {shard}
UNDERCARD
)
qsub -N undercard-merge -hold_jid "${{shards%%.*}}" -cwd -S /bin/sh "$@" <<'UNDERCARD'
exec {merge}
UNDERCARD
"#
    )
}

fn pbs(folder: &str, n: u64, cores: &str, shard: &str, merge: &str) -> String {
    format!(
        r#"#!/bin/sh
# Submits an array job of {n} shards, and a job that merges them after all have succeeded. Arguments
# of this script are passed to qsub: -q … -l walltime=… Run it again to resume.
set -eu
cd {folder}
shards=$(qsub -N undercard -J 1-{n} -S /bin/sh {cores}"$@" <<'UNDERCARD'
cd "$PBS_O_WORKDIR"
exec {shard}
UNDERCARD
)
qsub -N undercard-merge -W depend=afterok:"$shards" -S /bin/sh "$@" <<'UNDERCARD'
cd "$PBS_O_WORKDIR"
exec {merge}
UNDERCARD
"#
    )
}

fn local(folder: &str, n: u64, shard: &str, merge: &str) -> String {
    format!(
        r#"#!/bin/sh
# Plays {n} shards one after another and merges them. With numbers as arguments it plays only those
# shards; with the argument `merge` it merges. Run it again to resume.
set -eu
cd {folder}
shard() {{ {shard}; }}
merge() {{ {merge}; }}
if [ $# -gt 0 ]; then
    for what in "$@"; do
        case $what in
        merge) merge ;;
        *) shard "$what" ;;
        esac
    done
else
    number=1
    while [ "$number" -le {n} ]; do
        shard "$number"
        number=$((number + 1))
    done
    merge
fi
"#
    )
}
