//! The conditions of `--where`: a figure of one game, and its value.

use super::super::players::{of_seat, seat_words};
use super::measure::{Measure, Players};
use crate::config::{Plan, addresses, config_error, share_with_unit};
use crate::model::settings::{ConfigError, ConfigErrors, clipped, nearest};
use crate::model::{COMEBACK, LARGEST_LEAD, LEAD_CHANGES, Outcome, Seats};
use crate::report::{FigureId, plain};
use crate::simulation::Simulation;

/// A parsed condition.
pub(super) struct Wanted {
    /// Its text.
    pub text: String,
    pub measure: Measure,
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

/// A game whose value is above 0.
const IS_ABOVE_ZERO: Test = Test::First(Comparison::Above, 0.0);

impl Wanted {
    /// Parses a condition.
    ///
    /// # Errors
    /// The condition is unknown, or has no meaning for one game.
    pub(super) fn parse(text: &str, plan: &Plan) -> Result<Self, ConfigErrors> {
        let simulation = plan.simulation();
        let wanted = |measure, test| Ok(Self { text: text.trim().to_owned(), measure, test });
        let simple = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
        let named = |name: &str, value: &str| match Choices::of(name, &*simulation).get(value) {
            Ok(measure) => wanted(measure, IS_ABOVE_ZERO),
            Err((expected, hint)) => Err(wrong(text, expected, hint)),
        };
        match simple {
            None if text.trim() == "longest" => return wanted(Measure::Length, Test::Highest),
            None if text.trim() == "shortest" => return wanted(Measure::Length, Test::Lowest),
            None if text.trim() == COMEBACK => {
                return wanted(lead(text, COMEBACK, &*simulation)?, Test::Highest);
            }
            None if text.trim() == "upset" => return wanted(Measure::upset(plan), Test::Lowest),
            None if text.trim() == "closest" => {
                return wanted(lead(text, LARGEST_LEAD, &*simulation)?, Test::Lowest);
            }
            Some((name, value)) if CHOICES.contains(&name) => return named(name, value),
            _ => {}
        }
        let word = text.split(['<', '>', '=']).next().unwrap_or_default().trim();
        let is_metric = || Measure::of(&FigureId::Metric(word.to_owned()), &*simulation).is_some();
        if LEADS.contains(&word) {
            lead(text, word, &*simulation)?;
        }
        if !word.contains('/') && !FIGURES.contains(&word) && !is_metric() {
            return Err(unknown(text, word, &*simulation));
        }
        if text.contains("=>") || text.contains("=<") {
            let meant = text.replace("=>", ">=").replace("=<", "<=");
            return Err(wrong(text, "the signs >= or <=".into(), Some(meant)));
        }
        let (address, test) = split(text)?;
        let is_compared = text.contains(['<', '>', '=']);
        let measure = match address {
            "length" if is_compared => Measure::Length,
            "decisions" if is_compared => Measure::Decisions,
            _ if address.contains('/') => {
                let id = addresses::find("--where", address, [plan])?;
                Measure::of(&id, &*simulation).ok_or_else(|| meaningless(&id, plan))?
            }
            // A metric of the game is known by its id.
            _ => Measure::of(&FigureId::Metric(address.to_owned()), &*simulation)
                .ok_or_else(|| unknown(text, address, &*simulation))?,
        };
        wanted(measure, test)
    }

    /// The games that end with another outcome in other games.
    pub(super) fn flipped(name: &str, other: Box<dyn Simulation>) -> Self {
        let text = format!("another outcome in {name}");
        Self { text, measure: Measure::Flipped(other), test: IS_ABOVE_ZERO }
    }

    /// Whether no game can have a better value.
    pub(super) fn is_unbeatable(&self, value: f64) -> bool {
        matches!(self.measure, Measure::Upset(_)) && value <= 0.0
    }

