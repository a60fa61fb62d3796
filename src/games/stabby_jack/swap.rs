//! The Ace: an Attribute is swapped with another character. Clauses 4 and 6.4.

use super::StabbyJack;
use super::cards::{Face, Faces};
use super::rules::AceMatch;
use super::state::{Character, Phase, State};
use super::story::{Cause, Deed, Event};
use crate::model::{ChanceStreams, Observer, Seat, Seats};

impl AceMatch {
    /// The cards that may be swapped for at least one of these: it goes both ways. The same Number
    /// means the same printed rank.
    #[inline]
    pub(super) fn partners(self, faces: Faces) -> Faces {
        match self {
            Self::NumberOrSuit => faces.same_ranks().union(faces.same_suits()),
            Self::Number => faces.same_ranks(),
            Self::Suit => faces.same_suits(),
            Self::Any => Faces::ALL.only_if(!faces.is_empty()),
        }
    }
}

impl StabbyJack {
    /// The own Attributes that match at least one Attribute of somebody else.
    #[inline]
    pub(super) fn swappable(&self, state: &State) -> Faces {
        let others = self.seats().without(state.active).into_iter();
        let theirs = others
            .fold(Faces::default(), |faces, seat| faces.union(state.characters[seat].attributes.faces()));
        self.rules.ace_match.partners(theirs).both(state.characters[state.active].attributes.faces())
    }

    /// The Attributes of a character that match the card to give.
    #[inline]
    pub(super) fn matching(&self, give: Face, character: &Character) -> Faces {
        self.partners[give].both(character.attributes.faces())
    }

    /// The other seats with an Attribute that matches the card to give.
    #[inline]
    pub(super) fn whom(&self, state: &State, seat: Seat, give: Face) -> Seats {
        let others = self.seats().without(seat).into_iter();
        others.fold(Seats::NONE, |whom, other| {
            let matching = self.matching(give, &state.characters[other]);
            whom.union(Seats::only(other).when(!matching.is_empty()))
        })
    }

    /// An Ace is drawn: a swap, if there is a legal one.
    pub(super) fn draw_ace<W: Observer<Event>>(&self, state: &mut State, observer: &mut W) -> Option<Phase> {
        state.swappable = self.swappable(state);
        if state.swappable.is_empty() {
            observer.on_event(Event::NothingToSwap);
            return None;
        }
        Some(Phase::SwapGive)
    }

    /// Whom to swap with is asked next, unless there is only one.
    #[inline]
    pub(super) fn swap_whom(&self, seat: Seat, give: Face) -> Phase {
        if self.rules.players > 2 {
            Phase::SwapWith { give }
        } else {
            Phase::SwapTake { give, with: seat.foe() }
        }
    }

    /// Two Attributes change places; a Heart that leaves may kill the one or the other.
    #[inline(never)]
    pub(super) fn swap<W: Observer<Event>>(
        &self,
        state: &mut State,
        give: Face,
        with: Seat,
        take: Face,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        let seat = state.active;
        let (given, taken) = (self.rules.cards[give], self.rules.cards[take]);
        let own = &mut state.characters[seat];
        own.lose(give, given);
        own.gain(take, taken);
        let other = &mut state.characters[with];
        other.lose(take, taken);
        other.gain(give, given);
        observer.on_event(Event::Swapped { seat, give, with, take });
        self.die(state, seat, Cause::Swap, chance, observer)
            .or_else(|| self.die(state, with, Cause::Swap, chance, observer))
            .or_else(|| self.happened(state, Deed::Swap, observer))
    }
}
