//! Features of a move: clause 11.

use super::KnifeFight;
use super::cards::{Hand, Rank};
use super::rules::{Clash, QueenEmptyPile, QueenMode};
use super::state::Stage;
use super::view::View;
use crate::model::{Appraise, Feature};

const FEATURES: [Feature; 13] = {
    const fn f(name: &'static str, meaning: &'static str) -> Feature {
        Feature { name, meaning }
    }
    [
        f("damage-dealt", "expected damage landing on the opponent's pile"),
        f("damage-taken", "expected damage landing on the own pile"),
        f("damage-healed", "expected damage taken off the own pile"),
        f("lethal", "chance that the opponent's deck is empty after this round"),
        f("fatal", "chance that the own deck is empty after this round"),
        f("cards-spent", "own cards laid out this round, this one and a follow-up to come included"),
        f("parry", "1 for a Jack"),
        f("dressing", "1 for a Queen"),
        f("feint", "1 for a King"),
        f("reflect", "1 for a Joker"),
        f("clean-dressing", "1 for a Queen without a wound on the own pile"),
        f("low-cards-kept", "low numbers left in hand, each (11 - strength) / 10, never below 0"),
        f("own-bleed", "for a Queen: the own bleed per round as it stands"),
    ]
};
const WOUND_REMOVED: Feature =
    Feature { name: "wound-removed", meaning: "damage value of the wound chosen for dressing" };
const ALL: [Feature; 14] = {
    let mut all = [WOUND_REMOVED; 14];
    let mut place = 0;
    while place < FEATURES.len() {
        all[place] = FEATURES[place];
        place += 1;
    }
    all
};

/// What a card does against a known front.
#[derive(Clone, Copy, Default)]
struct Effect {
    hit: i32,
    wound: i32,
    heal: i32,
}

impl Appraise for KnifeFight {
    const FEATURES: &'static [Feature] = &ALL;

    fn appraise(&self, view: &View<'_>, menu: &[Rank], rows: &mut [f64]) {
        for (mv, row) in menu.iter().zip(rows.chunks_exact_mut(ALL.len())) {
            if matches!(view.stage, Stage::Dress(_)) {
                row[13] = f64::from(self.rules.damage_of(*mv));
            } else {
                self.appraise_card(view, *mv, row);
            }
        }
    }
}

impl KnifeFight {
    fn appraise_card(&self, view: &View<'_>, mv: Rank, row: &mut [f64]) {
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
            row[0] += weight * f64::from(effect.hit);
            row[1] += weight * f64::from(effect.wound);
            row[2] += weight * f64::from(effect.heal);
            let opp_damage = i32::from(view.opp.damage) + effect.hit;
            let own_damage = i32::from(view.own.damage) + effect.wound - effect.heal;
            row[3] += weight * f64::from(self.empties(opp_draws, opp_damage, view.opp.deck));
            row[4] += weight * f64::from(self.empties(spent, own_damage, view.own.deck));
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
        for value in &mut row[..5] {
            *value /= total;
        }
        row[5] = f64::from(u32::try_from(spent).unwrap_or(u32::MAX));
        for (place, rank) in [(6, Rank::JACK), (7, Rank::QUEEN), (8, Rank::KING), (9, Rank::JOKER)] {
            row[place] = f64::from(u8::from(mv == rank));
        }
        if mv == Rank::QUEEN {
            row[10] = f64::from(u8::from(worst(self, view).is_none()));
            row[12] = f64::from(u32::try_from(self.rules.bleed(view.own.damage)).unwrap_or(u32::MAX));
        }
        row[11] = rest
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
