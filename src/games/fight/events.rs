//! What happens in a game.

use super::Fight;
use super::cards::Card;
use super::counters::Counters;
use crate::model::{self, CardEvent, Outcome, Seat};

/// A physical Warrior and its row of the card report, which has one for each id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported {
    /// The Warrior.
    pub card: Card,
    /// The place of its id.
    pub row: u16,
}

/// Something worth counting or telling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A Warrior is dealt in set-up.
    Opening {
        /// To whom.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// A Warrior enters a hand.
    Drawn {
        /// Whose.
        seat: Seat,
        /// The Warrior.
        card: Reported,
        /// In set-up?
        opening: bool,
    },
    /// A Warrior of the Reserves fills the Graveyard.
    Buried {
        /// The Warrior.
        card: Card,
    },
    /// The Graveyard has become the new Reserves.
    Renewed,
    /// A draw, or an effect's, came short.
    ShortDraw {
        /// Whose.
        seat: Seat,
    },
    /// A fight begins.
    Fight {
        /// From 1.
        number: u8,
        /// The physical Arena.
        arena: u8,
        /// The one after it.
        next: Option<u8>,
        /// The 1st player.
        first: Seat,
    },
    /// A main is played.
    Main {
        /// Whose.
        seat: Seat,
        /// The Warrior.
        card: Reported,
        /// Was there a family to differ from?
        bound: bool,
        /// Is it of that family?
        is_exception: bool,
    },
    /// A boost is played.
    Boost {
        /// Whose.
        seat: Seat,
        /// The Warrior.
        card: Reported,
        /// Is it, and not already the main, of the family to differ from?
        is_exception: bool,
    },
    /// A main or boost is played.
    Played {
        /// Whose.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// Everybody has played.
    AllPlayed {
        /// Who would take the Arena now.
        taker: Option<Seat>,
    },
    /// A boost is scored by its owner.
    Scored {
        /// Whose.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// A boost is activated.
    Activated {
        /// Whose.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// An effect finds nobody and nothing.
    Fizzled {
        /// Whose.
        seat: Seat,
    },
    /// An effect hits a main.
    Hit {
        /// Whose.
        seat: Seat,
        /// The Warrior.
        card: Card,
        /// Its power before.
        from: u16,
        /// And after.
        to: i32,
    },
    /// A main is killed.
    Killed {
        /// Whose.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// The boost of a killed main is lost.
    Lost {
        /// Whose.
        seat: Seat,
        /// The Warrior.
        card: Card,
    },
    /// A main is swapped.
    Swapped {
        /// Whose.
        seat: Seat,
        /// Into the Graveyard.
        old: Card,
        /// Out of it.
        new: Card,
    },
    /// A boost is stolen.
    Stolen {
        /// By whom.
        seat: Seat,
        /// From whom.
        from: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// `draw-and-score` turns up a Warrior that is scored.
    FlippedScored {
        /// For whom.
        seat: Seat,
        /// The Warrior.
        card: Reported,
    },
    /// `draw-and-score` turns up a Warrior that goes to the Graveyard.
    FlippedBuried {
        /// For whom.
        seat: Seat,
        /// The Warrior.
        card: Card,
    },
    /// An Arena is taken.
    Taken {
        /// By whom.
        seat: Seat,
        /// With which main.
        card: Reported,
        /// The physical Arena.
        arena: u8,
        /// The taker's place in the order of play.
        position: usize,
        /// Did `arena-tie` pick the taker among several?
        tie_broken: bool,
    },
    /// An Arena is taken by nobody.
    Unclaimed {
        /// The physical Arena.
        arena: u8,
    },
    /// A player's Glory at the end.
    Glory {
        /// Whose.
        seat: Seat,
        /// Of Arenas.
        arenas: u16,
        /// Of scored Warriors.
        scored: u16,
    },
    /// The end.
    Over {
        /// How.
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
        Reported { card, row: self.warriors[card.place()].id }
    }
}
