//! `undercard run`: plays games, prints a summary and writes the files.

use super::array_job::ShardChoice;
use super::command_line::command_line;
use super::conduct::{conduct, say_if_slow};
use super::files::output_folder;
use super::forecast::print_forecast;
use super::options::{Game, PrecisionArgs, Rates, Work};
use super::run_context::RunContext;
use super::values::count;
use super::{CliResult, Context, Failure, log, log_sentence, warn};
use crate::config::{Plan, PlanOptions};
use crate::experiments::panel::{Panel, is_panel};
use crate::experiments::run::{Provenance, Run};
use crate::experiments::{Accuracy, Experiment, ExperimentResult, Extent, Shard, Tally};
use crate::report::result_file::Ended;
use crate::report::show::grouped;
use crate::report::store::at;
use std::path::Path;

/// Play games, print a summary and write CSV files.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    precision: PrecisionArgs,
    /// Resume this run if the folder holds a part of it, otherwise start it
    #[arg(long, conflicts_with = "plan")]
    resume: bool,
    /// Play shard K of N, or with auto the one that the scheduler of an array job assigns; `undercard merge`
    /// merges the shards
    #[arg(long, value_name = "K/N|auto", conflicts_with_all = ["plan", "precision", "games_csv"])]
    shard: Option<ShardChoice>,
    /// Write games.csv with one row for each of the first N games, and files with their seats, metrics and cards
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "plan")]
    games_csv: Option<u64>,
    /// With --games-csv, also write games_decisions.csv: what players saw, could do and did
    #[arg(long, requires = "games_csv")]
    decisions_csv: bool,
    /// Interval method for win rates and outcomes when the number of games is fixed
    #[arg(long, value_enum, default_value_t = Rates::Wilson, value_name = "METHOD")]
    rates: Rates,
}

const EXAMPLES: &str = "\
Examples:
  undercard run knife-fight
  undercard run knife-fight --games 2M --bots cutter --set cards.ten.damage=9
  undercard run house.toml --out results --format markdown
  undercard run knife-fight --precision 0.5pp --plan
  undercard run knife-fight --games 1e9 --resume
  undercard run knife-fight --games 1e9 --shard 3/8 --out shards/3
  undercard run knife-fight --games 1e9 --shard auto/8 --resume

Writes figures.csv, which has every figure, win_rates.csv, outcomes.csv,
game_length.csv, card_impact.csv, metrics.csv, runs.csv, result.json, run.toml
and run.tally; docs/csv.md explains every column. --games-csv adds games.csv, games_seats.csv, games_metrics.csv and
games_cards.csv, and --decisions-csv games_decisions.csv. The headline intervals
of --precision are those of the win shares.

--resume needs the options of the original command: settings, bots, seed, number
of games, --shard and --precision (or a narrower one), and the same version of
undercard. Folders of other runs are rejected. --level and --rates may differ:
they only change the intervals. The files are byte-identical to those of an
uninterrupted run. A run cannot be extended by more games; use --precision if
you do not know the number beforehand. Progress is saved once a minute. A run
that is interrupted has no list of single games yet; --resume writes it.

