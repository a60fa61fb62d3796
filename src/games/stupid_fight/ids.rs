//! Cards by their ids, and sets of them.

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

    /// The word of a set in which it is.
    const fn word(self) -> usize {
        self.0 as usize / 64 % 2
    }

    /// Its bit in that word.
    const fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }

    /// Is it no card?
    #[inline]
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == Self::NONE.0
    }
}

/// A set of card ids, as two words: a word is quicker to take apart than one of twice its length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ids([u64; 2]);

impl Ids {
    /// No id.
    pub const NONE: Self = Self([0; 2]);
    /// Every id.
    pub const ALL: Self = Self([u64::MAX; 2]);

    /// One id more.
    #[inline]
    pub const fn add(&mut self, id: Id) {
        self.0[id.word()] |= id.bit();
    }

    /// One id more, if it is so.
    #[inline]
    pub(super) const fn add_if(&mut self, id: Id, so: bool) {
        self.0[id.word()] |= (so as u64) << (id.0 % 64);
    }

    /// One id less, if it is so.
    #[inline]
    pub(super) const fn take_if(&mut self, id: Id, so: bool) {
        self.0[id.word()] &= !((so as u64) << (id.0 % 64));
    }

    /// The set less one id, if it is so.
    #[cold]
    pub(super) const fn without_if(mut self, id: Id, so: bool) -> Self {
        self.take_if(id, so);
        self
    }

    /// Is the id in the set?
    #[inline]
    #[must_use]
    pub const fn has(self, id: Id) -> bool {
        self.0[id.word()] & id.bit() != 0
    }

    /// The id's place among those of the set, if it is one of them.
    pub(super) fn rank(self, id: Id) -> Option<usize> {
        let below = (self.0[id.word()] & (id.bit() - 1)).count_ones();
        let before = if id.word() == 0 { 0 } else { self.0[0].count_ones() };
        (!id.is_none() && self.has(id)).then_some((before + below) as usize)
    }

    /// The ids of both sets.
    #[inline]
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The ids of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// No id?
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Its two words.
    #[inline]
    pub(super) const fn words(self) -> [u64; 2] {
        self.0
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
        let [low, high] = self.0;
        word(low, 0).chain(word(high, 64))
    }
}
