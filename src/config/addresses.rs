//! The addresses of all figures of a config: those of its games, of its cards by ablation, and of pairs of members.

use super::{Plan, config_error};
use crate::bots::Bot;
use crate::games::{GameInfo, Rules};
use crate::model::settings::{ConfigError, ConfigErrors, clipped, nearest};
use crate::model::{Seat, Seats};
use crate::report::{self, impact, table};
use crate::simulation::{Lineup, Simulation};

/// A figure that commands can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFigure {
    /// Its address.
    pub address: String,
    /// Its unit.
    pub unit: String,
    /// Its meaning.
    pub meaning: String,
}

impl NamedFigure {
    /// Whether it is a difference of shares.
    #[must_use]
    pub fn is_difference(address: &str) -> bool {
        ["card_impact/", "impact/"].iter().any(|report| address.starts_with(report))
    }
}

/// All figures of a plan.
#[must_use]
pub fn of_plan(plan: &Plan) -> Vec<NamedFigure> {
    all(plan.game, &plan.rules, &plan.simulation().lineup().names)
}

/// All figures of a game with these rules and bots.
#[must_use]
pub(super) fn all(game: &GameInfo, rules: &Rules, bots: &[(String, Seats)]) -> Vec<NamedFigure> {
    let named = |[address, unit, meaning]: [String; 3]| NamedFigure { address, unit, meaning };
    let of_run = report::addresses_with_meanings(game.id, rules.players(), rules.schema(), bots);
    of_run.into_iter().map(named).chain(ablations(rules)).collect()
}

/// The ablations of all cards that can be replaced.
fn ablations(rules: &Rules) -> Vec<NamedFigure> {
    let schema = rules.schema();
    let lineup = vec![(String::new(), Bot::Random); rules.players()];
    let simulation = rules.simulation(Lineup::of_each(&lineup), 1);
    let sides = schema.sides.map_or(&[][..], |group| &schema.groups[group].keys);
    let mut figures = Vec::new();
    for (index, card) in schema.cards.iter().enumerate().filter(|(_, card)| card.events != 0) {
        if !can_be_replaced(&*simulation, index) {
            continue;
        }
        for side in std::iter::once("all").chain(sides.iter().map(String::as_str)) {
            for column in impact::FIGURES {
                let row = format!("{}/{}/{side}", impact::NAME, card.id);
                let address = if column == impact::FIGURES[0] { row } else { format!("{row}/{column}") };
                let meaning = impact::COLUMNS.iter().find(|known| known.name == column);
                let meaning = meaning.map_or("", |column| column.meaning).replace('`', "");
                figures.push(NamedFigure { address, unit: "share".into(), meaning });
            }
        }
    }
    figures
}

/// Whether every seat can play without a card.
fn can_be_replaced(simulation: &dyn Simulation, card: usize) -> bool {
    (0..simulation.players()).all(|seat| simulation.without(card, Seat::new(seat)).is_some())
}

/// The known address that is equal to this one, with or without the name of the default column.
#[must_use]
pub fn listed<'k>(address: &str, known: &'k [String]) -> Option<&'k str> {
    let is_default = |column: &str| table::DEFAULTS.contains(&column);
    let row = address.rsplit_once('/').filter(|(_, column)| is_default(column)).map(|(row, _)| row);
    let find = |wanted: &str| known.iter().find(|known| *known == wanted);
    find(address).or_else(|| find(row?)).map(String::as_str)
}

/// The address as it is listed, of an option whose figure one of these plans must have.
///
/// # Errors
/// No plan has this figure.
pub fn find<'p>(
    option: &str,
    address: &str,
    plans: impl IntoIterator<Item = &'p Plan>,
) -> Result<String, ConfigErrors> {
    let mut known = Vec::new();
    for plan in plans {
        known = of_plan(plan).into_iter().map(|figure| figure.address).collect::<Vec<_>>();
        if let Some(found) = listed(address, &known) {
            return Ok(found.to_owned());
        }
    }
    Err(ConfigErrors(vec![unknown(option, address, &known)]))
}

/// The error of an unknown address of an option.
#[must_use]
pub fn unknown(option: &str, address: &str, known: &[String]) -> ConfigError {
    let found = format!("\"{}\"", clipped(address));
    let expected = "the address of a figure (`undercard list GAME --metrics` lists all)";
    let hint = nearest(address, known.iter().map(String::as_str));
    ConfigError { hint, ..config_error(option, "", found, expected) }
}
