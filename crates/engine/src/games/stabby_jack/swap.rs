//! The Ace: swaps an Attribute with another character. Clauses 4 and 6.4.

use super::StabbyJack;
use super::cards::{Face, Faces};
use super::decisions::Move;
use super::play::{TURN_DONE, Turns};
use super::rules::AceMatch;
use super::state::{Character, Phase, State};
use super::story::{Cause, Event, TurnEvent};
use crate::model::{Ask, Observer, Seat, Seats, Status};
use std::ops::ControlFlow;

impl AceMatch {
    /// The Attributes that can be swapped for at least one of these. "The same Number" means the same printed
    /// rank.
    #[inline]
    pub(super) fn partners(self, faces: Faces) -> Faces {
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
    /// The Attributes of a seat that match at least one Attribute of another character.
    #[inline]
    pub(super) fn swappable(&self, state: &State, seat: Seat) -> Faces {
        let mut theirs = Faces::default();
        for other in self.seats().without(seat) {
            theirs = theirs.union(state.characters[other].attributes.faces());
        }
        self.rules.ace_match.partners(theirs).both(state.characters[seat].attributes.faces())
    }

    /// The Attributes of a character that match this card.
    #[inline]
    pub(super) fn matching(&self, give: Face, character: &Character) -> Faces {
        self.partners[give].both(character.attributes.faces())
    }

    /// The other seats that have an Attribute that matches the card to give.
    #[inline]
    pub(super) fn swap_partners(&self, state: &State, seat: Seat, give: Face) -> Seats {
        let mut partners = Seats::NONE;
        for other in self.seats().without(seat) {
            let matching = self.matching(give, &state.characters[other]);
            partners = partners.with_if(!matching.is_empty(), other);
        }
        partners
    }
}

impl<A: Ask<StabbyJack>, O: Observer<Event>> Turns<'_, A, O> {
    /// After an Ace: the player gives an Attribute, unless there is no legal swap or the player declines.
    pub(super) fn swap_give(&mut self, seat: Seat, left: u8) -> ControlFlow<Status> {
        let faces = self.game.swappable(self.state, seat);
        if faces.is_empty() {
            self.observer.on_event(Event::NothingToSwap);
            return TURN_DONE;
        }
        match self.choose(seat, Phase::SwapGive { faces, left })? {
            Move::Card(give) => self.swap_with(seat, give, left),
            _ => TURN_DONE,
        }
    }

    /// The player chooses the receiver of the Attribute.
    pub(super) fn swap_with(&mut self, seat: Seat, give: Face, left: u8) -> ControlFlow<Status> {
        match self.choose(seat, Phase::SwapWith { give, left })? {
            Move::Seat(with) => self.swap_take(seat, give, with, left),
            _ => TURN_DONE,
        }
    }

    /// The player takes another Attribute in return. Losing its only Heart may kill either character. Then the player
    /// swaps again, as often as the Ace allows.
    pub(super) fn swap_take(&mut self, seat: Seat, give: Face, with: Seat, left: u8) -> ControlFlow<Status> {
        let phase = Phase::SwapTake { give, with, left };
        let Move::Card(take) = self.choose(seat, phase)? else { return TURN_DONE };
        let cards = &self.game.rules.cards;
        self.state.characters[seat].replace(give, take, cards);
        self.state.characters[with].replace(take, give, cards);
        self.observer.on_event(Event::Swapped { seat, give, with, take });
        self.death_check(seat, Cause::Swap)?;
        self.death_check(with, Cause::Swap)?;
        self.happened(TurnEvent::Swap, self.game.seats())?;
        if left > 1 { self.swap_give(seat, left - 1) } else { TURN_DONE }
    }
}
