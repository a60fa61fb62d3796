//! The slots of a body.

use crate::model::bits::bits;
use crate::model::choices;

choices! {
    /// The limbs, by the names of their slots.
    pub(super) enum Limb {
        /// The head.
        Head = "head",
        /// The legs.
        Legs = "legs",
        /// The left arm.
        LeftArm = "left-arm",
        /// The right arm.
        RightArm = "right-arm",
    }
}

/// A slot of a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// Always filled.
    Torso,
    /// A limb.
    Head,
    /// A limb.
    Legs,
    /// A limb.
    LeftArm,
    /// A limb.
    RightArm,
}

impl Slot {
    /// All slots, in the order in which they are listed.
    pub const ALL: [Self; 5] = [Self::Torso, Self::Head, Self::Legs, Self::LeftArm, Self::RightArm];

    /// The slot with this index; the torso for higher indices.
    #[inline]
    pub(super) fn at(index: usize) -> Self {
        use Slot::{Head, LeftArm, Legs, RightArm, Torso};
        static PLACES: [Slot; 8] = [Torso, Head, Legs, LeftArm, RightArm, Torso, Torso, Torso];
        PLACES[index % 8]
    }

    /// Its index in [`Slot::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["torso", "head", "legs", "left-arm", "right-arm"][self as usize]
    }
}

/// A set of slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slots(pub(super) u8);

impl Slots {
    /// All slots except the torso.
    pub const LIMBS: Self = Self(0b1_1110);
    /// Both arms.
    pub const ARMS: Self = Self(0b1_1000);

    /// The set of this one slot.
    #[must_use]
    pub const fn only(slot: Slot) -> Self {
        Self(1 << slot as u8)
    }

    /// Whether the slot is in the set.
    #[must_use]
    pub const fn has(self, slot: Slot) -> bool {
        self.0 >> slot as u8 & 1 == 1
    }

    /// The slots of both sets.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The slots of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The slots of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Number of slots.
    #[must_use]
    pub const fn len(self) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 5")]
        {
            self.0.count_ones() as u8
        }
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The slot of a set of one.
    #[inline]
    #[must_use]
    pub fn single(self) -> Option<Slot> {
        self.0.is_power_of_two().then(|| Slot::at(self.0.trailing_zeros() as usize))
    }

    /// Its slots, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Slot> {
        bits(self.0).map(Slot::at)
    }
}
