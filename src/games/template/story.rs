//! What happens, how it is told, and what is counted.

use super::rules::Card;
use crate::model::{Card as _, Outcome, Seat, events};

/// What is counted of one game, beside its cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// Damage that cards would have done, and what was left of it.
    pub(super) done: u32,
    pub(super) damage: u32,
    pub(super) healed: u32,
    pub(super) refills: u32,
}

events! {
    /// Something worth counting or telling.
    pub enum Event counted in Counters {
        /// A card is dealt before the first turn.
        Dealt { seat: Seat, card: Card } {
            card "opening" of seat, card;
            story "  {} is dealt {}.", name(seat), card.id();
        }
        /// A turn begins.
        Turn { number: u16 } {
            story "\nTurn {number}";
        }
        /// A card moves from deck to hand.
        Drawn { seat: Seat, card: Card } {
            card "drawn" of seat, card;
            story "  {} draws {}.", name(seat), card.id();
        }
        /// A card is shown.
        Played { seat: Seat, card: Card } {
            card "played" of seat, card;
            story "  {} plays {}.", name(seat), card.id();
        }
        /// The other player's card would do damage: this is left of it.
        Hurt { seat: Seat, damage: u16, done: u16, life: u16 } {
            count done += u32::from(done);
            count damage += u32::from(damage);
            story "  {} takes {damage} of {done} damage: life {life}.", name(seat);
        }
        /// A player gets life back.
        Healed { seat: Seat, healed: u16 } {
            count healed += u32::from(healed);
            story "  {} gets {healed} life back.", name(seat);
        }
        /// The discard pile becomes the new deck.
        Refilled { seat: Seat } {
            count refills += 1;
            story "  {} shuffles the discard pile into a new deck.", name(seat);
        }
        /// The end.
        Over { outcome: Outcome } {
            story "\nThe game ends with {outcome}.";
        }
    }
}

fn name(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "Ann" } else { "Ben" }
}
