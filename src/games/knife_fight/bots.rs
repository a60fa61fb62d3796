//! Features of a move: clause 11.

use super::KnifeFight;
use super::cards::{Hand, Rank};
use super::rules::{Clash, QueenEmptyPile, QueenMode};
use super::state::Stage;
use super::view::View;
use crate::model::{Appraise, Feature, features};

features! {
    DAMAGE_DEALT = "damage-dealt": "expected damage landing on the opponent's pile";
    DAMAGE_TAKEN = "damage-taken": "expected damage landing on the own pile";
    DAMAGE_HEALED = "damage-healed": "expected damage taken off the own pile";
    LETHAL = "lethal": "chance that the opponent's deck is empty after this round";
    FATAL = "fatal": "chance that the own deck is empty after this round";
    CARDS_SPENT = "cards-spent": "own cards laid out this round, this one and a follow-up to come included";
    PARRY = "parry": "1 for a Jack";
    DRESSING = "dressing": "1 for a Queen";
    FEINT = "feint": "1 for a King";
    REFLECT = "reflect": "1 for a Joker";
    CLEAN_DRESSING = "clean-dressing": "1 for a Queen without a wound on the own pile";
    LOW_CARDS_KEPT = "low-cards-kept": "low numbers left in hand, each (11 - strength) / 10, never below 0";
    OWN_BLEED = "own-bleed": "for a Queen: the own bleed per round as it stands";
    WOUND_REMOVED = "wound-removed": "damage value of the wound chosen for dressing";
}

/// What a card does against a known front.
#[derive(Clone, Copy, Default)]
struct Effect {
    hit: i32,
    wound: i32,
    heal: i32,
}

impl Appraise for KnifeFight {
    const FEATURES: &'static [Feature] = FEATURES;

    fn appraise(&self, view: &View<'_>, menu: &[Rank], rows: &mut [f64]) {
        for (mv, row) in menu.iter().zip(rows.as_chunks_mut().0) {
            if matches!(view.stage, Stage::Dress(_)) {
                row[WOUND_REMOVED] = f64::from(self.rules.damage_of(*mv));
            } else {
                self.appraise_card(view, *mv, row);
            }
        }
    }
}

impl KnifeFight {
    fn appraise_card(&self, view: &View<'_>, mv: Rank, row: &mut Row) {
        let mut rest = view.hand;
        rest.take(mv);
        let spent = usize::from(view.own.laid) + 1 + usize::from(mv == Rank::KING && !rest.is_empty());
        let mut total = 0.0;
        let mut weigh = |front: Rank, count: u8| {
            let weight = f64::from(count);
            let effect = self.effect(view, mv, rest, front);
            let opp_draws = match view.stage {
                Stage::Follow(seats) => usize::from(view.opp.laid) + usize::from(seats.has(view.seat.foe())),
                _ => 1,
            };
            total += weight;
            row[DAMAGE_DEALT] += weight * f64::from(effect.hit);
            row[DAMAGE_TAKEN] += weight * f64::from(effect.wound);
            row[DAMAGE_HEALED] += weight * f64::from(effect.heal);
            let opp_damage = i32::from(view.opp.damage) + effect.hit;
            let own_damage = i32::from(view.own.damage) + effect.wound - effect.heal;
            row[LETHAL] += weight * f64::from(self.empties(opp_draws, opp_damage, view.opp.deck));
            row[FATAL] += weight * f64::from(self.empties(spent, own_damage, view.own.deck));
        };
        let facing = view.opp.front;
        if matches!(view.stage, Stage::Follow(_)) && facing != Rank::KING {
            weigh(facing, 1);
        } else {
            let mut any = false;
            for rank in Rank::all().filter(|rank| *rank != Rank::KING) {
                let count = view.opp.unseen[rank.place()];
                if count > 0 {
                    any = true;
                    weigh(rank, count);
                }
            }
            if !any {
                weigh(Rank::NOTHING, 1);
            }
        }
        for place in [DAMAGE_DEALT, DAMAGE_TAKEN, DAMAGE_HEALED, LETHAL, FATAL] {
            row[place] /= total;
        }
        row[CARDS_SPENT] = f64::from(u32::try_from(spent).unwrap_or(u32::MAX));
        row[PARRY] = f64::from(mv == Rank::JACK);
        row[DRESSING] = f64::from(mv == Rank::QUEEN);
        row[FEINT] = f64::from(mv == Rank::KING);
        row[REFLECT] = f64::from(mv == Rank::JOKER);
        if mv == Rank::QUEEN {
            row[CLEAN_DRESSING] = f64::from(worst(self, view).is_none());
            row[OWN_BLEED] = f64::from(u32::try_from(self.rules.bleed(view.own.damage)).unwrap_or(u32::MAX));
        }
        row[LOW_CARDS_KEPT] = rest
            .ranks()
            .filter(|rank| rank.is_number())
            .map(|rank| {
                let low = (11.0 - f64::from(self.rules.strength[rank.place()])).max(0.0) / 10.0;
                low * f64::from(u32::try_from(rest.count(rank)).unwrap_or(0))
            })
            .sum();
    }

    /// Would the deck be empty after drawing and bleeding?
    fn empties(&self, draws: usize, damage: i32, deck: usize) -> bool {
        draws + self.rules.bleed(u16::try_from(damage.max(0)).unwrap_or(u16::MAX)) >= deck
    }

    /// What a card does against a front; a King does what its best follow-up does.
    fn effect(&self, view: &View<'_>, mv: Rank, rest: Hand, front: Rank) -> Effect {
        if mv != Rank::KING {
            return self.clash_effect(view, mv, front);
        }
        rest.ranks()
            .filter(|rank| *rank != Rank::KING)
            .map(|rank| self.clash_effect(view, rank, front))
            .max_by_key(|effect| effect.hit - effect.wound + effect.heal)
            .unwrap_or_else(|| self.clash_effect(view, Rank::NOTHING, front))
    }

    fn clash_effect(&self, view: &View<'_>, own: Rank, opp: Rank) -> Effect {
        // Seen by the mover, who is taken for black.
        let clash = self.meetings[own.place()][opp.place()];
        let mut effect = Effect::default();
        let damage = |rank| i32::from(self.rules.damage_of(rank));
        let mut stopped = false;
        if own == Rank::QUEEN {
            match worst(self, view) {
                Some(wound) if clash.has(Clash::BLACK_DRESSES) => {
                    effect.heal = wound;
                    stopped = self.rules.queen_mode == QueenMode::Heal;
                }
                _ => stopped = self.rules.queen_empty_pile == QueenEmptyPile::Block,
            }
        }
        // A dressing by the opponent is left out of account.
        effect.hit += if clash.has(Clash::BLACK_HITS_RED) { damage(own) } else { 0 };
        effect.hit += if clash.has(Clash::RED_HITS_RED) { damage(opp) } else { 0 };
        effect.wound += if clash.has(Clash::RED_HITS_BLACK) && !stopped { damage(opp) } else { 0 };
        effect.wound += if clash.has(Clash::BLACK_HITS_BLACK) { damage(own) } else { 0 };
        effect
    }
}

/// The damage of the worst own wound.
fn worst(game: &KnifeFight, view: &View<'_>) -> Option<i32> {
    let wounds = (0..view.own.wounds.len()).filter(|place| view.own.wounds[*place] > 0);
    wounds.map(|place| i32::from(game.rules.damage[place])).max()
}
