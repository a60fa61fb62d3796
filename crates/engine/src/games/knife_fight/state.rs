//! The complete state of a game in progress.

use super::cards::{Hand, PLACES, Rank};
use crate::model::{Outcome, Pile, Seats, zones};

/// Both players, and the phase of the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Seat 0 plays black, seat 1 red.
    pub players: [Player; 2],
    /// Number of rounds started.
    pub round: u16,
    /// The current phase.
    pub phase: Phase,
}

zones! {
    /// One player's cards.
    #[derive(Default)]
    pub struct Player shown as Open<'a> {
        open {
            /// Hand and deck together: all cards except those laid out or bled.
            unseen: Hand,
            /// The damage pile's sum.
            damage: u16,
            /// The front card, or nothing.
            front: Rank,
            /// Number of cards laid out this round.
            laid: u8,
            /// The cards laid out this round, except those on damage piles.
            table: Hand,
        }
        open ref {
            /// The damage pile, by rank (of numbers; the rest stays empty).
            wounds: [u8; PLACES],
        }
        counted {
            /// Face down; the last card is the top.
            deck: Pile<Rank, 128>,
        }
        own as Own {
            /// Secret.
            hand: Hand,
        }
        // Everybody can work these out, and bots do not need them.
        hidden {
            /// The step of this round in which the player ran out (1 or 2; 0 for neither).
            ran_out: u8,
            /// The size of the deck at the start of that step.
            deck_then: u8,
            /// Whether the player ran out while drawing.
            exhausted: bool,
        }
    }
}

impl State {
    /// Black's front, then red's.
    #[inline]
    #[must_use]
    pub const fn fronts(&self) -> [Rank; 2] {
        [self.players[0].front, self.players[1].front]
    }
}

impl Player {
    /// One card of each rank on the damage pile.
    #[must_use]
    pub fn wounded(&self) -> Hand {
        Rank::all().filter(|rank| self.wounds[rank.index()] > 0).collect()
    }
}

/// The next step of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Both lay a card.
    Play,
    /// These seats follow their King.
    Follow(Seats),
    /// These seats' Queens dress a wound.
    Dress(Seats),
    /// The game is over.
    Over(Outcome),
}
