//! `undercard run`: plays, prints a summary, writes the files.

use super::interrupt::{Interrupt, stopped};
use super::options::{Format, Game, Work, count, percentage_points};
use super::progress::Progress;
use super::provenance::{Went, run_toml};
use super::{Done, Failure, print};
use crate::config::Plan;
use crate::engine::{Hall, play_all};
use crate::report::{self, Results};
use crate::stats::sums::RateMethod;
use crate::stats::tally::Tally;
use crate::stats::{Level, plan, real};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Play games, print a summary, write the CSV files.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  undercard run knife-fight\n  undercard run knife-fight --games 2M --bots cutter,random --set cards.ten.damage=9\n  undercard run house.toml --out results --format markdown\n\nWrites win_rates.csv, outcomes.csv, game_length.csv, card_impact.csv, metrics.csv, run.json and\nrun.toml; docs/csv.md says what every column means."
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    work: Work,
    /// Folder for the files (default: `reports/NAME`)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Stop as soon as every win share is known to within ± so many points
    #[arg(long, value_name = "POINTS", value_parser = percentage_points)]
    precision: Option<f64>,
    /// Play nothing: say how long the run would take and how much it would tell
    #[arg(long)]
    plan: bool,
    /// Write games.csv, one row for each of the first N games
    #[arg(long, value_name = "N", value_parser = count)]
    games_csv: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Done {
    let plan = args.game.plan()?;
    let hall = plan.hall()?;
    let out = args.out.clone().unwrap_or_else(|| Path::new("reports").join(&plan.name));
    let level = args.work.level;
    if args.plan {
        return print(&forecast(&plan, &*hall, &args.work, level)?);
    }
    let interrupt = Interrupt::listen();
    report::write::prepare(&out)?;
    let pool = args.work.pool()?;
    let progress = Progress::new(plan.games, plan.players, level, args.work.quiet);
    let began = Instant::now();
    let mut tally = Tally::new(hall.ledger());
    let mut precise = false;
    while tally.games < plan.games && !precise && interrupt.code().is_none() {
        let end = if args.precision.is_some() { next_look(tally.games).min(plan.games) } else { plan.games };
        let played =
            play_all(&*hall, tally.games..end, &pool, interrupt.flag(), &|games| progress.add(games));
        tally = tally.merge(&played.tally);
        precise = args
            .precision
            .is_some_and(|precision| is_precise(&results(&plan, &*hall, &tally, level, false), precision));
    }
    progress.finish();
    let complete = precise || tally.games == plan.games;
    let went =
        Went { played: tally.games, complete, wall: began.elapsed(), threads: pool.current_num_threads() };
    let results = results(&plan, &*hall, &tally, level, args.precision.is_none() && complete);
    let mut files = report::write::files(&results, &report::tables(&results));
    files.push(("run.toml".into(), run_toml(&plan, went)?.into_bytes()));
    report::write::folder(&out, &files)?;
    if let Some(n_games) = args.games_csv {
        games_csv(&*hall, n_games.min(tally.games), &out.join("games.csv"))?;
    }
    if !args.work.quiet {
        print(&match args.work.format {
            Format::Text => report::summary::text(&results),
            Format::Markdown => report::summary::markdown(&results),
            Format::Json => report::json::text(&results),
            Format::Csv => report::csv::text(&report::win_rates::table(&results)),
        })?;
    }
    match interrupt.code() {
        Some(code) if !complete => {
            Err(stopped(code, &format!("{} of {} games", tally.games, plan.games), &out))
        }
        _ => Ok(()),
    }
}

/// Games of the sample that a forecast of time is made of.
const SAMPLE: u64 = 2048;
/// The difference of win shares that a forecast speaks of, and a share of pairs that a small change
/// typically plays differently (statistics: how many games?).
const DIFFERENCE: f64 = 0.005;
const DISCORDANCE: f64 = 0.02;

/// What a run would take and tell.
fn forecast(plan: &Plan, hall: &dyn Hall, work: &Work, level: Level) -> Result<String, Failure> {
    use std::fmt::Write;
    let pool = work.pool()?;
    let began = Instant::now();
    let sample = SAMPLE.min(plan.games);
    play_all(hall, 0..sample, &pool, &AtomicBool::new(false), &|_| {});
    let seconds = began.elapsed().as_secs_f64() / real(sample) * real(plan.games);
    let share = 1.0 / real(plan.players as u64);
    let sd = (share * (1.0 - share)).sqrt();
    let games = |count: Option<u64>| count.map_or_else(|| "?".to_owned(), |count| count.to_string());
    let mut text = String::new();
    writeln!(
        text,
        "{}: {} games, about {seconds:.1} s on {} threads",
        plan.game.title,
        plan.games,
        pool.current_num_threads()
    )?;
    let half = plan::width_after(plan.games, sd, level).unwrap_or(f64::NAN);
    writeln!(
        text,
        "An even seat's win share will be known to within ±{:.3} pp ({} %).",
        100.0 * half,
        level.percent()
    )?;
    writeln!(text, "±0.1 pp takes {} games.", games(plan::games_for_width(0.001, sd, level)))?;
    writeln!(
        text,
        "To see a difference of 0.5 pp: {} games a side, or {} pairs on the same luck (`undercard compare`).",
        games(plan::games_for_difference(DIFFERENCE, share, level)),
        games(plan::pairs_for_difference(DIFFERENCE, DISCORDANCE, level))
    )?;
    Ok(text)
}

/// The statistics of a plan's games; `fixed` if their number was fixed beforehand.
pub(super) fn results<'r>(
    plan: &'r Plan,
    hall: &'r dyn Hall,
    tally: &'r Tally,
    level: Level,
    fixed: bool,
) -> Results<'r> {
    Results {
        game: plan.game.id,
        players: plan.players,
        seed: plan.seed,
        digest: &plan.digest,
        ledger: hall.ledger(),
        lineup: hall.lineup(),
        tally,
        level,
        rate: RateMethod::default(),
        fixed,
        planned: plan.games,
    }
}

/// The number of games after which a run that may stop early is looked at next: fixed, so that
/// where it stops depends on no thread.
pub(super) fn next_look(games: u64) -> u64 {
    const FIRST: u64 = 4096;
    if games == 0 { FIRST } else { (games + games / 4).next_multiple_of(FIRST) }
}

/// Is every win share known to within so much?
fn is_precise(results: &Results<'_>, precision: f64) -> bool {
    let table = report::win_rates::table(results);
    table
        .addresses()
        .iter()
        .filter_map(|address| table.figure(address))
        .all(|figure| figure.low.zip(figure.high).is_some_and(|(low, high)| (high - low) / 2.0 <= precision))
}

/// Writes one row a game.
fn games_csv(hall: &dyn Hall, n_games: u64, path: &Path) -> Done {
    let write = |file: &mut dyn Write| -> std::io::Result<()> {
        let mut csv = csv::Writer::from_writer(file);
        csv.write_record(report::games::COLUMNS.iter().map(|column| column.name))?;
        let mut written = Ok(());
        hall.worker().show(0..n_games, &mut |game_idx, result| {
            if written.is_ok() {
                written = csv.write_record(report::games::row(game_idx, result));
            }
        });
        written?;
        csv.flush()
    };
    Ok(report::write::stream(path, write)?)
}
