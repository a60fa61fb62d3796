//! Cards by name, counts of cards, and hands that opponents may partly know.

use super::moves::Moves;
use super::words::copies_of;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;

/// A kind of card; made by [`cards!`](macro@crate::model::cards).
pub trait Card: Copy + Ord + Default + fmt::Debug + 'static {
    /// Every kind, in order.
    const ALL: &'static [Self];
    /// Its index in the order.
    fn index(self) -> usize;
    /// Its id in configs and reports.
    fn id(self) -> &'static str;
}

/// Declares the cards of a game, each with its id and a line of documentation:
/// `cards! { /// A card. pub enum Card { Jab = "jab": "Hits a little."; Hook = "hook": "Hits hard."; } }`
///
/// Writes the enum, the number of its cards `N`, and its implementation of [`Card`]. A card is displayed as
/// its id. The first card is the default.
#[macro_export]
macro_rules! cards {
    (
        $(#[$meta:meta])* $vis:vis enum $name:ident {
            $first:ident = $first_id:literal: $first_doc:literal;
            $($card:ident = $id:literal: $doc:literal;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
        $vis enum $name {
            #[doc = $first_doc] #[default] $first,
            $(#[doc = $doc] $card),*
        }
        impl $name {
            /// Number of kinds of cards.
            #[allow(dead_code, reason = "only counts of the cards need it")]
            $vis const N: usize = <Self as $crate::model::Card>::ALL.len();
        }
        impl $crate::model::Card for $name {
            const ALL: &'static [Self] = &[Self::$first $(, Self::$card)*];
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
            fn id(self) -> &'static str {
                match self {
                    Self::$first => $first_id,
                    $(Self::$card => $id),*
                }
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::model::Card::id(*self))
            }
        }
    };
}
pub use cards;

/// One `T` for each of `N` kinds of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByCard<T, const N: usize>([T; N]);

impl<T, const N: usize> ByCard<T, N> {
    /// Made card by card from a function.
    pub fn from_fn<C: Card>(mut make: impl FnMut(C) -> T) -> Self {
        const { assert!(C::ALL.len() == N, "one for each kind of card") }
        Self(std::array::from_fn(|index| make(C::ALL[index])))
    }
}

impl<C: Card, T, const N: usize> Index<C> for ByCard<T, N> {
    type Output = T;
    #[inline]
    fn index(&self, card: C) -> &T {
        &self.0[card.index()]
    }
}

/// The number of copies of each card, for `N` kinds of cards. As a list of moves it contains each kind once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Counts<T, const N: usize> {
    counts: [u8; N],
    of: PhantomData<T>,
}

impl<T, const N: usize> Default for Counts<T, N> {
    fn default() -> Self {
        Self { counts: [0; N], of: PhantomData }
    }
}

/// Each kind with its number of copies, such as `2 × jab, hook`, or `nothing`.
impl<T: Card, const N: usize> fmt::Display for Counts<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = T::ALL.iter().zip(&self.counts).filter(|(_, count)| **count > 0);
        let all: Vec<String> = kinds.map(|(card, count)| copies_of(card.id(), (*count).into())).collect();
        f.write_str(if all.is_empty() { "nothing".into() } else { all.join(", ") }.as_str())
    }
}

impl<T: Card, const N: usize> Counts<T, N> {
    /// Adds a card.
    #[inline]
    pub fn add(&mut self, card: T) {
        self.counts[card.index()] += 1;
    }

    /// Removes a card. Returns false and changes nothing if there is none.
    #[inline]
    pub fn take(&mut self, card: T) -> bool {
        let count = &mut self.counts[card.index()];
        let is_there = *count > 0;
        *count -= u8::from(is_there);
        is_there
    }

    /// The number of copies of each kind, by index.
    #[inline]
    #[must_use]
    pub const fn counts(&self) -> &[u8; N] {
        &self.counts
    }

    /// Total number of cards.
    #[must_use]
    pub fn total(&self) -> usize {
        self.counts.iter().map(|count| usize::from(*count)).sum()
    }

    /// Every card in order, repeated for each copy.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        T::ALL.iter().zip(&self.counts).flat_map(|(card, count)| std::iter::repeat_n(*card, (*count).into()))
    }

    /// Each kind with at least one copy, in order.
    pub fn kinds(&self) -> impl Iterator<Item = T> + '_ {
        T::ALL.iter().zip(&self.counts).filter(|(_, count)| **count > 0).map(|(card, _)| *card)
    }

    /// The sum of both counts.
    #[must_use]
    pub fn with(self, others: &Self) -> Self {
        let mut counts = self.counts;
        counts.iter_mut().zip(&others.counts).for_each(|(count, other)| *count += other);
        Self { counts, of: PhantomData }
    }
}

