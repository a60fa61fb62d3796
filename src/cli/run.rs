//! `undercard run`: plays, prints a summary, writes the files.

use super::command_line::command_line;
use super::conduct::{RunContext, place};
use super::options::{Format, Game, PrecisionArgs, Rates, Work, count};
use super::{CliResult, Failure, log, print};
use crate::experiments::Shard;
use crate::experiments::Tally;
use crate::experiments::run::{GAMES_CSV, Run, Went};
use crate::experiments::{Experiment, ExperimentResult, Extent};
use crate::report::{self, result_file::Ended};

/// Play games, print a summary, write the CSV files.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    precision: PrecisionArgs,
    /// Go on from what the folder holds of this run; begin it if that is nothing
    #[arg(long, conflicts_with = "plan")]
    resume: bool,
    /// Play the K-th of N parts of the games; `undercard merge` joins the parts
    #[arg(long, value_name = "K/N", conflicts_with_all = ["plan", "precision", "games_csv"])]
    shard: Option<Shard>,
    /// Write games.csv, one row for each of the first N games
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "plan")]
    games_csv: Option<u64>,
    /// The interval of rates of games won or lost, and of outcomes, where their number is fixed
    #[arg(long, value_enum, default_value_t = Rates::Wilson, value_name = "METHOD")]
    rates: Rates,
}

const EXAMPLES: &str = "\
Examples:
  undercard run knife-fight
  undercard run knife-fight --games 2M --bots cutter,random --set cards.ten.damage=9
  undercard run house.toml --out results --format markdown
  undercard run knife-fight --precision 0.5pp --plan
  undercard run knife-fight --games 1e9 --resume
  undercard run knife-fight --games 1e9 --shard 3/8 --out shards/3

Writes win_rates.csv, outcomes.csv, game_length.csv, card_impact.csv,
metrics.csv, run.json, run.toml and run.tally; docs/csv.md says what every column
means. --precision is about every win share.

--resume takes the command that began the run: the same version, settings, bots,
seed, number of games, --precision (or a narrower one) and --shard; what is of
another run is refused. Another --level or --rates makes other intervals of the
same games. It ends with the bytes of a run that nothing broke off.
There is no going on with more games: a run whose length follows from what it
found is what --precision is for. A long run saves what it has once a minute, so
that a power cut costs no more.";

pub(crate) fn run(args: &Args) -> CliResult {
    let accuracy = args.work.accuracy(args.precision.precision);
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let mut run = Run::new(args.game.plan()?, shard, accuracy, args.rates.into());
    if args.precision.plan {
        let forecast = run.forecast(&args.work.session()?);
        return forecast.map_or(Ok(()), |forecast| print(&forecast.text()?));
    }
    let counted = counted(args, &run)?;
    let before = counted.games;
    let context =
        RunContext::of_run(&run.plan, own_folder(shard).as_deref(), run.games() - before, &args.work)?;
    let went = |tally: &Tally| Went {
        command: command_line(),
        before,
        played: tally.games,
        listed: args.games_csv.unwrap_or(0).min(tally.games),
        wall: context.wall(),
        threads: context.session.threads(),
    };
    let save = |tally: &Tally| {
        if let Err(error) = run.file(&context.out, tally, &went(tally)) {
            log(&format!("warning: {error}"));
        }
    };
    let result = run.play_after(counted, &context.session, &save);
    context.finish();
    let (extent, shortfall, tally) = (*result.extent(), result.shortfall(), result.tally);
    run.about.complete = extent.is_complete();
    run.file(&context.out, &tally, &went(&tally))?;
    let n_listed = args.games_csv.unwrap_or(0).min(tally.games);
    let listed = run.list_games(n_listed, &context.out.join(GAMES_CSV), &context.session)?;
    if !args.work.is_silent() {
        show(&run, &tally, args.work.format)?;
    }
    if let Some(shortfall) = shortfall {
        log(&shortfall);
    }
    let ended = if listed == n_listed { extent.ended } else { Ended::Interrupted };
    context.end_of(&Extent { ended, ..extent })
}

/// Prints what a tally of a run comes to.
pub(super) fn show(run: &Run, tally: &Tally, format: Format) -> CliResult {
    let results = run.results_of(tally, run.extent(tally).ended);
    match format {
        Format::Text => print(&report::summary::text(&results)),
        Format::Markdown => print(&report::summary::markdown(&results)),
        Format::Json | Format::Csv => format.show_file(&run.result_file(tally), report::win_rates::NAME),
    }
}

/// What was counted of the run before.
fn counted(args: &Args, run: &Run) -> Result<Tally, Failure> {
    let nothing = || Tally::new(run.simulation.schema());
    if !args.resume {
        return Ok(nothing());
    }
    let folder = place(args.work.out.as_deref(), &run.plan, own_folder(run.about.shard).as_deref());
    let found = run.so_far(&folder)?;
    if !args.work.quiet {
        log(&match &found {
            None => format!("{} holds no run to go on with: this one begins", folder.display()),
            Some(tally) => format!("{} games of this run were played before", tally.games),
        });
    }
    Ok(found.unwrap_or_else(nothing))
}

/// The folder of a shard in that of its run.
fn own_folder(shard: Shard) -> Option<String> {
    (!shard.is_whole()).then(|| format!("shards/{}", shard.to_string().replace('/', "-of-")))
}
