//! Features of a move, against a card of the other player that is any of those not yet discarded.

use super::Template;
use super::rules::Card;
use super::state::View;
use crate::model::{FeatureRow, FeatureRows, features};

features! {
    DEALT = "damage-dealt": "expected damage to the other player";
    TAKEN = "damage-taken": "expected damage to the own player";
    HEALED = "healed": "life that it can give back";
    LETHAL = "lethal": "chance that the other player is down";
}

impl Template {
    pub(super) fn weigh(&self, view: &View<'_>, moves: &[Card], rows: &mut impl FeatureRows) {
        let foes = view.foe.known.with(&view.foe.unseen);
        let n_foes: f64 = foes.counts().iter().map(|count| f64::from(*count)).sum();
        rows.fill(moves, |card, row| {
            let own = self.rules.cards[card];
            for foe in foes.iter().map(|foe| self.rules.cards[foe]) {
                let dealt = own.damage.saturating_sub(foe.guard);
                row.add(DEALT, f64::from(dealt) / n_foes);
                row.add(TAKEN, f64::from(foe.damage.saturating_sub(own.guard)) / n_foes);
                row.add(LETHAL, f64::from(u8::from(dealt >= view.foe.life)) / n_foes);
            }
            row.add(HEALED, f64::from(own.heal.min(self.rules.life - view.own.life)));
        });
    }
}
