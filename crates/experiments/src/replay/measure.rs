//! What is measured of one game, for `--where`.

use super::super::Session;
use crate::config::Plan;
use crate::model::{CardEvent, Copies, Outcome, SHARE, Seat, Seats, StatSchema};
use crate::report::FigureId;
use crate::simulation::ablation::{self, Without};
use crate::simulation::{Simulation, measure_games};
use crate::stats::tally::{GameRecord, count_of, members};
use std::ops::Range;

/// What is measured of one game.
pub(super) enum Measure {
    Length,
    Decisions,
    Branching,
    /// The metric with this index.
    Metric(usize),
    /// Whether the game ends with this kind of outcome.
    Ending(usize),
    /// The share of the win of these players.
    Won(Players),
    /// Their score.
    Score(Players),
    /// The number of the side's seats with an event of a card: card, event, side.
    Cards(usize, usize, Option<usize>),
    /// The number of the events of a card, or of one of its events: card, event.
    Events(usize, Option<usize>),
    /// The number of times that an event happens to any card.
    Event(usize),
    /// The number of these players.
    Seated(Players),
    /// Whether the same deal ends with another outcome in these games.
    Flipped(Box<dyn Simulation>),
    /// The winner's share of the wins when the same deal is played again, in each of these ways, if somebody else wins more
    /// often.
    Upset(Vec<Box<dyn Simulation>>),
    /// The change of the side's mean share of the win, or score, by a card: the games without it, the side, whether it is
    /// the score.
    Ablation(Without, Option<usize>, bool),
}

/// How often a deal is played again to find who was expected to win it.
pub(super) const UPSETS: u64 = 20;

/// Players whose figure is measured.
pub(super) enum Players {
    Seats(Seats),
    /// Group and key of the schema.
    Key(usize, usize),
}

/// The values of each measure in each of these games; `None` for a game that does not count. Fewer if the session is
/// stopped.
pub(super) fn values(
    measures: &[&Measure],
    simulation: &dyn Simulation,
    games: Range<u64>,
    session: &Session,
) -> Vec<Vec<Option<f64>>> {
    let schema = simulation.schema();
    let of_record = |_, record: &GameRecord<'_>, cards: &[CardEvent]| -> Vec<Option<f64>> {
        measures.iter().map(|measure| measure.value(schema, record, cards)).collect()
    };
    let mut values = measured(simulation, games.clone(), session, &of_record);
    for (nth, measure) in measures.iter().enumerate() {
        let Some(replayed) = measure.replayed(simulation, &games, session) else { continue };
        values.truncate(replayed.len());
        values.iter_mut().zip(replayed).for_each(|(values, value)| values[nth] = value);
    }
    values
}

impl Measure {
    /// The winner's chance before the first move, from the same deals with other randomness of the bots.
    pub(super) fn upset(plan: &Plan) -> Self {
        let again = |replicate| {
            let mut simulation = plan.simulation();
            simulation.set_replicate(replicate);
            simulation
        };
        Self::Upset((1..=UPSETS).map(again).collect())
    }

    /// What is measured of one game for a figure.
    pub(super) fn of(id: &FigureId, simulation: &dyn Simulation) -> Option<Self> {
        let schema = simulation.schema();
        match id {
            FigureId::Outcome(name) => Outcome::KINDS.iter().position(|kind| kind == name).map(Self::Ending),
            FigureId::Metric(metric) => match metric.as_str() {
                "decisions-mean" => Some(Self::Decisions),
                "branching-mean" => Some(Self::Branching),
                id if id.starts_with("length-") => Some(Self::Length),
                id => schema.metrics.iter().position(|metric| metric.id == id).map(Self::Metric),
            },
            FigureId::WinRate { group, key, is_score } => {
                players(group, key, simulation).map(if *is_score { Self::Score } else { Self::Won })
            }
            FigureId::CardEvent { card, side, event, .. } => {
                let event = schema.events.iter().position(|known| known == event)?;
                Some(Self::Cards(card_index(schema, card)?, event, side_index(schema, side)?))
            }
            FigureId::CardWorth { card, side, is_score } => {
                let without = ablation::without(simulation, card_index(schema, card)?, Copies::All)?;
                Some(Self::Ablation(without, side_index(schema, side)?, *is_score))
            }
            FigureId::CopyWorth { card, side } => {
                let without = ablation::without(simulation, card_index(schema, card)?, Copies::One)?;
                Some(Self::Ablation(without, side_index(schema, side)?, false))
            }
            FigureId::Matchup { .. } | FigureId::Exploit { .. } => None,
        }
    }

