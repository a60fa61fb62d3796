//! Card events of games whose sides sit in the same seats in every game: bytes that count games, 16 cards
//! at a time.

use crate::model::{BLOCK, MAX_SEATS, Times};

/// Games after which byte lanes must be emptied.
pub(super) const FULL: u32 = 255;

/// Bytes that count games by event and card, for games of fixed sides that one seat won, or nobody.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    /// Blocks of a lane.
    n_blocks: usize,
    /// 1 for what has happened in this game: seat × event × card.
    pub(super) happened: Vec<[u8; BLOCK]>,
    /// How often it has happened in all games …
    pub(super) occurrences: Vec<u64>,
    /// … beside what was told of whole blocks since `both` was last emptied.
    recent: Vec<[u16; BLOCK]>,
    /// Winner (or nobody) × pair of seats × event × card: games in which it happened to both.
    both: Vec<[u8; BLOCK]>,
    /// Games in `both` since it was last emptied.
    filled: u32,
    /// What was in `both` before that …
    pub(super) before: Vec<u32>,
    /// … and how often it was emptied there.
    pub(super) emptied: u32,
    /// Games by winner (or nobody).
    pub(super) games: [u64; MAX_SEATS + 1],
}

impl Lanes {
    /// Lanes for so many players, and so many cells of each.
    pub(super) fn new(players: usize, width: usize) -> Self {
        let n_blocks = width / BLOCK;
        let n_lanes = (players + 1) * (players + 1) * players / 2;
        Self {
            n_blocks,
            happened: vec![[0; BLOCK]; players * n_blocks],
            occurrences: vec![0; players * width],
            recent: vec![[0; BLOCK]; players * n_blocks],
            both: vec![[0; BLOCK]; n_lanes * n_blocks],
            before: vec![0; n_lanes * width],
            ..Self::default()
        }
    }

    /// It happened: seat × event × card.
    #[inline(always)]
    pub(super) fn note(&mut self, place: usize) {
        if let Some(happened) = self.happened.as_flattened_mut().get_mut(place) {
            *happened = 1;
            self.occurrences[place] += 1;
        }
    }

    /// It happened so often to each card of these blocks.
    #[inline]
    pub(super) fn note_all(&mut self, from: usize, times: Times<'_>, n_cards: usize) {
        let Some(happened) = self.happened.get_mut(from..) else { return };
        match times {
            Times::Few(times) => {
                let recent = self.recent.get_mut(from..).unwrap_or_default();
                for ((happened, recent), times) in happened.iter_mut().zip(recent).zip(times) {
                    *happened = std::array::from_fn(|card| happened[card] | times[card].min(1));
                    *recent = std::array::from_fn(|card| recent[card] + u16::from(times[card]));
                }
            }
            Times::Many(times) => {
                let (all, _) = self.occurrences.as_chunks_mut::<BLOCK>();
                let all = all.get_mut(from..).unwrap_or_default();
                for ((happened, all), times) in happened.iter_mut().zip(all).zip(times) {
                    *happened = std::array::from_fn(|card| happened[card] | u8::from(times[card] > 0));
                    *all = std::array::from_fn(|card| all[card] + u64::from(times[card]));
                }
            }
            Times::Sets(_) | Times::Card(..) => times.each(n_cards, |event, card, times| {
                let cell = event * n_cards.next_multiple_of(BLOCK) + card;
                (0..times).for_each(|_| self.note(from * BLOCK + cell));
            }),
        }
    }

    /// Adds this game, for each pair of seats, to the lanes of the winner, and clears it.
    #[inline]
    pub(super) fn close(&mut self, players: usize, class: usize) {
        self.games[class] += 1;
        let n_blocks = self.n_blocks;
        let n_lanes = players * (players + 1) / 2 * n_blocks;
        let lanes = &mut self.both[class * n_lanes..][..n_lanes];
        if players == 2 {
            close_two(lanes, &mut self.happened, n_blocks);
        } else {
            close_all(lanes, &self.happened, players, n_blocks);
            self.happened.fill([0; BLOCK]);
        }
    }

    /// A game more.
    #[inline]
    pub(super) fn settle(&mut self) {
        self.filled += 1;
        if self.filled == FULL {
            self.empty();
        }
    }

    /// Moves the bytes to where there is room for more.
    pub(super) fn empty(&mut self) {
        self.filled = 0;
        self.emptied += 1;
        for (before, games) in self.before.iter_mut().zip(self.both.as_flattened_mut()) {
            *before += u32::from(std::mem::take(games));
        }
        for (all, times) in self.occurrences.iter_mut().zip(self.recent.as_flattened_mut()) {
            *all += u64::from(std::mem::take(times));
        }
    }
}

/// Adds what happened, for each pair of seats, to the lane of the pair.
fn close_all(lanes: &mut [[u8; BLOCK]], happened: &[[u8; BLOCK]], players: usize, n_blocks: usize) {
    let seat = |seat: usize| &happened[seat * n_blocks..][..n_blocks];
    let mut from = 0;
    for one in 0..players {
        for two in one..players {
            let lane = lanes[from..][..n_blocks].iter_mut();
            for ((games, first), second) in lane.zip(seat(one)).zip(seat(two)) {
                add(games, std::array::from_fn(|row| first[row] & second[row]));
            }
            from += n_blocks;
        }
    }
}

/// The same for two players, whose three lanes are filled in one go; clears what happened.
#[inline]
fn close_two(lanes: &mut [[u8; BLOCK]], happened: &mut [[u8; BLOCK]], n_blocks: usize) {
    let (first_only, lanes) = lanes.split_at_mut(n_blocks);
    let (both, second_only) = lanes.split_at_mut(n_blocks);
    let (first, second) = happened.split_at_mut(n_blocks);
    let lanes = first_only.iter_mut().zip(both).zip(second_only);
    for (((one, both), two), (first, second)) in lanes.zip(first.iter_mut().zip(second)) {
        let (first, second) = (std::mem::take(first), std::mem::take(second));
        add(one, first);
        add(both, std::array::from_fn(|row| first[row] & second[row]));
        add(two, second);
    }
}

/// Counts a game more, where it is 1.
#[inline]
fn add(games: &mut [u8; BLOCK], more: [u8; BLOCK]) {
    *games = sums(*games, more);
}

/// Row by row, in one wide instruction.
#[inline]
pub(super) fn sums(one: [u8; BLOCK], other: [u8; BLOCK]) -> [u8; BLOCK] {
    std::array::from_fn(|row| one[row].wrapping_add(other[row]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Seed;

    #[test]
    fn two_players_fill_their_lanes_as_any_number_does() {
        let mut chance = Seed::new(6).game(6).bot(0);
        let (mut lanes, mut in_one_go) = ([[0; BLOCK]; 9], [[0; BLOCK]; 9]);
        for _ in 0..100 {
            let mut happened: [[u8; BLOCK]; 6] =
                std::array::from_fn(|_| std::array::from_fn(|_| u8::from(chance.below(2) == 0)));
            close_all(&mut lanes, &happened, 2, 3);
            close_two(&mut in_one_go, &mut happened, 3);
            assert_eq!(happened, [[0; BLOCK]; 6]);
        }
        assert_eq!(lanes, in_one_go);
    }
}
