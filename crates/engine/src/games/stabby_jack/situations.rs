//! Situations in which strategies can weigh moves otherwise. All are computed from the acting player's view.

use super::StabbyJack;
use super::view::View;
use crate::model::{FeatureSet, features};

features! {
    HAS_POINTS = "has-points": "the player has the Monster Points to win";
    HAS_LUCK = "has-luck": "the player has the Luck to win";
    HAS_ATTACK = "has-attack": "the player has the Attack to win";
    HALF_WAY = "half-way": "the player has at least half of the Monster Points to win";
    FRAIL = "frail": "the player has at most 4 HP";
    FULL_LEVEL = "full-level": "the player has the maximum Level";
    LOW_LEVEL = "low-level": "the player has at most 3 Attributes";
    RIVAL_HAS_POINTS = "rival-has-points": "another player has the Monster Points to win";
    RIVAL_NEAR = "rival-near": "another player meets two of the three goals";
    RIVAL_AHEAD = "rival-ahead": "another player has more Monster Points";
}

impl StabbyJack {
    pub(super) fn situation(&self, view: &View<'_>) -> FeatureSet {
        let own = &view.characters[view.seat];
        let others = |seat| self.others(view, seat);
        let of_own = FeatureSet::NONE
            .with_if(self.has_points(own), HAS_POINTS)
            .with_if(self.has_luck(own, others(view.seat)), HAS_LUCK)
            .with_if(self.has_attack(own, others(view.seat)), HAS_ATTACK)
            .with_if(2 * own.points >= self.rules.win_monster_points, HALF_WAY)
            .with_if(self.hp(own) <= 4, FRAIL)
            .with_if(own.level >= self.rules.max_level, FULL_LEVEL)
            .with_if(own.level <= 3, LOW_LEVEL);
        self.seats().without(view.seat).into_iter().fold(of_own, |set, seat| {
            let rival = &view.characters[seat];
            let met = u8::from(self.has_points(rival))
                + u8::from(self.has_luck(rival, others(seat)))
                + u8::from(self.has_attack(rival, others(seat)));
            set.with_if(self.has_points(rival), RIVAL_HAS_POINTS)
                .with_if(met >= 2, RIVAL_NEAR)
                .with_if(rival.points > own.points, RIVAL_AHEAD)
        })
    }
}