    /// How many more games are played for each game.
    pub(super) fn n_replays(&self) -> usize {
        match self {
            Self::Ablation(without, ..) => without.len(),
            Self::Flipped(_) => 2,
            Self::Upset(again) => again.len(),
            _ => 0,
        }
    }

    /// The value of a game.
    fn value(&self, schema: &StatSchema, record: &GameRecord<'_>, cards: &[CardEvent]) -> Option<f64> {
        let ratio = |num: f64, den: f64| (den > 0.0).then(|| num / den);
        let share = |players: &Players, of: &dyn Fn(Seats) -> u32| {
            let (seats, den) = players.of_game(schema, record);
            ratio(f64::from(of(seats)), f64::from(den) * f64::from(SHARE))
        };
        let count = |count: u64| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let outcome = record.outcome;
        match self {
            Self::Length => Some(count(record.length)),
            Self::Decisions => Some(count(record.decisions)),
            Self::Branching => ratio(count(record.moves), count(record.decisions)),
            Self::Metric(index) => record.metric(schema, *index),
            Self::Ending(kind) => Some(f64::from(u8::from(outcome.kind() == *kind))),
            Self::Won(players) => share(players, &|seats| outcome.joint_share(seats)),
            Self::Score(players) => share(players, &|seats| outcome.joint_utility(seats, schema.players)),
            Self::Cards(card, event, side) => {
                let sides = schema.sides.and_then(|group| record.keys.get(group));
                let is_member =
                    |seat: Seat| side.is_none() || sides.is_some_and(|sides| sides[seat] == *side);
                let with = cards.iter().filter(|noted| (noted.card, noted.event) == (*card, *event));
                let seats: Seats = with.map(|noted| noted.seat).filter(|seat| is_member(*seat)).collect();
                Some(f64::from(u8::try_from(seats.len()).unwrap_or(u8::MAX)))
            }
            Self::Events(card, event) => {
                let is_it = |noted: &&CardEvent| {
                    noted.card == *card && event.is_none_or(|event| noted.event == event)
                };
                Some(count(cards.iter().filter(is_it).map(|_| 1).sum()))
            }
            Self::Event(event) => {
                Some(count(cards.iter().filter(|noted| noted.event == *event).map(|_| 1).sum()))
            }
            Self::Seated(players) => Some(f64::from(players.of_game(schema, record).1)),
            Self::Ablation(..) | Self::Flipped(_) | Self::Upset(_) => None,
        }
    }

    /// The games without the card whose effect is measured, each with the seat that plays without it.
    pub(super) fn without(&self) -> impl Iterator<Item = (Seat, &dyn Simulation)> {
        let without = if let Self::Ablation(without, ..) = self { &without[..] } else { &[] };
        without.iter().enumerate().map(|(seat, simulation)| (Seat::new(seat), &**simulation))
    }

    /// The value of each game for a measure that plays the games again; `None` for any other.
    fn replayed(
        &self,
        simulation: &dyn Simulation,
        games: &Range<u64>,
        session: &Session,
    ) -> Option<Vec<Option<f64>>> {
        match self {
            Self::Ablation(without, side, is_score) => {
                Some(ablations(simulation, without, *side, *is_score, games, session))
            }
            Self::Flipped(other) => {
                let ends =
                    |simulation| measured(simulation, games.clone(), session, &|_, record, _| record.outcome);
                let pairs = ends(simulation).into_iter().zip(ends(&**other));
                Some(pairs.map(|(one, other)| Some(f64::from(u8::from(one != other)))).collect())
            }
            Self::Upset(again) => Some(upsets(simulation, again, games, session)),
            _ => None,
        }
    }
}

impl Players {
    /// The seats in a game, and how often they count.
    fn of_game(&self, schema: &StatSchema, record: &GameRecord<'_>) -> (Seats, u8) {
        let (seats, teams) = match self {
            Self::Seats(seats) => (*seats, false),
            Self::Key(group, key) => (members(&record.keys[*group], *key), schema.groups[*group].teams),
        };
        (seats, u8::try_from(count_of(seats, teams)).unwrap_or(u8::MAX))
    }
}

