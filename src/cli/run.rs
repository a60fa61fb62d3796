//! `undercard run`: plays games, prints a summary and writes the files.

use super::array_job::ShardChoice;
use super::command_line::command_line;
use super::conduct::{conduct, say_if_slow};
use super::files::output_folder;
use super::forecast::print_forecast;
use super::options::{Game, PrecisionArgs, Rates, Work};
use super::run_context::RunContext;
use super::values::count;
use super::{CliResult, Failure, log, warn};
use crate::config::{Plan, PlanOptions};
use crate::experiments::panel::{Panel, is_panel};
use crate::experiments::run::{Provenance, Run};
use crate::experiments::{Accuracy, Shard, Tally};
use crate::experiments::{Experiment, ExperimentResult, Extent};
use crate::report::list_file::ListFormat;
use crate::report::result_file::Ended;
use crate::report::show::grouped;
use clap::ValueEnum;

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
    /// Format of the files of --games-csv
    #[arg(long, value_enum, default_value_t = GamesFormat::Csv, value_name = "FORMAT", requires = "games_csv")]
    games_format: GamesFormat,
    /// Interval method for win rates and outcomes when the number of games is fixed
    #[arg(long, value_enum, default_value_t = Rates::Wilson, value_name = "METHOD")]
    rates: Rates,
}

/// The format of the lists of single games.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum GamesFormat {
    /// games.csv etc., for every program
    Csv,
    /// games.parquet etc., for pandas, polars, DuckDB and R: the same rows, much smaller
    Parquet,
}

