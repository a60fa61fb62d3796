//! `undercard run`: plays, prints a summary, writes the files.

use super::filed::{LISTED, Run};
use super::forecast::{Forecast, Sample, Told};
use super::looks::{Enough, Far, Headline, play_on};
use super::options::{Format, Game, Rates, Work, count};
use super::provenance::Went;
use super::stage::{Ended, Stage, place};
use super::{Done, Failure, print, tell};
use crate::config::Plan;
use crate::report::{self, Results};
use crate::simulation::{Simulation, play_all};
use crate::stats::Level;
use crate::stats::ratio_sums::RateMethod;
use crate::stats::shard::Shard;
use crate::stats::tally::Tally;
use rayon::ThreadPool;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Play games, print a summary, write the CSV files.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    enough: Enough,
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

/// When a long run is saved first, and how often then.
const SAVED: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(60)];

pub(crate) fn run(args: &Args) -> Done {
    let plan = args.game.plan()?;
    let level = args.work.level;
    if args.enough.plan {
        let forecast = sample(&plan, &*plan.simulation(), &args.work.pool()?, level);
        return forecast.print(args.enough.stop(level), level);
    }
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let mut run = Run::new(plan, shard, args.enough.precision, level, args.rates.into())?;
    let had = so_far(args, &run)?;
    let games = run.games();
    let (before, most) = (had.games, games.end - games.start);
    let stage = Stage::of_run(&run.plan, own_folder(shard).as_deref(), most - before, &args.work)?;
    let began = Instant::now();
    let went = |tally: &Tally| Went {
        before,
        played: tally.games,
        listed: args.games_csv.unwrap_or(0).min(tally.games),
        wall: began.elapsed(),
        threads: stage.pool.current_num_threads(),
    };
    let save = |tally: &Tally| {
        if let Err(Failure::Write(error)) = run.file(&stage.out, tally, went(tally)) {
            tell(&format!("warning: {error}"));
        }
    };
    let (tally, far) = play(&stage, &args.enough, &run, &had, &save);
    stage.finish();
    run.about.complete = far.is_done;
    run.file(&stage.out, &tally, went(&tally))?;
    let n_listed = args.games_csv.unwrap_or(0).min(far.games);
    let listed = games_csv(&*run.simulation, n_listed, &stage.out.join(LISTED), stage.flag())?;
    if !args.work.is_silent() {
        show(&run.results(&tally), args.work.format)?;
    }
    if far.is_done && !far.is_enough {
        args.enough.tell_short(&format!("{} games", run.plan.games));
    }
    stage.end(&Ended {
        is_done: far.is_done && listed == n_listed,
        is_fixed: run.about.precision.is_none(),
        played: format!("{} of {most} games", far.games),
    })
}

/// Prints what a run comes to.
pub(super) fn show(results: &Results<'_>, format: Format) -> Done {
    print(&match format {
        Format::Text => report::summary::text(results),
        Format::Markdown => report::summary::markdown(results),
        Format::Json => report::json::text(results),
        Format::Csv => report::csv::text(&report::win_rates::table(results)),
    })
}

