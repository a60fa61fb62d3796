//! Card events of games whose sides sit elsewhere in every game. They are counted by lanes of bytes,
//! too, but a lane belongs to a side; only a side of several seats is counted row by row.

use super::impact::{Cells, Impact, RowSums};
use super::impact_lanes::{FULL, sums};
use crate::model::{BLOCK, BySeat, Outcome, SHARE, Seat, Seats, Times};

/// Counts one game's card events, and games until they are moved to an [`Impact`]. Sides are those
/// of the report, but number 0 is the side of the seats that have none; the class of a seat is the
/// number of those who share the win, or 0 if it has no share. A cell is an event × card, the cards
/// rounded up to whole blocks.
#[derive(Debug)]
pub(super) struct Moving {
    players: usize,
    cells: Cells,
    /// Blocks of a lane.
    width: usize,
    /// Occurrences in this game: seat × cell.
    counts: Vec<[u32; BLOCK]>,
    /// Seats in this game by side.
    members: Vec<Seats>,
    /// Games since the lanes were emptied.
    filled: u32,
    /// Those in which the side had one seat: side × class.
    games: Vec<u64>,
    /// Those of them in which it happened to that seat: side × class × cell. The first lane takes
    /// what nobody looks at.
    happened: Vec<[u8; BLOCK]>,
    /// Occurrences in these games: side × cell.
    occurrences: Vec<[u32; BLOCK]>,
    /// Games by number of winners.
    all_games: Vec<u64>,
    /// The sums of all seats: number of winners × cell.
    all: Vec<Sums>,
}

/// Sums over games of as many winners, for the cells of a block. In a game, a = seats to which it
/// happened, w = winners among them.
#[derive(Clone, Copy, Default, Debug)]
struct Sums {
    a: [u16; BLOCK],
    aa: [u16; BLOCK],
    w: [u16; BLOCK],
    ww: [u16; BLOCK],
    aw: [u16; BLOCK],
}

impl Sums {
    #[inline]
    fn add(&mut self, a: [u8; BLOCK], w: [u8; BLOCK]) {
        for row in 0..BLOCK {
            // 255 squares of at most 8.
            let (a, w) = (u16::from(a[row]), u16::from(w[row]));
            self.a[row] += a;
            self.aa[row] += a * a;
            self.w[row] += w;
            self.ww[row] += w * w;
            self.aw[row] += a * w;
        }
    }
}

impl Moving {
    pub(super) fn new(players: usize, cells: Cells) -> Self {
        let width = cells.n_events * cells.stripe / BLOCK;
        Self {
            players,
            cells,
            width,
            counts: vec![[0; BLOCK]; players * width],
            members: Vec::new(),
            filled: 0,
            games: Vec::new(),
            happened: Vec::new(),
            occurrences: Vec::new(),
            all_games: vec![0; players + 1],
            all: vec![Sums::default(); (players + 1) * width],
        }
    }

    /// Makes room for so many sides, when the first game of a report is over.
    #[cold]
    fn make_room(&mut self, n_sides: usize) {
        self.members = vec![Seats::NONE; n_sides];
        self.games = vec![0; n_sides * (self.players + 1)];
        self.happened = vec![[0; BLOCK]; n_sides * (self.players + 1) * self.width];
        self.occurrences = vec![[0; BLOCK]; n_sides * self.width];
    }

    /// Something happened to a card: seat × cell.
    #[inline(always)]
    pub(super) fn note(&mut self, place: usize) {
        if let Some(count) = self.counts.as_flattened_mut().get_mut(place) {
            *count += 1;
        }
    }

    /// Events happened so often to the cards of a seat, from a cell on.
    #[inline]
    pub(super) fn note_all(&mut self, place: usize, times: Times<'_>) {
        if let Times::Many(times) = times {
            let counts = self.counts.get_mut(place / BLOCK..).unwrap_or_default();
            for (counts, times) in counts.iter_mut().zip(times) {
                *counts = std::array::from_fn(|card| counts[card] + times[card]);
            }
            return;
        }
        let counts = self.counts.as_flattened_mut();
        let Cells { n_cards, stripe, .. } = self.cells;
        times.each(n_cards, |later, card, times| {
            if let Some(count) = counts.get_mut(place + later * stripe + card) {
                *count += times;
            }
        });
    }

