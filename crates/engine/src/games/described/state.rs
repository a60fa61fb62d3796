//! The complete state of a game in progress, in fixed places: it owns no heap memory.

use crate::model::bits::bits;
use crate::model::{Outcome, Pile, Seats};

/// Kinds of cards.
pub(super) const MOST_KINDS: usize = 64;
/// No card, or a blank one: the number after those of all kinds.
pub(super) const NOTHING: u8 = 64;
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

/// The set of this kind alone; no kind for [`NOTHING`].
#[inline]
pub(super) fn only(kind: u8) -> u64 {
    u64::from(kind < NOTHING) << (kind % NOTHING)
}

/// Whether a set has this kind.
#[inline]
pub(super) fn has(kinds: u64, kind: u8) -> bool {
    kinds & only(kind) != 0
}

/// Cards without an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bag {
    /// The copies of each kind, then the number of blank cards.
    counts: [u8; MOST_KINDS + 1],
    kinds: u64,
    total: u8,
}

impl Bag {
    pub(super) const EMPTY: Self = Self { counts: [0; MOST_KINDS + 1], kinds: 0, total: 0 };

    /// Number of cards.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.total as usize
    }

    /// The kinds of which it has a card.
    #[inline]
    pub(super) const fn kinds(&self) -> u64 {
        self.kinds
    }

    #[inline]
    pub(super) fn count(&self, kind: u8) -> u8 {
        self.counts[usize::from(kind.min(NOTHING))]
    }

    #[inline]
    pub(super) fn add(&mut self, kind: u8) {
        self.counts[usize::from(kind.min(NOTHING))] += 1;
        self.kinds |= only(kind);
        self.total += 1;
    }

    /// Removes a card, if it has one of this kind.
    #[inline]
    pub(super) fn take(&mut self, kind: u8) -> bool {
        let count = &mut self.counts[usize::from(kind.min(NOTHING))];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        if *count == 0 {
            self.kinds &= !only(kind);
        }
        self.total -= 1;
        true
    }

    /// Removes a card of the first kind that it has, or a blank one after all others.
    #[inline]
    pub(super) fn take_any(&mut self) -> Option<u8> {
        let kind = u8::try_from(self.kinds.trailing_zeros()).unwrap_or(NOTHING);
        self.take(kind).then_some(kind)
    }

    /// Every card, in the order of the kinds.
    pub(super) fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        let kinds = bits(self.kinds).map(|kind| u8::try_from(kind).unwrap_or(NOTHING));
        kinds.chain([NOTHING]).flat_map(|kind| std::iter::repeat_n(kind, usize::from(self.count(kind))))
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
    pub(super) lacks: u64,
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

    /// The kinds of which there are cards in a zone with or without an order.
    #[inline]
    pub(super) fn kinds(&self, index: u8, pile: bool) -> u64 {
        let index = usize::from(index & 3);
        if pile {
            self.piles[index].iter().fold(0, |kinds, kind| kinds | only(*kind))
        } else {
            self.bags[index].kinds()
        }
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
