//! The cards of a monster or a character, by index, and queues of them.

use super::moves::{Letter, MAX_DECK, MoveId, Moves};
use super::state::Move;
use crate::model::Pile;
use crate::model::bits::bits;

/// Cards in order.
pub(super) type Cards = Pile<MoveId, MAX_DECK>;

/// The cards in front of a player. Those of the deck have the first indices; the Switch cards of a trainer
/// have the indices after those of a full deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deck {
    /// The card with each index …
    cards: [MoveId; 16],
    /// … and its letter.
    letters: [Letter; 16],
    /// `stop`, and the cards by index, from 1.
    stop_or_cards: [Move; 17],
    /// The indices of each move, including Switch cards.
    of_move: [u16; 32],
    /// The indices of the deck.
    own: u16,
    /// The indices of the deck and of the Switch cards.
    places: u16,
    /// The indices of Attacks.
    attacks: u16,
    /// The indices of moves that start a combo.
    starters: u16,
}

impl Deck {
    /// A deck of these cards, with the Switch cards beside it.
    pub(super) fn new(cards: &[MoveId], switches: &[MoveId], moves: &Moves) -> Self {
        let mut deck = Self::default();
        deck.stop_or_cards[0] = Move::Stop;
        let placed = cards.iter().take(MAX_DECK).enumerate().chain((MAX_DECK..16).zip(switches));
        for (place, card) in placed {
            let (bit, rule) = (1 << place, moves.card(*card));
            (deck.cards[place], deck.letters[place]) = (*card, rule.letter);
            deck.stop_or_cards[place + 1] = Move::Card(*card);
            deck.of_move[card.index()] |= bit;
            deck.places |= bit;
            deck.own |= if place < MAX_DECK { bit } else { 0 };
            deck.attacks |= if rule.is_attack() { bit } else { 0 };
            deck.starters |= if rule.starts_combo { bit } else { 0 };
        }
        deck
    }

    /// Number of cards in the deck, without Switch cards.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.own.count_ones() as usize
    }

    /// The cards of the deck in order, without Switch cards.
    #[must_use]
    pub fn cards(&self) -> &[MoveId] {
        self.cards.get(..self.len()).unwrap_or_default()
    }

    /// The letter of each card, by index.
    pub(super) const fn letters(&self) -> &[Letter; 16] {
        &self.letters
    }

    /// The card with this index.
    #[must_use]
    pub const fn card(&self, place: usize) -> MoveId {
        self.cards[place % 16]
    }

    /// `stop`, and the cards by index, from 1.
    pub(super) const fn stop_or_cards(&self) -> &[Move] {
        &self.stop_or_cards
    }

    /// The indices of the deck.
    pub(super) const fn own(&self) -> u16 {
        self.own
    }

    /// The indices of all cards, including Switch cards.
    pub(super) const fn places(&self) -> u16 {
        self.places
    }

    /// The indices of Attacks.
    pub(super) const fn attacks(&self) -> u16 {
        self.attacks
    }

    /// The indices of moves that start a combo.
    pub(super) const fn starters(&self) -> u16 {
        self.starters
    }

    /// The indices of this move, including Switch cards.
    #[inline]
    pub(super) fn places_of(&self, card: MoveId) -> u16 {
        self.of_move[card.index()]
    }

    /// The indices of cards with this letter, including Switch cards.
    #[inline]
    pub(super) fn places_of_letter(&self, letter: Letter) -> u16 {
        places(&self.letters, |own| own == letter) & self.places
    }
}

/// The indices of the cards that satisfy `holds`. Branch-free, because the result is unpredictable.
#[inline]
pub(super) fn places<T: Copy>(cards: &[T], holds: impl Fn(T) -> bool) -> u16 {
    cards.iter().enumerate().fold(0, |places, (place, card)| places | u16::from(holds(*card)) << place)
}

/// The indices among these that satisfy `holds`.
pub(super) fn only(places: u16, mut holds: impl FnMut(usize) -> bool) -> u16 {
    bits(places).filter(|place| holds(*place)).fold(0, |kept, place| kept | 1 << place)
}

/// The indices of queued cards in the order of their reveal: four bits each, the next one lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Queue {
    places: u64,
    mask: u16,
    len: u8,
}

impl Queue {
    /// Number of cards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Adds a card; a queue holds at most the 12 cards of a deck and a Switch.
    pub(super) fn push(&mut self, place: usize) {
        self.places |= (place as u64 % 16) << (4 * (self.len % 16));
        self.mask |= 1 << (place % 16);
        self.len += 1;
    }

    /// Removes and returns the first card.
    pub(super) fn pop(&mut self) -> Option<u8> {
        self.len = self.len.checked_sub(1)?;
        let [lowest, ..] = self.places.to_le_bytes();
        let place = lowest & 15;
        self.places >>= 4;
        self.mask &= !(1 << place);
        Some(place)
    }

    /// The indices from first to last.
    pub fn places(self) -> impl Iterator<Item = usize> {
        (0..self.len).map(move |nth| usize::try_from(self.places >> (4 * nth) & 15).unwrap_or(0))
    }

    /// The indices as a set.
    #[must_use]
    pub const fn mask(self) -> u16 {
        self.mask
    }
}
