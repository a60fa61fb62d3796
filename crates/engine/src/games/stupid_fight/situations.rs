//! Situations in which strategies can weigh moves otherwise. All are computed from the acting player's view.

use super::StupidFight;
use super::cards::Slot;
use super::view::View;
use crate::model::{FeatureSet, Seat, features};

features! {
    WEAK = "weak": "the player has at most 6 health";
    HEALTHIEST = "healthiest": "no opponent has more health";
    FULL_HAND = "full-hand": "the player has at least 4 cards in hand";
    FEW_CARDS = "few-cards": "the player has at most 1 card in hand";
    FEW_PARTS = "few-parts": "the player has at most 2 parts";
    BROKEN = "broken": "the player's torso is broken";
    NO_HEAD = "no-head": "the player has no head";
    FOE_WEAK = "foe-weak": "an opponent has at most 6 health";
    DUEL = "duel": "one opponent is left";
    EARLY = "early": "the round is one of the first 2";
    COMBO = "combo": "a card of the attack is thrown";
}

impl StupidFight {
    pub(super) fn situation(&self, view: &View<'_>) -> FeatureSet {
        let (table, own) = (view.table, view.table.player(view.seat));
        let health = |seat: Seat| self.health(table, seat);
        let others = || table.living.without(view.seat).into_iter();
        let n_hand = table.n_hand[view.seat];
        FeatureSet::NONE
            .with_if(health(view.seat) <= 6, WEAK)
            .with_if(others().all(|seat| health(seat) <= health(view.seat)), HEALTHIEST)
            .with_if(n_hand >= 4, FULL_HAND)
            .with_if(n_hand <= 1, FEW_CARDS)
            .with_if(own.body.slots.len() <= 2, FEW_PARTS)
            .with_if(own.is_broken(), BROKEN)
            .with_if(!own.has(Slot::Head), NO_HEAD)
            .with_if(others().any(|seat| health(seat) <= 6), FOE_WEAK)
            .with_if(others().count() == 1, DUEL)
            .with_if(table.round <= 2, EARLY)
            .with_if(!table.combo.is_empty(), COMBO)
    }
}
