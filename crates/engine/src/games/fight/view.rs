//! What one player may know: the player's own cards, everything open, every back, and cards that were seen
//! before they were turned face down.

use super::cards::{Card, Cards, FAMILIES, Family, WARRIORS};
use super::state::{Boost, Mains, Phase, State};
use super::{Fight, Move, RESERVES};
use crate::model::bits::bits;
use crate::model::{BySeat, ChanceStreams, Game, JointMove, NoObserver, Pile, RngStream, Seat};
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
        deal_piles(self, state, unseen);
    }

    /// Exchanges Warriors with the same back, so that the opponents have the mains that they play and the boosts that are turned
    /// up, and that none of them has one that the seat sees elsewhere in the second of two states.
    pub(super) fn put_in_place(
        &self,
        dealt: &mut State,
        moves: &JointMove<Move>,
        (before, after): (&State, &State),
        seat: Seat,
        rng: &mut RngStream,
    ) {
        let unseen = self.unseen(after, seat);
        let mut in_place = Cards::NONE;
        for other in self.opponents(seat) {
            if let Some(Move::Card(main)) = moves.get(other)
                && before.phase == Phase::Main
            {
                in_place.add(main);
                let like = dealt.hands[other].both(self.of_family[self.family_of(main).index()]);
                if !like.has(main) && !like.is_empty() {
                    dealt.exchange(main, like.nth(rng.pick(like.len())));
                }
            }
            if let (Boost::FaceDown(boost), Boost::FaceDown(own)) =
                (before.boosts[other], dealt.boosts[other])
                && (moves.get(other) == Some(Move::Activate) || !unseen.has(boost))
            {
                in_place.add(boost);
                dealt.exchange(own, boost);
            }
        }
        for other in self.opponents(seat) {
            let boost = match dealt.boosts[other] {
                Boost::FaceDown(card) => Cards::only(card),
                Boost::None | Boost::FaceUp(_) => Cards::NONE,
            };
            let hidden = dealt.hands[other].union(boost).union(Self::hidden_from(dealt, seat, other));
            for card in hidden.minus(unseen).minus(in_place) {
                let reserves: Cards = dealt.reserves.iter().copied().collect();
                let like = reserves.both(unseen).both(self.of_family[self.family_of(card).index()]);
                if !like.is_empty() {
                    dealt.exchange(card, like.nth(rng.pick(like.len())));
                }
            }
        }
    }

    /// Makes the moves in a deal: the opponents keep their Warriors that stay face down, and draw others with the same backs as
    /// in the second of two states. The backs of all face-down Warriors are public, so each draw is as probable in every deal.
    /// Only where the Reserves were renewed meanwhile, the old ones count as the new.
    pub(super) fn deal_on(
        &self,
        dealt: &mut State,
        moves: &JointMove<Move>,
        (before, after): (&State, &State),
        seat: Seat,
        chance: &mut ChanceStreams,
    ) -> bool {
        let unseen = self.unseen(after, seat);
        let is_seen = |card: Card| !unseen.has(card);
        for other in self.opponents(seat) {
            if let (Boost::FaceDown(boost), Boost::FaceDown(own)) =
                (before.boosts[other], dealt.boosts[other])
                && (moves.get(other) == Some(Move::Activate) || is_seen(boost))
                && own != boost
            {
                return false;
            }
        }
        let mut played = dealt.clone();
        self.play(&mut played, &mut { *moves }, chance, &mut NoObserver);
        let mut next = after.clone();
        let mut kept = Cards::NONE;
        for other in self.opponents(seat) {
            next.hands[other] = dealt.hands[other];
            if let Some(Move::Card(card)) = moves.get(other) {
                next.hands[other].take(card);
            }
            if let Boost::FaceDown(_) = after.boosts[other] {
                next.boosts[other] = played.boosts[other];
            }
            let scored = Self::hidden_from(&played, seat, other);
            next.scored[other] =
                after.scored[other].minus(Self::hidden_from(after, seat, other)).union(scored);
            next.stolen_from[other] = played.stolen_from[other];
            kept = kept.union(next.hands[other]).union(scored);
            if let Boost::FaceDown(card) = next.boosts[other] {
                kept.add(card);
            }
        }
        if !kept.minus(unseen).is_empty() {
            return false;
        }
        let mut left = Unseen::new(self, unseen.minus(kept), chance.source(RESERVES));
        for other in self.opponents(seat) {
            let Some(drawn) = left.deal_missing(next.hands[other], after.hands[other]) else { return false };
            next.hands[other] = next.hands[other].union(drawn);
        }
        deal_piles(self, &mut next, left);
        *dealt = next;
        self.view(dealt, seat) == self.view(after, seat)
    }
}

/// Deals the top card of the Reserves, puts the remaining Warriors under it, and puts the unseen Arenas in order.
fn deal_piles(fight: &Fight, state: &mut State, mut unseen: Unseen<'_>) {
    let top = state.reserves.last().and_then(|card| unseen.deal(fight.family_of(*card)));
    state.reserves.clear();
    state.reserves.extend(unseen.left);
    state.reserves.extend(top);
    let arenas = state.unseen_arenas.iter().fold(0_u16, |arenas, arena| arenas | 1 << arena);
    state.unseen_arenas.clear();
    state.unseen_arenas.extend(bits(arenas).map(|arena| u8::try_from(arena).unwrap_or_default()));
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

    /// Deals the cards that a hand lacks of each family, compared with another; `None` if it has too many of one.
    fn deal_missing(&mut self, hand: Cards, like: Cards) -> Option<Cards> {
        let mut dealt = Cards::NONE;
        for (heap, family) in self.heaps.iter_mut().zip(self.of_family) {
            let n_missing = like.both(*family).len().checked_sub(hand.both(*family).len())?;
            for _ in 0..n_missing {
                dealt.add(heap.draw(self.rng)?);
            }
        }
        self.left = self.left.minus(dealt);
        Some(dealt)
    }

    /// Deals the same number of cards of each family as in this set.
    fn deal_like(&mut self, cards: Cards) -> Cards {
        self.deal_missing(Cards::NONE, cards).unwrap_or_default()
    }
}
