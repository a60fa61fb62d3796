//! What each card is worth to its player, measured in three ways: event, opening hand and ablation.

use super::driver::{Headline, READING, play_on};
use super::forecast::{Forecast, HeadlineFigure, Sample};
use super::options::{both, matches};
use super::run::results;
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
};
use crate::config::{Plan, PlanOptions, config_error};
use crate::model::OPENING;
use crate::model::settings::{ConfigError, ConfigErrors, clipped, nearest};
use crate::report::impact::Wanted;
use crate::report::show::{Grid, bar, grouped, points, wrap};
use crate::report::{self, Cell, Results, Table};
use crate::simulation::Simulation;
use crate::simulation::ablation::{self, Without, play_without};
use crate::stats::compared::Ablated;
use serde::Serialize;
use std::fmt::{self, Write};

/// Which cards to measure, and how.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Options {
    /// Patterns of card ids; `*` matches any text. Empty: all cards.
    pub cards: Vec<String>,
    /// The event that splits the seats; `None`: `drawn`, or `played` if the opening is not shuffled.
    pub event: Option<String>,
    /// Confidence level and precision.
    #[serde(flatten)]
    pub accuracy: Accuracy,
}

/// A validated request to measure the cards of a game.
pub struct Impact {
    plan: Plan,
    simulation: Box<dyn Simulation>,
    /// The indices of the cards to measure, and whether each can be ablated.
    cards: Vec<(usize, bool)>,
    without: Vec<Without>,
    event: Option<usize>,
    options: Options,
    accuracy: Accuracy,
}

/// The impact of each card.
pub struct Impacts<'i> {
    impact: &'i Impact,
    played: Ablated,
    table: Table,
    extent: Extent,
}

/// The default total number of games, over all cards and seats, is this many times a run's default.
const RUNS: u64 = 5;

impl Impact {
    /// Validates the config and the options.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        let plan = Plan::new(config, plan_options)?.or_games(games);
        options.accuracy.check()?;
        let simulation = plan.simulation();
        let (cards, event) = both(
            chosen(&*simulation, &options.cards),
            options.event.as_deref().map(|name| event(&*simulation, name)).transpose(),
        )?;
        let without: Vec<Option<Without>> =
            cards.iter().map(|card| ablation::without(&*simulation, *card)).collect();
        let cards = cards.into_iter().zip(without.iter().map(Option::is_some)).collect();
        let without = without.into_iter().flatten().collect();
        let (options, accuracy) = (options.clone(), options.accuracy);
        Ok(Self { plan, simulation, cards, without, event, options, accuracy })
    }

    fn results<'r>(&'r self, played: &'r Ablated, fixed: bool) -> Results<'r> {
        results(&self.plan, &*self.simulation, &played.tally, self.accuracy.level, fixed)
    }

    fn table(&self, played: &Ablated, fixed: bool) -> Table {
        let results = self.results(played, fixed);
        let event = self.event.unwrap_or_else(|| default_event(&results));
        report::impact::table(&results, event, &Wanted::of(&self.cards, played))
    }
}

impl Experiment for Impact {
    type Result<'i> = Impacts<'i>;
    const COMMAND: &'static str = "impact";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.plan]
    }

    fn games(&self) -> u64 {
        self.plan.games.saturating_mul((self.without.len() * self.plan.players()) as u64)
    }

    fn play(&self, session: &Session) -> Impacts<'_> {
        let Self { plan, simulation, without, accuracy, .. } = self;
        let (played, stopped) = play_on(
            Ablated::new(simulation.schema(), without.len()),
            0..plan.games,
            accuracy.is_sequential(),
            session,
            |played, games| {
                let progress = |n| session.played(n);
                let more =
                    play_without(&**simulation, without, games, session.pool(), session.stop(), &progress);
                played.merge(&more);
                more.games
            },
            |played| accuracy.is_reached(|| HEADLINE.widest(&self.table(played, false))),
        );
        let extent = Extent::of(stopped, plan.games, "games", accuracy.is_sequential());
        let table = self.table(&played, extent.is_fixed);
        Impacts { impact: self, played, table, extent }
    }

    fn forecast(&self, session: &Session) -> Option<String> {
        let Self { plan, simulation, without, accuracy, .. } = self;
        let (sample, played) = Sample::play(plan.games, |games| {
            play_without(&**simulation, without, 0..games, session.pool(), session.stop(), &|_| {})
        });
        let forecast = Forecast {
            plan,
            games: plan.games,
            amount: format!(
                "{} games, each replayed {} times without a card",
                grouped(plan.games),
                without.len() * plan.players()
            ),
            unit: "games",
            sample,
            times: 1,
            session,
            headline: HeadlineFigure::Difference("every ablation".into()),
            deviation: HEADLINE.deviation(&self.table(&played, true), sample.games, accuracy.level),
            stop: accuracy.stop(),
            level: accuracy.level,
        };
        Some(forecast.text())
    }
}

impl ExperimentResult for Impacts<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn summary(&self) -> Result<String, fmt::Error> {
        let Self { impact, played, table, extent, .. } = self;
        text(impact, &impact.results(played, extent.is_fixed), table)
    }

    fn metadata(&self) -> ResultMeta {
        let Impact { plan, simulation, options: chosen, accuracy, .. } = self.impact;
        let details = details([("replacement", simulation.replacement().into())]);
        metadata(Impact::COMMAND, &[plan], &self.extent, accuracy.level, options(chosen), details)
    }

    fn shortfall(&self) -> Option<String> {
        self.impact.accuracy.shortfall_of(&self.extent)
    }
}

