//! Card events of games without sides: to which seats an event happened does not matter, only to how many,
//! and whether the winner is one of them. A game is a bit for each of these; bits are counted by the word.

use super::impact::{Cells, Impact};
use crate::model::bits::bits;
use crate::model::{BLOCK, BySeat, MAX_SEATS, Outcome, SHARE, Times};

/// Words that are counted together.
const WIDE: usize = 4;

/// A bit for each cell (event × card).
type Wide = [u64; WIDE];

/// Cells of a [`Wide`].
pub(super) const CELLS: usize = WIDE * 64;

/// Counts one game's card events, and games until they are moved to an [`Impact`].
#[derive(Debug)]
pub(super) struct Crowd {
    players: usize,
    cells: Cells,
    /// Of a seat.
    n_wides: usize,
    /// What has happened in this game: seat × cell, whole [`Wide`]s of them.
    happened: Vec<u64>,
    /// How often it has happened in all games, beyond what is told at a game's end: seat × cell.
    pub(super) occurrences: Vec<u64>,
    /// Are these told at a game's end?
    told_at_end: bool,
    /// Games that nobody won, and those that a seat won. Lanes, side by side for each [`Wide`]: it happened to
    /// one seat, to two, … to all; the same where the winner is among them, but for all.
    games: [Planes; 2],
}

impl Crowd {
    /// A crowd of so many players, if any.
    pub(super) fn new(players: usize, cells: Cells) -> Self {
        let n_wides = (cells.n_events * cells.stripe).div_ceil(CELLS);
        let n_lanes = (2 * players).saturating_sub(1);
        Self {
            players,
            cells,
            n_wides,
            happened: vec![0; players * n_wides * WIDE],
            occurrences: vec![0; players * n_wides * CELLS],
            told_at_end: false,
            games: [(); 2].map(|()| Planes::new(n_lanes * n_wides)),
        }
    }

    /// It happened: seat × cell.
    #[inline(always)]
    pub(super) fn note(&mut self, place: usize) {
        if let Some(happened) = self.happened.get_mut(place / 64) {
            *happened |= 1 << (place % 64);
            self.occurrences[place] += 1;
        }
    }

    /// It happened so often to the cards of the events from this place on. A game that tells so tells all
    /// so: how often is noted beyond the once that a bit says.
    #[inline(always)]
    pub(super) fn note_all(&mut self, from: usize, times: Times<'_>) {
        self.told_at_end = true;
        match times {
            Times::Sets(sets) if self.cells.stripe == 64 => {
                let happened = self.happened.get_mut(from / 64..).unwrap_or_default();
                happened.iter_mut().zip(sets).for_each(|(happened, cards)| *happened |= cards);
            }
            _ => self.note_times(from, times),
        }
    }

    /// The same, word by word or card by card.
    #[inline(never)]
    fn note_times(&mut self, from: usize, times: Times<'_>) {
        let happened = self.happened.get_mut(from / 64..).unwrap_or_default();
        let more = self.occurrences.get_mut(from..).unwrap_or_default();
        match times {
            Times::Many(blocks) if blocks.len() * BLOCK <= self.cells.stripe => {
                let (more, _) = more.as_chunks_mut::<BLOCK>();
                for ((nth, times), more) in blocks.iter().enumerate().zip(more) {
                    let once = times.map(|times| u32::from(times > 0));
                    happened[nth / 4] |= packed(once) << (nth % 4 * BLOCK);
                    *more = std::array::from_fn(|card| more[card] + u64::from(times[card] - once[card]));
                }
            }
            Times::Card(card, times) => {
                let told = happened[card / 64] >> (card % 64) & 1;
                happened[card / 64] |= 1 << (card % 64);
                more[card] += u64::from(times) + told - 1;
            }
            _ => times.each(self.cells.n_cards, |event, card, times| {
                self.note_all(from + event * self.cells.stripe, Times::Card(card, times));
            }),
        }
    }

    /// Adds this game, which the seat won, or nobody, and clears it.
    #[inline]
    pub(super) fn close(&mut self, winner: Option<usize>, impact: &mut Impact) {
        match self.players {
            2 => self.fill_lanes::<2>(winner),
            3 => self.fill_lanes::<3>(winner),
            4 => self.fill_lanes::<4>(winner),
            5 => self.fill_lanes::<5>(winner),
            6 => self.fill_lanes::<6>(winner),
            7 => self.fill_lanes::<7>(winner),
            _ => self.fill_lanes::<MAX_SEATS>(winner),
        }
        let planes = &mut self.games[usize::from(winner.is_some())];
        planes.add();
        if planes.is_full() {
            self.empty(impact);
        }
    }

