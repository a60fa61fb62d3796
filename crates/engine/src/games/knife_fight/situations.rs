//! Situations in which strategies can weigh moves otherwise. All are computed from the acting player's view.

use super::KnifeFight;
use super::cards::Rank;
use super::state::Phase;
use super::view::View;
use crate::model::{FeatureSet, features};

features! {
    FOLLOWS = "follows": "the card follows a King";
    WOUNDED = "wounded": "the player's damage pile has a card";
    BLEEDS = "bleeds": "the player bleeds at least 2 cards a round";
    FOE_BLEEDS = "foe-bleeds": "the opponent bleeds at least 2 cards a round";
    SHORT = "short": "the player's deck has at most 8 cards";
    FOE_SHORT = "foe-short": "the opponent's deck has at most 8 cards";
    AHEAD = "ahead": "the player's deck has more cards than the opponent's";
    EARLY = "early": "the round is one of the first 2";
    HAS_JOKER = "has-joker": "the player has a Joker in hand";
    HAS_JACK = "has-jack": "the player has a Jack in hand";
    HAS_QUEEN = "has-queen": "the player has a Queen in hand";
    FOE_HAS_JOKER = "foe-has-joker": "the opponent's hand or deck has a Joker";
}

impl KnifeFight {
    pub(super) fn situation(&self, view: &View<'_>) -> FeatureSet {
        let (own, opp, hand) = (&view.own, &view.opp, view.secret.hand);
        FeatureSet::NONE
            .with_if(matches!(view.phase, Phase::Follow(_)), FOLLOWS)
            .with_if(own.wounds.iter().any(|count| *count > 0), WOUNDED)
            .with_if(self.bleeds_of(own.damage) >= 2, BLEEDS)
            .with_if(self.bleeds_of(opp.damage) >= 2, FOE_BLEEDS)
            .with_if(own.deck <= 8, SHORT)
            .with_if(opp.deck <= 8, FOE_SHORT)
            .with_if(own.deck > opp.deck, AHEAD)
            .with_if(view.round <= 2, EARLY)
            .with_if(hand.count(Rank::JOKER) > 0, HAS_JOKER)
            .with_if(hand.count(Rank::JACK) > 0, HAS_JACK)
            .with_if(hand.count(Rank::QUEEN) > 0, HAS_QUEEN)
            .with_if(opp.unseen.count(Rank::JOKER) > 0, FOE_HAS_JOKER)
    }
}
