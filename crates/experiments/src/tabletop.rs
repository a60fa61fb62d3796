//! The table of a game with the names that people read, for a page that draws cards and piles.

use super::players::{of_seat, with_players};
use crate::model::{Area, CardEvent, LaidCard, Layout, OPENING, Seat};
use crate::report::plain::{capitalized, thing};
use crate::simulation::Simulation;
use serde::Serialize;

/// What lies on the table, as somebody sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tabletop {
    /// Where the game is: `Round 3`.
    pub title: String,
    /// What belongs to each player, and what belongs to nobody; empty for a game that lays out nothing.
    pub areas: Vec<TabletopArea>,
}

/// What belongs to a player, or to nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TabletopArea {
    /// The number of the seat, from 0.
    pub seat: Option<usize>,
    /// The player, and the character if it has a name; empty if it belongs to nobody.
    pub name: String,
    /// Counters: name and number.
    pub counters: Vec<(String, String)>,
    /// Hands and piles: name and cards.
    pub zones: Vec<(String, Vec<TabletopCard>)>,
}

/// Equal cards in a hand or a pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TabletopCard {
    /// The id of the card; `None` face down.
    pub id: Option<String>,
    /// Its name; empty face down.
    pub name: String,
    /// What else is known of it.
    pub note: String,
    /// Their number.
    pub copies: u64,
}

/// A card to which something has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownEvent {
    /// The number of the seat, from 0.
    pub seat: usize,
    /// The player.
    pub player: String,
    /// The id of the card.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What has happened to it.
    pub what: String,
}

impl Tabletop {
    /// The table with the names of the players of this simulation; `own` is the player who reads it.
    pub(super) fn named(layout: Layout, simulation: &dyn Simulation, own: Option<Seat>) -> Self {
        let named = |text: &str| with_players(text, simulation.schema());
        let owner = |seat: Seat| match own {
            Some(own) if own == seat => "You".to_owned(),
            _ => capitalized(&of_seat(simulation, seat)),
        };
        let card = |LaidCard { id, note, copies }| TabletopCard {
            name: id.as_deref().map_or_else(String::new, thing),
            id,
            note,
            copies,
        };
        let area = |Area { seat, name, counters, zones }: Area| {
            let name = capitalized(&named(&name));
            let name = match seat.map(owner) {
                Some(owner) if name.is_empty() || name == owner => owner,
                Some(owner) => format!("{owner} ({name})"),
                None => name,
            };
            let counters = counters.into_iter().map(|(name, number)| (capitalized(&name), named(&number)));
            let zones = zones
                .into_iter()
                .map(|(name, cards)| (capitalized(&name), cards.into_iter().map(card).collect()));
            TabletopArea {
                seat: seat.map(Seat::index),
                name,
                counters: counters.collect(),
                zones: zones.collect(),
            }
        };
        Self { title: named(&layout.title), areas: layout.areas.into_iter().map(area).collect() }
    }
}

impl ShownEvent {
    /// The events of cards with their names, without those of the first deal.
    pub(super) fn named(events: &[CardEvent], simulation: &dyn Simulation) -> Vec<Self> {
        let schema = simulation.schema();
        let shown = |event: &CardEvent| {
            let (id, what) = (&schema.cards.get(event.card)?.id, *schema.events.get(event.event)?);
            let player = capitalized(&of_seat(simulation, event.seat));
            let (seat, name) = (event.seat.index(), thing(id));
            (what != OPENING).then(|| Self {
                seat,
                player,
                id: id.clone(),
                name,
                what: what.replace('-', " "),
            })
        };
        events.iter().filter_map(shown).collect()
    }
}
