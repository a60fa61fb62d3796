//! Events: the lines of the story, the card events, and the counters.

use super::rules::Card;
use crate::model::{Outcome, Seat, events};

events! {
    /// The counters of a game. `done` is the damage of the cards, `damage` the part of it that guards did not
    /// stop.
    pub struct Counters { done, damage, healed, refills }

    /// Something worth counting or printing.
    pub enum Event {
        /// A card is dealt before the first turn.
        Dealt { seat: Seat, card: Card } {
            card "opening" of seat, card;
            story "  Seat {seat} is dealt {card}.";
        }
        /// A turn begins.
        Turn { number: u16 } { story "\nTurn {number}"; }
        /// A card moves from deck to hand.
        Drawn { seat: Seat, card: Card } {
            card "drawn" of seat, card;
            story "  Seat {seat} draws {card}.";
        }
        /// A card is shown.
        Played { seat: Seat, card: Card } {
            card "played" of seat, card;
            story "  Seat {seat} plays {card}.";
        }
        /// The other player's card does damage; `damage` is the part that is not stopped.
        Hurt { seat: Seat, damage: u16, done: u16, life: u16 } {
            count done += u32::from(done);
            count damage += u32::from(damage);
            story "  Seat {seat} takes {damage} of {done} damage: life {life}.";
        }
        /// A player regains life.
        Healed { seat: Seat, healed: u16 } {
            count healed += u32::from(healed);
            story "  Seat {seat} gets {healed} life back.";
        }
        /// The discard pile becomes the new deck.
        Refilled { seat: Seat } { count refills += 1; story "  Seat {seat} shuffles a new deck."; }
        /// The game ends.
        Over { outcome: Outcome } { story "\nThe game ends with {outcome}."; }
    }
}
