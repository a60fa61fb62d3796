//! The complete state of a game in progress.

use super::cards::{ARENAS, Card, Cards, Family, WARRIORS};
use crate::model::{BySeat, Outcome, Pile, Seat};

/// All zones, and the progress of the fight. Unknown orders are not stored: the Reserves have a top card, and
/// the others are in no order; nor are the unseen Arenas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Secret except for their backs.
    pub hands: BySeat<Cards>,
    /// Face down. Known to the owner, and to others as the next two fields state.
    pub scored: BySeat<Cards>,
    /// Scored Warriors that everybody has seen: turned over by `draw-and-score`, or stolen face up.
    pub open: Cards,
    /// Scored Warriors that this seat knows because they were stolen from it face down.
    pub stolen_from: BySeat<Cards>,
    /// The last card is the top, whose back is visible; the others are in no order.
    pub reserves: Pile<Card, WARRIORS>,
    /// Face up.
    pub graveyard: Cards,
    /// Warriors that were used and are out of the game (`used-cards`). Face up.
    pub removed: Cards,
    /// The living main Warriors.
    pub mains: Mains,
    /// The boosts beneath them.
    pub boosts: BySeat<Boost>,
    /// Physical Arenas won, one bit each.
    pub won: BySeat<u16>,
    /// Glory from `extra-glory` and `fight-glory`.
    pub extra: BySeat<u16>,
    /// Physical Arenas that nobody has seen, in no order; there are more of them than fights left.
    pub unseen_arenas: Pile<u8, ARENAS>,
    /// The current Arena.
    pub arena: u8,
    /// The Arena after it.
    pub next_arena: Option<u8>,
    /// The number of the fight, from 1.
    pub fight: u8,
    /// The holder of the 1st player card.
    pub first: Seat,
    /// The position in the order of play of the seat in turn.
    pub position: usize,
    /// The family that the next Warriors must differ from.
    pub reference: Option<Family>,
    /// The next step of the game.
    pub phase: Phase,
}

/// The main Warriors of a fight.
pub type Mains = BySeat<Option<Main>>;

/// A living main Warrior.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Main {
    /// The card.
    pub card: Card,
    /// Its current power, at most 9999.
    pub power: u16,
}

/// The boost beneath a main Warrior.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Boost {
    /// No boost.
    #[default]
    None,
    /// Not yet resolved.
    FaceDown(Card),
    /// Activated.
    FaceUp(Card),
}

/// The next step of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The seat in turn plays its main.
    Main,
    /// The seat in turn plays its boost.
    Boost,
    /// The seat in turn resolves its boost.
    Resolve,
    /// The seat in turn chooses for this effect of its boost.
    Effect(u8),
    /// The game is over.
    Over(Outcome),
}

impl State {
    /// An empty table, with everything in the Reserves and the box.
    pub(super) fn before_deal(warriors: Cards, n_arenas: u8, extra: BySeat<u16>) -> Self {
        Self {
            hands: BySeat::default(),
            scored: BySeat::default(),
            open: Cards::NONE,
            stolen_from: BySeat::default(),
            reserves: warriors.into_iter().collect(),
            graveyard: Cards::NONE,
            removed: Cards::NONE,
            mains: BySeat::default(),
            boosts: BySeat::default(),
            won: BySeat::default(),
            extra,
            unseen_arenas: (0..n_arenas).collect(),
            arena: 0,
            next_arena: None,
            fight: 1,
            first: Seat::FIRST,
            position: 0,
            reference: None,
            phase: Phase::Main,
        }
    }

    /// Exchanges two hidden Warriors.
    pub(super) fn exchange(&mut self, one: Card, other: Card) {
        let exchanged = |card: Card| match card {
            _ if card == one => other,
            _ if card == other => one,
            _ => card,
        };
        for cards in [&mut self.hands, &mut self.scored, &mut self.stolen_from] {
            cards.0.iter_mut().for_each(|cards| *cards = cards.into_iter().map(exchanged).collect());
        }
        self.reserves.iter_mut().for_each(|card| *card = exchanged(*card));
        for boost in &mut self.boosts.0 {
            if let Boost::FaceDown(card) = boost {
                *card = exchanged(*card);
            }
        }
    }
}
