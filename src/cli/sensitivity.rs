//! `undercard sensitivity`: every number one step up and down, ranked by what it does.

use super::apart;
use super::forecast::{Forecast, Sample, Told};
use super::looks::{Enough, Headline, READING, play_on};
use super::numbers::{Moved, Number};
use super::options::{Game, Work, both};
use super::stage::{Ended, Stage};
use super::{Done, Failure};
use crate::config::{Plan, fault};
use crate::model::settings::{ConfigErrors, clipped, nearest};
use crate::report::sensitivity::Step;
use crate::report::show::{Grid, bar};
use crate::report::{self, Cell, Table};
use crate::simulation::Simulation;
use crate::simulation::paired::{figures, play_against};
use crate::stats::compared::{Figure, PlayedPairs};
use crate::stats::paired::Paired;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

/// Move every number one step up and down, and rank them by what that does.
///
/// For each numeric setting or card value: how the win share of a side and the mean length change, paired on
/// common random numbers. p-values are Holm-corrected over all steps.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    moved: Moved,
    /// The win share that is looked at, as `win_rates/character/tuggle` (default: of the side that wins least in
    /// games kept apart)
    #[arg(long, value_name = "FIGURE")]
    show: Option<String>,
    #[command(flatten)]
    enough: Enough,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard sensitivity knife-fight --keys 'rules.*'
  undercard sensitivity knife-fight --keys 'cards.*.damage' --step 2 --games 100k
  undercard sensitivity taunt --keys 'moves.kick.*' --show win_rates/character/tuggle
  undercard sensitivity knife-fight --keys 'rules.*' --precision 0.5pp

Writes sensitivity.csv; docs/csv.md says what every column means. --precision is
about every step's change of the win share.";

/// Pairs of games of a step where nobody says how many: a fraction of a run's.
const FRACTION: u64 = 10;
/// The most steps of one run: beyond, --keys must choose.
const MOST_STEPS: usize = 4000;

/// One number, one step away, and where that is played.
struct Taken {
    step: Step,
    simulation: Box<dyn Simulation>,
}