    /// Whether this asks for the highest or the lowest value.
    pub(super) const fn is_extreme(&self) -> bool {
        !matches!(self.test, Test::First(..))
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

/// The figures of a game that are no metrics.
const FIGURES: [&str; 2] = ["length", "decisions"];

/// The metrics of who leads.
const LEADS: [&str; 3] = [COMEBACK, LEAD_CHANGES, LARGEST_LEAD];

/// A metric of who leads, for a condition.
fn lead(text: &str, metric: &str, simulation: &dyn Simulation) -> Result<Measure, ConfigErrors> {
    let expected = "another condition: this game has no counter that shows who leads";
    Measure::of(&FigureId::Metric(metric.to_owned()), simulation)
        .ok_or_else(|| wrong(text, expected.into(), None))
}

/// The conditions that choose one of several names.
const CHOICES: [&str; 5] = ["outcome", "winner", "character", "card", "event"];

/// The names that a condition can choose from, each with what is measured.
struct Choices {
    condition: String,
    names: Vec<(String, Measure)>,
    /// Further names that are accepted, but not listed.
    unlisted: Vec<(String, Measure)>,
    /// Names with another spelling.
    also: &'static str,
}

impl Choices {
    fn of(condition: &str, simulation: &dyn Simulation) -> Self {
        let schema = simulation.schema();
        let (mut names, mut unlisted, mut also) = (Vec::new(), Vec::new(), "");
        match condition {
            "outcome" => {
                let kinds = Outcome::KINDS.iter().enumerate();
                names.extend(kinds.map(|(kind, name)| ((*name).to_owned(), Measure::Ending(kind))));
            }
            "winner" => {
                for seat in Seats::first(schema.players) {
                    let won = || Measure::Won(Players::Seats(Seats::only(seat)));
                    let is_named = of_seat(simulation, seat) != seat_words(simulation, seat);
                    let words = seat_words(simulation, seat).replace(' ', "-");
                    if is_named { &mut unlisted } else { &mut names }.push((words, won()));
                    unlisted.push((seat.to_string(), won()));
                }
                names.extend(keys(simulation, |_| true).map(|(name, players)| (name, Measure::Won(players))));
                let bots = &simulation.lineup().names;
                let bots = bots.iter().filter(|_| bots.len() > 1);
                names.extend(bots.map(|(name, seats)| (name.clone(), Measure::Won(Players::Seats(*seats)))));
            }
            "character" => {
                let seated = keys(simulation, |group| group == addresses::CHARACTER);
                names.extend(seated.map(|(name, players)| (name, Measure::Seated(players))));
            }
            "event" => {
                let events = schema.events.iter().enumerate();
                let events =
                    events.filter(|(event, _)| schema.cards.iter().any(|card| card.events >> event & 1 == 1));
                names.extend(events.map(|(event, name)| ((*name).to_owned(), Measure::Event(event))));
            }
            _ => {
                also = "; also card=CARD/EVENT";
                for (index, card) in schema.cards.iter().enumerate().filter(|(_, card)| card.events != 0) {
                    names.push((card.id.clone(), Measure::Events(index, None)));
                    let events = schema.events.iter().enumerate();
                    let events = events.filter(|(event, _)| card.events >> event & 1 == 1);
                    unlisted.extend(events.map(|(event, name)| {
                        (format!("{}/{name}", card.id), Measure::Events(index, Some(event)))
                    }));
                }
            }
        }
        Self { condition: condition.to_owned(), names, unlisted, also }
    }

    /// What is measured for a name; or the expected names, and the one that was probably meant.
    fn get(self, value: &str) -> Result<Measure, (String, Option<String>)> {
        let Self { condition, names, unlisted, also } = self;
        if names.is_empty() {
            return Err((format!("another condition: this game has no {condition}"), None));
        }
        let listed = names.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let expected = format!("{condition}= and one of: {listed}{also}");
        let all: Vec<(String, Measure)> = names.into_iter().chain(unlisted).collect();
        let lower = value.to_lowercase().replace(' ', "-");
        let near = nearest(&lower, all.iter().map(|(name, _)| name.as_str()));
        let found = all.into_iter().find(|(name, _)| *name == value);
        found.map(|(_, measure)| measure).ok_or((expected, near.map(|near| format!("{condition}={near}"))))
    }
}

/// The keys of the groups of players that some seat has, by their names in conditions.
fn keys(
    simulation: &dyn Simulation,
    is_wanted: impl Fn(&str) -> bool,
) -> impl Iterator<Item = (String, Players)> {
    let schema = simulation.schema();
    let mut found = Vec::new();
    for (index, group) in schema.groups.iter().enumerate().filter(|(_, group)| is_wanted(group.name)) {
        for (key, name) in group.keys.iter().enumerate() {
            let seats = || Seats::first(schema.players).into_iter();
            if simulation.keys(index).is_some_and(|keys| seats().all(|seat| keys[seat] != Some(key))) {
                continue;
            }
            let name = match group.teams {
                true => plain::player(group.name, name, schema.seat_order).replace(' ', "-"),
                false => name.clone(),
            };
            found.push((name, Players::Key(index, key)));
        }
    }
    found.into_iter()
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

/// The error of a condition that is neither a figure nor one of the words.
fn unknown(text: &str, address: &str, simulation: &dyn Simulation) -> ConfigErrors {
    let choices = CHOICES.map(|condition| Choices::of(condition, simulation));
    let mut forms: Vec<String> =
        ["longest", "shortest", "comeback", "upset", "closest"].map(str::to_owned).into();
    let placeholders = ["KIND", "PLAYER", "CHARACTER", "CARD", "EVENT"];
    let possible = choices.iter().zip(placeholders).filter(|(choices, _)| !choices.names.is_empty());
    forms.extend(possible.map(|(choices, word)| format!("{}={word}", choices.condition)));
    let expected = format!(
        "{}, length>=10 (also <=, >, < and =), or another figure (`undercard list GAME --metrics` lists all)",
        forms.join(", ")
    );
    // `black` means `winner=black`.
    let meant = choices.iter().find_map(|choices| {
        let name = choices.names.iter().map(|(name, _)| name).find(|name| *name == address)?;
        Some(format!("{}={name}", choices.condition))
    });
    let schema = simulation.schema();
    let metrics = schema.metrics.iter().map(|metric| metric.id.as_str());
    let words = ["longest", "shortest", "closest", "upset"].into_iter().chain(FIGURES);
    let near = || {
        let near = nearest(address, words.clone().chain(CHOICES).chain(metrics))?;
        // A choice needs a name.
        let choice = choices.iter().find(|choices| choices.condition == near);
        Some(match choice.map(|choices| choices.names.first()) {
            Some(Some((name, _))) => format!("{near}={name}"),
            _ => near,
        })
    };
    wrong(text, expected, meant.or_else(near))
}

/// The error of a figure that single games of the config do not have. A pair has games of its own.
fn meaningless(id: &FigureId, plan: &Plan) -> ConfigErrors {
    let Some([one, other]) = id.pair() else {
        return wrong(&id.to_string(), "a figure that single games have".into(), None);
    };
    let seats: Vec<&str> = [one, other].into_iter().cycle().take(plan.players()).collect();
    let seated = if addresses::characters(&plan.rules, &plan.tree).iter().any(|character| character == one) {
        format!("--set 'setup.fighters=[\"{}\"]'", seats.join("\", \""))
    } else {
        format!("--bots {}", seats.join(","))
    };
    let expected =
        format!("a game in which both play; type {seated} --where winner={one}, or another condition");
    wrong(&id.to_string(), expected, None)
}
