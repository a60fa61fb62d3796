//! The price of a Level Up: which captured monsters can pay it. Clause 6.5.

use super::StabbyJack;
use super::cards::{Bag, Faces};
use super::rules::{FullLevelUp, Rules};
use super::state::Character;

/// A monster is worth at most 9 points.
const POINTS: usize = 10;

/// Captured monsters by what they are worth: how many of 0, 1, … 9 points.
#[derive(Clone, Copy, Debug)]
struct Purse([u8; POINTS]);

impl Purse {
    fn new(monsters: &Bag, rules: &Rules) -> Self {
        let mut purse = [0_u8; POINTS];
        for face in monsters.faces() {
            let n_cards = &mut purse[usize::from(rules.cards[face].points) % POINTS];
            // A price is at most 20: more cards of a kind make no difference.
            *n_cards = n_cards.saturating_add(monsters.count(face));
        }
        Self(purse)
    }

    /// Do some of these monsters add up to exactly this price (at most 20)?
    fn pays(&self, price: u8) -> bool {
        // Bit n: some of the monsters seen so far add up to n.
        let mut sums = 1_u32;
        for (points, n_cards) in (1..).zip(self.0.into_iter().skip(1)) {
            for _ in 0..n_cards.min(price / points) {
                sums |= sums << points;
            }
        }
        sums >> price & 1 == 1
    }

    /// If a monster of this many points is paid, can the rest of the price be paid exactly?
    fn pays_with(mut self, points: u8, price: u8) -> bool {
        self.0[usize::from(points) % POINTS] -= 1;
        points > 0 && points <= price && self.pays(price - points)
    }
}

impl StabbyJack {
    /// Can this character's player announce a Level Up?
    #[inline(always)]
    pub(super) fn can_level_up(&self, own: &Character) -> bool {
        let Self { rules, .. } = self;
        let replaces = rules.level_up_when_full && rules.full_level_up == FullLevelUp::Choose;
        (own.points >= u16::from(rules.level_up_cost)) & ((own.level < rules.max_level) | replaces)
            && (rules.level_up_overpay || self.pays_exactly(own))
    }

    /// Do some of the captured monsters add up to the price exactly?
    #[cold]
    fn pays_exactly(&self, own: &Character) -> bool {
        Purse::new(&own.monsters, &self.rules).pays(self.rules.level_up_cost)
    }

    /// The captured monsters of which one can be paid now: those after which the rest can still be paid
    /// exactly. If no monsters add up to the price, all that are worth something.
    pub(super) fn payments(&self, own: &Character, due: u8) -> Faces {
        let purse = Purse::new(&own.monsters, &self.rules);
        let exact = purse.pays(due);
        let mut payments = Faces::default();
        // Monsters of equal points are equally good.
        let (mut points, mut fits) = (0, false);
        for face in own.monsters.faces() {
            let worth = self.rules.cards[face].points;
            if worth != points {
                points = worth;
                fits = if exact { purse.pays_with(points, due) } else { points > 0 };
            }
            payments = if fits { payments.with(face) } else { payments };
        }
        payments
    }
}
