//! The Ace: an Attribute is swapped with another character. Clauses 4 and 6.4.

use super::StabbyJack;
use super::cards::{Face, Faces};
use super::decisions::Move;
use super::play::CONTINUE;
use super::rules::AceMatch;
use super::state::{Character, Phase, State};
use super::story::{Cause, Event, TurnEvent};
use crate::model::{Ask, ChanceStreams, Observer, Seat, Seats, Status};
use std::ops::ControlFlow;

impl AceMatch {
    /// The Attributes that can be swapped for at least one of these. The same Number means the same printed
    /// rank.
    #[inline]
    fn partners(self, faces: Faces) -> Faces {
        let partners = match self {
            Self::NumberOrSuit => faces.same_ranks().union(faces.same_suits()),
            Self::Number => faces.same_ranks(),
            Self::Suit => faces.same_suits(),
            Self::Any => Faces::NUMBERED,
        };
        if faces.is_empty() { faces } else { partners }
    }
}

impl StabbyJack {
    /// The active player's Attributes that match at least one Attribute of somebody else.
    #[inline]
    pub(super) fn swappable(&self, state: &State) -> Faces {
        let mut theirs = Faces::default();
        for seat in self.seats().without(state.active) {
            theirs = theirs.union(state.characters[seat].attributes.faces());
        }
        self.matching(theirs, &state.characters[state.active])
    }

    /// The Attributes of a character that match one of these cards.
    #[inline]
    pub(super) fn matching(&self, give: Faces, character: &Character) -> Faces {
        self.rules.ace_match.partners(give).both(character.attributes.faces())
    }

    /// The other seats with an Attribute that matches the card to give.
    #[inline]
    pub(super) fn swap_partners(&self, state: &State, give: Face) -> Seats {
        let mut partners = Seats::NONE;
        for seat in self.seats().without(state.active) {
            let matching = self.matching(Faces::only(give), &state.characters[seat]);
            partners = partners.with_if(!matching.is_empty(), seat);
        }
        partners
    }

    /// An Ace is drawn: the player gives an Attribute, if there is a legal swap and it is not declined.
    pub(super) fn swap_give(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        if self.swappable(state).is_empty() {
            observer.on_event(Event::NothingToSwap);
            return CONTINUE;
        }
        match self.choose(state, ask, Phase::SwapGive)? {
            Move::Card(give) => self.swap_with(state, ask, seat, give, chance, observer),
            _ => CONTINUE,
        }
    }

    /// The player chooses whom to give the Attribute to.
    pub(super) fn swap_with(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        give: Face,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        match self.choose(state, ask, Phase::SwapWith { give })? {
            Move::Seat(with) => self.swap_take(state, ask, seat, give, with, chance, observer),
            _ => CONTINUE,
        }
    }

    /// The player takes another Attribute for it: the two change places. Without its Heart either character
    /// may die.
    #[expect(clippy::too_many_arguments, reason = "two seats and a card")]
    pub(super) fn swap_take(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        give: Face,
        with: Seat,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        let Move::Card(take) = self.choose(state, ask, Phase::SwapTake { give, with })? else {
            return CONTINUE;
        };
        state.characters[seat].replace(give, take, &self.rules.cards);
        state.characters[with].replace(take, give, &self.rules.cards);
        observer.on_event(Event::Swapped { seat, give, with, take });
        self.death_check(state, seat, Cause::Swap, chance, observer)?;
        self.death_check(state, with, Cause::Swap, chance, observer)?;
        self.happened(state, TurnEvent::Swap, self.seats(), observer)
    }
}
