//! The cards: 53 faces in card order, tables with one entry per face, and multisets of cards.

use crate::model;
use crate::model::bits::nth_bit_of_word;
use std::ops::{Index, IndexMut};

/// A face: rank and suit, or the Joker. Copies of a face are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Face(u8);

/// Number of faces: 13 in each of four suits, and the Joker.
pub(super) const FACES: usize = 53;
/// Number of faces of one suit.
const SUIT: usize = 13;
/// Maximum number of cards of one game.
pub(super) const CARDS: usize = 512;

/// Rank ids in card order, as in `[cards.<rank>]`.
pub(super) const RANKS: [&str; SUIT] =
    ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"];

/// Face ids, in card order.
#[rustfmt::skip]
pub(super) const IDS: [&str; FACES] = [
    "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "10h", "jh", "qh", "kh", "ah",
    "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "10c", "jc", "qc", "kc", "ac",
    "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "10s", "js", "qs", "ks", "as",
    "2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d", "10d", "jd", "qd", "kd", "ad",
    "joker",
];

/// The suits in card order. The sum of a suit is a character's score of that name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suit {
    /// Health.
    Hearts,
    /// Luck.
    Clubs,
    /// Black Attack.
    Spades,
    /// Red Attack.
    Diamonds,
}

/// The event when a face is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// 2 to 10: an Attribute or a monster.
    Numbered,
    /// Stabby Jack.
    Jack,
    /// A blessing, or a theft.
    Queen,
    /// The strongest monster.
    King,
    /// A swap.
    Ace,
    /// A free Level Up.
    Joker,
}

impl Face {
    /// The Joker.
    pub const JOKER: Self = Self(52);

    /// The face with this index in card order.
    #[inline]
    pub(super) const fn at(index: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "six bits")]
        Self((index & 63) as u8)
    }

    /// All faces, in card order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FACES).map(Self::at)
    }

    /// The faces of a rank in the four suits, by the rank's index in [`RANKS`].
    pub(super) fn of_rank(rank: usize) -> impl Iterator<Item = Self> {
        (0..4).map(move |suit| Self::at(SUIT * suit + rank))
    }

    /// Its index in card order.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The index of its rank in the order 2, 3, …, king, ace.
    #[must_use]
    pub const fn rank(self) -> usize {
        self.index() % SUIT
    }

    /// Its suit. The Joker has none; its result is arbitrary and unused.
    #[inline]
    #[must_use]
    pub const fn suit(self) -> Suit {
        SUITS[self.index()]
    }

    /// The event when it is drawn.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Kind {
        KIND_OF[self.index()]
    }

    /// Whether it is a 2 to 10.
    #[inline]
    #[must_use]
    pub const fn is_numbered(self) -> bool {
        Faces::NUMBERED.has(self)
    }

    /// Whether it has a value and points, and can therefore be a monster. All other faces have special
    /// events.
    #[inline]
    #[must_use]
    pub const fn is_monster(self) -> bool {
        Faces::NUMBERED.union(Faces::KINGS).has(self)
    }

    /// The Attribute that fights it: Diamonds against red cards, Spades against black ones.
    #[must_use]
    pub const fn fought_with(self) -> Suit {
        match self.suit() {
            Suit::Hearts | Suit::Diamonds => Suit::Diamonds,
            Suit::Clubs | Suit::Spades => Suit::Spades,
        }
    }

    /// Its id.
    #[must_use]
    pub fn id(self) -> &'static str {
        IDS.get(self.index()).copied().unwrap_or("nothing")
    }

    #[inline]
    const fn bit(self) -> u64 {
        1 << self.index()
    }
}

impl model::Card for Face {
    const ALL: &'static [Self] = &{
        let mut faces = [Self(0); FACES];
        let mut index = 0;
        while index < FACES {
            faces[index] = Self::at(index);
            index += 1;
        }
        faces
    };

    #[inline]
    fn index(self) -> usize {
        self.index()
    }

    fn id(self) -> &'static str {
        self.id()
    }
}

/// The number of kinds.
pub(super) const KINDS: usize = Kind::Joker as usize + 1;

const KIND_OF: [Kind; 64] = {
    let mut kinds = [Kind::Joker; 64];
    let mut index = 0;
    while index < FACES - 1 {
        kinds[index] = match index % SUIT {
            9 => Kind::Jack,
            10 => Kind::Queen,
            11 => Kind::King,
            12 => Kind::Ace,
            _ => Kind::Numbered,
        };
        index += 1;
    }
    kinds
};

const SUITS: [Suit; 64] = {
    let mut suits = [Suit::Diamonds; 64];
    let mut index = 0;
    while index < 3 * SUIT {
        suits[index] = [Suit::Hearts, Suit::Clubs, Suit::Spades][index / SUIT];
        index += 1;
    }
    suits
};

