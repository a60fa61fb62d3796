//! Cards by their ids, and sets of them.

use crate::model::bits::Word;
use std::hint::select_unpredictable;

/// The most card ids that a deck may name.
pub(super) const IDS: usize = 128;

/// A card of the deck, by its place among the ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Id(pub(super) u8);

impl Id {
    /// No card.
    pub const NONE: Self = Self(128);

    /// The id at this place, below [`IDS`].
    #[must_use]
    pub const fn at(place: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "seven bits")]
        Self((place & 127) as u8)
    }

    /// Its place among the ids; [`IDS`] for no card.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Is it no card?
    #[inline]
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == Self::NONE.0
    }
}

/// A set of card ids. One wide number, always stored as a whole: to load a whole after a part of it was
/// stored means to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ids(u128);

impl Ids {
    /// No id.
    pub const NONE: Self = Self(0);
    /// Every id.
    pub const ALL: Self = Self(u128::MAX);

    /// The set of this one id if it is so, otherwise none.
    #[inline]
    fn only_if(id: Id, so: bool) -> Self {
        // Looked up without waiting for whether it is so.
        SINGLE[usize::from(id.0)].when(so)
    }

    /// This set if it is so, otherwise none: without a branch, for where nobody can guess it.
    #[inline]
    pub(super) fn when(self, so: bool) -> Self {
        Self(select_unpredictable(so, self.0, 0))
    }

    /// One id more.
    #[inline]
    pub fn add(&mut self, id: Id) {
        self.add_if(id, true);
    }

    /// One id more, if it is so.
    #[inline]
    pub(super) fn add_if(&mut self, id: Id, so: bool) {
        *self = self.union(Self::only_if(id, so));
    }

    /// One id less, if it is so.
    #[inline]
    pub(super) fn take_if(&mut self, id: Id, so: bool) {
        *self = self.minus(Self::only_if(id, so));
    }

    /// The set less one id, if it is so.
    #[cold]
    pub(super) fn without_if(mut self, id: Id, so: bool) -> Self {
        self.take_if(id, so);
        self
    }

    /// Is the id in the set?
    #[inline]
    #[must_use]
    pub fn has(self, id: Id) -> bool {
        !self.both(Self::only_if(id, true)).is_empty()
    }

    /// The id's place among those of the set, if it is one of them.
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

    /// The ids of this set that are not in the other.
    #[inline]
    #[must_use]
    pub(super) const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// No id?
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its two words.
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
    const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// The set, counted.
    #[inline]
    pub(super) const fn count(self) -> Measured {
        let [low, high] = self.words();
        Measured { low: Word::count(low, false), high: Word::count(high, true) }
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
        let [low, high] = self.words();
        word(low, 0).chain(word(high, 64))
    }
}

/// The set of each id alone, and of no card none: wide numbers are shifted slowly.
static SINGLE: [Ids; 256] = {
    let mut all = [Ids::NONE; 256];
    let mut id = 0;
    while id < IDS {
        all[id] = Ids(1 << id);
        id += 1;
    }
    all
};

/// A set of ids whose parts are counted, so that its n-th id is found without a search.
#[derive(Clone, Copy)]
pub(super) struct Measured {
    low: Word,
    high: Word,
}

impl Measured {
    /// How many ids.
    #[inline]
    pub(super) const fn len(self) -> usize {
        self.low.len_with(self.high)
    }

    /// One id of the set less, if it is so.
    #[inline]
    pub(super) fn take_if(&mut self, id: Id, so: bool) {
        let [low, high] = Ids::only_if(id, so).words();
        self.low.take(low, id.0 % 8);
        self.high.take(high, id.0 % 8);
    }

    /// The id with so many before it, which must be fewer than all.
    #[inline]
    pub(super) fn nth(self, nth: usize) -> Id {
        // Both are added up before one of them is chosen: which one, depends on a number that was just drawn.
        let (low, high) = (self.low.summed(), self.high.summed());
        let n_low = low.len();
        let is_high = nth >= n_low;
        let word = low.or_other(high, is_high);
        Id::at(64 * usize::from(is_high) + word.nth(nth - if is_high { n_low } else { 0 }))
    }
}
