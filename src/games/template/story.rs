//! What happens: the lines of the story, the card events, and what is counted.

use super::rules::Card;
use crate::model::{Outcome, Seat, events};

events! {
    /// What is counted of a game. `done` is the damage of the cards, `damage` what guards leave of it.
    pub struct Counters { done, damage, healed, refills }

    /// Something worth counting or printing.
    pub enum Event {
        /// A card is dealt before the first turn.
        Dealt { seat: Seat, card: Card } {
            card "opening" of seat, card;
            story "  Player {seat} is dealt {card}.";
        }
        /// A turn begins.
        Turn { number: u16 } { story "\nTurn {number}"; }
        /// A card moves from deck to hand.
        Drawn { seat: Seat, card: Card } {
            card "drawn" of seat, card;
            story "  Player {seat} draws {card}.";
        }
        /// A card is shown.
        Played { seat: Seat, card: Card } {
            card "played" of seat, card;
            story "  Player {seat} plays {card}.";
        }
        /// The other player's card would do damage: this is left of it.
        Hurt { seat: Seat, damage: u16, done: u16, life: u16 } {
            count done += u32::from(done);
            count damage += u32::from(damage);
            story "  Player {seat} takes {damage} of {done} damage: life {life}.";
        }
        /// A player gets life back.
        Healed { seat: Seat, healed: u16 } {
            count healed += u32::from(healed);
            story "  Player {seat} gets {healed} life back.";
        }
        /// The discard pile becomes the new deck.
        Refilled { seat: Seat } { count refills += 1; story "  Player {seat} shuffles a new deck."; }
        /// The end.
        Over { outcome: Outcome } { story "\nThe game ends with {outcome}."; }
    }
}
