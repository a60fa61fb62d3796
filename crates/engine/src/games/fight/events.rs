//! The events of a game.

use super::Fight;
use super::cards::Card;
use super::counters::Counters;
use crate::model::{self, CardEvent, Outcome, Seat};

/// A physical Warrior and its row in the card report, which has one row per id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported {
    /// The Warrior.
    pub card: Card,
    /// The index of its id.
    pub row: u16,
}

/// An event that is counted or printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A Warrior is dealt in set-up.
    Opening {
        /// The receiving player.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// A Warrior enters a hand.
    Drawn {
        /// The player.
        seat: Seat,
        /// The Warrior.
        card: Reported,
        /// Whether it is drawn in set-up.
        opening: bool,
    },
    /// A Warrior of the Reserves is put into the Graveyard.
    Buried {
        /// The Warrior.
        card: Card,
    },
    /// The Graveyard has become the new Reserves.
    Renewed,
    /// A draw, or an effect, gets fewer cards than due.
    ShortDraw {
        /// The player.
        seat: Seat,
    },
    /// A fight begins.
    Fight {
        /// From 1.
        number: u8,
        /// The physical Arena.
        arena: u8,
        /// The next Arena.
        next: Option<u8>,
        /// The 1st player.
        first: Seat,
    },
    /// A main is played.
    Main {
        /// The player.
        seat: Seat,
        /// The Warrior.
        card: Reported,
        /// Whether there was a family to differ from.
        bound: bool,
        /// Whether it is of that family nevertheless.
        is_exception: bool,
    },
    /// A boost is played.
    Boost {
        /// The player.
        seat: Seat,
        /// The Warrior.
        card: Reported,
        /// Whether it is of the family to differ from, and the main is not.
        is_exception: bool,
    },
    /// A main or boost is played.
    Played {
        /// The player.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// All players have played.
    AllPlayed {
        /// The player who would take the Arena now.
        taker: Option<Seat>,
    },
    /// A boost is scored by its owner.
    Scored {
        /// The player.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// A boost is activated.
    Activated {
        /// The player.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// An effect has no target.
    Fizzled {
        /// The player.
        seat: Seat,
    },
    /// A player skips an effect.
    Skipped {
        /// The player.
        seat: Seat,
        /// The index of the effect.
        index: u8,
    },
    /// An effect hits a main.
    Hit {
        /// The player.
        seat: Seat,
        /// The Warrior.
        card: Card,
        /// Its power before.
        from: u16,
        /// Its power afterwards.
        to: i32,
    },
    /// A main is killed.
    Killed {
        /// The player.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// The boost of a killed main is lost.
    Lost {
        /// The player.
        seat: Seat,
        /// The Warrior.
        card: Card,
    },
    /// A main is swapped.
    Swapped {
        /// The player.
        seat: Seat,
        /// The Warrior that goes into the Graveyard.
        old: Card,
        /// The Warrior that comes out of it.
        new: Card,
    },
    /// A boost is stolen.
    Stolen {
        /// The acting player.
        seat: Seat,
        /// The player who loses it.
        from: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// `draw-and-score` turns up a Warrior.
    TurnedUp {
        /// The acting player.
        seat: Seat,
        /// The Warrior.
        card: Card,
    },
    /// A Warrior that `draw-and-score` turned up is scored.
    FlippedScored {
        /// The acting player.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// A Warrior that `draw-and-score` turned up goes to the Graveyard.
    FlippedBuried {
        /// The acting player.
        seat: Seat,
        /// The Warrior.
        card: Card,
    },
    /// An Arena is taken.
    Taken {
        /// The acting player.
        seat: Seat,
        /// The winning main.
        card: Reported,
        /// The physical Arena.
        arena: u8,
        /// The taker's position in the order of play.
        position: usize,
        /// Whether `arena-tie` picked the taker among several.
        tie_broken: bool,
    },
    /// No player takes an Arena.
    Unclaimed {
        /// The physical Arena.
        arena: u8,
    },
    /// A player gets Glory at the start, or at the end of a fight.
    ExtraGlory {
        /// The player.
        seat: Seat,
        /// The amount.
        glory: u16,
    },
    /// A player's Glory at the end.
    Glory {
        /// The player.
        seat: Seat,
        /// From Arenas.
        arenas: u16,
        /// From scored Warriors.
        scored: u16,
        /// From `extra-glory` and `fight-glory`.
        extra: u16,
    },
    /// The game ends.
    Over {
        /// The outcome.
        outcome: Outcome,
    },
}

/// The events of the card report, in order.
pub(super) const CARD_EVENTS: [&str; 11] = [
    "drawn",
    "opening",
    "main",
    "boost",
    "played",
    "activated",
    "scored",
    "stolen",
    "flipped-scored",
    "killed",
    "main-won",
];

impl model::Event for Event {
    type Counters = Counters;

    #[inline]
    fn card(&self) -> Option<CardEvent> {
        let (event, seat, card) = match *self {
            Self::Drawn { seat, card, .. } => (0, seat, card),
            Self::Opening { seat, card } => (1, seat, card),
            Self::Main { seat, card, .. } => (2, seat, card),
            Self::Boost { seat, card, .. } => (3, seat, card),
            Self::Played { seat, card } => (4, seat, card),
            Self::Activated { seat, card } => (5, seat, card),
            Self::Scored { seat, card } => (6, seat, card),
            Self::Stolen { seat, card, .. } => (7, seat, card),
            Self::FlippedScored { seat, card } => (8, seat, card),
            Self::Killed { seat, card } => (9, seat, card),
            Self::Taken { seat, card, .. } => (10, seat, card),
            _ => return None,
        };
        Some(CardEvent { seat, card: usize::from(card.row), event })
    }
}

impl Fight {
    /// A Warrior with its row of the card report.
    #[inline]
    pub(super) fn reported(&self, card: Card) -> Reported {
        Reported { card, row: self.warriors[card.index()].id }
    }
}
