//! The legal moves of a decision, as a list that need not be stored.

use super::pile::Pile;
use super::seat::{Seat, Seats};

/// A decision of a seat.
#[derive(Clone, Copy, Debug)]
pub struct Decision<L> {
    /// The rulebook's name of the decision.
    pub name: &'static str,
    /// The legal moves.
    pub moves: L,
}

impl<L: Moves> Decision<L> {
    /// A decision with this name and these moves.
    #[inline]
    #[must_use]
    pub const fn new(name: &'static str, moves: L) -> Self {
        Self { name, moves }
    }
}

/// A list with access by index: a set of cards or seats, a pile, an array. A random player can choose from it
/// without storing the list.
pub trait Moves: Sized {
    /// The type of the items.
    type Move: Copy;

    /// Number of items.
    fn len(&self) -> usize;

    /// The item at this index, which must be below [`Moves::len`].
    fn nth(&self, index: usize) -> Self::Move;

    /// Whether the list is empty.
    #[inline]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends all items to a menu, in order.
    #[inline]
    fn list(&self, menu: &mut Vec<Self::Move>) {
        menu.extend((0..self.len()).map(|index| self.nth(index)));
    }

    /// The same list with each item converted: `cards.map(Move::Card)`.
    #[inline]
    fn map<M: Copy, F: Fn(Self::Move) -> M>(self, make: F) -> Mapped<Self, F> {
        Mapped { moves: self, make }
    }
}

/// A list whose items are converted from those of another.
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
    fn nth(&self, index: usize) -> M {
        (self.make)(self.moves.nth(index))
    }
}

impl<T: Copy + Default, const N: usize> Moves for Pile<T, N> {
    type Move = T;

    #[inline]
    fn len(&self) -> usize {
        Pile::len(self)
    }

    #[inline]
    fn nth(&self, index: usize) -> T {
        self[index]
    }
}

impl Moves for Seats {
    type Move = Seat;

    #[inline]
    fn len(&self) -> usize {
        Seats::len(*self)
    }

    #[inline]
    fn nth(&self, index: usize) -> Seat {
        Seats::nth(*self, index)
    }
}

/// A decision that was made: what its player saw, could do and did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The length of the game so far.
    pub length: u64,
    /// The player's seat.
    pub seat: Seat,
    /// The rulebook's name of the decision.
    pub decision: &'static str,
    /// The ids of the legal moves.
    pub options: Vec<String>,
    /// The id of the chosen one.
    pub choice: String,
    /// What the player sees of the table, in lines.
    pub table: String,
}
