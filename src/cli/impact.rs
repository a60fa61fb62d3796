//! `undercard impact`: what each card is worth, three ways side by side.

use super::Done;
use super::forecast::{Forecast, Sample, Told};
use super::looks::{Enough, Headline, READING, play_on};
use super::options::{Game, Work, both, matches};
use super::run::results;
use super::stage::{Ended, Stage};
use crate::config::{Plan, fault};
use crate::model::OPENING;
use crate::model::settings::{ConfigError, ConfigErrors, clipped, nearest};
use crate::report::impact::Wanted;
use crate::report::show::{Grid, bar, points};
use crate::report::{self, Cell, Results, Table};
use crate::simulation::Simulation;
use crate::simulation::ablation::{self, Without, play_without};
use crate::stats::Method;
use crate::stats::compared::Ablated;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

/// Measure what each card is worth: seen, in the opening hand, and missing.
///
/// Three impacts on its player's win share stand side by side: the difference between seats that met the
/// card and seats that did not, the lift of having it in the opening hand, and its ablation: the same
/// games played again with a stand-in for the card in one player's hands (what that is, is said at the
/// top of the report and by `undercard list GAME`).
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Only cards whose id matches; * stands for any text
    #[arg(long, value_name = "GLOB")]
    cards: Vec<String>,
    /// The event that seats are told apart by (default: drawn; played, where the opening is not shuffled)
    #[arg(long, value_name = "EVENT")]
    event: Option<String>,
    #[command(flatten)]
    enough: Enough,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard impact knife-fight
  undercard impact stupid-fight --cards 'steal-*' --games 20k
  undercard impact taunt --bots brawler --event hit
  undercard impact knife-fight --precision 1pp

Writes impact.csv; docs/csv.md says what every column means. --precision is
about every ablation.";

/// Where nobody says how many games: as many as make so many runs of the default length, all cards and
/// seats together.
const RUNS: u64 = 5;

pub(crate) fn run(args: &Args) -> Done {
    let plan = args.game.plan()?.or_games(games);
    let level = args.work.level;
    let simulation = plan.simulation();
    let (cards, event) = both(
        chosen(&*simulation, &args.cards),
        args.event.as_deref().map(|name| event(&*simulation, name)).transpose(),
    )?;
    let simulations: Vec<Option<Without>> =
        cards.iter().map(|card| ablation::without(&*simulation, *card)).collect();
    let can: Vec<(usize, bool)> =
        cards.iter().copied().zip(simulations.iter().map(Option::is_some)).collect();
    let simulations: Vec<Without> = simulations.into_iter().flatten().collect();
    let table = |played: &Ablated, fixed| {
        let results = results(&plan, &*simulation, &played.tally, level, fixed);
        let event = event.unwrap_or_else(|| telling(&results));
        report::impact::table(&results, event, &Wanted::of(&can, played))
    };
    if args.enough.plan {
        let pool = args.work.pool()?;
        let (sample, played) = Sample::play(plan.games, |games| {
            play_without(&*simulation, &simulations, 0..games, &pool, &AtomicBool::new(false), &|_| {})
        });
        let forecast = Forecast {
            plan: &plan,
            amount: format!(
                "{} games, and {} times again without a card",
                plan.games,
                simulations.len() * plan.players()
            ),
            unit: "games",
            sample,
            times: 1,
            threads: pool.current_num_threads(),
            told: Told::Difference("Every ablation".into()),
            deviation: HEADLINE.deviation(&table(&played, true), sample.games, level),
        };
        return forecast.print(args.enough.stop(level), level);
    }
    let all = plan.games.saturating_mul((simulations.len() * plan.players()) as u64);
    let stage = Stage::open(&plan, "impact", all, &args.work)?;
    let watched = args.enough.precision.is_some();
    let (played, far) = play_on(
        Ablated::new(simulation.schema(), simulations.len()),
        0..plan.games,
        watched,
        &stage.interrupt,
        |played, games| {
            let more =
                play_without(&*simulation, &simulations, games, &stage.pool, stage.flag(), &|n| stage.add(n));
            played.merge(&more);
            more.games
        },
        |played| args.enough.is_reached(|| HEADLINE.widest(&table(played, false))),
    );
    stage.finish();
    let ended = Ended {
        is_done: far.is_done,
        is_fixed: !watched && far.is_done,
        played: format!("{} of {} games", far.games, plan.games),
    };
    let table = table(&played, ended.is_fixed);
    stage.file(&plan, &[&table], &ended, Vec::new())?;
    let results = results(&plan, &*simulation, &played.tally, level, ended.is_fixed);
    args.work.show(&table, || text(&plan, args, &*simulation, &results, &table))?;
    if far.is_done && !far.is_enough {
        args.enough.tell_short(&format!("{} games", plan.games));
    }
    stage.end(&ended)
}

