//! A deck that can be shuffled, drawn from and refilled, and that keeps track of the cards that everybody
//! knows.

use super::cards::{Card, Counts, Hand};
use super::chance::RngStream;
use super::pile::Pile;

/// A face-down deck. `N` is at least the number of cards that the deck and the hands drawn from it can hold
/// together.
///
/// All other cards lie open, so everybody knows which cards the deck and the hands drawn from it contain
/// together. The deck applies three consequences:
///
/// - The hidden cards of the deck and of those hands form one pool, and can be divided in any way.
///   [`Deck::redeal`] divides them at random.
/// - An empty deck is refilled from an open discard pile. A player who remembers the discard pile then knows all
///   cards in hands, so [`Deck::refill`] makes these known.
/// - A card that is openly put on top of the deck or under it is known. It stays in place when the rest is dealt
///   again, and it remains known when it is drawn.
///
/// Putting several cards into a deck always requires a random stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deck<T: Card, const N: usize> {
    /// The last card is the top.
    cards: Pile<T, N>,
    /// The number of cards at the bottom that everybody knows, and the number on top.
    known_under: usize,
    known_on_top: usize,
}

impl<T: Card, const N: usize> Deck<T, N> {
    /// A shuffled deck of these cards.
    #[inline]
    #[must_use]
    pub fn new(cards: impl IntoIterator<Item = T>, stream: &mut RngStream) -> Self {
        Self::of_pile(cards.into_iter().collect(), stream)
    }

    /// The cards of this pile as a shuffled deck.
    #[inline]
    #[must_use]
    pub fn of_pile(cards: Pile<T, N>, stream: &mut RngStream) -> Self {
        let mut deck = Self { cards, known_under: 0, known_on_top: 0 };
        stream.shuffle(&mut deck.cards);
        deck
    }

    /// Number of cards.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether the deck is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Draws the top card into a hand. It is hidden unless everybody knew it. `None` if the deck is empty.
    pub fn draw<const K: usize>(&mut self, hand: &mut Hand<T, K>) -> Option<T> {
        let is_known = self.known_on_top > 0 || self.known_under == self.cards.len();
        let card = self.turn_up()?;
        if is_known {
            hand.add_known(card);
        } else {
            hand.add_hidden(card);
        }
        Some(card)
    }

    /// Takes the top card and shows it to everybody. `None` if the deck is empty.
    #[inline]
    pub fn turn_up(&mut self) -> Option<T> {
        let card = self.cards.pop()?;
        if self.known_on_top | self.known_under > 0 {
            self.forget_places();
        }
        Some(card)
    }

    /// Updates the known cards after the top card was removed.
    #[cold]
    fn forget_places(&mut self) {
        self.known_on_top = self.known_on_top.saturating_sub(1);
        self.known_under = self.known_under.min(self.cards.len());
    }

    /// Puts a card that everybody sees on top.
    pub fn put_on_top(&mut self, card: T) {
        self.cards.push(card);
        self.known_on_top += 1;
    }

    /// Puts a card that everybody sees under the deck.
    pub fn put_under(&mut self, card: T) {
        self.cards.push(card);
        self.cards.rotate_right(1);
        self.known_under += 1;
    }

    /// If the deck is empty, shuffles the whole discard pile into a new deck and returns true. `hands` must
    /// be all hands drawn from this deck, because everybody can now work out their cards.
    pub fn refill<const K: usize>(
        &mut self,
        discard: &mut Pile<T, N>,
        hands: &mut [&mut Hand<T, K>],
        stream: &mut RngStream,
    ) -> bool {
        if !self.is_empty() || discard.is_empty() {
            return false;
        }
        self.cards = *discard;
        (self.known_under, self.known_on_top) = (0, 0);
        discard.clear();
        stream.shuffle(&mut self.cards);
        hands.iter_mut().for_each(|hand| hand.reveal());
        true
    }

    /// The cards on top that everybody knows; the last one is the top.
    #[must_use]
    pub fn known_on_top(&self) -> &[T] {
        &self.cards[self.cards.len() - self.known_on_top..]
    }

    /// The cards at the bottom that everybody knows; the first one is the lowest.
    #[must_use]
    pub fn known_under(&self) -> &[T] {
        &self.cards[..self.known_under.min(self.cards.len() - self.known_on_top)]
    }

