//! Situations in which strategies can weigh moves otherwise. All are computed from the acting player's view.

use super::view::{SeenBoost, View};
use super::{ARENAS, Fight};
use crate::model::{FeatureSet, Seat, features};

features! {
    FIRST = "first": "the player is the first in the order of play";
    LAST = "last": "the player is the last in the order of play";
    FINAL_FIGHT = "final-fight": "the fight is the last one";
    LATE = "late": "at most 2 fights follow";
    LEADS = "leads": "the player has more Glory than every opponent";
    BEHIND = "behind": "an opponent has at least 3 Glory more";
    RICH_ARENA = "rich-arena": "the Arena gives more Glory than the next one";
    POOR_ARENA = "poor-arena": "the Arena gives less Glory than the next one";
    FEW_CARDS = "few-cards": "the player has at most 3 cards in hand";
    TAKES = "takes": "the player's main would take the Arena as it is";
    UNANSWERED = "unanswered": "no later player has a face-down boost";
}

impl Fight {
    pub(super) fn situation(&self, view: &View<'_>) -> FeatureSet {
        let players = self.rules.players;
        let glory = |seat: Seat| self.glory(view.won[seat], view.covered.n_scored(seat), view.extra[seat]);
        let arena = |arena: u8| self.arenas[usize::from(arena) % ARENAS].glory;
        let place = (view.seat.index() + players - view.first.index()) % players.max(1);
        let most = self.opponents(view.seat).into_iter().map(glory).max().unwrap_or(0);
        let (own, here) = (glory(view.seat), arena(view.arenas.0));
        let next = view.arenas.1.map_or(here, arena);
        let left = self.rules.fights.saturating_sub(view.fight);
        let taker = self.judge(view.arenas.0, view.first, view.mains).taker;
        let is_face_down = |seat| matches!(view.covered.boost(seat), SeenBoost::FaceDown(_));
        let later = (place + 1..players).map(|place| self.seat_at(view.first, place));
        FeatureSet::NONE
            .with_if(place == 0, FIRST)
            .with_if(place + 1 == players, LAST)
            .with_if(left == 0, FINAL_FIGHT)
            .with_if(left <= 2, LATE)
            .with_if(own > most, LEADS)
            .with_if(own + 3 <= most, BEHIND)
            .with_if(here > next, RICH_ARENA)
            .with_if(here < next, POOR_ARENA)
            .with_if(view.hand.len() <= 3, FEW_CARDS)
            .with_if(taker.is_some_and(|(seat, _)| seat == view.seat), TAKES)
            .with_if(!later.into_iter().any(is_face_down), UNANSWERED)
    }
}
