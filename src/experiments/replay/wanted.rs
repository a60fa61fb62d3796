//! The condition of `--where`: a figure of one game, and its value.

use super::super::Session;
use crate::config::{Plan, addresses, config_error, share_with_unit};
use crate::model::settings::{ConfigError, ConfigErrors, clipped, nearest};
use crate::model::{CardEvent, Group, Outcome, SHARE, Seat, Seats, StatSchema};
use crate::report::{card_impact, impact, metrics, outcomes, win_rates};
use crate::simulation::ablation::{self, Without};
use crate::simulation::{Simulation, measure_games};
use crate::stats::tally::{GameRecord, count_of, members};
use std::ops::Range;

/// A parsed condition.
pub(super) struct Wanted {
    /// Its text.
    pub text: String,
    measure: Measure,
    pub test: Test,
}

/// Which game is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Test {
    /// The game with the highest value.
    Highest,
    /// The game with the lowest value.
    Lowest,
    /// The first game whose value passes.
    First(Comparison, f64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    AtLeast,
    AtMost,
    Above,
    Below,
}

/// The notation of a comparison, the longer ones first.
const COMPARISONS: [(&str, Comparison); 5] = [
    (">=", Comparison::AtLeast),
    ("<=", Comparison::AtMost),
    (">", Comparison::Above),
    ("<", Comparison::Below),
    ("=", Comparison::Equal),
];

/// What is measured of one game.
enum Measure {
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
    /// The change of the side's mean share of the win, or score, by a card: the games without it, the side, whether it is
    /// the score.
    Ablation(Without, Option<usize>, bool),
}

/// Players whose figure is measured.
enum Players {
    Seats(Seats),
    /// Group and key of the schema.
    Key(usize, usize),
}

impl Wanted {
    /// Parses a condition.
    ///
    /// # Errors
    /// The condition is unknown, or has no meaning for one game.
    pub(super) fn parse(text: &str, plan: &Plan) -> Result<Self, ConfigErrors> {
        let schema = plan.rules.schema();
        let wanted = |measure, test| Ok(Self { text: text.to_owned(), measure, test });
        let is_above_zero = Test::First(Comparison::Above, 0.0);
        match text.split_once('=') {
            None if text == "longest" => wanted(Measure::Length, Test::Highest),
            None if text == "shortest" => wanted(Measure::Length, Test::Lowest),
            Some(("outcome", kind)) => wanted(Measure::Ending(outcome(text, kind)?), is_above_zero),
            Some(("winner", seat)) => {
                let seat = winner(text, seat, plan.players(), &schema.groups)?;
                wanted(Measure::Won(Players::Seats(Seats::only(Seat::new(seat)))), is_above_zero)
            }
            _ => {
                let (address, test) = split(text)?;
                if !address.contains('/') {
                    return Err(unknown(text, plan.players()));
                }
                let address = addresses::find("--where", address, [plan])?;
                let simulation = plan.simulation();
                let measure = Measure::of(&address, &*simulation);
                measure.map_or_else(|| Err(meaningless(&address)), |measure| wanted(measure, test))
            }
        }
    }

    /// The values of these games; `None` for a game that does not count. Fewer if the session is stopped.
    pub(super) fn values(
        &self,
        simulation: &dyn Simulation,
        games: Range<u64>,
        session: &Session,
    ) -> Vec<Option<f64>> {
        let schema = simulation.schema();
        if let Measure::Ablation(without, side, is_score) = &self.measure {
            return ablations(simulation, without, *side, *is_score, &games, session);
        }
        let value =
            |_, record: &GameRecord<'_>, cards: &[CardEvent]| self.measure.value(schema, record, cards);
        measured(simulation, games, session, &value)
    }
}

impl Test {
    /// Whether a value passes; of the highest and the lowest, whether it is better than the best so far.
    pub(super) fn passes(self, value: f64, best: Option<f64>) -> bool {
        match self {
            Self::Highest => best.is_none_or(|best| value > best),
            Self::Lowest => best.is_none_or(|best| value < best),
            Self::First(comparison, than) => {
                let is_equal = (value - than).abs() < 1e-9;
                match comparison {
                    Comparison::Equal => is_equal,
                    Comparison::AtLeast => value > than || is_equal,
                    Comparison::AtMost => value < than || is_equal,
                    Comparison::Above => value > than && !is_equal,
                    Comparison::Below => value < than && !is_equal,
                }
            }
        }
    }
}

