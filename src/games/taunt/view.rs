//! What one player may know: everything that lies open, and the own secrets.

use super::Taunt;
use super::kits::ones;
use super::moves::{DECK, MoveId};
use super::state::{Deck, Disabled, Open, Secret, State};
use crate::model::{BySeat, Pile, Seat, Seats};

/// A player's view. Other players' queues, decisions to burn and unseen monsters are not in it, nor
/// which of two like cards it was that lies open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    /// Who looks.
    pub seat: Seat,
    /// What everybody sees.
    pub open: &'a Open,
    /// The own decks: three monsters', or the character's.
    pub decks: &'a [Deck],
    /// The own disabled cards.
    pub disabled: &'a Disabled,
    /// The own secrets.
    pub secret: &'a Secret,
    /// What is known of each player's decks.
    pub known: BySeat<[Known; 3]>,
}

/// What is known of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// Its size.
    pub size: usize,
    /// Cards that it surely holds.
    pub cards: Deck,
    /// Its disabled cards, in deck order.
    pub disabled: Pile<Lost, DECK>,
}

/// A disabled card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Lost {
    /// The card.
    pub card: MoveId,
    /// Turns until it recovers; 0 = never.
    pub turns: u8,
}

impl Taunt {
    #[inline]
    pub(super) fn look<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        let mut view = View {
            seat,
            open: &state.open,
            decks: self.decks_of(&state.trainers, &state.open, seat),
            disabled: &state.disabled[seat],
            secret: &state.secrets[seat],
            known: BySeat::default(),
        };
        for other in Seats::first(self.rules.players) {
            self.learn(state, other, &mut view.known[other]);
        }
        view
    }

    /// What everybody knows of a player's decks.
    pub(super) fn known(&self, state: &State, seat: Seat) -> [Known; 3] {
        let mut known = [Known::default(); 3];
        self.learn(state, seat, &mut known);
        known
    }

    /// Writes down what everybody knows of a player's decks. Fighters' cards are public.
    fn learn(&self, state: &State, seat: Seat, known: &mut [Known; 3]) {
        let decks = self.decks_of(&state.trainers, &state.open, seat);
        let disabled = &state.disabled[seat];
        for (monster, (known, deck)) in known.iter_mut().zip(decks).enumerate() {
            known.size = deck.len();
            if self.has_monsters() {
                let shown = ones(state.trainers[seat.index() & 1].known[monster]);
                shown.filter_map(|place| deck.get(place)).for_each(|card| known.cards.push(*card));
            } else {
                known.cards = *deck;
            }
            for place in ones(disabled.cards[monster]) {
                // A nibble.
                let turns = u8::try_from(disabled.recovers[monster] >> (4 * place) & 15).unwrap_or(0);
                known.disabled.push(Lost { card: deck.get(place).copied().unwrap_or_default(), turns });
            }
            // Like cards may lie in any order.
            known.disabled.sort_unstable();
        }
    }
}