impl<T: Card, const N: usize> Extend<T> for Counts<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| self.add(card));
    }
}

impl<T: Card, const N: usize> FromIterator<T> for Counts<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(cards: I) -> Self {
        let mut counts = Self::default();
        counts.extend(cards);
        counts
    }
}

impl<T: Card, const N: usize> fmt::Debug for Counts<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.kinds().map(|card| (card, self.counts[card.index()]))).finish()
    }
}

impl<T: Card, const N: usize> Moves for Counts<T, N> {
    type Move = T;

    #[inline]
    fn len(&self) -> usize {
        self.counts.iter().filter(|count| **count > 0).count()
    }

    #[inline]
    fn nth(&self, index: usize) -> T {
        self.kinds().nth(index).unwrap_or_default()
    }
}

/// The cards in a player's hand. An opponent who counts cards knows some of them; the others are hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand<T: Card, const N: usize> {
    known: Counts<T, N>,
    pub(super) hidden: Counts<T, N>,
}

impl<T: Card, const N: usize> Default for Hand<T, N> {
    fn default() -> Self {
        Self { known: Counts::default(), hidden: Counts::default() }
    }
}

impl<T: Card, const N: usize> Hand<T, N> {
    /// Adds a card that only its player has seen.
    pub fn add_hidden(&mut self, card: T) {
        self.hidden.add(card);
    }

    /// Adds a card that everybody has seen.
    pub fn add_known(&mut self, card: T) {
        self.known.add(card);
    }

    /// Removes a card, which everybody sees. Returns false and changes nothing if the player does not hold
    /// it. If both a known and a hidden copy exist, the known one is removed, so nobody learns anything about
    /// the hidden cards.
    pub fn take(&mut self, card: T) -> bool {
        self.known.take(card) || self.hidden.take(card)
    }

    /// Makes all cards of the hand known to everybody.
    pub fn reveal(&mut self) {
        self.known = self.all();
        self.hidden = Counts::default();
    }

    /// All cards.
    #[inline]
    #[must_use]
    pub fn all(&self) -> Counts<T, N> {
        self.known.with(&self.hidden)
    }

    /// The cards that everybody knows.
    #[must_use]
    pub const fn known(&self) -> Counts<T, N> {
        self.known
    }

    /// Total number of cards.
    #[must_use]
    pub fn total(&self) -> usize {
        self.all().total()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    cards! {
        /// Cards for these tests.
        enum Coin {
            Penny = "penny": "One.";
            Nickel = "nickel": "Five.";
            Dime = "dime": "Ten.";
        }
    }
    type Coins = Counts<Coin, { Coin::N }>;

    #[test]
    fn counts_return_the_cards_added_and_list_each_kind_once() {
        let mut coins: Coins = [Coin::Dime, Coin::Penny, Coin::Dime].into_iter().collect();
        assert_eq!((coins.total(), coins.len()), (3, 2));
        assert_eq!([coins.nth(0), coins.nth(1)], [Coin::Penny, Coin::Dime]);
        assert_eq!(coins.iter().collect::<Vec<_>>(), [Coin::Penny, Coin::Dime, Coin::Dime]);
        assert!(coins.take(Coin::Penny) && !coins.take(Coin::Penny) && !coins.take(Coin::Nickel));
        assert_eq!(coins.counts(), &[0, 0, 2]);
        assert_eq!(format!("{coins:?}"), "{Dime: 2}");
    }

    #[test]
    fn a_known_card_is_removed_before_an_equal_hidden_card() {
        let mut hand = Hand::<Coin, 3>::default();
        hand.add_known(Coin::Dime);
        hand.add_hidden(Coin::Dime);
        hand.add_hidden(Coin::Penny);
        assert!(hand.take(Coin::Dime));
        assert_eq!(hand.known().total(), 0);
        assert_eq!(hand.all(), [Coin::Penny, Coin::Dime].into_iter().collect());
        hand.reveal();
        assert_eq!((hand.known().total(), hand.hidden.total()), (2, 0));
        assert!(!hand.take(Coin::Nickel));
    }
}