impl Measure {
    /// What is measured of one game for the figure at an address.
    fn of(address: &str, simulation: &dyn Simulation) -> Option<Self> {
        let schema = simulation.schema();
        let (report, row) = address.split_once('/')?;
        match report {
            outcomes::NAME => Outcome::KINDS.iter().position(|kind| *kind == row).map(Self::Ending),
            metrics::NAME => match row {
                "decisions-mean" => Some(Self::Decisions),
                "branching-mean" => Some(Self::Branching),
                row if row.starts_with("length-") => Some(Self::Length),
                row => schema.metrics.iter().position(|metric| metric.id == row).map(Self::Metric),
            },
            win_rates::NAME => match row.strip_suffix("/score") {
                Some(row) => players(row, simulation).map(Self::Score),
                None => players(row, simulation).map(Self::Won),
            },
            card_impact::NAME => {
                let mut words = row.split('/');
                let (card, side, event) = (words.next()?, words.next()?, words.next()?);
                let event = schema.events.iter().position(|known| *known == event)?;
                Some(Self::Cards(card_index(schema, card)?, event, side_index(schema, side)?))
            }
            impact::NAME => {
                let mut words = row.split('/');
                let (card, side) = (words.next()?, words.next()?);
                let without = ablation::without(simulation, card_index(schema, card)?)?;
                Some(Self::Ablation(without, side_index(schema, side)?, words.next().is_some()))
            }
            _ => None,
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
            Self::Ablation(..) => None,
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
fn players(row: &str, simulation: &dyn Simulation) -> Option<Players> {
    let (group, name) = row.split_once('/')?;
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

/// Splits a condition into address and test.
fn split(text: &str) -> Result<(&str, Test), ConfigErrors> {
    let Some(at) = text.find(['<', '>', '=']) else {
        return Ok((text, Test::First(Comparison::Above, 0.0)));
    };
    let (address, rest) = text.split_at(at);
    let parts =
        COMPARISONS.iter().find_map(|(sign, comparison)| Some((*comparison, rest.strip_prefix(sign)?)));
    let (comparison, value) = parts.unwrap_or((Comparison::Equal, ""));
    let value = value.trim();
    let number =
        value.parse().ok().filter(|number: &f64| number.is_finite()).or_else(|| share_with_unit(value));
    let test = match (comparison, value, number) {
        (Comparison::Equal, "highest", _) => Test::Highest,
        (Comparison::Equal, "lowest", _) => Test::Lowest,
        (_, _, Some(number)) => Test::First(comparison, number),
        _ => {
            let expected = "a number, such as 0.5 or 50%; after = also highest or lowest";
            return Err(wrong(text, expected.into(), nearest(value, ["highest", "lowest"])));
        }
    };
    Ok((address.trim(), test))
}

fn wrong(text: &str, expected: String, hint: Option<String>) -> ConfigErrors {
    let error = config_error("--where", "", format!("\"{}\"", clipped(text)), expected);
    ConfigErrors(vec![ConfigError { hint, ..error }])
}

fn unknown(text: &str, players: usize) -> ConfigErrors {
    let expected = format!(
        "longest, shortest, outcome=KIND (one of: {}), winner=SEAT (0 to {}), or a figure such as \
         metrics/length-mean>=10 (`undercard list GAME --metrics` lists all)",
        Outcome::KINDS.join(", "),
        players - 1
    );
    wrong(text, expected, nearest(text, ["longest", "shortest"]))
}

fn meaningless(address: &str) -> ConfigErrors {
    let expected = match addresses::pair(address) {
        Some([one, other]) => format!(
            "a figure of the games of this config; in those of a pair {one} and {other} have the seats. Replay them with \
             --bots {one},{other}, or with --set 'setup.fighters=[\"{one}\", \"{other}\"]' if they are characters"
        ),
        None => "a figure that single games have".into(),
    };
    wrong(address, expected, None)
}

/// The index of a kind of outcome.
fn outcome(text: &str, kind: &str) -> Result<usize, ConfigErrors> {
    Outcome::KINDS.iter().position(|name| *name == kind).ok_or_else(|| {
        let expected = format!("outcome= and one of: {}", Outcome::KINDS.join(", "));
        wrong(text, expected, nearest(kind, Outcome::KINDS))
    })
}

/// The number of a seat.
fn winner(text: &str, seat: &str, players: usize, groups: &[Group]) -> Result<usize, ConfigErrors> {
    if let Some(seat) = seat.parse().ok().filter(|seat| *seat < players) {
        return Ok(seat);
    }
    // `red` means the seat whose side is red.
    let fixed = groups.iter().find(|group| group.fixed && group.keys.len() == players);
    let name = |seat: usize| fixed.and_then(|group| group.keys.get(seat)).map(String::as_str);
    let shown =
        |seat| name(seat).map_or_else(|| format!("winner={seat}"), |name| format!("winner={seat} ({name})"));
    let listed: Vec<String> = (0..players).map(shown).collect();
    let meant = (0..players).find(|meant| name(*meant) == Some(seat));
    let expected = format!("one of: {}", listed.join(", "));
    Err(wrong(text, expected, meant.map(|meant| format!("winner={meant}"))))
}
