//! What a player may know: everything but the order of the Deck.

use super::cards::{Face, PerFace};
use super::state::{Character, Stage, State};
use crate::model::{BySeat, Seat};

/// A player's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    /// Who looks.
    pub seat: Seat,
    /// Whose turn it is.
    pub active: Seat,
    /// Turns begun.
    pub turn: u32,
    /// What is due.
    pub stage: Stage,
    /// What lies in front of the players.
    pub characters: &'a BySeat<Character>,
    /// The Discard pile; the last card is its top.
    pub discard: &'a [Face],
    /// Which cards are in the Deck: whoever keeps count knows it.
    pub deck: PerFace<u8>,
}

impl State {
    // Apart from the hot loop, where players who look at nothing play, too.
    #[inline(never)]
    pub(super) fn view(&self, seat: Seat) -> View<'_> {
        let mut deck = PerFace::default();
        for face in self.deck.cards() {
            deck[face] += 1;
        }
        View {
            seat,
            active: self.active,
            turn: self.turn,
            stage: self.stage,
            characters: &self.characters,
            discard: &self.discard,
            deck,
        }
    }
}
