//! The complete state of a game in progress, in fixed places: it owns no heap memory.

use crate::model::{Outcome, Pile, Seats};

/// Kinds of cards, with the place of no card at all.
pub(super) const MOST_KINDS: usize = 32;
/// The place of no card.
pub(super) const NOTHING: u8 = 31;
/// Zones, half of them with an order.
pub(super) const MOST_ZONES: usize = 8;
/// Counters and marks of a player.
pub(super) const MOST_COUNTERS: usize = 32;
/// Numbers that cards have.
pub(super) const MOST_NUMBERS: usize = 8;
/// Chosen cards of a player.
pub(super) const MOST_CHOSEN: usize = 4;
/// Cards of both players.
pub(super) const MOST_CARDS: usize = 120;
/// Counts, and events of the card report.
pub(super) const MOST_TALLIES: usize = 12;
/// Different choices.
pub(super) const MOST_CHOICES: usize = 32;

/// Cards with an order; the last one is the top.
pub(super) type Cards = Pile<u8, 128>;

/// Cards without an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bag {
    counts: [u8; MOST_KINDS],
    kinds: u32,
    total: u8,
}

impl Bag {
    pub(super) const EMPTY: Self = Self { counts: [0; MOST_KINDS], kinds: 0, total: 0 };

    /// Number of cards.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.total as usize
    }

    /// The kinds of which it has a card.
    #[inline]
    pub(super) const fn kinds(&self) -> u32 {
        self.kinds
    }

    #[inline]
    pub(super) const fn count(&self, kind: u8) -> u8 {
        self.counts[kind as usize % MOST_KINDS]
    }

    #[inline]
    pub(super) fn add(&mut self, kind: u8) {
        self.counts[usize::from(kind) % MOST_KINDS] += 1;
        self.kinds |= 1 << (kind % 32);
        self.total += 1;
    }

    /// Removes a card, if it has one of this kind.
    #[inline]
    pub(super) fn take(&mut self, kind: u8) -> bool {
        let count = &mut self.counts[usize::from(kind) % MOST_KINDS];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        self.kinds &= !(u32::from(*count == 0) << (kind % 32));
        self.total -= 1;
        true
    }

    /// Removes a card of the first kind that it has.
    #[inline]
    pub(super) fn take_any(&mut self) -> Option<u8> {
        let kind = u8::try_from(self.kinds.trailing_zeros()).unwrap_or(NOTHING);
        self.take(kind).then_some(kind)
    }

    /// Every card, in the order of the kinds.
    pub(super) fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0_u8..).zip(&self.counts).flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(*count)))
    }
}

/// A player's possessions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Player {
    pub(super) piles: [Cards; MOST_ZONES / 2],
    pub(super) bags: [Bag; MOST_ZONES / 2],
    pub(super) counters: [i32; MOST_COUNTERS],
    pub(super) chosen: [u8; MOST_CHOSEN],
    /// The kinds that everybody knows are not among the player's own cards.
    pub(super) lacks: u32,
}

impl Player {
    pub(super) const EMPTY: Self = Self {
        piles: [Cards::empty(0); MOST_ZONES / 2],
        bags: [Bag::EMPTY; MOST_ZONES / 2],
        counters: [0; MOST_COUNTERS],
        chosen: [NOTHING; MOST_CHOSEN],
        lacks: 0,
    };

    /// The number of cards in a zone with or without an order.
    #[inline]
    pub(super) fn size(&self, index: u8, pile: bool) -> usize {
        let index = usize::from(index & 3);
        if pile { self.piles[index].len() } else { self.bags[index].len() }
    }
}

/// Both players, and where the game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) players: [Player; 2],
    /// Number of rounds, or turns, started.
    pub(super) round: u32,
    /// The player whose turn it is.
    pub(super) turn: u8,
    /// Whether the next turn is the same player's.
    pub(super) again: bool,
    /// The operation at which the game continues.
    pub(super) at: u16,
    /// The choice at this operation, and who chooses.
    pub(super) choice: u8,
    pub(super) choosing: Seats,
    /// Repetitions of the current `repeat`.
    pub(super) repeats: u8,
    pub(super) outcome: Option<Outcome>,
}