    /// Writes this game of `N` players into the lanes, and clears it.
    fn fill_lanes<const N: usize>(&mut self, winner: Option<usize>) {
        let n_wides = self.n_wides;
        let lanes = self.games[usize::from(winner.is_some())].next.chunks_exact_mut(2 * N - 1);
        let (happened, _) = self.happened.as_chunks_mut::<WIDE>();
        for (wide, lanes) in lanes.enumerate() {
            let its = winner.map_or([0; WIDE], |winner| happened[winner * n_wides + wide]);
            let mut at_least = [[0; WIDE]; N];
            for seat in 0..N {
                let happened = std::mem::take(&mut happened[seat * n_wides + wide]);
                // Always as many: fewer seats came before, but a loop that varies costs more than what is
                // joined in vain.
                for n in (1..N).rev() {
                    at_least[n] = either(at_least[n], both(at_least[n - 1], happened));
                }
                at_least[0] = either(at_least[0], happened);
            }
            for (n, seats) in at_least.into_iter().enumerate() {
                lanes[n] = seats;
                if n + 1 < N {
                    lanes[N + n] = both(seats, its);
                }
            }
        }
    }

    /// Adds this game, which several seats won, row by row, and clears it.
    #[cold]
    pub(super) fn close_shared(&mut self, outcome: Outcome, impact: &mut Impact) {
        let n_words = self.n_wides * WIDE;
        let (m, t) = (self.players as u64, u64::from(SHARE));
        impact.sides[0].add_games(1, m, t);
        let shares = BySeat::from_fn(|seat| u64::from(outcome.share(seat)));
        for word in 0..n_words {
            let seats = || self.happened[word..].iter().step_by(n_words).zip(shares.0);
            for bit in bits(seats().fold(0, |cells, (happened, _)| cells | happened)) {
                let (a, ya) = seats().fold((0, 0), |(a, ya), (happened, share)| {
                    let has = happened >> bit & 1;
                    (a + has, ya + has * share)
                });
                let cell = word * 64 + bit;
                let row = &mut impact.rows
                    [cell / self.cells.stripe * self.cells.n_cards + cell % self.cells.stripe];
                row.add_games(1, a, ya, m, t);
                row.occurrences += if self.told_at_end { a } else { 0 };
            }
        }
        self.happened.fill(0);
    }

    /// Moves the games into the report.
    pub(super) fn empty(&mut self, impact: &mut Impact) {
        let (players, n_cells) = (self.players, self.n_wides * CELLS);
        let n_lanes = 2 * players - 1;
        for (planes, share) in self.games.iter().zip([0, u64::from(SHARE)]) {
            impact.sides[0].add_games(planes.games.into(), players as u64, share);
        }
        for (cell, row) in self.cells.rows(impact, 0) {
            row.occurrences += (0..players).map(|seat| self.occurrences[seat * n_cells + cell]).sum::<u64>();
            for (planes, share) in self.games.iter().zip([0, u64::from(SHARE)]) {
                let lane = |lane: usize| planes.count((cell / CELLS * n_lanes + lane) * CELLS + cell % CELLS);
                // Games in which it happened to more seats, and to the winner among them.
                let (mut more, mut with_more) = (0, 0);
                for seats in (1..=players).rev() {
                    let at_least = lane(seats - 1);
                    let with_it = match (seats == players, share) {
                        (true, 0) => 0,
                        (true, _) => at_least,
                        (false, _) => lane(players + seats - 1),
                    };
                    let (games, with) = (at_least - more, with_it - with_more);
                    (more, with_more) = (at_least, with_it);
                    let (a, m) = (seats as u64, players as u64);
                    row.add_games(with, a, share, m, share);
                    row.add_games(games - with, a, 0, m, share);
                    row.occurrences += if self.told_at_end { games * a } else { 0 };
                }
            }
        }
        self.occurrences.fill(0);
        self.games.iter_mut().for_each(Planes::clear);
    }
}

#[inline]
fn both(one: Wide, other: Wide) -> Wide {
    std::array::from_fn(|word| one[word] & other[word])
}

#[inline]
fn either(one: Wide, other: Wide) -> Wide {
    std::array::from_fn(|word| one[word] | other[word])
}

#[inline]
fn unlike(one: Wide, other: Wide) -> Wide {
    std::array::from_fn(|word| one[word] ^ other[word])
}

/// A bit for each of 16 cards, which is 0 or 1: four by four they are shifted side by side.
#[inline]
fn packed(cards: [u32; BLOCK]) -> u64 {
    let (fours, _) = cards.as_chunks::<4>();
    let [first, second, third, fourth] =
        std::array::from_fn(|card| fours.iter().rev().fold(0, |bits, four| bits << 4 | four[card]));
    u64::from(first | second << 1 | third << 2 | fourth << 3)
}

