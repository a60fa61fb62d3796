//! The legal moves of a decision, as a list that need not be written down.

use super::pile::Pile;
use super::seat::{Seat, Seats};

/// What a seat decides now.
#[derive(Clone, Copy, Debug)]
pub struct Decision<L> {
    /// The rulebook's name of the decision.
    pub name: &'static str,
    /// The legal moves.
    pub moves: L,
}

impl<L: Moves> Decision<L> {
    /// A decision of this name with these moves.
    #[inline]
    #[must_use]
    pub const fn new(name: &'static str, moves: L) -> Self {
        Self { name, moves }
    }
}

/// A list of which any item can be found by its place: a set of cards or seats, a pile, an array. A random
/// player takes one without the list being written down.
pub trait Moves: Sized {
    /// What is listed.
    type Move: Copy;

    /// How many there are.
    fn len(&self) -> usize;

    /// The one at this place, which must be below [`Moves::len`].
    fn nth(&self, place: usize) -> Self::Move;

    /// Is there none?
    #[inline]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends all of them to a menu, in order.
    #[inline]
    fn list(&self, menu: &mut Vec<Self::Move>) {
        menu.extend((0..self.len()).map(|place| self.nth(place)));
    }

    /// The same list, each item made into something else: `cards.map(Move::Card)`.
    #[inline]
    fn map<M: Copy, F: Fn(Self::Move) -> M>(self, make: F) -> Mapped<Self, F> {
        Mapped { moves: self, make }
    }
}

/// A list whose items are made from those of another.
#[derive(Clone, Copy, Debug)]
pub struct Mapped<L, F> {
    moves: L,
    make: F,
}

impl<L: Moves, M: Copy, F: Fn(L::Move) -> M> Moves for Mapped<L, F> {
    type Move = M;

    #[inline]
    fn len(&self) -> usize {
        self.moves.len()
    }

    #[inline]
    fn nth(&self, place: usize) -> M {
        (self.make)(self.moves.nth(place))
    }
}

impl<T: Copy + Default, const N: usize> Moves for Pile<T, N> {
    type Move = T;

    #[inline]
    fn len(&self) -> usize {
        Pile::len(self)
    }

    #[inline]
    fn nth(&self, place: usize) -> T {
        self[place]
    }
}

impl Moves for Seats {
    type Move = Seat;

    #[inline]
    fn len(&self) -> usize {
        Seats::len(*self)
    }

    #[inline]
    fn nth(&self, place: usize) -> Seat {
        Seats::nth(*self, place)
    }
}
