//! The losses that the effects of a card cause to the players that they touch.

use super::super::cards::{Effect, Loss, Script, Target};
use super::super::rules::StealShortfall;
use super::{
    Appraiser, CARDS_STOLEN, DAMAGE_EXPECTED, DAMAGE_WASTED, FeatureRow, KILLS, OVERKILL, SELF_DAMAGE,
    VICTIM_LOSES,
};
use crate::model::Seat;

/// The effect of a script on one victim.
#[derive(Clone, Copy, Default)]
pub(super) struct Impact {
    damage: u16,
    hurts: bool,
    loses: u16,
    stolen: u16,
    kills: bool,
    overkill: u16,
}

impl Impact {
    pub(super) const fn sum(self) -> u16 {
        self.damage + self.loses + self.stolen
    }

    fn and(self, other: Self) -> Self {
        Self {
            damage: self.damage + other.damage,
            hurts: self.hurts || other.hurts,
            loses: self.loses + other.loses,
            stolen: self.stolen + other.stolen,
            kills: self.kills || other.kills,
            overkill: self.overkill + other.overkill,
        }
    }
}

impl Appraiser<'_> {
    /// The features of a card or special with these effects.
    pub(super) fn effects(&self, target: Target, script: Script, row: &mut impl FeatureRow) {
        self.write(self.impact(target, script), row);
        if matches!(target, Target::Own | Target::All) {
            row.add(SELF_DAMAGE, f64::from(self.impact_on(script, self.view.seat).damage));
        }
    }

    /// The losses of opponents: of the one that it hits hardest, or of all.
    pub(super) fn impact(&self, target: Target, script: Script) -> Impact {
        let table = self.view.table;
        let impacts = self
            .game
            .touched(table, target, script)
            .without(self.view.seat)
            .into_iter()
            .map(|seat| self.impact_on(script, seat));
        match target {
            Target::Own => Impact::default(),
            Target::One => impacts.max_by_key(|impact| impact.sum()).unwrap_or_default(),
            Target::Others | Target::All => impacts.fold(Impact::default(), Impact::and),
        }
    }

    pub(super) fn write(&self, impact: Impact, row: &mut impl FeatureRow) {
        row.add(DAMAGE_EXPECTED, f64::from(impact.damage));
        row.add(DAMAGE_WASTED, f64::from(impact.hurts && impact.damage == 0));
        row.add(KILLS, f64::from(impact.kills));
        row.add(OVERKILL, f64::from(impact.overkill));
        row.add(VICTIM_LOSES, f64::from(impact.loses));
        row.add(CARDS_STOLEN, f64::from(impact.stolen));
    }

    /// The losses of one player.
    pub(super) fn impact_on(&self, script: Script, seat: Seat) -> Impact {
        let table = self.view.table;
        let (victim, n_hand) = (table.player(seat), table.n_hand[seat]);
        let mut impact = Impact::default();
        let exposed = self.game.exposed(table, seat, n_hand);
        for (effect, requires) in self.game.effects(script) {
            if !requires.meet(exposed) {
                continue;
            }
            let (hand, deck) = (u16::from(n_hand), u16::from(table.n_deck[seat]));
            match *effect {
                Effect::Damage { amount, colour } => {
                    impact.hurts = true;
                    impact.damage += self.game.effect_damage(amount, colour, victim);
                }
                Effect::Steal(amount) => {
                    let amount = u16::from(amount);
                    impact.stolen += amount.min(deck);
                    impact.loses += amount.min(deck);
                    if self.game.rules.steal_shortfall == StealShortfall::Damage {
                        impact.damage += amount.saturating_sub(deck);
                    }
                }
                Effect::StealHand(amount) => {
                    impact.stolen += u16::from(amount).min(hand);
                    impact.loses += u16::from(amount).min(hand);
                }
                Effect::StealPart(_) => {
                    impact.stolen += 1;
                    impact.loses += 1;
                }
                Effect::Rip(_) => impact.loses += 1,
                Effect::TrashHand(amount) => impact.loses += u16::from(amount).min(hand),
                Effect::SplitDeck(loss) => {
                    impact.loses += deck / 2;
                    impact.stolen += if loss == Loss::Steal { deck / 2 } else { 0 };
                }
                Effect::Draw(_) | Effect::BreakTorso => {}
            }
        }
        let health = self.game.health(table, seat);
        impact.kills = impact.damage > health;
        impact.overkill = impact.damage.saturating_sub(health + 1);
        impact
    }
}