pub(crate) fn run(args: &Args) -> Done {
    let plan = args.game.plan()?.or_games(|plan| plan.games / FRACTION);
    let (numbers, shown) = both(args.moved.numbers(&plan), asked_for(args, &plan))?;
    let steps = steps(&plan, numbers, args)?;
    let level = args.work.level;
    let base = plan.simulation();
    let simulations: Vec<&dyn Simulation> = steps.iter().map(|step| &*step.simulation).collect();
    let shown = shown.map_or_else(|| worst_off(args, &plan, &*base), Ok)?;
    let table = |pairs: &[PlayedPairs], fixed| {
        let rows: Vec<_> = steps.iter().map(|step| &step.step).zip(pairs).collect();
        let asked = report::sensitivity::Asked {
            game: plan.game.id,
            players: plan.players(),
            shown: &shown,
            fixed,
            planned: plan.games,
            level,
        };
        report::sensitivity::table(&asked, &rows)
    };
    if args.enough.plan {
        let pool = args.work.pool()?;
        let amount = format!("{} steps of {} pairs of games", steps.len(), plan.games);
        let (sample, (pairs, _)) = Sample::play(plan.games, |games| {
            play_against(&*base, &simulations, 0..games, &pool, &AtomicBool::new(false), &|_| {})
        });
        let forecast = Forecast {
            plan: &plan,
            amount,
            unit: "pairs of games a step",
            sample,
            times: 1,
            threads: pool.current_num_threads(),
            told: Told::Difference(format!("What every step does to the win share of {}", side(&shown))),
            deviation: HEADLINE.deviation(&table(&pairs, true), sample.games, level),
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
                play_against(&*base, &simulations, games, &stage.pool, stage.flag(), &|n| stage.add(n));
            PlayedPairs::merge(pairs, more);
            n_games
        },
        |pairs| args.enough.is_reached(|| HEADLINE.widest(&table(pairs, false))),
    );
    stage.finish();
    let ended = Ended {
        is_done: far.is_done,
        is_fixed: !watched && far.is_done,
        played: format!("{} of {} pairs of games a step", far.games, plan.games),
    };
    let table = table(&pairs, ended.is_fixed);
    stage.file(&plan, &[&table], &ended, Vec::new())?;
    args.work.show(&table, || text(&plan, args, &table, &shown, far.games))?;
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
fn steps(plan: &Plan, numbers: Vec<Number>, args: &Args) -> Result<Vec<Taken>, ConfigErrors> {
    let refuse =
        |found: &str, expected: String| Err(ConfigErrors(vec![fault("--keys", "", found, expected)]));
    let (mut steps, plan) = (Vec::new(), &plan.untargeted());
    for Number { key, value: from, range } in numbers {
        for to in [from - args.moved.step, from + args.moved.step] {
            // A step that the rules refuse (a deck too small, a limit crossed) is not taken.
            let changed =
                if range.contains(&to) { plan.with(&[format!("{key}={to}")], "--keys").ok() } else { None };
            if let Some(changed) = changed.filter(|changed| changed.players() == plan.players()) {
                let step = Step { key: key.clone(), from, to };
                steps.push(Taken { step, simulation: changed.simulation() });
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

/// Every win share has an address that begins so.
const SHARES: &str = "win_rates/";

/// The win share that is asked for, if one is.
fn asked_for(args: &Args, plan: &Plan) -> Result<Option<String>, ConfigErrors> {
    let Some(asked) = &args.show else { return Ok(None) };
    let all = figures(&*plan.simulation());
    let shares =
        || all.iter().map(|figure| figure.address.as_str()).filter(|address| address.starts_with(SHARES));
    if shares().any(|address| address == asked) {
        return Ok(Some(asked.clone()));
    }
    let expected = format!("one of: {}", shares().collect::<Vec<_>>().join(", "));
    let mut fault = fault("--show", "", format!("\"{}\"", clipped(asked)), expected);
    fault.hint = nearest(asked, shares());
    Err(ConfigErrors(vec![fault]))
}

/// Games by which the side is found that wins least, at most.
const SIDING: u64 = 4096;

/// The win share of the side (or seat) that wins least. It is found in games kept apart: in those that tell what
/// a step does, the side that had the least luck would seem to gain from every step.
fn worst_off(args: &Args, plan: &Plan, base: &dyn Simulation) -> Result<String, Failure> {
    let group = base.schema().groups.first().map_or("seat", |group| group.name);
    let games = apart::SIDING..apart::SIDING + plan.games.min(SIDING);
    let (pairs, _) = play_against(base, &[base], games, &args.work.pool()?, &AtomicBool::new(false), &|_| {});
    let played = pairs.iter().flat_map(|pairs| pairs.figures.iter().zip(&pairs.paired));
    let rates = played.filter(|(figure, _)| figure.address.starts_with(&format!("{SHARES}{group}/")));
    let rate = |(figure, paired): (&Figure, &Paired)| {
        Some((paired.difference(figure.scale(), args.work.level).a?, figure.address.clone()))
    };
    let worst = rates.filter_map(rate).min_by(|one, other| one.0.total_cmp(&other.0));
    Ok(worst.map_or_else(|| format!("{SHARES}seat/0"), |(_, address)| address))
}

/// Steps shown in the terminal.
const SHOWN: usize = 20;

/// A side as people say it.
fn side(address: &str) -> String {
    address.trim_start_matches("win_rates/").replace('/', " ")
}

fn text(plan: &Plan, args: &Args, table: &Table, shown: &str, games: u64) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    writeln!(text, "{}: {games} pairs of games a step, seed {}", plan.game.title, plan.seed)?;
    let number = |row: &[Cell], column: &str| table.number(row, column);
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|row| (HEADLINE.rows)(table, row)).collect();
    writeln!(
        text,
        "Change of the win share of {}{}, in percentage points{}\n",
        side(shown),
        if args.show.is_some() { "" } else { ", who wins least" },
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