/// The players of a row of the win rates.
fn players(group: &str, name: &str, simulation: &dyn Simulation) -> Option<Players> {
    let schema = simulation.schema();
    match group {
        "seat" => Some(Players::Seats(Seats::only(Seat::new(name.parse().ok()?)))),
        "bot" => {
            let bot = simulation.lineup().names.iter().find(|(known, _)| known == name)?;
            Some(Players::Seats(bot.1))
        }
        _ => {
            let group = schema.groups.iter().position(|known| known.name == group)?;
            let key = schema.groups[group].keys.iter().position(|key| key == name)?;
            Some(Players::Key(group, key))
        }
    }
}

fn card_index(schema: &StatSchema, id: &str) -> Option<usize> {
    schema.cards.iter().position(|card| card.id == id)
}

/// The index of a side; none for `all`.
#[expect(clippy::option_option, reason = "an unknown side, all sides, or one of them")]
fn side_index(schema: &StatSchema, name: &str) -> Option<Option<usize>> {
    if name == "all" {
        return Some(None);
    }
    schema.groups[schema.sides?].keys.iter().position(|key| key == name).map(Some)
}

fn measured<T: Send>(
    simulation: &dyn Simulation,
    games: Range<u64>,
    session: &Session,
    measure: &(dyn Fn(u64, &GameRecord<'_>, &[CardEvent]) -> T + Sync),
) -> Vec<T> {
    let progress = |n| session.played(n);
    measure_games(simulation, games, session.pool(), session.stop(), &progress, measure)
}

/// The winners' share of the wins when each of these games is played again in these ways; `None` for a game that nobody wins,
/// or in which no other player gets more.
fn upsets(
    simulation: &dyn Simulation,
    again: &[Box<dyn Simulation>],
    games: &Range<u64>,
    session: &Session,
) -> Vec<Option<f64>> {
    let outcomes = |simulation| measured(simulation, games.clone(), session, &|_, record, _| record.outcome);
    let again: Vec<Vec<Outcome>> = again.iter().map(|simulation| outcomes(&**simulation)).collect();
    let seats = Seats::first(simulation.schema().players);
    let chance = |(nth, outcome): (usize, Outcome)| {
        let winners = outcome.winners();
        let share = |seats: Seats| -> Option<u32> {
            again.iter().map(|outcomes| Some(outcomes.get(nth)?.joint_share(seats))).sum()
        };
        let best_other =
            seats.minus(winners).into_iter().filter_map(|seat| share(Seats::only(seat))).max()?;
        let own = share(winners).filter(|_| !winners.is_empty())?;
        let n_winners = u32::try_from(winners.len()).unwrap_or(1);
        let n_games = f64::from(u32::try_from(again.len()).unwrap_or(1));
        (own < best_other * n_winners).then(|| f64::from(own) / f64::from(SHARE) / n_games)
    };
    outcomes(simulation).into_iter().enumerate().map(chance).collect()
}

/// The changes by a card in these games.
fn ablations(
    simulation: &dyn Simulation,
    without: &Without,
    side: Option<usize>,
    is_score: bool,
    games: &Range<u64>,
    session: &Session,
) -> Vec<Option<f64>> {
    let schema = simulation.schema();
    let with = measured(simulation, games.clone(), session, &|_, record, _| {
        let sides = schema.sides.and_then(|group| record.keys.get(group));
        let is_member = |seat: &Seat| side.is_none() || sides.is_some_and(|sides| sides[*seat] == side);
        let seats: Seats = Seats::first(schema.players).into_iter().filter(is_member).collect();
        (record.outcome, seats)
    });
    let without: Vec<Vec<Outcome>> = without
        .iter()
        .map(|simulation| measured(&**simulation, games.clone(), session, &|_, record, _| record.outcome))
        .collect();
    let share = |outcome: Outcome, seat: Seat| {
        let parts = if is_score { outcome.utility(seat, schema.players) } else { outcome.share(seat) };
        f64::from(parts) / f64::from(SHARE)
    };
    let change = |(nth, (outcome, seats)): (usize, (Outcome, Seats))| {
        let mut changes = Vec::new();
        for seat in seats {
            changes.push(share(outcome, seat) - share(*without.get(seat.index())?.get(nth)?, seat));
        }
        let n = f64::from(u8::try_from(changes.len()).unwrap_or(u8::MAX));
        (n > 0.0).then(|| changes.iter().sum::<f64>() / n)
    };
    with.into_iter().enumerate().map(change).collect()
}
