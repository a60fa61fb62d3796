//! Piles of cards that are stored within a state, without heap memory or destructor.

use super::chance::RngStream;
use super::game::Copies;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// Up to `N` cards, stored inline; dereferences to a slice. The last card is the top.
#[derive(Clone, Copy)]
pub struct Pile<T, const N: usize> {
    cards: [T; N],
    len: u16,
}

impl<T: Copy + Default, const N: usize> Default for Pile<T, N> {
    fn default() -> Self {
        Self::empty(T::default())
    }
}

/// Up to this many copies of a card, a fixed number is written, which is faster.
const FEW: usize = 4;

/// An index below a power of two needs no bounds check, so a pile whose size is one is faster.
const fn within<const N: usize>(index: usize) -> usize {
    if N.is_power_of_two() { index & (N - 1) } else { index }
}

impl<T: Copy, const N: usize> Pile<T, N> {
    /// An empty pile as a constant; unused slots contain this card.
    #[must_use]
    pub const fn empty(no_card: T) -> Self {
        const { assert!(N <= u16::MAX as usize) }
        Self { cards: [no_card; N], len: 0 }
    }
}

impl<T: Copy + Default, const N: usize> Pile<T, N> {
    /// An empty pile.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of cards.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether the pile is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts a card on top. The owner must choose a capacity for the worst case; exceeding it is a bug and is
    /// detected.
    #[inline]
    pub fn push(&mut self, card: T) {
        assert!(usize::from(self.len) < N, "room for a card");
        self.cards[within::<N>(usize::from(self.len))] = card;
        self.len += 1;
    }

    /// Puts copies of a card on top.
    #[inline]
    pub fn push_copies(&mut self, card: T, n_copies: usize) {
        let places = &mut self.cards[usize::from(self.len)..];
        let written = places.first_chunk_mut().map_or(0, |few| {
            *few = [card; FEW];
            FEW
        });
        if n_copies > written {
            places[written..n_copies].fill(card);
        }
        // The slices are at most as long as the pile.
        self.len += u16::try_from(n_copies).unwrap_or_default();
    }

    /// The top card.
    #[inline]
    #[must_use]
    pub fn top(&self) -> Option<T> {
        let last = self.len.checked_sub(1)?;
        Some(self.cards[within::<N>(usize::from(last))])
    }

    /// Removes and returns the top card.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.cards[within::<N>(usize::from(self.len))])
    }

    /// Removes up to `n_cards` cards from the top. In the returned slice, the last one was the top.
    #[inline]
    pub fn pop_many(&mut self, n_cards: usize) -> &[T] {
        let left = usize::from(self.len).saturating_sub(n_cards);
        let taken = left..usize::from(self.len);
        self.len -= u16::try_from(taken.len()).unwrap_or(self.len);
        self.cards.get(taken).unwrap_or_default()
    }

    /// Swaps the card at `index` with the top card.
    #[inline]
    pub fn raise(&mut self, index: usize) {
        let len = usize::from(self.len);
        assert!(index < len, "a card of the pile");
        self.cards.swap(within::<N>(index), within::<N>(len - 1));
    }

    /// Removes and returns the card at `index`; the top card moves there.
    #[inline]
    pub fn swap_remove(&mut self, index: usize) -> T {
        assert!(index < usize::from(self.len), "a card of the pile");
        self.len -= 1;
        let card = self.cards[within::<N>(index)];
        self.cards[within::<N>(index)] = self.cards[within::<N>(usize::from(self.len))];
        card
    }

    /// Removes and returns the card at `index`; the cards above move down.
    pub fn remove(&mut self, index: usize) -> T {
        let card = self[index];
        let len = usize::from(self.len);
        self.cards.copy_within(index + 1..len, index);
        self.len -= 1;
        card
    }

    /// Draws a random card without replacement, from a pile whose order nobody knows. The distribution is the
    /// same as if the pile were shuffled first and its top card drawn.
    #[inline]
    pub fn draw(&mut self, stream: &mut RngStream) -> Option<T> {
        (self.len > 0).then(|| self.draw_one(stream))
    }

    /// The same for a pile that is not empty.
    #[inline]
    fn draw_one(&mut self, stream: &mut RngStream) -> T {
        let index = stream.below(usize::from(self.len));
        self.len -= 1;
        let top = self.cards[within::<N>(usize::from(self.len))];
        std::mem::replace(&mut self.cards[within::<N>(index)], top)
    }

    /// Draws a card for each place, until the pile is empty.
    #[inline]
    pub fn deal(&mut self, places: &mut [T], stream: &mut RngStream) {
        let (dealt, empty) = places.split_at_mut(places.len().min(self.len()));
        stream.at_once(|stream| dealt.iter_mut().for_each(|index| *index = self.draw_one(stream)));
        empty.fill(T::default());
    }

    /// Replaces one copy or every copy of a card by another card. Returns the number of copies replaced.
    pub fn replace(&mut self, card: T, replacement: T, copies: Copies) -> usize
    where
        T: PartialEq,
    {
        let copies = self.iter_mut().filter(|other| **other == card).take(copies.most());
        copies.map(|copy| *copy = replacement).count()
    }

    /// Removes all cards.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T, const N: usize> Deref for Pile<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.cards[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for Pile<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.cards[..usize::from(self.len)]
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Pile<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(cards: I) -> Self {
        let mut pile = Self::default();
        pile.extend(cards);
        pile
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for Pile<T, N> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, cards: I) {
        let mut cards = cards.into_iter();
        let mut len = self.len;
        for (index, card) in self.cards[usize::from(len)..].iter_mut().zip(cards.by_ref()) {
            *index = card;
            len += 1;
        }
        assert!(cards.next().is_none(), "room for a card");
        self.len = len;
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Pile<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Pile<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Pile<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_returns_the_cards_put_on_it() {
        let mut pile: Pile<u8, 6> = (0..6).collect();
        assert_eq!(pile.pop(), Some(5));
        assert_eq!(pile.remove(1), 1);
        assert_eq!(pile.swap_remove(0), 0);
        assert_eq!(*pile, [4, 2, 3]);
        pile.raise(0);
        assert_eq!(*pile, [3, 2, 4]);
        assert_eq!((pile.replace(2, 3, Copies::All), pile.replace(9, 3, Copies::All)), (1, 0));
        assert_eq!(*pile, [3, 3, 4]);
        assert_eq!(pile.replace(3, 5, Copies::One), 1);
        assert_eq!(*pile, [5, 3, 4]);
        pile.clear();
        assert_eq!(pile.pop(), None);
    }
}