/// What an impact is about: every ablation.
const HEADLINE: Headline = Headline { column: "ablation", rows: |_, _| true };

/// A number of games that depends on the game alone, where nobody says how many.
fn games(plan: &Plan) -> u64 {
    let n_cards = plan.rules.schema().cards.len();
    let games = plan.games.saturating_mul(RUNS) / (n_cards * plan.players()).max(1) as u64;
    // A round number, that people can say.
    let unit = 10_u64.pow(games.max(1).ilog10());
    (games / unit * unit).min(plan.games)
}

/// The places of the cards that are asked for.
fn chosen(simulation: &dyn Simulation, globs: &[String]) -> Result<Vec<usize>, ConfigErrors> {
    let ids = || simulation.schema().cards.iter().map(|card| card.id.as_str());
    let wanted = |id: &str| globs.is_empty() || globs.iter().any(|glob| matches(glob, id));
    // A card to which nothing can happen is in no deck of this configuration.
    let cards = simulation.schema().cards.iter().enumerate();
    let places = cards.filter(|(_, card)| card.events != 0 && wanted(&card.id)).map(|(place, _)| place);
    let places: Vec<usize> = places.collect();
    if places.is_empty() {
        let asked = globs.iter().map(|glob| clipped(glob)).collect::<Vec<_>>().join(", ");
        let hint = globs.first().and_then(|glob| nearest(glob, ids()));
        let known = format!("one of: {}", ids().collect::<Vec<_>>().join(", "));
        return Err(ConfigErrors(vec![ConfigError { hint, ..fault("--cards", "", asked, known) }]));
    }
    Ok(places)
}

/// The place of an event.
fn event(simulation: &dyn Simulation, name: &str) -> Result<usize, ConfigErrors> {
    let events = &simulation.schema().events;
    events.iter().position(|known| *known == name).ok_or_else(|| {
        let hint = nearest(name, events.iter().copied());
        let (found, known) = (format!("\"{}\"", clipped(name)), format!("one of: {}", events.join(", ")));
        ConfigErrors(vec![ConfigError { hint, ..fault("--event", "", found, known) }])
    })
}

/// The place of `drawn`; of `played`, where the opening is not shuffled: then nobody draws either.
fn telling(results: &Results<'_>) -> usize {
    let place = |name: &str| results.schema.events.iter().position(|event| *event == name);
    let table = report::card_impact::table(results);
    let is_shuffled = table.rows.iter().any(|row| {
        table.written(row, "event") == OPENING
            && table.written(row, "side") == "all"
            && table.number(row, "difference").is_some()
    });
    place(if is_shuffled { "drawn" } else { "played" }).or_else(|| place("drawn")).unwrap_or(0)
}

/// Cards shown in the terminal.
const SHOWN: usize = 20;

