//! What one player may know: the player's own cards, everything open, every back, and cards that were seen
//! before they were turned face down.

use super::cards::{Card, Cards, FAMILIES, Family, WARRIORS};
use super::state::{Boost, Mains, Phase, State};
use super::{Fight, RESERVES};
use crate::model::bits::bits;
use crate::model::{BySeat, ChanceStreams, Pile, RngStream, Seat};
use std::fmt;

/// A player's view. The backs of all face-down cards are public. The view does not contain the identities of
/// hands, boosts, Reserves and most scored Warriors, or any order.
#[derive(Clone, PartialEq, Debug)]
pub struct View<'a> {
    /// The seat of the player.
    pub seat: Seat,
    /// The next step of the game.
    pub phase: Phase,
    /// The number of the fight, from 1.
    pub fight: u8,
    /// The current Arena and the one after it.
    pub arenas: (u8, Option<u8>),
    /// The holder of the 1st player card.
    pub first: Seat,
    /// The position in the order of play of the seat in turn.
    pub position: usize,
    /// The family that the next Warriors must differ from.
    pub reference: Option<Family>,
    /// The player's own hand.
    pub hand: Cards,
    /// Scored Warriors that everybody has seen.
    pub open: Cards,
    /// The living mains.
    pub mains: &'a Mains,
    /// The player's own boost, if it is face down.
    pub own_boost: Option<Card>,
    /// Physical Arenas won.
    pub won: &'a BySeat<u16>,
    /// Extra Glory.
    pub extra: &'a BySeat<u16>,
    /// The Graveyard.
    pub graveyard: Cards,
    /// Warriors out of the game.
    pub removed: Cards,
    /// Number of cards in the Reserves.
    pub n_reserves: usize,
    /// The back of the top card.
    pub top: Option<Family>,
    /// The cards that are or were face down.
    pub covered: Covered<'a>,
}

impl<'a> View<'a> {
    /// The view of a seat.
    pub(super) fn new(fight: &'a Fight, state: &'a State, seat: Seat) -> Self {
        Self {
            seat,
            phase: state.phase,
            fight: state.fight,
            arenas: (state.arena, state.next_arena),
            first: state.first,
            position: state.position,
            reference: state.reference,
            hand: state.hands[seat],
            open: state.open,
            mains: &state.mains,
            own_boost: match state.boosts[seat] {
                Boost::FaceDown(card) => Some(card),
                Boost::None | Boost::FaceUp(_) => None,
            },
            won: &state.won,
            extra: &state.extra,
            graveyard: state.graveyard,
            removed: state.removed,
            n_reserves: state.reserves.len(),
            top: state.reserves.last().map(|card| fight.family_of(*card)),
            covered: Covered { seat, fight, state },
        }
    }
}

/// A seat's knowledge of the cards that are or were face down. It is computed on request, because most of it
/// is rarely needed.
#[derive(Clone, Copy)]
pub struct Covered<'a> {
    seat: Seat,
    fight: &'a Fight,
    state: &'a State,
}

impl Covered<'_> {
    /// Number of cards in a seat's hand.
    #[must_use]
    pub fn n_hand(self, owner: Seat) -> usize {
        self.state.hands[owner].len()
    }

    /// The backs of a seat's hand.
    #[must_use]
    pub fn hand(self, owner: Seat) -> Backs {
        self.fight.backs(self.state.hands[owner])
    }

    /// A seat's boost.
    #[must_use]
    pub fn boost(self, owner: Seat) -> SeenBoost {
        match self.state.boosts[owner] {
            Boost::None => SeenBoost::None,
            Boost::FaceDown(card) => SeenBoost::FaceDown(self.fight.family_of(card)),
            Boost::FaceUp(card) => SeenBoost::FaceUp(card),
        }
    }

    /// Number of cards that a seat has scored.
    #[must_use]
    pub fn n_scored(self, owner: Seat) -> usize {
        self.state.scored[owner].len()
    }

    /// A seat's scored pile.
    #[must_use]
    pub fn scored(self, owner: Seat) -> Scored {
        let Self { seat, fight, state } = self;
        let hidden = Fight::hidden_from(state, seat, owner);
        let mut stolen_from = BySeat::default();
        for loser in fight.opponents(seat) {
            stolen_from[loser] = fight.backs(hidden.both(state.stolen_from[loser]));
        }
        Scored { known: state.scored[owner].minus(hidden), hidden: fight.backs(hidden), stolen_from }
    }

    /// The scored Warriors known to the viewer that a seat also knows because they were stolen from it.
    #[must_use]
    pub fn stolen_from(self, loser: Seat) -> Cards {
        let stolen = self.state.stolen_from[loser];
        if loser == self.seat { stolen } else { stolen.both(self.state.scored[self.seat]) }
    }

    /// All Warriors whose position the viewer does not know.
    #[must_use]
    pub fn unseen(self) -> Cards {
        self.fight.unseen(self.state, self.seat)
    }

    /// All of this information.
    fn all(self) -> impl PartialEq + fmt::Debug {
        let seats = |seat| (self.hand(seat), self.boost(seat), self.scored(seat), self.stolen_from(seat));
        (self.unseen(), BySeat::from_fn(seats))
    }
}

impl PartialEq for Covered<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.all() == other.all()
    }
}

