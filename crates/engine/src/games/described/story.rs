//! The events, their lines of the story, and what is counted.

use super::state::MOST_TALLIES;
use super::{DescribedGame, Seat};
use crate::model::words::{ending, listed};
use crate::model::{self, CardEvent, Observer, Outcome};
use std::fmt;

/// Something worth counting or printing. Zones, cards, counters and choices are indices in the lists of the description.
#[allow(missing_docs, reason = "the story line of an event uses its fields")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A round or turn begins.
    Round { number: u32 },
    /// A card is dealt before the first round.
    Opening { seat: Seat, card: u8 },
    /// A player draws a card.
    Drawn { seat: Seat, card: u8, from: u8, to: u8 },
    /// A card is chosen, and played if it is moved.
    Chosen { seat: Seat, choice: u8, card: u8, played: bool },
    /// A player who may choose passes.
    Passed { seat: Seat, choice: u8 },
    /// A player has no card that could be chosen.
    Unable { seat: Seat, choice: u8 },
    /// A card moves from a zone of one player to a zone of another, or the same.
    Moved { seat: Seat, card: u8, from: u8, by: Seat, to: u8, event: Option<u8> },
    /// A counter changes.
    Changed { seat: Seat, counter: u8, number: i32 },
    /// A pile becomes a new deck.
    Refilled { seat: Seat, zone: u8 },
    /// A pile is shuffled.
    Shuffled { seat: Seat, zone: u8 },
    /// Something that the description counts happens.
    Counted { count: u8, by: i32 },
    /// The game ends.
    Over { outcome: Outcome },
}

impl model::Event for Event {
    type Counters = Counters;

    #[inline]
    fn card(&self) -> Option<CardEvent> {
        let (seat, card, event) = match *self {
            Self::Opening { seat, card } => (seat, card, 0),
            Self::Drawn { seat, card, .. } => (seat, card, 1),
            Self::Chosen { seat, card, played: true, .. } => (seat, card, 2),
            Self::Moved { seat, card, event: Some(event), .. } => (seat, card, usize::from(event)),
            _ => return None,
        };
        Some(CardEvent { seat, card: usize::from(card), event })
    }
}

/// The counts of a game, in the order of the description.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    pub(super) counts: [i64; MOST_TALLIES],
}

impl Observer<Event> for Counters {
    #[inline]
    fn on_event(&mut self, event: Event) {
        if let Event::Counted { count, by } = event {
            self.counts[usize::from(count) % MOST_TALLIES] += i64::from(by);
        }
    }
}

impl DescribedGame {
    /// How stories call a player.
    fn player(&self, seat: Seat) -> String {
        match self.names.sides.get(seat.index()) {
            Some(side) => side.clone(),
            None => format!("Seat {seat}"),
        }
    }

    fn zone_name(&self, zone: u8) -> &str {
        self.names.zones.get(usize::from(zone)).map_or("", |zone| zone.name.as_str())
    }

    fn is_shared(&self, zone: u8) -> bool {
        self.names.zones.get(usize::from(zone)).is_some_and(|zone| zone.shared)
    }

    fn zone_of(&self, seat: Seat, zone: u8) -> String {
        let name = self.zone_name(zone);
        if self.is_shared(zone) { name.to_owned() } else { format!("{name} of {}", self.player(seat)) }
    }

    pub(super) fn card_name(&self, card: u8) -> &str {
        self.names.kinds.get(usize::from(card)).map_or("pass", String::as_str)
    }

    pub(super) fn tell(&self, event: &Event, story: &mut dyn fmt::Write) -> fmt::Result {
        let choice_name = |choice: u8| self.choices.get(usize::from(choice)).map_or("", |choice| choice.name);
        match *event {
            Event::Round { number } => {
                writeln!(story, "\n{} {number}", if self.has_turns { "Turn" } else { "Round" })
            }
            Event::Opening { .. } | Event::Counted { .. } => Ok(()),
            Event::Drawn { seat, card, from, to } => {
                let [from, to] = [from, to].map(|zone| self.zone_name(zone));
                writeln!(story, "  {}: draws {} from {from} to {to}", self.player(seat), self.card_name(card))
            }
            Event::Chosen { seat, choice, card, .. } => {
                writeln!(story, "  {}: {}: {}", self.player(seat), choice_name(choice), self.card_name(card))
            }
            Event::Passed { seat, choice } => {
                writeln!(story, "  {}: {}: passes", self.player(seat), choice_name(choice))
            }
            Event::Unable { seat, choice } => {
                writeln!(story, "  {}: {}: has no such card", self.player(seat), choice_name(choice))
            }
            Event::Moved { seat, card, from, by, to, event } => {
                let counted = event.and_then(|event| self.names.events.get(usize::from(event)));
                let counted = counted.map(|event| format!(" ({event})")).unwrap_or_default();
                let [from, to] = [self.zone_of(seat, from), self.zone_of(by, to)];
                writeln!(story, "  {}: {from} to {to}{counted}", self.card_name(card))
            }
            Event::Changed { seat, counter, number } => {
                let counter =
                    self.names.counters.get(usize::from(counter)).map_or("", |counter| counter.name.as_str());
                writeln!(story, "  {}: {counter} {number}", self.player(seat))
            }
            Event::Refilled { seat, zone } => writeln!(story, "  {} is a new deck", self.zone_of(seat, zone)),
            Event::Shuffled { seat, zone } => writeln!(story, "  {} is shuffled", self.zone_of(seat, zone)),
            Event::Over { outcome: Outcome::Win(seats) } => {
                writeln!(story, "\n{} wins.", listed(seats.into_iter().map(|seat| self.player(seat))))
            }
            Event::Over { outcome } => writeln!(story, "\n{}", ending(outcome)),
        }
    }
}