impl From<GamesFormat> for ListFormat {
    fn from(format: GamesFormat) -> Self {
        match format {
            GamesFormat::Csv => Self::Csv,
            GamesFormat::Parquet => Self::Parquet,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  undercard run knife-fight
  undercard run knife-fight --games 2M --bots cutter --set cards.ten.damage=9
  undercard run house.toml --out results --format markdown
  undercard run knife-fight --precision 0.5pp --plan
  undercard run knife-fight --games 1e9 --resume
  undercard run knife-fight --games 1e9 --shard 3/8 --out shards/3
  undercard run knife-fight --games 1e9 --shard auto --resume  # in an array job

Writes win_rates.csv, outcomes.csv, game_length.csv, card_impact.csv,
metrics.csv, result.json, run.toml and run.tally; docs/csv.md explains every
column. --games-csv adds games.csv, games_seats.csv, games_metrics.csv and
games_cards.csv; --games-format parquet writes games.parquet etc. instead, with
the same rows in about an eighth of the space or less. The headline intervals of
--precision are those of the win shares.

--resume needs the options of the original command: settings, bots, seed, number
of games, --shard and --precision (or a narrower one), and the same version of
undercard. Folders of other runs are rejected. --level and --rates may differ:
they only change the intervals. The files are byte-identical to those of an
uninterrupted run. A run cannot be extended by more games; use --precision if
you do not know the number beforehand. Progress is saved once a minute. A run
that is interrupted has no list of single games yet; --resume writes it.

--shard auto reads the number of the task and the size of the array from Slurm,
Grid Engine, PBS, Kubernetes, AWS Batch, Google Batch, Cloud Run, GitLab or
GitHub; PBS and Kubernetes do not say the size, so write auto/N there. The files
go to DIR/shards/K-of-N, where DIR is --out. docs/big-runs.md has the details.";

pub(crate) fn run(args: &Args) -> CliResult {
    let accuracy = args.work.accuracy(args.precision.precision);
    let format = ListFormat::from(args.games_format);
    format.check().map_err(|fault| Failure::Input(format!("--games-format parquet: {fault}")))?;
    let choice = args.shard.unwrap_or(ShardChoice::Is(Shard::WHOLE));
    let (shard, from) = choice.resolve(|name| std::env::var(name).ok())?;
    let mut work = args.work.clone();
    // All tasks of an array have the same command, so `--out` is the folder of the whole run, also if there is one task.
    let own = own_folder(shard, from.is_some());
    if let Some(from) = from {
        work.out = work.out.map(|out| out.join(own.as_deref().unwrap_or_default()));
        log(&from);
    }
    let args = &Args { work, ..args.clone() };
    if is_panel(&args.game.config, &args.game.plan_options()) {
        return run_panel(args, accuracy);
    }
    let mut run = Run::new(args.game.plan()?, shard, accuracy, args.rates.into())?;
    warn(&run.warnings());
    if args.precision.plan {
        return print_forecast(&run, &args.work);
    }
    let counted = counted(args, &run, own.as_deref())?;
    let before = counted.games;
    let mut context = RunContext::of_run(&run, own.as_deref(), before, args.resume, &args.work)?;
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
        let written = result.file(&context.out, &origin, Vec::new(), context.keeps_earlier);
        if let Err(failure) = context.note_kept(written) {
            log(&format!("warning: {}", failure.message()));
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
    let listed = run.list_games(n_listed, format, &tally, &context.out, &context.session);
    let mut result = run.result_of(tally);
    let written = listed.map_err(Failure::from).and_then(|list| {
        let (parts, listed) = list.map(|list| (list.parts, list.listed)).unzip();
        result.games_csv = listed;
        let origin = origin(&result.tally, &context);
        let parts = parts.unwrap_or_default();
        context.note_kept(result.file(&context.out, &origin, parts, context.keeps_earlier))
    });
    // The result is printed if its files cannot be written, even with --quiet.
    if written.is_err() {
        result.games_csv = None;
    }
    if written.is_err() || !args.work.is_silent() {
        args.work.print(&result)?;
    }
    written?;
    let listed = result.games_csv.as_ref().map_or(0, |listed| listed.rows);
    shortfall.iter().for_each(|warning| log(warning));
    let ended = if listed == n_listed { extent.ended } else { Ended::Interrupted };
    context.end_of(&Extent { ended, ..extent }, &[run.plan.used()])
}

/// Plays with one bot of the panel after another.
fn run_panel(args: &Args, accuracy: Accuracy) -> CliResult {
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
    let panel = Panel::new(config, &args.game.plan_options(), args.work.level, of_bot)?;
    conduct(&panel, args.precision.plan, &args.work)
}

/// The tally of the run that is resumed; empty without `--resume`.
fn counted(args: &Args, run: &Run, own: Option<&str>) -> Result<Tally, Failure> {
    let nothing = || Tally::new(run.simulation.schema());
    if !args.resume {
        return Ok(nothing());
    }
    let folder = output_folder(args.work.out.as_deref(), &run.plan, own);
    let found = run.so_far(&folder)?;
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

/// The folder of a shard, relative to that of its run.
fn own_folder(shard: Shard, is_of_array: bool) -> Option<String> {
    (is_of_array || !shard.is_whole()).then(|| format!("shards/{}", shard.to_string().replace('/', "-of-")))
}

#[cfg(all(test, feature = "parquet"))]
mod parquet_tests {
    use crate::cli::answer;
    use crate::report::games::LISTS;
    use crate::report::list_file::{ListFormat, open};
    use std::fs;
    use std::io::Read;
    use std::path::Path;

    fn code(args: &[&str]) -> u8 {
        answer(["undercard"].iter().chain(args).map(Into::into))
    }

    fn run(game: &str, out: &Path, more: &[&str]) {
        let out = out.display().to_string();
        let run = ["run", game, "--games", "300", "--games-csv", "200", "--bots", "random", "--quiet"];
        assert_eq!(code(&[&run, &["--label", "a, b", "--out", &out][..], more].concat()), 0, "{game}");
    }

    #[test]
    fn lists_have_the_same_rows_in_both_formats_on_any_threads() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, two, three] = ["one", "two", "three"].map(|name| folder.path().join(name));
        for game in ["knife-fight", "taunt", "fight", "stabby-jack", "stupid-fight"] {
            run(game, &one, &["--threads", "1", "--games-format", "parquet", "--force"]);
            run(game, &two, &["--threads", "2", "--games-format", "parquet", "--force"]);
            run(game, &three, &["--force"]);
            for list in LISTS {
                let [csv, parquet] = ListFormat::ALL.map(|format| format.file_name(list));
                assert!(!one.join(&csv).exists() && !three.join(&parquet).exists());
                let bytes = [&one, &two].map(|folder| fs::read(folder.join(&parquet)).expect("a file"));
                assert!(bytes[0] == bytes[1], "{game}: {parquet}");
                let mut text = String::new();
                let file = open(list.columns, &one.join(&parquet)).expect("a list");
                file.take(1 << 30).read_to_string(&mut text).expect("text");
                assert!(fs::read_to_string(three.join(csv)).expect("a file") == text, "{game}: {parquet}");
            }
        }
        let at = one.display().to_string();
        assert_eq!(code(&["verify", &at, "--sample", "100%", "--quiet"]), 0);
        assert_eq!(code(&["report", &at, "--format", "xlsx", "--quiet"]), 0);
        // A file of another list.
        fs::copy(two.join("games_cards.parquet"), one.join("games_seats.parquet")).expect("a copy");
        assert_ne!(code(&["verify", &at, "--sample", "100%", "--quiet"]), 0);
        assert_eq!(code(&["report", &at, "--format", "xlsx", "--quiet"]), 12);
        // A run in another format removes the files of the first.
        run("stupid-fight", &one, &["--force"]);
        assert!(!one.join("games.parquet").exists() && one.join("games.csv").exists());
    }
}
