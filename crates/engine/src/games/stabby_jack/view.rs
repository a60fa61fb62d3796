//! What a player may know: everything except the order of the Deck.

use super::cards::{Bag, CARDS, Face};
use super::state::{Character, Phase, State};
use crate::model::{BySeat, Deck, Seat};
use std::fmt;

/// A player's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    /// The seat of the player.
    pub seat: Seat,
    /// The player whose turn it is.
    pub active: Seat,
    /// Number of turns started.
    pub turn: u32,
    /// The next step of the game.
    pub phase: Phase,
    /// The cards in front of the players.
    pub characters: &'a BySeat<Character>,
    /// The Discard pile; the last card is its top.
    pub discard: &'a [Face],
    /// The Deck without its order: its cards can be worked out from all others.
    pub deck: Unordered<'a>,
}

/// A Deck that shows its cards, but not their order.
#[derive(Clone, Copy)]
pub struct Unordered<'a>(&'a Deck<Face, CARDS>);

impl<'a> Unordered<'a> {
    /// Number of cards.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Its cards, for what does not depend on their order.
    pub(super) fn any_order(self) -> &'a [Face] {
        self.0.as_slice()
    }

    /// Its cards.
    #[must_use]
    pub fn cards(self) -> Bag {
        self.0.iter().collect()
    }
}

impl PartialEq for Unordered<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cards() == other.cards()
    }
}

impl Eq for Unordered<'_> {}

impl fmt::Debug for Unordered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().fmt(f)
    }
}

impl State {
    pub(super) fn view(&self, seat: Seat) -> View<'_> {
        View {
            seat,
            active: self.active,
            turn: self.turn,
            phase: self.phase,
            characters: &self.characters,
            discard: &self.discard,
            deck: Unordered(&self.deck),
        }
    }
}
