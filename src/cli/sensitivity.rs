//! `undercard sensitivity`: every number one step up and down, ranked by what it does.

use super::Done;
use super::forecast::{Forecast, Sample, Told};
use super::looks::{Enough, Headline, READING, play_on};
use super::numbers::{Moved, Number};
use super::options::{Game, Work, both};
use super::stage::{Ended, Stage};
use crate::config::{Plan, fault};
use crate::engine::Hall;
use crate::engine::pairs::{figures, play_against};
use crate::model::settings::Faults;
use crate::report::sensitivity::Step;
use crate::report::show::{Grid, bar};
use crate::report::{self, Cell, Table};
use crate::stats::Level;
use crate::stats::compared::PlayedPairs;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

/// Move every number one step up and down, and rank them by what that does.
///
/// For each numeric setting or card value: how the win share of the worst-off side and the mean
/// length change, paired on common random numbers. p-values are Holm-corrected over all steps.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    moved: Moved,
    #[command(flatten)]
    enough: Enough,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard sensitivity knife-fight --keys 'rules.*'
  undercard sensitivity knife-fight --keys 'cards.*.damage' --step 2 --games 100k
  undercard sensitivity knife-fight --keys 'rules.*' --precision 0.5pp

Writes sensitivity.csv; docs/csv.md says what every column means. --precision is
about every step's change of the win share of the worst-off side.";

/// Pairs of games of a step where nobody says how many: a fraction of a run's.
const FRACTION: u64 = 10;
/// The most steps of one run: beyond, --keys must choose.
const MOST_STEPS: usize = 4000;

/// One number, one step away, and where that is played.
struct Taken {
    step: Step,
    hall: Box<dyn Hall>,
}

pub(crate) fn run(args: &Args) -> Done {
    let opened = args.game.open()?.or_games(|plan| plan.games / FRACTION);
    let numbers = opened.judge(|plan| args.moved.numbers(plan));
    let (plan, numbers) = both(opened.plan, numbers)?;
    let steps = steps(&plan, numbers, args)?;
    let level = args.work.level;
    let base = plan.hall()?;
    let halls: Vec<&dyn Hall> = steps.iter().map(|step| &*step.hall).collect();
    let table = |pairs: &[PlayedPairs], worst: &str, fixed| {
        let rows: Vec<_> = steps.iter().map(|step| &step.step).zip(pairs).collect();
        let asked = report::sensitivity::Asked {
            game: plan.game.id,
            players: plan.players,
            worst,
            fixed,
            planned: plan.games,
            level,
        };
        report::sensitivity::table(&asked, &rows)
    };
    let worst = |pairs: &[PlayedPairs]| worst_off(&*base, pairs, level);
    if args.enough.plan {
        let pool = args.work.pool()?;
        let amount = format!("{} steps of {} pairs of games", steps.len(), plan.games);
        let (sample, (pairs, _)) = Sample::play(plan.games, |games| {
            play_against(&*base, &halls, 0..games, &pool, &AtomicBool::new(false), &|_| {})
        });
        let worst = worst(&pairs);
        let forecast = Forecast {
            plan: &plan,
            amount,
            unit: "pairs of games a step",
            sample,
            times: 1,
            threads: pool.current_num_threads(),
            told: Told::Difference(format!("What every step does to the win share of {}", side(&worst))),
            deviation: HEADLINE.deviation(&table(&pairs, &worst, true), sample.games, level),
        };
        return forecast.print(args.enough.stop(level), level);
    }
    let all = plan.games * steps.len() as u64;
    let stage = Stage::open(&plan, "sensitivity", all, &args.work)?;
    let watched = args.enough.precision.is_some();
    let (pairs, far) = play_on(
        Vec::new(),
        0..plan.games,
        watched,
        &stage.interrupt,
        |pairs, games| {
            let (more, n_games) =
                play_against(&*base, &halls, games, &stage.pool, stage.flag(), &|n| stage.add(n));
            PlayedPairs::merge(pairs, more);
            n_games
        },
        |pairs| args.enough.is_reached(|| HEADLINE.widest(&table(pairs, &worst(pairs), false))),
    );
    stage.finish();
    let worst = worst(&pairs);
    let ended = Ended {
        is_done: far.is_done,
        is_fixed: !watched && far.is_done,
        played: format!("{} of {} pairs of games a step", far.games, plan.games),
    };
    let table = table(&pairs, &worst, ended.is_fixed);
    stage.file(&plan, &[&table], &ended, Vec::new())?;
    args.work.show(&table, || text(&plan, args, &table, &worst, far.games))?;
    if far.is_done && !far.is_enough {
        args.enough.tell_short(&format!("{} pairs of games a step", plan.games));
    }
    stage.end(&ended)
}

