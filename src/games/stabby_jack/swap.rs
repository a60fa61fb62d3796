//! The Ace: an Attribute is swapped with another character. Clauses 4 and 6.4.

use super::StabbyJack;
use super::cards::Face;
use super::rules::AceMatch;
use super::state::{Stage, State};
use super::story::{Cause, Deed, Event};
use crate::model::{Dice, Seat, Watch};

impl AceMatch {
    /// May these two cards be swapped? The same Number means the same printed rank.
    pub(super) fn allows(self, give: Face, take: Face) -> bool {
        let (number, suit) = (give.rank() == take.rank(), give.suit() == take.suit());
        match self {
            Self::NumberOrSuit => number || suit,
            Self::Number => number,
            Self::Suit => suit,
            Self::Any => true,
        }
    }
}

impl StabbyJack {
    /// An Ace is drawn: a swap, if there is a legal one.
    pub(super) fn draw_ace<W: Watch<Event>>(&self, state: &State, watch: &mut W) -> Option<Stage> {
        if self.swappable(state).is_empty() {
            watch.saw(Event::NothingToSwap);
            return None;
        }
        Some(Stage::SwapGive)
    }

    /// Two Attributes change places; a Heart that leaves may kill the one or the other.
    pub(super) fn swap<W: Watch<Event>>(
        &self,
        state: &mut State,
        give: Face,
        with: Seat,
        take: Face,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let seat = state.active;
        let (given, taken) = (self.rules.cards[give], self.rules.cards[take]);
        let own = &mut state.characters[seat];
        own.lose(give, given);
        own.gain(take, taken);
        let other = &mut state.characters[with];
        other.lose(take, taken);
        other.gain(give, given);
        watch.saw(Event::Swapped { seat, give, with, take });
        self.die(state, seat, Cause::Swap, dice, watch)
            .or_else(|| self.die(state, with, Cause::Swap, dice, watch))
            .or_else(|| self.happened(state, Deed::Swap, watch))
    }
}
