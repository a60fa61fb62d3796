//! The complete state of a game in progress, and who may see which part of it.

use super::rules::{CARDS, Card};
use crate::model::{Counts, Deck, Duel, Hand, Outcome, Pile, zones};

/// Both players, and the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) players: Duel<Player>,
    /// Number of turns started.
    pub(super) turn: u16,
    /// The outcome, if the game is over.
    pub(super) outcome: Option<Outcome>,
}

zones! {
    /// A player's possessions.
    pub struct Player shown as Open<'a> {
        open { life: u16 }
        open ref { discard: Pile<Card, CARDS> }
        counted { deck: Deck<Card, CARDS> }
        own as Own { hand: Hand<Card, { Card::N }> }
        known {
            /// The cards in hand that everybody can work out.
            known: Counts<Card, { Card::N }> = |player| player.hand.known(),
            /// The other cards in hand and those of the deck, as one pool.
            unseen: Counts<Card, { Card::N }> = |player| player.deck.unseen(&[&player.hand]),
        }
    }
}

/// What a player may know: its own secrets, and everything open on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    pub(super) turn: u16,
    pub(super) secret: Own,
    pub(super) own: Open<'a>,
    pub(super) foe: Open<'a>,
}