    /// All cards, in an order that a view must not show.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.cards
    }

    /// All cards, in an order that a view must not show.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + '_ {
        self.cards.iter().copied()
    }

    /// The hidden cards of the deck and of hands drawn from it, as one pool. A view may show them.
    #[must_use]
    pub fn unseen<const K: usize>(&self, hands: &[&Hand<T, K>]) -> Counts<T, K> {
        let hidden = self.known_under().len()..self.cards.len() - self.known_on_top;
        let deck = self.cards[hidden].iter().copied().collect();
        hands.iter().fold(deck, |unseen: Counts<T, K>, hand| unseen.with(&hand.hidden))
    }

    /// Deals again, for [`determinize`](super::Game::determinize), the hidden cards of the deck and of these
    /// hands, which are the hands that the observer does not see. The result depends only on the pool of
    /// hidden cards and on the stream.
    pub fn redeal<const K: usize>(&mut self, hands: &mut [&mut Hand<T, K>], stream: &mut RngStream) {
        let hidden = self.known_under().len()..self.cards.len() - self.known_on_top;
        let mut pool: Pile<T, N> = self.cards[hidden.clone()].iter().copied().collect();
        hands.iter().for_each(|hand| pool.extend(hand.hidden.iter()));
        pool.sort_unstable();
        stream.shuffle(&mut pool);
        for hand in hands {
            let n_hidden = hand.hidden.total();
            hand.hidden = pool.pop_many(n_hidden).iter().copied().collect();
        }
        self.cards[hidden].iter_mut().zip(pool.iter()).for_each(|(index, card)| *index = *card);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Seed, cards};
    use std::collections::BTreeMap;

    cards! {
        /// Cards for these tests.
        enum Letter {
            A = "a": "A.";
            B = "b": "B.";
            C = "c": "C.";
            D = "d": "D.";
            E = "e": "E.";
        }
    }
    use Letter::{A, B, C, D, E};
    type Letters = Deck<Letter, 8>;
    type Held = Hand<Letter, { Letter::N }>;

    fn stream(nth: u64) -> RngStream {
        Seed::new(21).game(nth).bot(0)
    }

    fn empty() -> Letters {
        Deck::new([], &mut stream(0))
    }

    fn drawn(mut deck: Letters) -> Vec<Letter> {
        std::iter::from_fn(|| deck.turn_up()).collect()
    }

    /// χ² of `n_cells` equally likely cells.
    fn chi_squared<T: Ord>(n_cells: u32, found: impl Iterator<Item = T>) -> f64 {
        let mut cells = BTreeMap::<T, u32>::new();
        found.for_each(|cell| *cells.entry(cell).or_default() += 1);
        assert_eq!(cells.len(), n_cells as usize, "every case occurs, and no other");
        let expected = f64::from(cells.values().sum::<u32>()) / f64::from(n_cells);
        cells.values().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum()
    }

    /// 24 orders of four cards: 23 degrees of freedom, 99.99 % point 57.
    #[test]
    fn a_refilled_deck_is_in_every_order_equally_often() {
        let orders = (0..48_000).map(|nth| {
            let (mut deck, mut discard) = (empty(), [A, B, C, D].into_iter().collect());
            assert!(deck.refill::<5>(&mut discard, &mut [], &mut stream(nth)));
            assert!(discard.is_empty());
            drawn(deck)
        });
        let chi2 = chi_squared(24, orders);
        assert!(chi2 < 57.0, "χ² = {chi2}");
    }

    #[test]
    fn cards_seen_by_everybody_stay_in_place() {
        let mut deck = Letters::new([A, B, C], &mut stream(1));
        let mut hand = Held::default();
        deck.put_on_top(D);
        deck.put_under(E);
        deck.put_under(D);
        assert_eq!((deck.known_on_top(), deck.known_under()), (&[D][..], &[D, E][..]));
        for nth in 0..50 {
            let mut again = deck;
            again.redeal::<5>(&mut [], &mut stream(nth));
            let cards = drawn(again);
            assert_eq!((cards[0], &cards[4..]), (D, &[E, D][..]));
        }
        while deck.draw(&mut hand).is_some() {}
        assert_eq!(hand.known(), [D, D, E].into_iter().collect());
        assert_eq!(hand.hidden, [A, B, C].into_iter().collect());
    }

    /// Two hidden cards of a hand among five, the deck in any order: 10 × 6 ways, 59 degrees of freedom, 99.99 %
    /// point 107.
    #[test]
    fn every_deal_that_fits_what_is_known_is_equally_likely() {
        let mut deck = Letters::new([A, B, C, D, E], &mut stream(1));
        let mut hand = Held::default();
        hand.add_known(A);
        deck.draw(&mut hand);
        deck.draw(&mut hand);
        let deals = (0..60_000).map(|nth| {
            let (mut deck, mut hand) = (deck, hand);
            deck.redeal(&mut [&mut hand], &mut stream(nth));
            assert_eq!(hand.known(), [A].into_iter().collect());
            (hand.hidden.iter().collect::<Vec<_>>(), drawn(deck))
        });
        let chi2 = chi_squared(60, deals);
        assert!(chi2 < 107.0, "χ² = {chi2}");
    }
}