/// Counts games for each bit of some words: binary digits of the counts, each a word of its own. Two games
/// in a row make a digit's carry, two of these the next one's, and so on: on average, a game costs one
/// addition a word.
#[derive(Debug, Default)]
struct Planes {
    games: u32,
    /// The game to be added.
    next: Vec<Wide>,
    /// The digits, and what waits to be added to each of them: after an odd number of additions.
    digits: Vec<[Vec<Wide>; 2]>,
}

impl Planes {
    /// Digits of a count.
    const DIGITS: u32 = 16;

    fn new(n_wides: usize) -> Self {
        let zeros = || vec![[0; WIDE]; n_wides];
        Self { games: 0, next: zeros(), digits: (0..Self::DIGITS).map(|_| [zeros(), zeros()]).collect() }
    }

    /// Adds the game.
    #[inline]
    fn add(&mut self) {
        let n_carries = self.games.trailing_ones() as usize;
        self.games += 1;
        for [digit, waiting] in &mut self.digits[..n_carries] {
            for ((digit, waiting), next) in digit.iter_mut().zip(waiting).zip(&mut self.next) {
                let (sum, carry) = (unlike(*digit, *waiting), both(*digit, *waiting));
                *digit = unlike(sum, *next);
                *next = either(carry, both(sum, *next));
            }
        }
        std::mem::swap(&mut self.digits[n_carries][1], &mut self.next);
    }

    /// Does no game fit any more?
    #[inline]
    fn is_full(&self) -> bool {
        self.games == (1 << Self::DIGITS) - 1
    }

    /// Games in which this bit was set.
    fn count(&self, place: usize) -> u64 {
        let (wide, word, bit) = (place / CELLS, place % CELLS / 64, place % 64);
        (0..).zip(&self.digits).fold(0, |count, (nth, [digit, waiting])| {
            let waits = u64::from(self.games >> nth & 1);
            let here = (digit[wide][word] >> bit & 1) + (waiting[wide][word] >> bit & waits);
            count + (here << nth)
        })
    }

    fn clear(&mut self) {
        self.games = 0;
        self.digits.iter_mut().for_each(|[digit, _]| digit.fill([0; WIDE]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CardEvent, Seat, Seats, Seed};
    use crate::stats::impact::{Recorder, Sides};

    #[test]
    fn a_crowd_counts_as_pairs_of_seats_do() {
        for (players, n_cards, at_end) in
            (2..=8).flat_map(|players| [(players, 20, false), (players, 20, true), (players, 70, true)])
        {
            let sides = [Sides::None, Sides::Fixed(BySeat::default())];
            let mut recorders = sides.map(|sides| Recorder::new(players, 4, n_cards, sides));
            let mut impacts = [(); 2].map(|()| Impact::new(1, 4, n_cards));
            let mut chance = Seed::new(6).game(6).bot(players);
            for _ in 0..600 {
                for _ in 0..if at_end { 0 } else { chance.below(30 * players) } {
                    let seat = Seat::new(chance.below(players));
                    let event = CardEvent { seat, card: chance.below(n_cards), event: chance.below(4) };
                    recorders.iter_mut().for_each(|recorder| recorder.note(event));
                }
                for seat in Seats::first(if at_end { players } else { 0 }) {
                    let times: [u8; BLOCK] = std::array::from_fn(|_| [0, 0, 1, 3][chance.below(4)]);
                    let words = [times.map(u32::from)];
                    let sets = [(); 2].map(|()| chance.below(1 << 20) as u64);
                    for recorder in &mut recorders {
                        recorder.note_all(seat, 0, Times::Few(&[times]));
                        recorder.note_all(seat, 1, Times::Many(&words));
                        recorder.note_all(seat, 1, Times::Card(7, 2));
                        recorder.note_all(seat, 2, Times::Sets(&sets));
                        recorder.note_all(seat, 3, Times::Card(7, 2));
                        recorder.note_again(CardEvent { seat, card: 7, event: 3 });
                    }
                }
                let winners: Seats =
                    Seats::first(players).into_iter().filter(|_| chance.below(players) == 0).collect();
                let outcome = if winners.is_empty() { Outcome::AllLose } else { Outcome::won_by(winners) };
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

    #[test]
    fn planes_count_each_bit_to_the_last_game_that_fits() {
        let mut planes = Planes::new(1);
        for game in 0..(1_u64 << Planes::DIGITS) - 1 {
            assert!(!planes.is_full());
            planes.next = vec![[1, game & 1, game >> 3 & 1, u64::MAX]];
            planes.add();
        }
        assert!(planes.is_full());
        assert_eq!(
            [0, 1, 64, 128, 192, 255].map(|place| planes.count(place)),
            [65535, 0, 32767, 32767, 65535, 65535]
        );
        planes.clear();
        assert_eq!(planes.count(0), 0);
    }
}