fn text(
    plan: &Plan,
    args: &Args,
    simulation: &dyn Simulation,
    results: &Results<'_>,
    table: &Table,
) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let number = |row: &[Cell], column: &str| table.number(row, column);
    writeln!(
        text,
        "{}: {} games, and again without each card for each player, seed {}; bots: {}",
        plan.game.title,
        results.tally.games,
        plan.seed,
        results.bots.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    )?;
    writeln!(text, "Without a card: {}.", simulation.replacement())?;
    writeln!(
        text,
        "What a card adds to its player's chance to win, in percentage points{}\n",
        args.work.stars(table.rows.iter().any(|row| number(row, "p_holm").is_some()))
    )?;
    let all = table.rows.iter().filter(|row| table.written(row, "side") == "all");
    let by = |row: &[Cell]| number(row, "ablation").unwrap_or(f64::NEG_INFINITY);
    let (mut rows, kept): (Vec<&Vec<Cell>>, Vec<&Vec<Cell>>) = all.partition(|row| by(row).is_finite());
    rows.sort_by(|a, b| by(b).total_cmp(&by(a)));
    let most =
        rows.iter().filter_map(|row| number(row, "ablation")).fold(1e-9, |most, by| by.abs().max(most));
    let event = table.rows.first().map(|row| table.written(row, "event")).unwrap_or_default();
    let known = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), points);
    let line = |row: &Vec<Cell>| {
        let ablation = number(row, "ablation");
        let is_significant = number(row, "p_holm").is_some_and(|p| p < results.level.alpha());
        let bar = ablation.map_or_else(String::new, |by| bar(by, most));
        let ends = number(row, "ablation_low").zip(number(row, "ablation_high"));
        let ends = ends.map(|(low, high)| format!("{} to {}", points(low), points(high)));
        let flag = table.written(row, "disagree");
        vec![
            table.written(row, "card"),
            known(number(row, "event_difference")),
            known(number(row, "opening_difference")),
            format!("{}{}", known(ablation), if is_significant { "*" } else { " " }),
            ends.unwrap_or_default(),
            if flag.is_empty() { bar } else { format!("{bar} ! {flag}") },
        ]
    };
    let (first, last) =
        if rows.len() > SHOWN { (SHOWN / 2, rows.len() - SHOWN / 2) } else { (rows.len(), rows.len()) };
    let header = ["card", &event, "opening", "ablation ", "interval", ""].map(str::to_owned).to_vec();
    let mut lines: Vec<Vec<String>> = rows[..first].iter().map(|row| line(row)).collect();
    if last > first {
        lines.push(
            vec![format!("… {} between", last - first)].into_iter().chain(vec![String::new(); 5]).collect(),
        );
    }
    lines.extend(rows[last..].iter().map(|row| line(row)));
    let grid = Grid { header, right: vec![false, true, true, true, true, false], rows: lines };
    text += &grid.text();
    if !kept.is_empty() {
        writeln!(text, "\nNobody can go without {}.", list(table, &kept))?;
    }
    if args.enough.precision.is_some() {
        writeln!(text, "\n{READING}")?;
    }
    let is_bound = |row: &&Vec<Cell>| table.written(row, "method") == Method::FewDifferences.name();
    if rows.iter().any(is_bound) {
        writeln!(
            text,
            "\nWhere a card changes fewer than 30 games, its interval is a bound of how many it can change, either way."
        )?;
    }
    let reasons: Vec<String> = rows.iter().map(|row| table.written(row, "disagree")).collect();
    for (reason, meaning) in [
        ("event", "who meets the card is decided by how the game goes: that difference is no effect"),
        (
            "yardstick",
            "the opening is held against an average other card in the first hand, the ablation against the stand-in all game long",
        ),
    ] {
        if reasons.iter().any(|known| known.split(' ').any(|word| word == reason)) {
            writeln!(text, "\n! {reason}: the signs differ; {meaning}.")?;
        }
    }
    Ok(text)
}

/// The ids of some rows' cards, a few of them by name.
fn list(table: &Table, rows: &[&Vec<Cell>]) -> String {
    const NAMED: usize = 5;
    let mut ids: Vec<String> = rows.iter().take(NAMED).map(|row| table.written(row, "card")).collect();
    if rows.len() > NAMED {
        ids.push(format!("{} more", rows.len() - NAMED));
    }
    ids.join(", ")
}
