//! The chance to take the Arena with a main and a boost: against the mains on the table, the face-down boosts that are executed
//! before the player's own, and the mains that later hands may hold. Of all these only the backs are known.

use super::{Backs, Outlook, SeenBoost, Table, real};
use crate::games::fight::cards::{Card, Cards, FAMILIES, WARRIORS};
use crate::games::fight::rules::FamilyRule;
use crate::model::MAX_SEATS;

/// The hands of the seats that still play a main.
pub(super) struct LaterHands {
    hands: [Backs; MAX_SEATS],
    n_hands: usize,
    /// The values in the Arena of the unseen Warriors, with their families.
    values: [(i32, usize); WARRIORS],
    n_values: usize,
    /// The number of unseen Warriors of each family.
    n_unseen: [f64; FAMILIES],
}

impl Outlook<'_, '_> {
    /// The hands of the seats that still play a main.
    pub(super) fn later_hands(&self) -> LaterHands {
        let mut later = LaterHands {
            hands: [Backs::default(); MAX_SEATS],
            n_hands: 0,
            values: [(0, 0); WARRIORS],
            n_values: 0,
            n_unseen: [0.0; FAMILIES],
        };
        for (place, seat) in later.hands.iter_mut().zip(self.later()) {
            *place = self.view.covered.hand(seat);
            later.n_hands += 1;
        }
        if later.n_hands > 0 {
            for (place, card) in later.values.iter_mut().zip(self.unseen) {
                let family = self.fight.family_of(card).index();
                *place = (self.fight.worth_in(self.view.arenas.0, self.fight.as_main(card)), family);
                later.n_unseen[family] += 1.0;
                later.n_values += 1;
            }
        }
        later
    }

    /// The cards of the hand that can be the boost of this main.
    pub(super) fn boosts_of(&self, main: Card) -> Cards {
        let rest = self.view.hand.minus(Cards::only(main));
        let reference = match self.fight.rules.family_rule {
            FamilyRule::Both => self.view.reference,
            FamilyRule::OwnMain => Some(self.fight.family_of(main)),
            FamilyRule::MainOnly | FamilyRule::Off => None,
        };
        self.fight.complying(rest, reference)
    }

    /// The chance to take the Arena from this table, on which the player's main lies, with the best of these boosts, or with
    /// none of them.
    pub(super) fn chance(&self, table: &Table, boosts: Cards, later: &LaterHands) -> f64 {
        let (fight, view) = (self.fight, self.view);
        let changing = boosts.both(fight.changers);
        let boosted = |table: &Table, boost| self.after(table, view.seat, boost, 0);
        let mut chance = self.safety(table, later);
        for boost in changing {
            if chance >= 1.0 {
                break;
            }
            chance = chance.max(self.safety(&boosted(table, boost), later));
        }
        if !self.leads(table.forecast) || chance <= 0.0 {
            return chance;
        }
        // A seat that leads scores its boost. An earlier seat that does not lead activates its boost if that takes the lead.
        let holds = |table: &Table| {
            let mut answers = changing.into_iter().map(|boost| boosted(table, boost).forecast);
            answers.any(|forecast| self.leads(forecast))
        };
        let earlier = (0..view.position).map(|position| fight.seat_at(view.first, position));
        earlier.fold(chance, |chance, seat| {
            let SeenBoost::FaceDown(family) = view.covered.boost(seat) else { return chance };
            let cards = fight.of_family[family.index()].both(self.unseen);
            let takes = |boost: &Card| {
                let after = self.after(table, seat, *boost, 0);
                after.forecast.leader.has(seat) && !holds(&after)
            };
            let n_lost = cards.both(fight.changers).into_iter().filter(takes).count();
            chance * (1.0 - real(n_lost) / real(cards.len().max(1)))
        })
    }

    /// The chance that no later hand holds a main that beats the player's own; 0 if the player does not lead. The next player
    /// counts as barred from the family of this main.
    fn safety(&self, table: &Table, later: &LaterHands) -> f64 {
        if !self.leads(table.forecast) {
            return 0.0;
        }
        let hands = &later.hands[..later.n_hands];
        if hands.is_empty() {
            return 1.0;
        }
        let own = table.ranks[self.view.seat] >> 3;
        let mut n_better = [0.0; FAMILIES];
        for (value, family) in &later.values[..later.n_values] {
            n_better[*family] += f64::from(u8::from(*value > own));
        }
        let barred = table.mains[self.view.seat].map(|main| self.fight.family_of(main.card).index());
        let mut safety = 1.0;
        for (nth, Backs(hand)) in hands.iter().enumerate() {
            for (family, n_cards) in hand.iter().enumerate() {
                if nth > 0 || barred != Some(family) {
                    let beaten = 1.0 - n_better[family] / later.n_unseen[family].max(1.0);
                    (0..*n_cards).for_each(|_| safety *= beaten);
                }
            }
        }
        safety
    }
}
