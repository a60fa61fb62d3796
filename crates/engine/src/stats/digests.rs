//! Digests of games, summed by block. Replaying a block of games gives the same sum, on any number of threads
//! and with any shards. There are at most [`BLOCKS`] blocks for any number of games.

use crate::model::mix;
use serde::ser::{Serialize, Serializer};
use serde::{Deserialize, de::Error};
use std::ops::Range;

/// Maximum number of blocks.
const BLOCKS: usize = 1024;

/// log₂ of the smallest block size in games.
const LEAST: u32 = 6;

/// log₂ of the largest block size: enough for any index below 2⁴¹.
const MOST: u32 = 31;

/// Sums of the digests of the games of each block. The block size is the smallest that the highest index
/// allows, so equal sets of games have equal blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digests {
    /// log₂ of the block size in games.
    shift: u32,
    /// One sum per block.
    sums: Box<[u64; BLOCKS]>,
}

/// Hashes a game's result: a linear form with odd coefficients, so that two small differences cannot cancel,
/// and the finaliser of `SplitMix64`.
#[inline]
pub(super) const fn digest(game_idx: u64, outcome: u64, length: u64, decisions: u64, moves: u64) -> u64 {
    mix(game_idx
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(outcome.wrapping_mul(0xC2B2_AE3D_27D4_EB4F))
        .wrapping_add(length.wrapping_mul(0x1656_67B1_9E37_79F9))
        .wrapping_add(decisions.wrapping_mul(0xFF51_AFD7_ED55_8CCD))
        .wrapping_add(moves.wrapping_mul(0xC4CE_B9FE_1A85_EC53)))
}

impl Default for Digests {
    fn default() -> Self {
        Self { shift: LEAST, sums: Box::new([0; BLOCKS]) }
    }
}

impl Digests {
    /// Adds the digest of a game.
    #[inline]
    pub(super) fn add(&mut self, game_idx: u64, digest: u64) {
        if game_idx >> self.shift >= BLOCKS as u64 {
            self.widen(shift_of(game_idx));
        }
        #[expect(clippy::cast_possible_truncation, reason = "an index of a block")]
        let block = (game_idx >> self.shift) as usize;
        let sum = &mut self.sums[block % BLOCKS];
        *sum = sum.wrapping_add(digest);
    }

    /// Enlarges the block size to this power of two by joining neighbouring blocks.
    #[cold]
    fn widen(&mut self, shift: u32) {
        let times = 1_usize << (shift - self.shift);
        self.shift = shift;
        for block in 0..BLOCKS {
            let joined = self.sums.iter().skip(block * times).take(times);
            self.sums[block] = joined.fold(0_u64, |sum, more| sum.wrapping_add(*more));
        }
    }

    /// Adds the digests of other games.
    pub(super) fn merge(&mut self, other: &Self) {
        if self.shift < other.shift {
            self.widen(other.shift);
        }
        let times = 1_usize << (self.shift - other.shift);
        for (block, more) in other.sums.iter().enumerate() {
            let sum = &mut self.sums[block / times];
            *sum = sum.wrapping_add(*more);
        }
    }

    /// The sum over all games.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.sums.iter().fold(0_u64, |sum, more| sum.wrapping_add(*more))
    }

    /// The blocks with these games, which must be the ones that were added: the games in each block, and
    /// their sum.
    pub fn blocks(&self, games: Range<u64>) -> impl Iterator<Item = (Range<u64>, u64)> + '_ {
        let Range { start, end } = games;
        let all = (0_u64..).zip(self.sums.iter()).map(move |(block, sum)| {
            let first = block << self.shift;
            (first.max(start)..(first + (1 << self.shift)).min(end), *sum)
        });
        all.filter(|(games, _)| !games.is_empty())
    }

    /// Whether these can be digests of games with at most this index.
    pub(super) fn are_up_to(&self, last: u64) -> bool {
        self.shift == shift_of(last)
    }
}

/// log₂ of the block size if this is the highest index.
fn shift_of(last: u64) -> u32 {
    let bits = u64::BITS - last.leading_zeros();
    bits.saturating_sub(BLOCKS.ilog2()).clamp(LEAST, MOST)
}

impl Serialize for Digests {
    /// Omits the zeros at the end.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let n_used = self.sums.iter().rposition(|sum| *sum != 0).map_or(0, |last| last + 1);
        (self.shift, &self.sums[..n_used]).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Digests {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (shift, used) = <(u32, Vec<u64>)>::deserialize(deserializer)?;
        let mut sums = Box::new([0; BLOCKS]);
        match sums.get_mut(..used.len()) {
            Some(sums) if (LEAST..=MOST).contains(&shift) => sums.copy_from_slice(&used),
            _ => return Err(D::Error::custom("digests of no games")),
        }
        Ok(Self { shift, sums })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(games: impl IntoIterator<Item = u64>) -> Digests {
        let mut digests = Digests::default();
        games.into_iter().for_each(|game| digests.add(game, digest(game, 1, 6, 13, 40)));
        digests
    }

    #[test]
    fn the_same_games_have_the_same_blocks_in_any_order_and_parts() {
        for (n, step) in
            [(1, 1), (64, 1), (65_536, 1), (65_537, 1), (300_000, 7), (90_000_000_000, 1_000_000_007)]
        {
            let games = || (0..n).step_by(step);
            let whole = of(games());
            let backwards = of(games().collect::<Vec<_>>().into_iter().rev());
            // The first games alone have smaller blocks.
            let [first, rest] = [true, false].map(|is| of(games().filter(|game| (game < &(n / 30)) == is)));
            let [mut one, mut other] = [first.clone(), rest.clone()];
            one.merge(&rest);
            other.merge(&first);
            assert!(whole == backwards && whole == one && whole == other, "{n}");
            let last = games().last().expect("a game");
            assert!(whole.are_up_to(last) && !whole.are_up_to(4 * last + 500_000), "{n}");
            let blocks: Vec<_> = whole.blocks(0..n).collect();
            assert!(blocks.len() <= BLOCKS && (n < 65_536 || blocks.len() > BLOCKS / 2), "{n}");
            let total = blocks.iter().fold(0_u64, |sum, (_, more)| sum.wrapping_add(*more));
            assert_eq!(total, whole.total());
        }
    }

    #[test]
    fn blocks_end_with_the_games_and_contain_their_digests() {
        let digests = of(100..250);
        let blocks: Vec<_> = digests.blocks(100..250).collect();
        let games: Vec<_> = blocks.iter().map(|(games, _)| games.clone()).collect();
        assert_eq!(games, [100..128, 128..192, 192..250]);
        for (games, sum) in blocks {
            assert_eq!(of(games).total(), sum);
        }
        assert_eq!(digests.blocks(5..5).count(), 0);
    }

    #[test]
    fn every_part_of_a_result_changes_its_digest() {
        let digest = |part: usize| {
            let one = std::array::from_fn(|index| u64::from(index == part));
            let [game, outcome, length, decisions, moves]: [u64; 5] = one;
            super::digest(game, outcome, length, decisions, moves)
        };
        let all: std::collections::BTreeSet<u64> = (0..6).map(digest).collect();
        assert_eq!(all.len(), 6);
    }
}
