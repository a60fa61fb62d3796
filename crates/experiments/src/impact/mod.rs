//! What each card is worth to its player, measured in three ways: event, opening hand and ablation, of one copy and of all.

mod text;

use super::driver::{deviation, play_on, widest};
use super::forecast::{Forecast, HeadlineFigure, Sample};
use super::options::{both, matches};
use super::run::results;
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
};
use crate::config::{Plan, PlanOptions, config_error};
use crate::model::settings::{ConfigError, ConfigErrors, clipped, nearest};
use crate::model::{Copies, OPENING, SeatOrder};
use crate::report::claim::Sentence;
use crate::report::impact::{CardWorth, MeasuredCard};
use crate::report::show::grouped;
use crate::report::text::Text;
use crate::report::{self, Results, Row, Table};
use crate::simulation::Simulation;
use crate::simulation::ablation::{self, Without, play_without};
use crate::stats::Interval;
use crate::stats::compared::Ablated;
use serde::Serialize;

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
    cards: Vec<MeasuredCard>,
    without: Vec<Without>,
    event: Option<usize>,
    options: Options,
    accuracy: Accuracy,
}

/// The impact of each card.
pub struct Impacts<'i> {
    impact: &'i Impact,
    /// The cards.
    pub(crate) rows: Vec<CardWorth>,
    table: Table,
    extent: Extent,
}

/// The default total number of games, over all cards and seats, is this many times a run's default.
const RUNS: u64 = 5;
/// Fewer games are not played by default.
const FEWEST: u64 = 200;
/// The fewest and most games of a number of replays.
const OF_REPLAYS: [u64; 2] = [50, 10_000];

