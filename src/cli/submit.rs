//! `undercard submit`: prints the script that plays a run in shards and joins them, on a cluster or on
//! the machine at hand. It submits nothing itself.

use super::command_line::quoted;
use super::conduct::place;
use super::options::{Game, Rates, level};
use super::{CliResult, Failure, print};
use crate::config::fault;
use crate::config::{ConfigErrors, clipped};
use crate::experiments::Level;
use clap::ValueEnum;
use std::path::PathBuf;

/// Print the script that plays a run in shards and joins them.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Who plays the shards
    #[arg(value_enum, value_name = "SCHEDULER")]
    scheduler: Scheduler,
    #[command(flatten)]
    game: Game,
    /// How many shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=10_000))]
    shards: u64,
    /// Folder for the files (default: `reports/NAME`); those of the shards go to DIR/shards
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of threads of a shard (default: one a core that it is given)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Confidence level of the intervals
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,
    /// The interval of rates of games won or lost, and of outcomes
    #[arg(long, value_enum, value_name = "METHOD")]
    rates: Option<Rates>,
}

/// Who plays the shards.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Scheduler {
    /// Slurm: an array job, and one that waits for it
    Slurm,
    /// Grid Engine: the same
    Sge,
    /// PBS Professional and OpenPBS: the same
    Pbs,
    /// This machine: one shard after the other, or those that are named
    Local,
}

const EXAMPLES: &str = "\
Examples:
  undercard submit slurm knife-fight --games 1e10 --shards 100 > play.sh
  sh play.sh --partition=short --time=4:00:00   # options for sbatch or qsub

  undercard submit local knife-fight --games 1e10 --shards 8 > play.sh
  sh play.sh                                    # all shards, one by one
  parallel sh play.sh ::: 1 2 3 4 5 6 7 8       # or side by side,
  sh play.sh merge                              # and then this

The script is to be run where it was printed: it goes to this folder, and calls
this very program. A shard that was broken off goes on where it was when the
script is run again; those that are done end at once.";

pub(crate) fn run(args: &Args) -> CliResult {
    let plan = args.game.plan()?;
    if args.shards > plan.games {
        let expected = format!("at most the {} games", plan.games);
        return Err(ConfigErrors(vec![fault("--shards", "", args.shards.to_string(), expected)]).into());
    }
    let here = |error: std::io::Error| Failure::Input(format!("submit: this folder has no name ({error})"));
    let out = place(args.out.as_deref(), &plan, None);
    let program = std::env::current_exe().map_err(here)?;
    let folder = std::env::current_dir().map_err(here)?;
    let words = [&program, &folder, &out].map(|path| path.to_str().map(str::to_owned));
    let [Some(program), Some(folder), Some(out)] = words else {
        return Err(Failure::Input(
            "submit: found a path that is no text, expected one that a script can say".into(),
        ));
    };
    let arguments = arguments(args);
    // A line of its own in a job script could be an option of the scheduler, or its end.
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

/// What is played, as `run` takes it. A value belongs to its option, whatever it begins with.
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
# Submits an array job of {n} shards, and a job that joins them when all have ended well. What follows
# the name of this script goes to sbatch: --partition=… --time=… Run it again to go on with what was
# broken off.
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
# Submits an array job of {n} shards, and a job that joins them when all have ended. What follows the
# name of this script goes to qsub: -q … -l h_rt=… -pe … Run it again to go on with what was broken off.
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
# Submits an array job of {n} shards, and a job that joins them when all have ended well. What follows
# the name of this script goes to qsub: -q … -l walltime=… Run it again to go on with what was broken
# off.
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
# Plays {n} shards one after another and joins them; with numbers as arguments, those shards alone;
# with the argument `merge`, it joins them. Run it again to go on with what was broken off.
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