impl fmt::Debug for Covered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all().fmt(f)
    }
}

/// Number of face-down cards with each family on their back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Backs(pub [u8; FAMILIES]);

/// A scored pile, as another player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scored {
    /// The Warriors that the viewer knows.
    pub known: Cards,
    /// The backs of the others.
    pub hidden: Backs,
    /// Those of the hidden backs that were stolen from each seat, which therefore knows them.
    pub stolen_from: BySeat<Backs>,
}

/// A boost as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SeenBoost {
    /// None.
    #[default]
    None,
    /// A face-down boost: its back.
    FaceDown(Family),
    /// Activated.
    FaceUp(Card),
}

impl Fight {
    fn backs(&self, cards: Cards) -> Backs {
        // At most 64 cards.
        Backs(self.of_family.map(|family| u8::try_from(cards.both(family).len()).unwrap_or(u8::MAX)))
    }

    /// The Warriors of a scored pile that a seat does not know.
    fn hidden_from(state: &State, seat: Seat, owner: Seat) -> Cards {
        if owner == seat {
            return Cards::NONE;
        }
        state.scored[owner].minus(state.open).minus(state.stolen_from[seat])
    }

    /// All Warriors whose position a seat does not know.
    fn unseen(&self, state: &State, seat: Seat) -> Cards {
        let scored = state.scored[seat].union(state.open).union(state.stolen_from[seat]);
        let mut seen = state.graveyard.union(state.removed).union(state.hands[seat]).union(scored);
        for other in self.seats() {
            let main = state.mains[other].map_or(Cards::NONE, |main| Cards::only(main.card));
            let boost = match state.boosts[other] {
                Boost::FaceUp(card) => Cards::only(card),
                Boost::FaceDown(_) | Boost::None => Cards::NONE,
            };
            seen = seen.union(main).union(boost);
        }
        if let Boost::FaceDown(card) = state.boosts[seat] {
            seen.add(card);
        }
        self.all.minus(seen)
    }

    /// Clause 12: deals everything again that the seat does not know, uniformly among the deals with the same
    /// backs.
    pub(super) fn deal_unseen(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        let mut unseen = Unseen::new(self, self.unseen(state, seat), chance.source(RESERVES));
        // All players saw which family was stolen from whom; the seat knows only the cards in its own pile.
        let stolen_from = state.stolen_from;
        for loser in self.opponents(seat) {
            state.stolen_from[loser] = stolen_from[loser].both(state.scored[seat]);
        }
        for other in self.opponents(seat) {
            state.hands[other] = unseen.deal_like(state.hands[other]);
            if let Boost::FaceDown(card) = &mut state.boosts[other]
                && let Some(dealt) = unseen.deal(self.family_of(*card))
            {
                *card = dealt;
            }
            let hidden = Self::hidden_from(state, seat, other);
            let mut own = hidden;
            let mut pile = state.scored[other].minus(hidden);
            for loser in self.opponents(seat) {
                let stolen = hidden.both(stolen_from[loser]);
                let dealt = unseen.deal_like(stolen);
                state.stolen_from[loser] = state.stolen_from[loser].union(dealt);
                pile = pile.union(dealt);
                own = own.minus(stolen);
            }
            state.scored[other] = pile.union(unseen.deal_like(own));
        }
        let top = state.reserves.last().and_then(|card| unseen.deal(self.family_of(*card)));
        state.reserves.clear();
        state.reserves.extend(unseen.left);
        state.reserves.extend(top);
        let arenas = state.unseen_arenas.iter().fold(0_u16, |arenas, arena| arenas | 1 << arena);
        state.unseen_arenas.clear();
        state.unseen_arenas.extend(bits(arenas).map(|arena| u8::try_from(arena).unwrap_or_default()));
    }
}

/// The Warriors whose position a seat does not know, during a redeal.
struct Unseen<'d> {
    of_family: &'d [Cards; FAMILIES],
    /// The Warriors of each family that are not yet dealt.
    heaps: [Pile<Card, WARRIORS>; FAMILIES],
    /// The remaining Warriors of all families.
    left: Cards,
    rng: &'d mut RngStream,
}

impl<'d> Unseen<'d> {
    fn new(fight: &'d Fight, cards: Cards, rng: &'d mut RngStream) -> Self {
        let mut heaps = [Pile::new(); FAMILIES];
        for (heap, family) in heaps.iter_mut().zip(fight.of_family) {
            heap.extend(cards.both(family));
        }
        Self { of_family: &fight.of_family, heaps, left: cards, rng }
    }

    /// Deals a card of this family.
    fn deal(&mut self, family: Family) -> Option<Card> {
        let card = self.heaps[family.index()].draw(self.rng)?;
        self.left.take(card);
        Some(card)
    }

    /// Deals the same number of cards of each family as in this set.
    fn deal_like(&mut self, cards: Cards) -> Cards {
        let mut dealt = Cards::NONE;
        if cards.is_empty() {
            return dealt;
        }
        for (heap, family) in self.heaps.iter_mut().zip(self.of_family) {
            for _ in 0..cards.both(*family).len() {
                if let Some(card) = heap.draw(self.rng) {
                    dealt.add(card);
                }
            }
        }
        self.left = self.left.minus(dealt);
        dealt
    }
}