impl Impact {
    /// Validates the config and the options.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        let plan = Plan::new(config, plan_options)?.or_games(games);
        options.accuracy.check()?;
        Self::of_plan(plan, options)
    }

    /// The same with a part of the games, unless their number is given.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn of_part(
        config: &str,
        plan_options: &PlanOptions,
        options: &Options,
        part: u64,
    ) -> Result<Self, ConfigErrors> {
        Self::of_plan(
            Plan::new(config, plan_options)?.or_games(|plan| (games(plan) / part).max(FEWEST)),
            options,
        )
    }

    /// Measures the cards of a plan.
    ///
    /// # Errors
    /// A card or the event is unknown.
    fn of_plan(plan: Plan, options: &Options) -> Result<Self, ConfigErrors> {
        let simulation = plan.simulation();
        let (cards, event) = both(
            chosen(&*simulation, &options.cards),
            options.event.as_deref().map(|name| event(&*simulation, name)).transpose(),
        )?;
        let mut without = Vec::new();
        let mut add = |games: Option<Without>| {
            without.push(games?);
            Some(without.len() - 1)
        };
        let cards = cards.into_iter().map(|card| {
            let games = |copies| ablation::without(&*simulation, card, copies);
            let all_copies = add(games(Copies::All));
            let has_both = all_copies.is_some() && simulation.schema().cards[card].may_have_copies();
            let one_copy = if has_both { add(games(Copies::One)) } else { all_copies };
            MeasuredCard { card, one_copy, all_copies }
        });
        let cards = cards.collect();
        let (options, accuracy) = (options.clone(), options.accuracy);
        Ok(Self { plan, simulation, cards, without, event, options, accuracy })
    }

    /// Measures only what each card is worth: one copy of it, if one copy of each card can be replaced.
    ///
    /// # Errors
    /// A card or the event is unknown.
    pub(super) fn of_worths(plan: Plan, options: &Options) -> Result<Self, ConfigErrors> {
        let mut impact = Self::of_plan(plan, options)?;
        let is_per_copy = report::impact::is_per_copy(&impact.cards);
        let mut kept = Vec::new();
        let mut without: Vec<Option<Without>> = impact.without.into_iter().map(Some).collect();
        for card in &mut impact.cards {
            let place = if is_per_copy { &mut card.one_copy } else { &mut card.all_copies };
            let games = place.and_then(|place| without[place].take());
            *place = games.is_some().then_some(kept.len());
            kept.extend(games);
            *(if is_per_copy { &mut card.all_copies } else { &mut card.one_copy }) = None;
        }
        impact.without = kept;
        Ok(impact)
    }

    /// Measures what all cards of a plan are worth, in so many games that about this many are replayed.
    ///
    /// # Errors
    /// No card takes part in the game.
    pub fn of_replays(mut plan: Plan, replays: u64) -> Result<Self, ConfigErrors> {
        let seats = plan.players() as u64;
        let impact = Self::of_worths(plan.clone(), &Options::default())?;
        let games = replays / (impact.without.len() as u64 * seats).max(1);
        let [fewest, most] = OF_REPLAYS;
        plan = plan.of_games(games.clamp(fewest, most));
        Self::of_worths(plan, &Options::default())
    }

    /// The number of games. Each is replayed without each card.
    pub fn n_games(&self) -> u64 {
        self.plan.games
    }

    /// Whether every card can be left out of a game.
    pub fn can_leave_out(&self) -> bool {
        self.cards.iter().all(|card| card.one_copy.or(card.all_copies).is_some())
    }

    /// Why no card of the game can be left out. Some cards of most games can be.
    pub fn no_card(&self) -> Option<String> {
        let simulation = &*self.simulation;
        let is_never_left_out = |card| ablation::without(simulation, card, Copies::All).is_none();
        let is_without = (0..simulation.schema().cards.len()).all(is_never_left_out);
        let reason = match simulation.replacement() {
            "" => "this game does not say what replaces a card",
            reason => reason,
        };
        is_without.then(|| format!("No card can be left out: {reason}."))
    }

    fn results<'r>(&'r self, played: &'r Ablated, fixed: bool) -> Results<'r> {
        results(&self.plan, &*self.simulation, &played.tally, self.accuracy.level, fixed)
    }

    fn rows(&self, played: &Ablated, fixed: bool) -> Vec<CardWorth> {
        let results = self.results(played, fixed);
        let event = self.event.unwrap_or_else(|| default_event(&results));
        report::impact::rows(&results, event, &self.cards, played)
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
            |played| accuracy.is_reached(|| widest(headline(&self.rows(played, false)))),
        );
        let extent = Extent::of(stopped, plan.games, "games", accuracy.is_sequential());
        let rows = self.rows(&played, extent.is_fixed);
        Impacts { impact: self, table: Row::table(&rows), rows, extent }
    }

    fn forecast(&self, session: &Session) -> Option<Text> {
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
            headline: HeadlineFigure::Difference("every worth".into()),
            deviation: deviation(headline(&self.rows(&played, true)), sample.games, accuracy.level),
            stop: accuracy.stop(),
            level: accuracy.level,
        };
        Some(forecast.text())
    }
}

impl Impacts<'_> {
    /// What each card is worth to all players.
    pub fn worths(&self) -> Vec<CardWorth> {
        self.rows.iter().filter(|row| row.side == "all").cloned().collect()
    }
}

impl ExperimentResult for Impacts<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn seat_order(&self) -> Option<SeatOrder> {
        Some(self.impact.simulation.schema().seat_order)
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn conclusion(&self) -> Vec<Sentence> {
        text::conclusion(self)
    }

    fn summary(&self) -> Text {
        text::text(self)
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

/// The intervals of the headline figures: the worths.
fn headline(rows: &[CardWorth]) -> impl Iterator<Item = Option<Interval>> {
    let known = rows.iter().filter_map(|row| row.worth().filter(|worth| worth.delta.is_some()));
    known.map(|worth| worth.interval)
}

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
        return Err(ConfigErrors(vec![ConfigError { hint, ..config_error("--card", "", wanted, known) }]));
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
    let is_shuffled = report::card_impact::rows(results)
        .iter()
        .any(|row| row.event == OPENING && row.side == "all" && row.wins.difference.value.is_some());
    index(if is_shuffled { "drawn" } else { "played" }).or_else(|| index("drawn")).unwrap_or(0)
}
