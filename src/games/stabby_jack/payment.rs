//! The price of a Level Up: which captured monsters may pay it. Clause 6.5.

use super::StabbyJack;
use super::cards::{Face, Faces};
use super::rules::Rules;
use super::state::Character;

/// The most points of a monster.
const MOST_POINTS: u8 = 9;

/// Captured monsters by what they are worth: how many of 0, 1, … 9 points (16 places, so that none
/// is out of bounds).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Purse([u16; 16]);

impl Purse {
    /// A monster of so many points more, if it is so.
    #[inline]
    pub fn add_if(&mut self, so: bool, points: u8) {
        self.0[usize::from(points & 15)] += u16::from(so);
    }

    /// A monster of so many points less, if there is one.
    #[inline]
    pub fn take(&mut self, points: u8) {
        let n_cards = &mut self.0[usize::from(points & 15)];
        *n_cards = n_cards.saturating_sub(1);
    }

    /// Do some of these monsters come to exactly so many points (at most 20)?
    fn pays(&self, due: u8) -> bool {
        // Bit n: some of the monsters seen so far come to n.
        let mut sums = 1_u32;
        for (points, n_cards) in self.0.iter().enumerate().skip(1) {
            // One more of them than points are due would not help.
            for _ in 0..(*n_cards).min(u16::from(due)) {
                sums |= sums << points;
            }
        }
        sums >> due & 1 == 1
    }

    /// The same where no monster is worth more than two points: at a glance.
    #[inline]
    fn pays_by_twos(&self, due: u8) -> bool {
        let [_, ones, twos, ..] = self.0;
        let due = u16::from(due);
        (due <= ones + 2 * twos) & ((ones > 0) | (due % 2 == 0))
    }
}

/// Which faces are worth how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Worths {
    /// The faces of 0, 1, … 9 points.
    faces: [Faces; MOST_POINTS as usize + 1],
    /// Is none worth more than two?
    small: bool,
}

impl Worths {
    /// Those of these rules.
    pub(super) fn new(rules: &Rules) -> Self {
        let monsters = || Face::all().filter(|face| face.is_monster());
        let worth =
            |points: usize| monsters().filter(move |face| usize::from(rules.cards[*face].points) == points);
        Self {
            faces: std::array::from_fn(|points| worth(points).collect()),
            small: monsters().all(|face| rules.cards[face].points <= 2),
        }
    }

    /// The faces that may pay: those after which the rest can still be paid exactly, if all can.
    /// Faces of equal points are equally legal.
    #[inline]
    fn legal<const MOST: u8>(&self, purse: &Purse, due: u8, pays: impl Fn(&Purse, u8) -> bool) -> Faces {
        let exact = pays(purse, due);
        (1..=MOST).fold(Faces::default(), |legal, points| {
            let mut rest = *purse;
            rest.take(points);
            let fits = points <= due && pays(&rest, due.saturating_sub(points));
            legal.union(self.faces[usize::from(points)].only_if(fits | !exact))
        })
    }

    #[cold]
    fn legal_large(&self, purse: &Purse, due: u8) -> Faces {
        self.legal::<MOST_POINTS>(purse, due, Purse::pays)
    }
}

impl StabbyJack {
    /// May this character's player announce a Level Up?
    #[inline]
    pub(super) fn may_level_up(&self, own: &Character) -> bool {
        let cost = self.rules.level_up_cost;
        // Both are looked at, for nobody can guess either.
        let may = (own.points >= u16::from(cost)) & (own.level < self.buying_level);
        may & (self.rules.level_up_overpay || own.purse.pays(cost))
    }

    /// The captured monsters of which one may be paid now.
    #[inline]
    pub(super) fn payments(&self, own: &Character, due: u8) -> Faces {
        let legal = if self.worths.small {
            self.worths.legal::<2>(&own.purse, due, Purse::pays_by_twos)
        } else {
            self.worths.legal_large(&own.purse, due)
        };
        own.monsters.faces().both(legal)
    }
}
