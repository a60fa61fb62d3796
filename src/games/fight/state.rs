//! The whole truth of a game in play.

use super::cards::{ARENAS, Card, Cards, Family, WARRIORS};
use crate::model::{BySeat, Outcome, Pile, Seat};

/// All zones, and where in the fight the players are. An order that nobody knows is not kept: the
/// Reserves have a top card, and the others are in no order; so are the Arenas not yet seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Secret but for their backs.
    pub hands: BySeat<Cards>,
    /// Face down; known to their owner, and to others as the two fields below say.
    pub scored: BySeat<Cards>,
    /// Scored Warriors that all have seen: turned over by `draw-and-score`, or stolen face up.
    pub open: Cards,
    /// Scored Warriors that this seat knows because they were stolen from it face down.
    pub stolen_from: BySeat<Cards>,
    /// The last card is the top, whose back is seen; the others are in no order.
    pub reserves: Pile<Card, WARRIORS>,
    /// Face up.
    pub graveyard: Cards,
    /// The living main Warriors.
    pub mains: Mains,
    /// The boosts beneath them.
    pub boosts: BySeat<Boost>,
    /// Physical Arenas won, a bit each.
    pub won: BySeat<u16>,
    /// Physical Arenas that nobody has seen, in no order; more than there are fights left.
    pub unseen_arenas: Pile<u8, ARENAS>,
    /// The current Arena.
    pub arena: u8,
    /// The Arena after it.
    pub next_arena: Option<u8>,
    /// The number of the fight, from 1.
    pub fight: u8,
    /// Who holds the 1st player card.
    pub first: Seat,
    /// The place in the order of play of the seat in turn.
    pub position: usize,
    /// The family that the next Warriors must differ from.
    pub reference: Option<Family>,
    /// What is due.
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

/// The place beneath a main Warrior.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Boost {
    /// None was played, or it is gone.
    #[default]
    None,
    /// To be resolved.
    FaceDown(Card),
    /// Activated.
    FaceUp(Card),
}

/// What is due.
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
    /// Nothing: the game is over.
    Over(Outcome),
}

impl State {
    /// Nothing on the table, everything in the Reserves and the box.
    pub(super) fn before_deal(warriors: Cards, n_arenas: u8) -> Self {
        Self {
            hands: BySeat::default(),
            scored: BySeat::default(),
            open: Cards::NONE,
            stolen_from: BySeat::default(),
            reserves: warriors.into_iter().collect(),
            graveyard: Cards::NONE,
            mains: BySeat::default(),
            boosts: BySeat::default(),
            won: BySeat::default(),
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
}