/// A table with one entry per face (64 entries, so that no index is out of bounds).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerFace<T>([T; 64]);

impl<T> PerFace<T> {
    /// Made face by face from a function.
    pub fn from_fn(mut make: impl FnMut(Face) -> T) -> Self {
        Self(std::array::from_fn(|index| make(Face::at(index))))
    }
}

impl<T: Copy + Default> Default for PerFace<T> {
    fn default() -> Self {
        Self([T::default(); 64])
    }
}

impl<T> Index<Face> for PerFace<T> {
    type Output = T;
    #[inline]
    fn index(&self, face: Face) -> &T {
        &self.0[face.index()]
    }
}

impl<T> IndexMut<Face> for PerFace<T> {
    #[inline]
    fn index_mut(&mut self, face: Face) -> &mut T {
        &mut self.0[face.index()]
    }
}

/// All Hearts, as a set.
const HEARTS: u64 = (1 << SUIT) - 1;

/// A set of faces, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faces(u64);

impl Faces {
    /// The Numbered cards.
    pub const NUMBERED: Self = Self::of_kind(Kind::Numbered);
    /// The Jacks.
    pub const JACKS: Self = Self::of_kind(Kind::Jack);
    /// The Kings.
    pub const KINGS: Self = Self::of_kind(Kind::King);

    const fn of_kind(kind: Kind) -> Self {
        let mut faces = 0;
        let mut index = 0;
        while index < FACES {
            faces |= ((KIND_OF[index] as u8 == kind as u8) as u64) << index;
            index += 1;
        }
        Self(faces)
    }

    /// Whether the face is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, face: Face) -> bool {
        self.0 >> face.index() & 1 == 1
    }

    /// The set of this face only.
    #[inline]
    #[must_use]
    pub const fn only(face: Face) -> Self {
        Self(face.bit())
    }

    /// This set with an additional face.
    #[inline]
    #[must_use]
    pub const fn with(self, face: Face) -> Self {
        Self(self.0 | face.bit())
    }

    /// All faces of the ranks in this set.
    #[inline]
    #[must_use]
    pub const fn same_ranks(self) -> Self {
        let Self(set) = self;
        let ranks = (set | set >> SUIT | set >> (2 * SUIT) | set >> (3 * SUIT)) & HEARTS;
        Self(ranks | ranks << SUIT | ranks << (2 * SUIT) | ranks << (3 * SUIT))
    }

    /// All faces of the suits in this set.
    #[inline]
    #[must_use]
    pub fn same_suits(self) -> Self {
        let suits = [0, 1, 2, 3].map(|suit| HEARTS << (suit * SUIT));
        Self(suits.into_iter().filter(|suit| self.0 & suit != 0).sum())
    }

    /// Faces of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Number of faces.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The face with this index in the set, which must be below its length.
    #[inline]
    #[must_use]
    pub fn at(self, index: usize) -> Face {
        Face::at(nth_bit_of_word(self.0, index))
    }

    /// The faces in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The faces in both sets.
    #[inline]
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Face> for Faces {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Self {
        faces.into_iter().fold(Self::default(), Self::with)
    }
}

impl Iterator for Faces {
    type Item = Face;
    /// Removes and returns the first face in card order.
    #[inline]
    fn next(&mut self) -> Option<Face> {
        if self.0 == 0 {
            return None;
        }
        let face = Face::at(self.0.trailing_zeros() as usize);
        self.0 &= self.0 - 1;
        Some(face)
    }
}

/// A multiset of cards: the faces, and the number of each (at most 32 in a game).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bag {
    faces: Faces,
    copies: PerFace<u8>,
}

impl Bag {
    /// Adds a card.
    #[inline]
    pub fn add(&mut self, face: Face) {
        self.faces = self.faces.with(face);
        self.copies[face] += 1;
    }

    /// Removes a card, which must be there.
    #[inline]
    pub fn take(&mut self, face: Face) {
        self.copies[face] -= 1;
        if self.copies[face] == 0 {
            self.faces = self.faces.minus(Faces::only(face));
        }
    }

    /// The distinct faces, in card order.
    #[inline]
    #[must_use]
    pub const fn faces(&self) -> Faces {
        self.faces
    }

    /// The number of cards of a face.
    #[inline]
    #[must_use]
    pub fn count(&self, face: Face) -> u8 {
        self.copies[face]
    }

    /// All cards, in card order.
    #[inline]
    pub fn cards(&self) -> impl Iterator<Item = Face> {
        self.faces.flat_map(|face| std::iter::repeat_n(face, usize::from(self.copies[face])))
    }
}

impl FromIterator<Face> for Bag {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Face>>(cards: I) -> Self {
        let mut bag = Self::default();
        cards.into_iter().for_each(|face| bag.add(face));
        bag
    }
}
