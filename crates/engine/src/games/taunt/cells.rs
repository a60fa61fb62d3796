//! The letters of moves, and the ⊗ cells that refer to them.

use crate::model::Item;

/// A letter that ⊗ refers to: A is 1, Z is 26; 0 is no letter, which ⊗ never refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Letter(u8);

impl Letter {
    /// No letter.
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn of(letter: char) -> Option<Self> {
        if letter.is_ascii_uppercase() { Some(Self(letter as u8 - b'A' + 1)) } else { None }
    }

    /// Its bit in a set of letters; 0 for no letter.
    #[must_use]
    pub const fn bit(self) -> u32 {
        (1 << (self.0 % 32)) & !1
    }

    /// Whether the set has this letter.
    #[must_use]
    pub const fn is_in(self, letters: u32) -> bool {
        letters & self.bit() != 0
    }
}

/// A ⊗ cell: its letters in printed order, one byte each, the first one lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell(u64);

impl Cell {
    /// No letter.
    pub(super) const NONE: Self = Self(0);

    /// Number of letters.
    #[must_use]
    pub const fn len(self) -> usize {
        8 - self.0.leading_zeros() as usize / 8
    }

    /// Whether the cell is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first `n` letters.
    #[must_use]
    pub const fn first(self, n: usize) -> Self {
        if n < 8 { Self(self.0 & ((1 << (8 * n)) - 1)) } else { self }
    }

    /// The letters from first to last.
    pub fn letters(self) -> impl Iterator<Item = Letter> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let [letter, ..] = left.to_le_bytes();
            left >>= 8;
            (letter != 0).then_some(Letter(letter))
        })
    }

    pub(super) fn read(item: &Item<'_>) -> Self {
        let mut cell = Self::default();
        for letter in item.text().chars() {
            match (Letter::of(letter), cell.len()) {
                (Some(Letter(letter)), len @ 0..8) => cell.0 |= u64::from(letter) << (8 * len),
                _ => {
                    item.fault("at most 8 letters, each A to Z");
                    return Self::default();
                }
            }
        }
        cell
    }

    /// The letters as a set.
    pub(super) fn set(self) -> u32 {
        self.letters().fold(0, |set, letter| set | letter.bit())
    }
}
