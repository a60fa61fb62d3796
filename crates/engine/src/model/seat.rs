//! Seats, sets of seats, and collections with one item per seat.

use super::bits::nth_bit;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};

/// Maximum number of players in any game.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted from 0, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seat(u8);

impl Seat {
    /// Seat 0, who begins in games with a first player.
    pub const FIRST: Self = Self(0);
    /// Seat 1.
    pub const SECOND: Self = Self(1);

    /// The seat with this number, which must be below [`MAX_SEATS`].
    #[must_use]
    pub const fn new(number: usize) -> Self {
        debug_assert!(number < MAX_SEATS, "a seat beyond the table");
        #[expect(clippy::cast_possible_truncation, reason = "a remainder below 8")]
        Self((number % MAX_SEATS) as u8)
    }

    /// The seat's number, always below [`MAX_SEATS`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of `players`.
    #[must_use]
    pub const fn next(self, players: usize) -> Self {
        let next = self.index() + 1;
        Self::new(if next < players { next } else { 0 })
    }

    /// The other seat of a two-player game.
    #[must_use]
    pub const fn foe(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Self = Self(0);
    /// The seats of a two-player game.
    pub const TWO: Self = Self::first(2);

    /// Seats 0 to `players` − 1.
    #[must_use]
    pub const fn first(players: usize) -> Self {
        if players >= MAX_SEATS { Self(u8::MAX) } else { Self((1 << players) - 1) }
    }

    /// The set of this one seat.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// The set with this bit mask, one bit per seat.
    #[must_use]
    pub const fn of(mask: u8) -> Self {
        Self(mask)
    }

    /// This set with an additional seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// This set with the seat if `so`, otherwise without it.
    #[must_use]
    pub const fn with_if(self, so: bool, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0) | (so as u8) << seat.0)
    }

    /// This set without the seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The seats in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The seats in both sets.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Seats of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// This set if `so`, otherwise the empty set. Branch-free, for unpredictable conditions.
    #[must_use]
    pub const fn when(self, so: bool) -> Self {
        Self(self.0 * so as u8)
    }

    /// The seats of this set from one seat on.
    #[must_use]
    pub const fn from(self, seat: Seat) -> Self {
        Self(self.0 & u8::MAX << seat.0)
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Number of seats.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set as a bit mask, one bit per seat.
    #[must_use]
    pub const fn mask(self) -> u8 {
        self.0
    }

    /// The seat of a set with exactly one.
    #[inline]
    #[must_use]
    pub fn single(self) -> Option<Seat> {
        if self.0 & self.0.wrapping_sub(1) == 0 { self.lowest() } else { None }
    }

    /// The highest seat of the set.
    #[must_use]
    pub fn highest(self) -> Option<Seat> {
        self.0.checked_ilog2().map(|number| Seat::new(number as usize))
    }

    /// The seat with `nth` seats of the set below it.
    #[must_use]
    pub fn nth(self, nth: usize) -> Seat {
        Seat::new(nth_bit(self.0, nth))
    }

    /// The lowest seat of the set.
    #[must_use]
    pub fn lowest(self) -> Option<Seat> {
        self.into_iter().next()
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl IntoIterator for Seats {
    type Item = Seat;
    type IntoIter = SeatsIter;
    fn into_iter(self) -> SeatsIter {
        SeatsIter(self.0)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(|seat| seat.0)).finish()
    }
}

/// The seats of a set, lowest first.
pub struct SeatsIter(u8);

impl Iterator for SeatsIter {
    type Item = Seat;
    #[inline]
    fn next(&mut self) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        let seat = Seat::new(self.0.trailing_zeros() as usize);
        self.0 &= self.0 - 1;
        Some(seat)
    }
}

/// One `T` for each seat; unused seats have the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BySeat<T>(pub [T; MAX_SEATS]);

impl<T> BySeat<T> {
    /// Made seat by seat from a function.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        Self(std::array::from_fn(|number| make(Seat::new(number))))
    }
}

impl BySeat<u8> {
    /// The bytes of all seats except one, as a word.
    #[inline]
    #[must_use]
    pub const fn word_without(self, seat: Seat) -> u64 {
        u64::from_le_bytes(self.0) & !(0xFF << (8 * seat.index() % 64))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index() % MAX_SEATS]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index() % MAX_SEATS]
    }
}

/// One `T` for each seat of a two-player game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Duel<T>(pub [T; 2]);

impl<T> Duel<T> {
    /// Made seat by seat from a function.
    pub fn from_fn(make: impl FnMut(Seat) -> T) -> Self {
        Self([Seat::FIRST, Seat::SECOND].map(make))
    }
}

impl<T> Index<Seat> for Duel<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index() & 1]
    }
}

impl<T> IndexMut<Seat> for Duel<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index() & 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_seats_in_order() {
        let seats: Seats = [5, 0, 7].into_iter().map(Seat::new).collect();
        assert_eq!(seats.into_iter().map(Seat::index).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!((seats.len(), seats.has(Seat::new(5)), seats.has(Seat::new(4))), (3, true, false));
        assert_eq!(Seats::first(8).len(), 8);
        assert_eq!(seats.without(Seat::FIRST).lowest(), Some(Seat::new(5)));
        assert_eq!(seats.from(Seat::new(5)), seats.without(Seat::FIRST));
        assert_eq!((seats.highest(), Seats::NONE.highest()), (Some(Seat::new(7)), None));
        assert_eq!([0, 1, 2].map(|nth| seats.nth(nth).index()), [0, 5, 7]);
        assert_eq!((Seat::new(2).next(3), Seat::FIRST.foe()), (Seat::FIRST, Seat::SECOND));
    }
}
