//! Counts card events: one counter for every game, whatever its sides. Cells are seats × events × cards, 16
//! cards of one event to a block, so that a few wide instructions count a block of a game that is over.

use super::impact::{Impact, RowSums};
use crate::model::{BySeat, CardEvent, MAX_SEATS, Outcome, SHARE, Seat, Seats};

/// Cards that are counted together.
const BLOCK: usize = 16;

/// Seats × games after which the lanes of bytes are emptied.
const FULL: usize = 255;

/// A number for each card of a block.
type Lane<T> = [T; BLOCK];

/// The card events of the game in play, and those of the latest games.
///
/// Side 0 is here that of the seats without a side; the others are those of the report. The class of a seat
/// is the number of those who share the win, or 0 if it has no share.
#[derive(Debug)]
pub struct CardCounter {
    players: usize,
    n_events: usize,
    n_cards: usize,
    /// Cells of one event of a seat: its cards, rounded up to whole blocks.
    stripe: usize,
    /// Blocks of a seat.
    width: usize,
    /// How often each event happened to each card in this game: seat × cell.
    counts: Vec<u8>,
    /// What `counts` did not hold, in 255s.
    carried: Vec<u64>,
    has_carried: bool,
    /// Games since the lanes were emptied.
    filled: u32,
    /// Of those in which a side had one seat: games, by side × class.
    games: Vec<u64>,
    /// … and those in which the event happened, by side × class × block. The first lane takes what nobody looks
    /// at: the seats without a side, and those that share one.
    happened: Vec<Lane<u8>>,
    /// How often it happened, by side × block.
    occurrences: Vec<Lane<u16>>,
    /// Games by number of winners, and their sums over all seats by number of winners × block.
    all_games: [u64; MAX_SEATS + 1],
    all: Vec<AllSeats>,
}

/// Sums over games with equally many winners, for the cards of a block. In a game, a = seats to which the
/// event happened, w = winners among them; 255 squares of at most 8 fit 16 bits.
#[derive(Clone, Copy, Default, Debug)]
struct AllSeats {
    a: Lane<u16>,
    aa: Lane<u16>,
    w: Lane<u16>,
    ww: Lane<u16>,
    aw: Lane<u16>,
}

impl CardCounter {
    /// A counter for so many players, sides beside `all`, events and cards.
    #[must_use]
    pub fn new(players: usize, n_sides: usize, n_events: usize, n_cards: usize) -> Self {
        let stripe = n_cards.next_multiple_of(BLOCK);
        let width = n_events * stripe / BLOCK;
        let (sides, classes) = (1 + n_sides, players + 1);
        Self {
            players,
            n_events,
            n_cards,
            stripe,
            width,
            counts: vec![0; players * width * BLOCK],
            carried: vec![0; players * width * BLOCK],
            has_carried: false,
            filled: 0,
            games: vec![0; sides * classes],
            happened: vec![[0; BLOCK]; sides * classes * width],
            occurrences: vec![[0; BLOCK]; sides * width],
            all_games: [0; MAX_SEATS + 1],
            all: vec![AllSeats::default(); classes * width],
        }
    }

    /// Counts one event of the game in play.
    #[inline]
    pub fn note(&mut self, CardEvent { seat, card, event }: CardEvent) {
        let cell = event * self.stripe + card;
        let place = seat.index() * self.width * BLOCK + cell;
        let Some(count) = self.counts.get_mut(place) else {
            debug_assert!(false, "{seat:?} has no event {event} of card {card}");
            return;
        };
        *count = count.wrapping_add(1);
        if *count == 0 {
            *count = 1;
            self.carried[place] += u64::from(u8::MAX);
            self.has_carried = true;
        }
    }

    /// The game is over: adds it to the lanes. `keys` are the seats' sides.
    pub fn close(&mut self, outcome: Outcome, keys: &BySeat<Option<usize>>, impact: &mut Impact) {
        let winners = outcome.winners();
        let mut sides = BySeat::<usize>::default();
        let mut lanes = BySeat::<usize>::default();
        for seat in Seats::first(self.players) {
            sides[seat] = keys[seat].map_or(0, |key| key + 1);
        }
        for seat in Seats::first(self.players).into_iter().filter(|seat| sides[*seat] > 0) {
            let side = sides[seat];
            let members = self.members(&sides, side);
            if members.len() == 1 {
                let class = if winners.has(seat) { winners.len() } else { 0 };
                lanes[seat] = side * (self.players + 1) + class;
                self.games[lanes[seat]] += 1;
            } else if members.lowest() == Some(seat) {
                self.add_shared_side(side, members, outcome, impact);
            }
        }
        if self.has_carried {
            self.add_carried(&sides, impact);
        }
        self.all_games[winners.len()] += 1;
        self.add_game(winners, &sides, &lanes);
        self.filled += 1;
        // A side may have several seats, each with up to 255 occurrences a game.
        if (self.filled as usize + 1) * self.players > FULL {
            self.flush(impact);
        }
    }

