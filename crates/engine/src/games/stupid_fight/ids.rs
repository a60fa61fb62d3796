//! Card ids, and sets of them.

use crate::model::bits::nth_bit_of_word;

/// Maximum number of card ids in a deck.
pub(super) const IDS: usize = 128;

/// A card of the deck, by its index among the ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Id(pub(super) u8);

impl Id {
    /// No card.
    pub const NONE: Self = Self(128);

    /// The id with this index, which must be below [`IDS`].
    #[must_use]
    pub const fn at(index: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "seven bits")]
        Self((index & 127) as u8)
    }

    /// Its index among the ids; [`IDS`] for no card.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is no card.
    #[inline]
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == Self::NONE.0
    }
}

/// A set of card ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ids(u128);

impl Ids {
    /// No id.
    pub const NONE: Self = Self(0);
    /// Every id.
    pub const ALL: Self = Self(u128::MAX);

    /// This set if the condition is true, otherwise the empty set.
    #[inline]
    pub(super) const fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::NONE }
    }

    /// Adds an id.
    #[inline]
    pub fn add(&mut self, id: Id) {
        self.0 |= 1 << (id.0 % 128);
    }

    /// Removes an id if the condition is true.
    #[inline]
    pub(super) fn remove_if(&mut self, id: Id, condition: bool) {
        self.0 &= !(u128::from(condition) << (id.0 % 128));
    }

    /// The set without one id.
    #[must_use]
    pub fn without(self, id: Id) -> Self {
        Self(self.0 & !(1 << (id.0 % 128)))
    }

    /// Whether the id is in the set.
    #[inline]
    #[must_use]
    pub fn has(self, id: Id) -> bool {
        self.0 >> (id.0 % 128) & 1 == 1
    }

    /// The index of the id within the set, if it is in the set.
    pub(super) fn rank(self, id: Id) -> Option<usize> {
        let below = self.0 & ((1 << (id.0 % 128)) - 1);
        (!id.is_none() && self.has(id)).then_some(below.count_ones() as usize)
    }

    /// The ids of both sets.
    #[inline]
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The ids of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ids below 64, and those from 64 on.
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
    const fn halves(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// Number of ids.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The id with this index in the set, which must be below its length.
    #[inline]
    #[must_use]
    pub fn nth(self, nth: usize) -> Id {
        let [low, high] = self.halves();
        match nth.checked_sub(low.count_ones() as usize) {
            None => Id::at(nth_bit_of_word(low, nth)),
            Some(nth) => Id::at(64 + nth_bit_of_word(high, nth)),
        }
    }

    /// Its ids, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Id> {
        let word = |mut left: u64, first: usize| {
            std::iter::from_fn(move || {
                let id = (left != 0).then(|| Id::at(first + left.trailing_zeros() as usize))?;
                left &= left - 1;
                Some(id)
            })
        };
        let [low, high] = self.halves();
        word(low, 0).chain(word(high, 64))
    }
}