/// What a sensitivity analysis is about: the change of every step, but no slope between two.
const HEADLINE: Headline = Headline {
    column: "delta",
    rows: |table, row| table.cell(row, "to").is_some_and(|to| *to != Cell::Empty),
};

/// Every step that the rules accept.
///
/// # Errors
/// There is none, or there are too many.
fn steps(plan: &Plan, numbers: Vec<Number>, args: &Args) -> Result<Vec<Taken>, Faults> {
    let refuse = |found: &str, expected: String| Err(Faults(vec![fault("--keys", "", found, expected)]));
    let (mut steps, plan) = (Vec::new(), &plan.untargeted());
    for Number { key, value: from, range } in numbers {
        for to in [from - args.moved.step, from + args.moved.step] {
            // A step that the rules refuse (a deck too small, a limit crossed) is not taken.
            let changed =
                if range.contains(&to) { plan.with(&[format!("{key}={to}")], "--keys").ok() } else { None };
            if let Some(changed) = changed.filter(|changed| changed.players == plan.players) {
                let step = Step { key: key.clone(), from, to };
                steps.push(Taken { step, hall: changed.hall()? });
            }
        }
        if steps.len() > MOST_STEPS {
            return refuse("more steps", format!("at most {MOST_STEPS}, of fewer settings"));
        }
    }
    if steps.is_empty() {
        return refuse("settings of which the rules accept no step", "others, or a smaller --step".into());
    }
    Ok(steps)
}

/// The address of the side (or seat) that wins least in the base.
fn worst_off(base: &dyn Hall, pairs: &[PlayedPairs], level: Level) -> String {
    let group = base.ledger().groups.first().map_or("seat", |group| group.name);
    let prefix = format!("win_rates/{group}/");
    let all = figures(base);
    let Some(first) = pairs.first() else { return String::new() };
    let rates =
        first.figures.iter().zip(&first.paired).filter(|(figure, _)| figure.address.starts_with(&prefix));
    let worst = rates
        .filter_map(|(figure, paired)| Some((paired.difference(figure.scale(), level).a?, &figure.address)))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, address)| address.clone());
    worst.unwrap_or_else(|| all.first().map(|figure| figure.address.clone()).unwrap_or_default())
}

/// Steps shown in the terminal.
const SHOWN: usize = 20;

/// A side as people say it.
fn side(address: &str) -> String {
    address.trim_start_matches("win_rates/").replace('/', " ")
}

fn text(plan: &Plan, args: &Args, table: &Table, worst: &str, games: u64) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    writeln!(text, "{}: {games} pairs of games a step, seed {}", plan.game.title, plan.seed)?;
    let number = |row: &[Cell], column: &str| table.number(row, column);
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|row| (HEADLINE.rows)(table, row)).collect();
    writeln!(
        text,
        "Change of the win share of {}, who wins least, in percentage points{}\n",
        side(worst),
        args.work.stars(rows.iter().any(|row| number(row, "p_holm").is_some()))
    )?;
    let delta = |row: &[Cell]| 100.0 * number(row, "delta").unwrap_or(0.0);
    let most = rows.iter().map(|row| delta(row).abs()).fold(1e-9, f64::max);
    let line = |row: &&Vec<Cell>| {
        let is_significant = number(row, "p_holm").is_some_and(|p| p < args.work.level.alpha());
        vec![
            table.written(row, "key"),
            format!("{} → {}", table.written(row, "from"), table.written(row, "to")),
            format!("{:+.2}{}", delta(row) + 0.0, if is_significant { "*" } else { " " }),
            bar(delta(row), most),
            "length".to_owned(),
            format!("{:+.2}", number(row, "length_delta").unwrap_or(0.0) + 0.0),
        ]
    };
    let lines = rows.iter().take(SHOWN).map(line).collect();
    let right = vec![false, true, true, false, false, true];
    text += &Grid { header: Vec::new(), right, rows: lines }.text();
    if rows.len() > SHOWN {
        writeln!(text, "… {} more steps in sensitivity.csv", rows.len() - SHOWN)?;
    }
    if args.enough.precision.is_some() {
        writeln!(text, "\n{READING}")?;
    }
    Ok(text)
}
