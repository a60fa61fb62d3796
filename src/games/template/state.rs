//! The whole truth of a game in play, and what a player may know of it.

use super::rules::{CARDS, Card};
use crate::model::{ChanceStreams, Counts, Deck, Hand, Outcome, Pile, Seat};

/// Both players, and the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) players: [Player; 2],
    /// Turns begun.
    pub(super) turn: u16,
    /// How the game ended, if it has.
    pub(super) outcome: Option<Outcome>,
}

/// What a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    pub(super) deck: Deck<Card, CARDS>,
    pub(super) hand: Hand<Card, { Card::N }>,
    pub(super) discard: Pile<Card, CARDS>,
    pub(super) life: u16,
}

/// What a player may know: the own hand, and what is open on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    pub(super) turn: u16,
    pub(super) hand: Counts<Card, { Card::N }>,
    pub(super) own: Open<'a>,
    pub(super) foe: Open<'a>,
}

/// What everybody knows of a player's cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open<'a> {
    pub(super) life: u16,
    pub(super) deck: usize,
    pub(super) discard: &'a [Card],
    /// The known part of the hand.
    pub(super) known: Counts<Card, { Card::N }>,
    /// The hidden part of the hand, and the deck, taken together.
    pub(super) unseen: Counts<Card, { Card::N }>,
}

impl State {
    pub(super) const fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index() & 1]
    }

    pub(super) fn view(&self, seat: Seat) -> View<'_> {
        let open = |seat| {
            let Player { deck, hand, discard, life } = self.player(seat);
            Open { life: *life, deck: deck.len(), discard, known: hand.known(), unseen: deck.unseen(&[hand]) }
        };
        let hand = self.player(seat).hand.all();
        View { turn: self.turn, hand, own: open(seat), foe: open(seat.foe()) }
    }

    /// Deals again what a player cannot know: the order of the own deck, and the other's deck and hidden cards.
    pub(super) fn deal_unseen(&mut self, seat: Seat, chance: &mut ChanceStreams) {
        let (own, foe) = (seat.index() & 1, seat.foe().index() & 1);
        self.players[own].deck.redeal::<{ Card::N }>(&mut [], chance.source(own));
        let Player { deck, hand, .. } = &mut self.players[foe];
        deck.redeal(&mut [hand], chance.source(foe));
    }
}
