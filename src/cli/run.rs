//! `undercard run`: plays, prints a summary, writes the files.

use super::interrupt::Interrupt;
use super::options::{Format, Game, Work, count};
use super::progress::Progress;
use super::provenance::{Went, run_toml};
use super::{Done, Failure, print, tell};
use crate::config::Plan;
use crate::engine::{Hall, Played, play_all};
use crate::model::{Outcome, Seats};
use crate::report::{self, Results};
use crate::stats::Level;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Play games, print a summary, write the CSV files.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  undercard run knife-fight\n  undercard run knife-fight --games 2M --bots cutter,random --set cards.ten.damage=9\n  undercard run house.toml --out results --format markdown\n\nWrites win_rates.csv, outcomes.csv, game_length.csv, card_impact.csv, metrics.csv, run.json and\nrun.toml; docs/csv.md says what every column means.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    work: Work,
    /// Folder for the files [default: reports/<name>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write games.csv, one row for each of the first N games
    #[arg(long, value_name = "N", value_parser = count)]
    games_csv: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Done {
    let plan = args.game.plan()?;
    let hall = plan.hall()?;
    let out = args.out.clone().unwrap_or_else(|| Path::new("reports").join(&plan.name));
    report::write::prepare(&out).map_err(|error| Failure::Write(error.to_string()))?;
    let pool = args.work.pool()?;
    let level = Level::new(args.work.level).ok_or_else(|| Failure::Input("--level: not between 0.5 and 1".into()))?;
    let interrupt = Interrupt::listen();
    let progress = Progress::new(plan.games, plan.players, level, args.work.quiet);
    let began = Instant::now();
    let Played { tally, .. } = play_all(&*hall, 0..plan.games, &pool, interrupt.flag(), &|games| progress.add(games));
    progress.finish();
    let complete = tally.games == plan.games;
    let went = Went { played: tally.games, complete, wall: began.elapsed(), threads: pool.current_num_threads() };
    let results = Results {
        game: plan.game.id,
        title: plan.game.title,
        players: plan.players,
        ledger: hall.ledger(),
        lineup: hall.lineup(),
        tally: &tally,
        level,
        fixed: complete,
        asked: plan.games,
        seed: plan.seed,
        digest: &plan.digest,
    };
    let written = report::write::run(&out, &results, &run_toml(&plan, went));
    written.map_err(|error| Failure::Write(error.to_string()))?;
    if let Some(n_games) = args.games_csv {
        games_csv(&*hall, n_games.min(tally.games), &out.join("games.csv"))?;
    }
    if !args.work.quiet {
        print(&match args.work.format {
            Format::Text => report::summary::text(&results, &out),
            Format::Markdown => report::summary::markdown(&results, &out),
            Format::Json => report::json::text(&results),
            Format::Csv => report::csv::text(&report::win_rates::table(&results)),
        })?;
    }
    match interrupt.code() {
        Some(code) if !complete => {
            stopped(&plan, &args.game.config, tally.games, &out);
            Err(Failure::Interrupted(code))
        }
        _ => Ok(()),
    }
}

fn stopped(plan: &Plan, config: &str, played: u64, out: &Path) {
    tell(&format!(
        "stopped after {played} of {} games; the partial result, marked as such, is in {}\nto play them all: undercard run {config} --games {} --seed {}",
        plan.games,
        out.display(),
        plan.games,
        plan.seed
    ));
}

/// Writes one row a game.
fn games_csv(hall: &dyn Hall, n_games: u64, path: &Path) -> Done {
    let write = |file: &mut dyn Write| -> std::io::Result<()> {
        let mut csv = csv::Writer::from_writer(file);
        csv.write_record(["game_idx", "outcome", "winners", "length", "decisions"])?;
        let mut worker = hall.worker();
        let mut written = Ok(());
        worker.show(0..n_games, &mut |game_idx, result| {
            let seats: Vec<String> = Seats::into_iter(result.outcome.winners()).map(|seat| seat.to_string()).collect();
            let row = [
                game_idx.to_string(),
                Outcome::KINDS[result.outcome.kind()].to_owned(),
                seats.join(" "),
                result.length.to_string(),
                result.decisions.to_string(),
            ];
            if written.is_ok() {
                written = csv.write_record(row);
            }
        });
        written?;
        csv.flush()
    };
    report::write::file(path, write).map_err(|error| Failure::write(path, error))
}