    fn members(&self, sides: &BySeat<usize>, side: usize) -> Seats {
        Seats::first(self.players).into_iter().filter(|seat| sides[*seat] == side).collect()
    }

    /// Adds the counts of this game to the lanes, and clears them.
    #[inline]
    fn add_game(&mut self, winners: Seats, sides: &BySeat<usize>, lanes: &BySeat<usize>) {
        let Self { players, width, counts, happened, occurrences, all, .. } = self;
        let (width, counts) = (*width, counts.as_chunks_mut::<BLOCK>().0);
        let all = &mut all[winners.len() * width..][..width];
        for (block, all) in all.iter_mut().enumerate() {
            let mut here = Here::default();
            for seat in Seats::first(*players) {
                let counts = &mut counts[seat.index() * width + block];
                if is_zero(counts) {
                    continue;
                }
                let won = if winners.has(seat) { u8::MAX } else { 0 };
                let happened = &mut happened[lanes[seat] * width + block];
                here.add_seat(counts, won, happened, &mut occurrences[sides[seat] * width + block]);
            }
            if !is_zero(&here.a) {
                all.add(&here);
            }
        }
    }

    /// A side of several seats, card by card.
    #[cold]
    fn add_shared_side(&self, side: usize, members: Seats, outcome: Outcome, impact: &mut Impact) {
        let won = |seats: Seats| u64::from(outcome.shares(seats));
        let (m, t) = (members.len() as u64, won(members));
        impact.sides[side].add_games(1, m, t);
        for (cell, row) in self.rows(impact, side) {
            let happened = |seat: &Seat| self.counts[seat.index() * self.width * BLOCK + cell] > 0;
            let with: Seats = members.into_iter().filter(happened).collect();
            if !with.is_empty() {
                row.add_games(1, with.len() as u64, won(with), m, t);
            }
        }
    }

    /// What happened to a card so often in one game that a byte did not hold it.
    #[cold]
    fn add_carried(&mut self, sides: &BySeat<usize>, impact: &mut Impact) {
        self.has_carried = false;
        for seat in Seats::first(self.players) {
            let carried = &self.carried[seat.index() * self.width * BLOCK..];
            for (cell, row) in self.rows(impact, 0) {
                row.occurrences += carried[cell];
            }
            if sides[seat] > 0 {
                self.rows(impact, sides[seat]).for_each(|(cell, row)| row.occurrences += carried[cell]);
            }
        }
        self.carried.fill(0);
    }

    /// The rows of a side of the report, each with its cell.
    fn rows<'i>(
        &self,
        impact: &'i mut Impact,
        side: usize,
    ) -> impl Iterator<Item = (usize, &'i mut RowSums)> + use<'i> {
        let Self { n_events, n_cards, stripe, .. } = *self;
        let cells = (0..n_events).flat_map(move |event| event * stripe..event * stripe + n_cards);
        cells.zip(&mut impact.rows[side * n_events * n_cards..])
    }

    /// Moves the lanes to the report.
    pub fn flush(&mut self, impact: &mut Impact) {
        self.filled = 0;
        let n_classes = self.players + 1;
        for lane in 0..self.games.len() {
            let games = std::mem::take(&mut self.games[lane]);
            if games == 0 {
                continue;
            }
            let (side, share) = (lane / n_classes, share_of(lane % n_classes));
            impact.sides[side].add_games(games, 1, share);
            let happened = &self.happened[lane * self.width..][..self.width];
            for (cell, row) in self.rows(impact, side) {
                row.add_games(happened.as_flattened()[cell].into(), 1, share, 1, share);
            }
            self.happened[lane * self.width..][..self.width].fill([0; BLOCK]);
        }
        for side in 0..self.occurrences.len() / self.width.max(1) {
            let occurrences = self.occurrences[side * self.width..][..self.width].as_flattened();
            for (cell, row) in self.rows(impact, 0) {
                row.occurrences += u64::from(occurrences[cell]);
            }
            if side > 0 {
                self.rows(impact, side)
                    .for_each(|(cell, row)| row.occurrences += u64::from(occurrences[cell]));
            }
        }
        self.occurrences.fill([0; BLOCK]);
        let m = self.players as u64;
        for class in 0..n_classes {
            let games = std::mem::take(&mut self.all_games[class]);
            if games == 0 {
                continue;
            }
            let t = if class > 0 { u64::from(SHARE) } else { 0 };
            impact.sides[0].add_games(games, m, t);
            let all = &self.all[class * self.width..][..self.width];
            for (cell, row) in self.rows(impact, 0) {
                row.merge(&all[cell / BLOCK].row(cell % BLOCK, share_of(class), m, t));
            }
            self.all[class * self.width..][..self.width].fill(AllSeats::default());
        }
    }
}

impl AllSeats {
    // In a function of its own, this is a few wide instructions; inlined, it is not (a third of a Knife Fight).
    #[inline(never)]
    fn add(&mut self, here: &Here) {
        let Here { a, w } = here;
        for card in 0..BLOCK {
            let (a, w) = (u16::from(a[card]), u16::from(w[card]));
            self.a[card] += a;
            self.aa[card] += a * a;
            self.w[card] += w;
            self.ww[card] += w * w;
            self.aw[card] += a * w;
        }
    }