/// What there is of the run.
fn so_far(args: &Args, run: &Run) -> Result<Tally, Failure> {
    let nothing = || Tally::new(run.simulation.schema());
    if !args.resume {
        return Ok(nothing());
    }
    let folder = place(args.work.out.as_deref(), &run.plan, own_folder(run.about.shard).as_deref());
    let found = run.so_far(&folder)?;
    if !args.work.quiet {
        tell(&match &found {
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

/// Plays the games of a run that there are not yet, or as many of them as are enough.
fn play(stage: &Stage, enough: &Enough, run: &Run, had: &Tally, save: &dyn Fn(&Tally)) -> (Tally, Far) {
    let Range { start: first, end } = run.games();
    let mut due = Instant::now() + SAVED[0];
    play_on(
        had.clone(),
        had.games..end - first,
        enough.precision.is_some(),
        &stage.interrupt,
        |tally, games| {
            // A signal makes a pause, too.
            let pause = AtomicBool::new(false);
            let progress = |n| {
                stage.add(n);
                if stage.flag().load(Ordering::Relaxed) || Instant::now() >= due {
                    pause.store(true, Ordering::Relaxed);
                }
            };
            let games = first + games.start..first + games.end;
            let n_games = add_games(tally, &*run.simulation, games, &stage.pool, &pause, &progress);
            if Instant::now() >= due {
                save(tally);
                due = Instant::now() + SAVED[1];
            }
            n_games
        },
        |tally| enough.is_reached(|| widest(&run.plan, &*run.simulation, tally, run.about.level)),
    )
}

/// What a run would take and tell, by a sample of its games.
pub(super) fn sample<'p>(
    plan: &'p Plan,
    simulation: &dyn Simulation,
    pool: &ThreadPool,
    level: Level,
) -> Forecast<'p> {
    let (sample, played) = Sample::play(plan.games, |games| {
        play_all(simulation, 0..games, pool, &AtomicBool::new(false), &|_| {})
    });
    let table = report::win_rates::table(&results(plan, simulation, &played, level, true));
    Forecast {
        plan,
        amount: format!("{} games", plan.games),
        unit: "games",
        sample,
        times: 1,
        threads: pool.current_num_threads(),
        told: Told::Even,
        deviation: HEADLINE.deviation(&table, sample.games, level),
    }
}

/// The statistics of a plan's games; `fixed` if their number was fixed beforehand.
pub(super) fn results<'r>(
    plan: &'r Plan,
    simulation: &'r dyn Simulation,
    tally: &'r Tally,
    level: Level,
    fixed: bool,
) -> Results<'r> {
    Results {
        game: plan.game.id,
        players: plan.players(),
        seed: plan.seed,
        digest: &plan.digest,
        schema: simulation.schema(),
        bots: &simulation.lineup().names,
        tally,
        level,
        rate: RateMethod::default(),
        fixed,
        planned: plan.games,
        complete: true,
        shard: Shard::WHOLE,
    }
}

/// What a run is about: every win share.
pub(super) const HEADLINE: Headline = Headline { column: "win_share", rows: |_, _| true };

/// Half the widest interval of its win shares, that may be looked at while games are played.
fn widest(plan: &Plan, simulation: &dyn Simulation, tally: &Tally, level: Level) -> Option<f64> {
    HEADLINE.widest(&report::win_rates::table(&results(plan, simulation, tally, level, false)))
}

/// Plays the plan's games, or as many of them as are enough; saves nothing.
pub(super) fn play_enough(
    stage: &Stage,
    enough: &Enough,
    plan: &Plan,
    simulation: &dyn Simulation,
    level: Level,
) -> (Tally, Far) {
    play_on(
        Tally::new(simulation.schema()),
        0..plan.games,
        enough.precision.is_some(),
        &stage.interrupt,
        |tally, games| add_games(tally, simulation, games, &stage.pool, stage.flag(), &|n| stage.add(n)),
        |tally| enough.is_reached(|| widest(plan, simulation, tally, level)),
    )
}

/// Plays a range of games more; how many were played.
pub(super) fn add_games(
    tally: &mut Tally,
    simulation: &dyn Simulation,
    games: Range<u64>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> u64 {
    let played = play_all(simulation, games, pool, stop, progress);
    *tally = std::mem::take(tally).merge(&played);
    played.games
}

/// Games that are listed between two looks at the signals.
const BATCH: usize = 4096;

/// Writes one row a game, if any are asked for, until a signal comes; how many were written.
fn games_csv(
    simulation: &dyn Simulation,
    n_games: u64,
    path: &Path,
    stop: &AtomicBool,
) -> Result<u64, Failure> {
    if n_games == 0 {
        return Ok(0);
    }
    let mut n_listed = 0;
    let write = |file: &mut dyn Write| -> std::io::Result<()> {
        let mut csv = csv::Writer::from_writer(file);
        csv.write_record(report::games::COLUMNS.iter().map(|column| column.name))?;
        let (mut worker, mut written) = (simulation.worker(), Ok(()));
        for first in (0..n_games).step_by(BATCH) {
            let end = n_games.min(first + BATCH as u64);
            worker.show(first..end, &mut |game_idx, result| {
                if written.is_ok() {
                    written = csv.write_record(report::games::row(game_idx, result));
                }
            });
            n_listed = end;
            if written.is_err() || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        written?;
        csv.flush()
    };
    report::write::stream(path, write)?;
    Ok(n_listed)
}
