//! Events: the lines of the story, the card events, and the counters.

use super::rules::Card;
use undercard::model::{Outcome, Seat, events};

events! {
    /// The counters of a game.
    pub struct Counters { damage, healed, ripostes, refills }

    /// Something worth counting or printing.
    pub enum Event {
        /// A card is dealt before the first round.
        Dealt { seat: Seat, card: Card } {
            card "opening" of seat, card;
            story "  Seat {seat} is dealt {card}.";
        }
        /// A round begins.
        Round { number: u16 } { story "\nRound {number}"; }
        /// A card moves from deck to hand.
        Drawn { seat: Seat, card: Card } {
            card "drawn" of seat, card;
            story "  Seat {seat} draws {card}.";
        }
        /// A card is revealed.
        Played { seat: Seat, card: Card } {
            card "played" of seat, card;
            story "  Seat {seat} plays {card}.";
        }
        /// A player takes damage.
        Hurt { seat: Seat, damage: i32, health: i32 } {
            count damage += damage.unsigned_abs();
            story "  Seat {seat} takes {damage} damage: health {health}.";
        }
        /// A player gets health back.
        Healed { seat: Seat, healed: i32, health: i32 } {
            count healed += healed.unsigned_abs();
            story "  Seat {seat} gets {healed} health back: {health}.";
        }
        /// A card is discarded for a riposte.
        Riposte { seat: Seat, card: Card } {
            card "riposte" of seat, card;
            count ripostes += 1;
            story "  Seat {seat} ripostes with {card}.";
        }
        /// The discard pile becomes the new deck.
        Refilled { seat: Seat } { count refills += 1; story "  Seat {seat} shuffles a new deck."; }
        /// The game ends.
        Over { outcome: Outcome } { story "\nThe game ends with {outcome}."; }
    }
}
