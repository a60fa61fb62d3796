//! Card events of games without sides: to which seats an event happened does not matter, only to how many,
//! and whether the winner is one of them. That takes a few lanes of bytes, however many seats there are,
//! not one for each pair of them.

use super::impact::Impact;
use crate::model::{BLOCK, SHARE};

/// Games that one seat won, or nobody.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    players: usize,
    /// The latest games.
    recent: Vec<Sums<u8>>,
    /// How many more fit.
    room: usize,
    /// Those before.
    before: Vec<Sums<u64>>,
}

/// Sums over games, for the rows of a block.
#[derive(Clone, Copy, Debug, Default)]
struct Sums<N> {
    /// Seats to which it happened: in games that nobody won, and in those that a seat won.
    seats: [[N; BLOCK]; 2],
    /// Pairs of them.
    pairs: [N; BLOCK],
    /// Winners among them.
    winners: [N; BLOCK],
    /// Seats to which it happened in the games of those.
    beside: [N; BLOCK],
}

impl Crowd {
    pub(super) fn new(players: usize, n_blocks: usize) -> Self {
        Self {
            players,
            recent: vec![Sums::default(); n_blocks],
            room: Self::room(players),
            before: vec![Sums::default(); n_blocks],
        }
    }

    /// Games whose sums fit a byte.
    fn room(players: usize) -> usize {
        255 / players.max(players * players.saturating_sub(1) / 2).max(1)
    }

    /// Adds a game: for each seat, 1 for what happened to it.
    #[inline]
    pub(super) fn close(&mut self, happened: &[[u8; BLOCK]], winner: Option<usize>) {
        let n_blocks = self.recent.len();
        let its = winner.and_then(|winner| happened.get(winner * n_blocks..)).unwrap_or(&[]);
        for (block, sums) in self.recent.iter_mut().enumerate() {
            let mut seats = [0_u8; BLOCK];
            let mut place = block;
            while let Some(happened) = happened.get(place) {
                add(&mut seats, happened);
                place += n_blocks;
            }
            add(&mut sums.pairs, &seats.map(|n| n * n.saturating_sub(1) / 2));
            // Without a branch, or compilers take the blocks apart.
            let its = its.get(block).unwrap_or(&[0; BLOCK]);
            add(&mut sums.seats[usize::from(winner.is_some())], &seats);
            add(&mut sums.winners, its);
            add(&mut sums.beside, &std::array::from_fn(|row| seats[row] & its[row].wrapping_neg()));
        }
        self.room -= 1;
        if self.room == 0 {
            self.make_room();
        }
    }

    /// Moves the bytes to where there is room for more.
    fn make_room(&mut self) {
        self.room = Self::room(self.players);
        for (before, recent) in self.before.iter_mut().zip(&mut self.recent) {
            let Sums { seats: [nobody, won], pairs, winners, beside } = std::mem::take(recent);
            add(&mut before.seats[0], &nobody);
            add(&mut before.seats[1], &won);
            add(&mut before.pairs, &pairs);
            add(&mut before.winners, &winners);
            add(&mut before.beside, &beside);
        }
    }

    /// Moves the games into the report: of the `stripe` cells of an event, `n_cards` belong to cards.
    pub(super) fn empty(&mut self, stripe: usize, n_cards: usize, impact: &mut Impact) {
        self.make_room();
        let (share, m) = (u64::from(SHARE), self.players as u64);
        for (place, row) in impact.rows.iter_mut().enumerate() {
            let cell = place / n_cards * stripe + place % n_cards;
            let (sums, cell) = (&self.before[cell / BLOCK], cell % BLOCK);
            let [nobody, won] = sums.seats.map(|seats| seats[cell]);
            row.a += nobody + won;
            row.aa += nobody + won + 2 * sums.pairs[cell];
            row.ya += share * sums.winners[cell];
            row.yaya += share * share * sums.winners[cell];
            row.aya += share * sums.beside[cell];
            row.ma += m * (nobody + won);
            row.mya += m * share * sums.winners[cell];
            row.ta += share * won;
            row.tya += share * share * sums.winners[cell];
        }
        self.before.fill(Sums::default());
    }
}

/// Adds row by row.
#[inline]
fn add<N: Copy + std::ops::AddAssign + From<u8>>(sums: &mut [N; BLOCK], more: &[u8; BLOCK]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += N::from(*more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BySeat, CardEvent, Outcome, Seat, Seats, Seed};
    use crate::stats::impact::{Recorder, Sides};

    #[test]
    fn a_crowd_counts_as_pairs_of_seats_do() {
        for players in 2..=8 {
            let sides = [Sides::None, Sides::Fixed(BySeat::default())];
            let mut recorders = sides.map(|sides| Recorder::new(players, 2, 20, sides));
            let mut impacts = [(); 2].map(|()| Impact::new(1, 2, 20));
            let mut dice = Seed::new(6).game(6).mind(players);
            for _ in 0..600 {
                for _ in 0..dice.below(30 * players) {
                    let seat = Seat::new(dice.below(players));
                    let event = CardEvent { seat, card: dice.below(20), event: dice.below(2) };
                    recorders.iter_mut().for_each(|recorder| recorder.note(event));
                }
                let winners: Seats =
                    Seats::first(players).into_iter().filter(|_| dice.below(players) == 0).collect();
                let outcome = if winners.is_empty() { Outcome::Nobody } else { Outcome::won_by(winners) };
                for (recorder, impact) in recorders.iter_mut().zip(&mut impacts) {
                    recorder.close(outcome, |_| None, impact);
                }
            }
            for (recorder, impact) in recorders.iter_mut().zip(&mut impacts) {
                recorder.flush(impact);
            }
            let [crowd, pairs] = impacts;
            assert_eq!(crowd, pairs, "{players} players");
        }
    }
}