/// The headline figures: the ablations.
const HEADLINE: Headline = Headline { column: "ablation", rows: |_, _| true };

/// The default number of games; it depends on the game only.
fn games(plan: &Plan) -> u64 {
    let n_cards = plan.rules.schema().cards.len();
    let games = plan.games.saturating_mul(RUNS) / (n_cards * plan.players()).max(1) as u64;
    // Rounded to one digit.
    let unit = 10_u64.pow(games.max(1).ilog10());
    (games / unit * unit).min(plan.games)
}

/// The indices of the cards whose ids match.
fn chosen(simulation: &dyn Simulation, globs: &[String]) -> Result<Vec<usize>, ConfigErrors> {
    let ids = || simulation.schema().cards.iter().map(|card| card.id.as_str());
    let wanted = |id: &str| globs.is_empty() || globs.iter().any(|glob| matches(glob, id));
    // A card without events is in no deck of this configuration.
    let cards = simulation.schema().cards.iter().enumerate();
    let places = cards.filter(|(_, card)| card.events != 0 && wanted(&card.id)).map(|(index, _)| index);
    let places: Vec<usize> = places.collect();
    if places.is_empty() {
        let wanted = globs.iter().map(|glob| clipped(glob)).collect::<Vec<_>>().join(", ");
        let hint = globs.first().and_then(|glob| nearest(glob, ids()));
        let known = format!("one of: {}", ids().collect::<Vec<_>>().join(", "));
        return Err(ConfigErrors(vec![ConfigError { hint, ..config_error("--cards", "", wanted, known) }]));
    }
    Ok(places)
}

/// The index of an event.
fn event(simulation: &dyn Simulation, name: &str) -> Result<usize, ConfigErrors> {
    let events = &simulation.schema().events;
    events.iter().position(|known| *known == name).ok_or_else(|| {
        let hint = nearest(name, events.iter().copied());
        let (found, known) = (format!("\"{}\"", clipped(name)), format!("one of: {}", events.join(", ")));
        ConfigErrors(vec![ConfigError { hint, ..config_error("--event", "", found, known) }])
    })
}

/// The index of the default event: `drawn`, or `played` if the opening is not shuffled (then the draws are not either).
fn default_event(results: &Results<'_>) -> usize {
    let index = |name: &str| results.schema.events.iter().position(|event| *event == name);
    let table = report::card_impact::table(results);
    let is_shuffled = table.rows.iter().any(|row| {
        table.written(row, "event") == OPENING
            && table.written(row, "side") == "all"
            && table.number(row, "difference").is_some()
    });
    index(if is_shuffled { "drawn" } else { "played" }).or_else(|| index("drawn")).unwrap_or(0)
}

/// Cards shown in the terminal.
const SHOWN: usize = 20;

fn text(impact: &Impact, results: &Results<'_>, table: &Table) -> Result<String, fmt::Error> {
    let Impact { plan, simulation, accuracy, .. } = impact;
    let mut text = String::new();
    let number = |row: &[Cell], column: &str| table.number(row, column);
    writeln!(
        text,
        "{}: {} games, seed {}; bots: {}",
        plan.game.title,
        grouped(results.tally.games),
        plan.seed,
        results.bots.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    )?;
    writeln!(
        text,
        "Replayed for each player without each card.\nMissing card: {}.",
        simulation.replacement()
    )?;
    writeln!(
        text,
        "\nDifferences in the win share of the card's player, in percentage points{}\n",
        accuracy.stars(table.rows.iter().any(|row| number(row, "p_holm").is_some()))
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
            vec![format!("… {} more", last - first)].into_iter().chain(vec![String::new(); 5]).collect(),
        );
    }
    lines.extend(rows[last..].iter().map(|row| line(row)));
    let grid = Grid { header, right: vec![false, true, true, true, true, false], rows: lines };
    text += &grid.text();
    if !kept.is_empty() {
        writeln!(text, "\nNo ablation is possible for {}.", list(table, &kept))?;
    }
    if accuracy.is_sequential() {
        writeln!(text, "\n{READING}")?;
    }
    let reasons: Vec<String> = rows.iter().map(|row| table.written(row, "disagree")).collect();
    for (reason, meaning) in [
        (
            "event",
            "the course of the game determines which players have the event, so that difference is not an effect of the card",
        ),
        (
            "baseline",
            "`opening` compares the card with an average other card in the opening hand, `ablation` with the \
             replacement for the whole game",
        ),
    ] {
        if reasons.iter().any(|known| known.split(' ').any(|word| word == reason)) {
            writeln!(text, "\n! {reason}: the signs differ because {meaning}.")?;
        }
    }
    Ok(wrap(&text))
}

/// The ids of the rows' cards, at most five by name.
fn list(table: &Table, rows: &[&Vec<Cell>]) -> String {
    const NAMED: usize = 5;
    let mut ids: Vec<String> = rows.iter().take(NAMED).map(|row| table.written(row, "card")).collect();
    if rows.len() > NAMED {
        ids.push(format!("{} more", rows.len() - NAMED));
    }
    ids.join(", ")
}
