//! The complete state of a game in progress, and who may see which part of it.

use super::rules::{CARDS, Card};
use undercard::model::{Counts, Deck, Duel, Hand, Outcome, Pile, Seat, Seats, zones};

/// Both players, and the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) players: Duel<Player>,
    /// Number of rounds started.
    pub(super) round: u16,
    /// The revealed cards and who may riposte, while players choose a riposte.
    pub(super) revealed: Option<Revealed>,
    /// The outcome, if the game is over.
    pub(super) outcome: Option<Outcome>,
}

/// The cards of a round, and the players who may riposte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Revealed {
    pub(super) cards: Duel<Card>,
    pub(super) may_riposte: Seats,
}

zones! {
    /// A player's possessions.
    pub struct Player shown as Open<'a> {
        open { health: i32 }
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
    pub(super) seat: Seat,
    pub(super) round: u16,
    pub(super) revealed: Option<Revealed>,
    pub(super) secret: Own,
    pub(super) own: Open<'a>,
    pub(super) foe: Open<'a>,
}
