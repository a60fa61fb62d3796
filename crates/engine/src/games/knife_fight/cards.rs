//! The cards (clause 2). A card is its rank: there are no suits, and cards of equal rank are interchangeable.

use crate::model::Moves;

/// A rank, or a placeholder on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Rank(pub(super) u8);

/// Ids in rank order; the index is the number inside [`Rank`].
pub(super) const RANKS: [&str; 14] = [
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
    "joker",
];

/// All indices of ranks are below this. A table of this length needs no bounds check.
pub(super) const PLACES: usize = 16;

/// Number of number ranks, which are the first ones.
pub(super) const NUMBERS: usize = 10;

impl Rank {
    /// Parry.
    pub const JACK: Self = Self(10);
    /// Field dressing.
    pub const QUEEN: Self = Self(11);
    /// Feint.
    pub const KING: Self = Self(12);
    /// Reflect.
    pub const JOKER: Self = Self(13);
    /// No card: no attack and no defence.
    pub const NOTHING: Self = Self(14);
    /// A King alone: no card, and no follow-up.
    pub const ALONE: Self = Self(15);

    /// The rank with this index, below 16.
    #[inline]
    pub(super) const fn at(index: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "four bits")]
        Self((index & 15) as u8)
    }

    /// All ranks, in rank order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..RANKS.len()).map(Self::at)
    }

    /// Its index in the rank order.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// Whether it has strength and damage.
    #[inline]
    #[must_use]
    pub const fn is_number(self) -> bool {
        self.index() < NUMBERS
    }

    /// Its id.
    #[must_use]
    pub fn id(self) -> &'static str {
        RANKS.get(self.index()).copied().unwrap_or("nothing")
    }
}

/// A set of ranks: four bits per rank, as in a [`Hand`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ranks(u64);

impl Ranks {
    /// Whether the rank is in the set.
    #[must_use]
    pub const fn has(self, rank: Rank) -> bool {
        self.0 >> (4 * rank.index()) & 1 == 1
    }
}

impl FromIterator<Rank> for Ranks {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> Self {
        Self(ranks.into_iter().fold(0, |set, rank| set | 0xF << (4 * rank.index())))
    }
}

/// A hand: the number of cards of each rank, four bits per rank (a hand has at most 17 cards, at most 12 of a rank).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand(u64);

/// A hand of one card of each rank.
const UNITS: [u64; PLACES] = {
    let mut units = [1; PLACES];
    let mut index = 1;
    while index < PLACES {
        units[index] = units[index - 1] << 4;
        index += 1;
    }
    units
};

impl FromIterator<Rank> for Hand {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> Self {
        let mut hand = Self::default();
        ranks.into_iter().for_each(|rank| hand.add(rank));
        hand
    }
}

/// One of each rank that it holds, in rank order.
impl Moves for Hand {
    type Move = Rank;

    /// Number of distinct ranks.
    #[inline]
    fn len(&self) -> usize {
        (self.up_to() >> 60) as usize
    }

    #[inline]
    fn nth(&self, index: usize) -> Rank {
        // After subtraction from index + 1 in each nibble, the first nibble that is 0 is the result.
        let left = self.up_to() ^ Self::EACH.wrapping_mul(index as u64 + 1);
        let zero = left.wrapping_sub(Self::EACH) & !left & Self::EACH << 3;
        Rank::at(zero.trailing_zeros() as usize / 4)
    }
}

/// A player's legal moves: the cards, and nothing if the player may decline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Menu {
    pub cards: Hand,
    pub declines: bool,
}

impl Moves for Menu {
    type Move = Rank;

    #[inline]
    fn len(&self) -> usize {
        self.cards.len() + usize::from(self.declines)
    }

    #[inline]
    fn nth(&self, index: usize) -> Rank {
        if self.declines && index == self.cards.len() { Rank::NOTHING } else { self.cards.nth(index) }
    }
}

impl Hand {
    const ONES: u64 = 0x0011_1111_1111_1111;
    const EACH: u64 = 0x1111_1111_1111_1111;
    /// The lower nibble of each byte.
    const LOWER: u64 = 0x0F0F_0F0F_0F0F_0F0F;

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, rank: Rank) {
        self.0 += UNITS[rank.index()];
    }

    /// Removes a card, which must be in the hand.
    #[inline]
    pub fn take(&mut self, rank: Rank) {
        self.0 -= UNITS[rank.index()];
    }

    /// Number of cards of each rank, by index.
    #[must_use]
    pub fn counts(self) -> [i16; PLACES] {
        let [even, odd] = [self.0, self.0 >> 4].map(|ranks| (ranks & Self::LOWER).to_le_bytes());
        std::array::from_fn(|index| i16::from(if index % 2 == 0 { even } else { odd }[index / 2]))
    }

    /// Number of cards of a rank.
    #[inline]
    #[must_use]
    pub const fn count(self, rank: Rank) -> usize {
        (self.0 >> (4 * rank.index()) & 15) as usize
    }

    /// Total number of cards.
    #[must_use]
    pub const fn n_cards(self) -> usize {
        let pairs = (self.0 & Self::LOWER) + ((self.0 >> 4) & Self::LOWER);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
    }

    /// This hand without the cards of `part`.
    #[inline]
    #[must_use]
    pub const fn without(self, part: Self) -> Self {
        Self(self.0 - part.0)
    }

    /// Whether the hand is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards whose ranks are not in the set.
    #[inline]
    #[must_use]
    pub const fn except(self, ranks: Ranks) -> Self {
        Self(self.0 & !ranks.0)
    }

    /// The cards whose ranks are in the set.
    #[inline]
    #[must_use]
    pub const fn only(self, ranks: Ranks) -> Self {
        Self(self.0 & ranks.0)
    }

    /// A one in the nibble of each rank in the hand.
    #[inline]
    const fn held(self) -> u64 {
        (self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & Self::ONES
    }

    /// In each nibble, the number of distinct ranks in the hand up to that one: at most 14.
    const fn up_to(self) -> u64 {
        self.held().wrapping_mul(Self::EACH)
    }

    /// The distinct ranks, in rank order.
    #[inline]
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        let mut left = self.held();
        std::iter::from_fn(move || {
            let rank = (left != 0).then(|| Rank::at(left.trailing_zeros() as usize / 4))?;
            left &= left - 1;
            Some(rank)
        })
    }
}