    /// The game is over.
    pub(super) fn close(
        &mut self,
        outcome: Outcome,
        keys: impl Fn(Seat) -> Option<usize>,
        impact: &mut Impact,
    ) {
        if self.members.is_empty() {
            self.make_room(impact.sides.len());
        }
        let seats = Seats::first(self.players);
        let mut sides = BySeat::<usize>::default();
        for seat in seats {
            sides[seat] = keys(seat).map_or(0, |key| key + 1);
            self.members[sides[seat]] = self.members[sides[seat]].with(seat);
        }
        let n_winners = outcome.winners().len();
        let mut lanes = BySeat::<usize>::default();
        for seat in seats {
            let (side, members) = (sides[seat], self.members[sides[seat]]);
            if side > 0 && members.len() == 1 {
                let class = if outcome.winners().has(seat) { n_winners } else { 0 };
                lanes[seat] = side * (self.players + 1) + class;
                self.games[lanes[seat]] += 1;
            } else if side > 0 && members.lowest() == Some(seat) {
                self.close_company(side, members, outcome, impact);
            }
        }
        for seat in seats {
            self.members[sides[seat]] = Seats::NONE;
        }
        self.all_games[n_winners] += 1;
        self.settle(outcome.winners(), &sides, &lanes);
        self.filled += 1;
        if self.filled == FULL {
            self.empty(impact);
        }
    }

    /// Adds this game to the lanes, and clears it.
    #[inline]
    fn settle(&mut self, winners: Seats, sides: &BySeat<usize>, lanes: &BySeat<usize>) {
        let all = &mut self.all[winners.len() * self.width..][..self.width];
        for (block, all) in all.iter_mut().enumerate() {
            let (mut a, mut w) = ([0; BLOCK], [0; BLOCK]);
            for (number, (lane, side)) in lanes.0.iter().zip(&sides.0).enumerate().take(self.players) {
                let (seat, place) = (Seat::new(number), number * self.width + block);
                let counts = std::mem::take(&mut self.counts[place]);
                let happened = &mut self.happened[lane * self.width + block];
                let occurrences = &mut self.occurrences[side * self.width + block];
                let (has, won) = (counts.map(|n| u8::from(n > 0)), u8::from(winners.has(seat)));
                *happened = sums(*happened, has);
                *occurrences = std::array::from_fn(|cell| occurrences[cell] + counts[cell]);
                a = sums(a, has);
                w = sums(w, has.map(|has| has & won));
            }
            all.add(a, w);
        }
    }

    /// A side of several seats, row by row.
    #[inline(never)]
    fn close_company(&self, side: usize, members: Seats, outcome: Outcome, impact: &mut Impact) {
        let utility = |seats: Seats| u64::from(outcome.shares(seats));
        let (m, t) = (members.len() as u64, utility(members));
        impact.sides[side].add_games(1, m, t);
        let counts = self.counts.as_flattened();
        for (cell, sums) in self.cells.rows(impact, side) {
            let happened = |seat: &Seat| counts[seat.index() * self.width * BLOCK + cell] > 0;
            let with: Seats = members.into_iter().filter(happened).collect();
            if !with.is_empty() {
                sums.add_games(1, with.len() as u64, utility(with), m, t);
            }
        }
    }

    /// Moves the lanes to the report.
    pub(super) fn empty(&mut self, impact: &mut Impact) {
        self.filled = 0;
        let (cells, n_classes) = (self.cells, self.players + 1);
        for (lane, games) in self.games.iter_mut().enumerate().filter(|(_, games)| **games > 0) {
            let (side, class) = (lane / n_classes, lane % n_classes);
            let share = share_of(class);
            impact.sides[side].add_games(std::mem::take(games), 1, share);
            let happened = self.happened[lane * self.width..][..self.width].as_flattened_mut();
            for (cell, row) in cells.rows(impact, side) {
                row.add_games(std::mem::take(&mut happened[cell]).into(), 1, share, 1, share);
            }
        }
        for side in 0..self.occurrences.len() / self.width.max(1) {
            let occurrences = self.occurrences[side * self.width..][..self.width].as_flattened_mut();
            for (cell, row) in cells.rows(impact, 0) {
                row.occurrences += u64::from(occurrences[cell]);
            }
            if side > 0 {
                cells
                    .rows(impact, side)
                    .for_each(|(cell, row)| row.occurrences += u64::from(occurrences[cell]));
            }
            occurrences.fill(0);
        }
        let m = self.players as u64;
        for (class, games) in self.all_games.iter_mut().enumerate().filter(|(_, games)| **games > 0) {
            let t = if class > 0 { u64::from(SHARE) } else { 0 };
            impact.sides[0].add_games(std::mem::take(games), m, t);
            let all = &mut self.all[class * self.width..][..self.width];
            for (cell, row) in cells.rows(impact, 0) {
                row.merge(&all[cell / BLOCK].row(cell % BLOCK, share_of(class), m, t));
            }
            all.fill(Sums::default());
        }
    }
}