--shard auto/N takes the number of the task from Slurm or Kubernetes and writes to
DIR/shards/K-of-N/run, where DIR is --out. docs/big-runs.md has the details.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let accuracy = args.work.accuracy(args.precision.precision);
    let choice = args.shard.unwrap_or(ShardChoice::Is(Shard::WHOLE));
    let (shard, from) = choice.resolve(|name| std::env::var(name).ok())?;
    let mut work = args.work.clone();
    // All tasks of an array have the same command, so `--out` is the folder of the whole run, also if there is one task.
    let own = (from.is_some() || !shard.is_whole()).then(|| shard_folder(shard));
    if let Some(from) = from {
        work.out = work.out.map(|out| out.join(own.as_deref().unwrap_or_default()));
        log(&from);
    }
    let args = &Args { work, ..args.clone() };
    if is_panel(&args.game.config, &args.game.plan_options(catalogue)) {
        return run_panel(args, accuracy, Context { catalogue, width });
    }
    let mut run = Run::new(args.game.plan(catalogue)?, shard, accuracy, args.rates.into())?;
    warn(&run.warnings(), width);
    if args.precision.plan {
        return print_forecast(&run, &args.work, width);
    }
    let mut out = output_folder(args.work.out.as_deref(), &run.plan);
    if args.work.out.is_none() {
        out.extend(own);
    }
    let folder = out.join(Run::COMMAND);
    let counted = counted(args, &run, &folder)?;
    let before = counted.games;
    let mut context = RunContext::of_run(&run, &folder, before, args.resume, (&args.work, width))?;
    say_if_slow(&run, &context.session, args.work.quiet);
    context.start();
    let origin = |tally: &Tally, context: &RunContext| Provenance {
        command: command_line(),
        before,
        played: tally.games,
        wall: context.wall(),
        threads: context.session.threads(),
    };
    let save = |tally: &Tally| {
        // An earlier complete result stays until this run is complete.
        if context.replaces() {
            return;
        }
        let origin = origin(tally, &context);
        let result = run.result_of(tally.clone());
        let draft = context.place.begin();
        let written = draft.and_then(|draft| result.file(draft, &origin, context.keeps_earlier));
        if let Err(failure) = context.note_kept(written) {
            log_sentence(&format!("warning: {}", failure.message()), width);
        }
    };
    let result = run.play_after(counted, &context.session, &save);
    context.finish();
    let shortfall = result.shortfall().into_iter().chain(result.never_ends()).collect::<Vec<_>>();
    let (extent, tally) = (*result.extent(), result.tally);
    run.about.complete = extent.is_complete();
    if !extent.is_complete() {
        context.keep_complete()?;
    }
    let n_listed = args.games_csv.unwrap_or(0).min(tally.games);
    let listed = run.list_games((n_listed, args.decisions_csv), &tally, &context.place, &context.session);
    let mut result = run.result_of(tally);
    let written = listed.map_err(Failure::from).and_then(|(draft, listed)| {
        result.games_csv = listed;
        let origin = origin(&result.tally, &context);
        context.note_kept(result.file(draft, &origin, context.keeps_earlier))
    });
    // The result is printed if its files cannot be written, even with --quiet.
    if written.is_err() {
        result.games_csv = None;
    }
    if written.is_err() || !args.work.is_silent() {
        args.work.print(&result, None, width)?;
    }
    written?;
    let listed = result.games_csv.as_ref().map_or(0, |listed| listed.rows);
    shortfall.iter().for_each(|warning| log_sentence(warning, width));
    let ended = if listed == n_listed { extent.ended } else { Ended::Interrupted };
    context.end_of(&Extent { ended, ..extent }, &[run.plan.used()])
}

/// Plays with one bot of the panel after another.
fn run_panel(args: &Args, accuracy: Accuracy, Context { catalogue, width }: Context<'_>) -> CliResult {
    let refused = [
        (args.shard.is_some(), "--shard"),
        (args.resume, "--resume"),
        (args.games_csv.is_some(), "--games-csv"),
    ];
    if let Some((_, option)) = refused.iter().find(|(is_given, _)| *is_given) {
        let message = format!(
            "{option}: found the panel of bots, expected the bots of one line-up; choose them with --bots"
        );
        return Err(Failure::Input(message));
    }
    let config = &args.game.config;
    let of_bot = |plan_options: &PlanOptions| {
        Run::new(Plan::new(config, plan_options)?, Shard::WHOLE, accuracy, args.rates.into())
    };
    let panel = Panel::new(config, &args.game.plan_options(catalogue), args.work.level, of_bot)?;
    conduct(&panel, args.precision.plan, &args.work, width)
}

/// The tally of the run that is resumed; empty without `--resume`.
fn counted(args: &Args, run: &Run, folder: &Path) -> Result<Tally, Failure> {
    let nothing = || Tally::new(run.simulation.schema());
    if !args.resume {
        return Ok(nothing());
    }
    let found = run.so_far(&at(folder))?;
    if !args.work.quiet {
        log(&match &found {
            None => format!("{} contains no run to resume; starting a new one", folder.display()),
            Some(tally) => {
                format!("resuming after {} of {} games", grouped(tally.games), grouped(run.games()))
            }
        });
    }
    Ok(found.unwrap_or_else(nothing))
}

/// The output folder of a shard, relative to that of its run.
fn shard_folder(shard: Shard) -> String {
    format!("shards/{}", shard.to_string().replace('/', "-of-"))
}