    /// The same as a row of a report on a side of `m` seats that won `t`, a winner's share being `share`.
    fn row(&self, card: usize, share: u64, m: u64, t: u64) -> RowSums {
        let [a, aa, w, ww, aw] =
            [self.a, self.aa, self.w, self.ww, self.aw].map(|sums| u64::from(sums[card]));
        RowSums {
            a,
            aa,
            ya: share * w,
            yaya: share * share * ww,
            aya: share * aw,
            ma: m * a,
            mya: m * share * w,
            ta: t * a,
            tya: t * share * w,
            occurrences: 0,
        }
    }
}

/// The seats of one game to which the events of a block happened, and the winners among them.
#[derive(Clone, Copy, Default, Debug)]
struct Here {
    a: Lane<u8>,
    w: Lane<u8>,
}

impl Here {
    /// Adds the counts of one seat, and clears them.
    #[inline(never)]
    fn add_seat(
        &mut self,
        counts: &mut Lane<u8>,
        won: u8,
        happened: &mut Lane<u8>,
        occurrences: &mut Lane<u16>,
    ) {
        for card in 0..BLOCK {
            let has = counts[card].min(1);
            self.a[card] += has;
            self.w[card] += has & won;
            happened[card] = happened[card].wrapping_add(has);
        }
        for card in 0..BLOCK {
            occurrences[card] += u16::from(counts[card]);
        }
        *counts = [0; BLOCK];
    }
}

fn is_zero(lane: &Lane<u8>) -> bool {
    u128::from_ne_bytes(*lane) == 0
}

/// Each winner's share of a win that so many share.
fn share_of(n_winners: usize) -> u64 {
    u64::from(SHARE).checked_div(n_winners as u64).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{RngStream, Seed};

    const EVENTS: usize = 2;
    const CARDS: usize = 21;

    /// What a random seat's side is.
    type Sides<'s> = &'s dyn Fn(Seat, &mut RngStream) -> Option<usize>;

    /// Random games, counted and by definition; in some, a byte does not hold all occurrences.
    fn check(players: usize, n_sides: usize, side_of: Sides<'_>) {
        let mut counter = CardCounter::new(players, n_sides, EVENTS, CARDS);
        let [mut counted, mut by_hand] = [0; 2].map(|_| Impact::new(1 + n_sides, EVENTS, CARDS));
        let mut rng = Seed::new(5).game(5).bot(0);
        for _ in 0..1500 {
            let mut counts = vec![[0_u64; EVENTS * CARDS]; players];
            for _ in 0..if rng.below(50) == 0 { 60_000 } else { rng.below(60) } {
                let (seat, event, card) = (rng.below(players), rng.below(EVENTS), rng.below(CARDS));
                counts[seat][event * CARDS + card] += 1;
                counter.note(CardEvent { seat: Seat::new(seat), card, event });
            }
            let keys = BySeat::from_fn(|seat| side_of(seat, &mut rng));
            let winners: Seats = (0..players).filter(|_| rng.below(3) == 0).map(Seat::new).collect();
            let outcome = if winners.is_empty() { Outcome::Draw } else { Outcome::won_by(winners) };
            counter.close(outcome, &keys, &mut counted);
            for side in 0..=n_sides {
                let sits = |seat: &Seat| side == 0 || keys[*seat] == Some(side - 1);
                let seats: Seats = Seats::first(players).into_iter().filter(sits).collect();
                let won = |seats: Seats| u64::from(outcome.shares(seats));
                let (m, t) = (seats.len() as u64, won(seats));
                if m == 0 {
                    continue;
                }
                by_hand.sides[side].add_games(1, m, t);
                #[expect(clippy::needless_range_loop, reason = "one cell of every seat")]
                for cell in 0..EVENTS * CARDS {
                    let happened = |seat: &Seat| counts[seat.index()][cell] > 0;
                    let with: Seats = seats.into_iter().filter(happened).collect();
                    let row = &mut by_hand.rows[side * EVENTS * CARDS + cell];
                    row.add_games(1, with.len() as u64, won(with), m, t);
                    row.occurrences += seats.into_iter().map(|seat| counts[seat.index()][cell]).sum::<u64>();
                }
            }
        }
        counter.flush(&mut counted);
        assert_eq!(counted, by_hand, "{players} players, {n_sides} sides");
    }

    #[test]
    fn games_without_sides_are_counted_as_defined() {
        for players in [2, 5, 8] {
            check(players, 0, &|_, _| None);
        }
    }

    #[test]
    fn a_side_for_each_seat_is_counted_as_defined() {
        check(3, 3, &|seat, _| Some(seat.index()));
        check(3, 2, &|seat, _| (seat.index() < 2).then_some(seat.index()));
    }

    #[test]
    fn sides_that_move_and_are_shared_are_counted_as_defined() {
        check(4, 3, &|_, rng| [Some(0), Some(1), Some(2), None][rng.below(4)]);
    }
}