impl Sums {
    /// The same as a row of a report on a side of `m` seats that won `t`, a winner's share being `share`.
    fn row(&self, cell: usize, share: u64, m: u64, t: u64) -> RowSums {
        let [a, aa, w, ww, aw] =
            [self.a, self.aa, self.w, self.ww, self.aw].map(|sums| u64::from(sums[cell]));
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

/// What each of so many winners gets of a win.
fn share_of(n_winners: usize) -> u64 {
    u64::from(SHARE).checked_div(n_winners as u64).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Seed;

    /// Tells the counts of a game event by event, card by card or all at once.
    fn describe(moving: &mut Moving, counts: &[[u64; 22]; 4], way: usize) {
        for (seat, counts) in counts.iter().enumerate() {
            let place = seat * 2 * BLOCK;
            let mut all = [[0; BLOCK]; 2];
            for (row, times) in counts.iter().enumerate() {
                let (event, card, times) = (row / 11, row % 11, u32::try_from(*times).expect("few"));
                match way {
                    0 => (0..times).for_each(|_| moving.note(place + event * BLOCK + card)),
                    1 => moving.note_all(place + event * BLOCK, Times::Card(card, times)),
                    _ => all[event][card] = times,
                }
            }
            moving.note_all(place, Times::Many(&all));
        }
    }

    /// Random games with 4 players, 3 sides, 2 events and 11 cards, against the definition; in some,
    /// a byte does not hold all occurrences.
    #[test]
    fn sides_of_one_seat_or_several_are_counted_as_defined() {
        let mut moving = Moving::new(4, Cells { n_events: 2, n_cards: 11, stripe: BLOCK });
        let (mut counted, mut by_hand) = (Impact::new(4, 2, 11), Impact::new(4, 2, 11));
        let mut chance = Seed::new(5).game(5).bot(0);
        for _ in 0..1500 {
            let mut counts = [[0_u64; 22]; 4];
            for _ in 0..if chance.below(50) == 0 { 50_000 } else { chance.below(60) } {
                let (seat, row) = (chance.below(4), chance.below(22));
                counts[seat][row] += 1;
            }
            describe(&mut moving, &counts, chance.below(3));
            let keys = BySeat::from_fn(|_| [Some(0), Some(1), Some(2), None][chance.below(4)]);
            let winners: Seats = (0..4).filter(|_| chance.below(3) == 0).map(Seat::new).collect();
            let outcome = if winners.is_empty() { Outcome::Draw } else { Outcome::won_by(winners) };
            moving.close(outcome, |seat| keys[seat], &mut counted);
            for side in 0..4 {
                let sits = |seat: &Seat| side == 0 || keys[*seat] == Some(side - 1);
                let seats: Seats = Seats::first(4).into_iter().filter(sits).collect();
                let utility =
                    |seats: Seats| seats.into_iter().map(|seat| u64::from(outcome.share(seat))).sum::<u64>();
                let (m, t) = (seats.len() as u64, utility(seats));
                if m == 0 {
                    continue;
                }
                by_hand.sides[side].add_games(1, m, t);
                #[expect(clippy::needless_range_loop, reason = "one row of every seat")]
                for row in 0..22 {
                    let happened = |seat: &Seat| counts[seat.index()][row] > 0;
                    let with: Seats = seats.into_iter().filter(happened).collect();
                    let sums = &mut by_hand.rows[side * 22 + row];
                    sums.add_games(1, with.len() as u64, utility(with), m, t);
                    sums.occurrences += seats.into_iter().map(|seat| counts[seat.index()][row]).sum::<u64>();
                }
            }
        }
        moving.empty(&mut counted);
        assert_eq!(counted, by_hand);
    }
}
