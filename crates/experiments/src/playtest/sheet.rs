//! What people take to the table: a score sheet, and prepared deals.

use super::super::options::refuse;
use crate::config::Plan;
use crate::config::playtest::OwnColumns;
use crate::model::settings::ConfigErrors;
use crate::model::{PreparedPile, StatSchema};
use crate::report::plain::{capitalized, seat_name};
use crate::report::score_sheet::{Pile, ScoreSheet};

/// The most prepared deals.
pub const MOST_DEALS: u64 = 200;

/// The score sheet of a config.
#[must_use]
pub fn score_sheet(plan: &Plan) -> ScoreSheet {
    let schema = plan.rules.schema();
    let columns = OwnColumns::of(schema);
    let groups = schema.groups.iter().zip(columns.groups);
    // A side that belongs to a seat need not be noted.
    let groups = groups.filter(|(group, _)| !group.is_fixed());
    let metrics = schema.metrics.iter().zip(columns.metrics);
    let cards = |event: usize| -> Vec<String> {
        let can = schema.cards.iter().filter(|card| card.events >> event & 1 == 1);
        can.map(|card| card.id.clone()).collect()
    };
    let events = columns.events.into_iter().enumerate();
    ScoreSheet {
        title: plan.game.title.into(),
        config: plan.name.clone(),
        rules: plan.rules_digest().chars().take(8).collect(),
        seats: (0..schema.players).map(|seat| seat_name(seat, schema)).collect(),
        unit: schema.unit.into(),
        longest: schema.longest,
        groups: groups.filter_map(|(group, name)| Some((name?, group.keys.clone()))).collect(),
        metrics: metrics
            .filter_map(|(metric, column)| {
                let (name, noted) = column?;
                Some((name, capitalized(&metric.meaning), noted))
            })
            .collect(),
        events: events.filter_map(|(event, name)| Some((name?, cards(event)))).collect(),
    }
}

/// The piles of the first deals of a config.
///
/// # Errors
/// The game has no pile with an order.
pub fn prepared_deals(plan: &Plan, n_deals: u64) -> Result<Vec<Vec<Pile>>, ConfigErrors> {
    let (simulation, schema) = (plan.simulation(), plan.rules.schema());
    let deals = (0..n_deals).map(|game| simulation.prepared(game));
    match deals.collect::<Option<Vec<_>>>() {
        Some(deals) => Ok(deals.into_iter().map(|piles| named(piles, schema)).collect()),
        None => refuse(
            "--deals",
            format!("{}, in which no pile is shuffled", plan.game.title),
            "a game with a shuffled pile",
        ),
    }
}

/// Piles with names for people.
fn named(piles: Vec<PreparedPile>, schema: &StatSchema) -> Vec<Pile> {
    let name = |pile: &PreparedPile| {
        let what = if pile.name == "opening" { "opening hand" } else { &pile.name };
        let whose = pile.seat.map(|seat| seat_name(seat.index(), schema));
        whose.map_or_else(|| capitalized(what), |whose| format!("{whose}: {what}"))
    };
    piles.into_iter().map(|pile| Pile { name: name(&pile), cards: pile.cards }).collect()
}
