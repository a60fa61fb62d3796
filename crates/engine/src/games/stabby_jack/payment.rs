//! The price of a Level Up: the captured monsters that can pay it. Clause 6.5.

use super::StabbyJack;
use super::cards::{Bag, Face, Faces};
use super::rules::{FullLevelUp, Rules};
use super::state::Character;

/// A monster is worth at most 9 points.
pub(super) const POINTS: usize = 10;

/// The monsters that are worth 0, 1, … 9 points.
pub(super) fn faces_by_points(rules: &Rules) -> [Faces; POINTS] {
    let monsters = || Face::all().filter(|face| face.is_monster());
    std::array::from_fn(|points| {
        monsters().filter(|face| usize::from(rules.cards[*face].points) == points).collect()
    })
}

/// Captured monsters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Monsters {
    cards: Bag,
    /// The number of monsters by points.
    worth: PointCounts,
}

impl Monsters {
    /// Adds a monster that is worth this many points.
    #[inline]
    pub(super) fn add(&mut self, face: Face, points: u8) {
        self.cards.add(face);
        self.worth.0[usize::from(points) % POINTS] += 1;
    }

    /// Removes a monster, which must be there and is worth this many points.
    #[inline]
    pub(super) fn take(&mut self, face: Face, points: u8) {
        self.cards.take(face);
        self.worth.0[usize::from(points) % POINTS] -= 1;
    }

    /// The distinct faces, in card order.
    #[inline]
    #[must_use]
    pub const fn faces(&self) -> Faces {
        self.cards.faces()
    }

    /// All cards, in card order.
    #[inline]
    pub fn cards(&self) -> impl Iterator<Item = Face> {
        self.cards.cards()
    }
}

/// The number of monsters that are worth 0, 1, … 9 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PointCounts([u16; POINTS]);

impl PointCounts {
    /// Whether some of these monsters add up to exactly this price (at most 20).
    #[inline]
    fn pays(&self, price: u8) -> bool {
        let [_, ones, others @ ..] = self.0;
        if ones >= u16::from(price) {
            return true;
        }
        // Bit n: some of the monsters with two or more points add up to n.
        let mut sums = 1_u32;
        for (points, n_cards) in (2..).zip(others) {
            for _ in 0..n_cards.min(u16::from(price)) {
                sums |= sums << points;
            }
        }
        // Monsters with one point fill the remaining gap.
        sums >> (u16::from(price) - ones) & ((2 << ones) - 1) != 0
    }

    /// Whether the rest of the price can be paid exactly after paying a monster with this many points.
    #[inline]
    fn pays_with(mut self, points: u8, price: u8) -> bool {
        self.0[usize::from(points) % POINTS] -= 1;
        points <= price && self.pays(price - points)
    }
}

impl StabbyJack {
    /// Whether this character's player can announce a Level Up.
    #[inline(always)]
    pub(super) fn can_level_up(&self, own: &Character) -> bool {
        let Self { rules, .. } = self;
        let replaces = rules.level_up_when_full && rules.full_level_up == FullLevelUp::Choose;
        (own.points >= u16::from(rules.level_up_cost)) & ((own.level < rules.max_level) | replaces)
            && (rules.level_up_overpay || own.monsters.worth.pays(rules.level_up_cost))
    }

    /// The captured monsters that can be paid now: those after which the rest can still be paid exactly. If
    /// no monsters add up to the price, all monsters with points.
    pub(super) fn payments(&self, own: &Character, due: u8) -> Faces {
        let worth = own.monsters.worth;
        let is_exact = worth.pays(due);
        let mut payments = Faces::default();
        for (points, faces) in (1..).zip(&self.faces_by_points[1..]) {
            if worth.0[usize::from(points)] > 0 && (!is_exact || worth.pays_with(points, due)) {
                payments = payments.union(*faces);
            }
        }
        own.monsters.faces().both(payments)
    }
}
