//! Features of a move, against a card of the other player that is any of those not yet discarded.

use super::rules::Card;
use super::state::View;
use super::{Move, Parley};
use undercard::model::{FeatureRows, features};

features! {
    DEALT = "damage-dealt": "expected damage to the other player";
    TAKEN = "damage-taken": "expected damage to the own player";
    HEALED = "healed": "health that it can give back";
    LETHAL = "lethal": "chance that the other player is down";
    SPENT = "cards-spent": "cards discarded for a riposte";
}

impl Parley {
    pub(super) fn weigh(&self, view: &View<'_>, moves: &[Move], rows: &mut FeatureRows<'_>) {
        let foes = view.foe.known.with(&view.foe.unseen);
        let n_foes: f64 = foes.counts().iter().map(|count| f64::from(*count)).sum();
        for (mv, row) in moves.iter().zip(rows.rows()) {
            let row: &mut Row = row;
            let Move::Use(card) = *mv else { continue };
            if let Some(revealed) = view.revealed {
                let dealt = self.rules.riposte(card, revealed.cards[view.seat], revealed.cards[view.seat.foe()]);
                row[DEALT] = f64::from(dealt);
                row[LETHAL] = f64::from(u8::from(dealt >= view.foe.health));
                row[SPENT] = 1.0;
                continue;
            }
            for foe in foes.iter() {
                let dealt = self.rules.damage(card, foe);
                row[DEALT] += f64::from(dealt) / n_foes;
                row[TAKEN] += f64::from(self.rules.damage(foe, card)) / n_foes;
                row[LETHAL] += f64::from(u8::from(dealt >= view.foe.health)) / n_foes;
            }
            if card == Card::Rally {
                row[HEALED] = f64::from(self.rules.heals.min(self.rules.health - view.own.health).max(0));
            }
        }
    }
}
