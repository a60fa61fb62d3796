//! Situations in which strategies can weigh moves otherwise. All are computed from the acting player's view; a contact is an
//! opponent with whom a Position is shared.

use super::Taunt;
use super::moves::{Class, Guard};
use super::state::Fighter;
use super::view::View;
use crate::model::{FeatureSet, Seat, features};

features! {
    NEAR = "near": "a contact is Near";
    CHARGED_1 = "charged-1": "the player has 1 ↑ or more";
    CHARGED_2 = "charged-2": "the player has 2 ↑ or more";
    CHARGED_3 = "charged-3": "the player has 3 ↑";
    FOE_CHARGED_1 = "foe-charged-1": "a contact has 1 ↑ or more";
    FOE_CHARGED_2 = "foe-charged-2": "a contact has 2 ↑ or more";
    FOE_CHARGED_3 = "foe-charged-3": "a contact has 3 ↑";
    FEW_TOKENS = "few-tokens": "the player has at most 1 block token";
    FOE_FEW_TOKENS = "foe-few-tokens": "a contact has at most 1 block token";
    HURT = "hurt": "the player's damage is in the orange or red zone";
    FOE_HURT = "foe-hurt": "a contact's damage is in the orange or red zone";
    IN_PERIL = "in-peril": "the player is 2 cards or less from the Peril Limit";
    FOE_IN_PERIL = "foe-in-peril": "a contact is 2 cards or less from the Peril Limit";
    FOE_IN_COMBO = "foe-in-combo": "a contact is in a combo";
    FOE_OPEN = "foe-open": "every contact is knocked down or locked";
    FOE_ATTACKED = "foe-attacked": "a contact played an Attack in the last turn";
    FOE_GUARDED = "foe-guarded": "a contact played a guard in the last turn";
    ATTACKED = "attacked": "the player played an Attack in the last turn";
}

impl Taunt {
    pub(super) fn situation(&self, view: &View<'_>) -> FeatureSet {
        let open = view.open;
        let fighter = |seat: Seat| &open.fighters[seat];
        let is_near_limit = |seat: Seat| view.n_disabled(seat) + 2 >= self.peril_limit(fighter(seat)).into();
        let last = |fighter: &Fighter| fighter.last.map(|card| self.card(card));
        let attacked = |fighter: &Fighter| last(fighter).is_some_and(|card| card.class == Class::Attack);
        let guarded = |fighter: &Fighter| last(fighter).is_some_and(|card| card.guard != Guard::None);
        let own = fighter(view.seat);
        let contacts = open.contacts[view.seat];
        let ready = contacts.minus(open.down.union(open.locked));
        let of_own = FeatureSet::NONE
            .with_if(!contacts.both(open.near[view.seat]).is_empty(), NEAR)
            .with_if(own.charges >= 1, CHARGED_1)
            .with_if(own.charges >= 2, CHARGED_2)
            .with_if(own.charges >= 3, CHARGED_3)
            .with_if(own.tokens <= 1, FEW_TOKENS)
            .with_if(self.zone(view.seat, own) >= 2, HURT)
            .with_if(is_near_limit(view.seat), IN_PERIL)
            .with_if(attacked(own), ATTACKED)
            .with_if(!contacts.both(open.combos).is_empty(), FOE_IN_COMBO)
            .with_if(ready.is_empty(), FOE_OPEN);
        contacts.into_iter().fold(of_own, |set, seat| {
            let foe = fighter(seat);
            set.with_if(foe.charges >= 1, FOE_CHARGED_1)
                .with_if(foe.charges >= 2, FOE_CHARGED_2)
                .with_if(foe.charges >= 3, FOE_CHARGED_3)
                .with_if(foe.tokens <= 1, FOE_FEW_TOKENS)
                .with_if(self.zone(seat, foe) >= 2, FOE_HURT)
                .with_if(is_near_limit(seat), FOE_IN_PERIL)
                .with_if(attacked(foe), FOE_ATTACKED)
                .with_if(guarded(foe), FOE_GUARDED)
        })
    }
}
