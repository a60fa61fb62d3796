//! Card impact, counted: for each side × event × card, the integer cross sums over games that the
//! clustered standard error needs (a, b = the side's seats with and without the event in a game,
//! `Y_A`, `Y_B` = their shares of the win; statistics: Liang & Zeger 1986 with games as clusters).
//!
//! Three ways to the same integers: games of fixed sides are counted by [`Lanes`] of bytes (a few
//! instructions for 16 cards at once), those without sides in a [`Crowd`] of bits, those of sides that move
//! in [`Moving`].

use super::impact_crowd::{CELLS, Crowd};
use super::impact_lanes::{FULL, Lanes};
use super::impact_moving::Moving;
use super::ratio_sums::Sums;
use crate::model::{BLOCK, BySeat, CardEvent, Outcome, SHARE, Seat, Times};
use serde::{Deserialize, Serialize};

/// Cross sums of one row. `a` counts seats with the event, `ya` is their share of the win in
/// [`SHARE`]ths, `m` and `t` are the same of the whole side.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowSums {
    /// Σ a.
    pub a: u64,
    /// Σ a².
    pub aa: u64,
    /// Σ `Y_A`.
    pub ya: u64,
    /// Σ `Y_A`².
    pub yaya: u64,
    /// Σ a·`Y_A`.
    pub aya: u64,
    /// Σ m·a.
    pub ma: u64,
    /// Σ m·`Y_A`.
    pub mya: u64,
    /// Σ t·a.
    pub ta: u64,
    /// Σ t·`Y_A`.
    pub tya: u64,
    /// All occurrences of the event, over all seats of the side.
    pub occurrences: u64,
}

impl RowSums {
    /// Adds so many games that are alike.
    #[inline]
    pub(super) fn add_games(&mut self, games: u64, a: u64, ya: u64, m: u64, t: u64) {
        self.a += games * a;
        self.aa += games * a * a;
        self.ya += games * ya;
        self.yaya += games * ya * ya;
        self.aya += games * a * ya;
        self.ma += games * m * a;
        self.mya += games * m * ya;
        self.ta += games * t * a;
        self.tya += games * t * ya;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        let Self { a, aa, ya, yaya, aya, ma, mya, ta, tya, occurrences } = other;
        self.a += a;
        self.aa += aa;
        self.ya += ya;
        self.yaya += yaya;
        self.aya += aya;
        self.ma += ma;
        self.mya += mya;
        self.ta += ta;
        self.tya += tya;
        self.occurrences += occurrences;
    }
}

/// Sums of one side over the games in which it sat.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSums {
    /// Games in which the side sat.
    pub n: u64,
    /// Σ m.
    pub m: u64,
    /// Σ m².
    pub mm: u64,
    /// Σ t.
    pub t: u64,
    /// Σ t².
    pub tt: u64,
    /// Σ m·t.
    pub mt: u64,
}

impl SideSums {
    /// Adds so many games that are alike.
    pub(super) fn add_games(&mut self, games: u64, m: u64, t: u64) {
        self.n += games;
        self.m += games * m;
        self.mm += games * m * m;
        self.t += games * t;
        self.tt += games * t * t;
        self.mt += games * m * t;
    }

    /// The side's shares of the win, by game: x = its seats' shares, v = their number.
    pub(super) fn shares(&self) -> Sums {
        let Self { n, m, mm, t, tt, mt } = *self;
        Sums { n, x: t.into(), v: m.into(), xx: tt.into(), xv: mt.into(), vv: mm.into() }
    }

    fn merge(&mut self, other: &Self) {
        let Self { n, m, mm, t, tt, mt } = other;
        self.n += n;
        self.m += m;
        self.mm += mm;
        self.t += t;
        self.tt += tt;
        self.mt += mt;
    }
}

/// The card report's integers: side `all` first, then the game's sides; rows by event, then card.
#[derive(Clone, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Impact {
    /// One a side.
    pub sides: Vec<SideSums>,
    /// `sides.len()` × events × cards.
    pub rows: Vec<RowSums>,
}

impl Impact {
    /// All zeros.
    #[must_use]
    pub fn new(n_sides: usize, n_events: usize, n_cards: usize) -> Self {
        Self {
            sides: vec![SideSums::default(); n_sides],
            rows: vec![RowSums::default(); n_sides * n_events * n_cards],
        }
    }

    /// Could they be sums over so many games? If so, a run's worth of them can be added up.
    pub(super) fn could_be(&self, games: u64) -> bool {
        // So many events in a game, or squares of shares: 2³⁷ games at most.
        let most = games.saturating_mul(1 << 26);
        let side = |side: &SideSums| {
            let SideSums { n, m, mm, t, tt, mt } = *side;
            n <= games && [m, mm, t, tt, mt].into_iter().all(|sum| sum <= most)
        };
        let row = |row: &RowSums| {
            let RowSums { a, aa, ya, yaya, aya, ma, mya, ta, tya, occurrences } = *row;
            [a, aa, ya, yaya, aya, ma, mya, ta, tya, occurrences].into_iter().all(|sum| sum <= most)
        };
        self.sides.iter().all(side) && self.rows.iter().all(row)
    }

    /// Adds another report's games.
    pub fn merge(&mut self, other: &Self) {
        self.sides.iter_mut().zip(&other.sides).for_each(|(side, more)| side.merge(more));
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, more)| row.merge(more));
    }
}

/// Where the rows of a side of a report lie in a lane: a cell for each card of one event after the other,
/// each event's cards rounded up to a stripe.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    pub(super) n_events: usize,
    pub(super) n_cards: usize,
    /// Cells of an event.
    pub(super) stripe: usize,
}

impl Cells {
    /// The rows of a side, each with its cell.
    pub(super) fn rows(
        self,
        impact: &mut Impact,
        side: usize,
    ) -> impl Iterator<Item = (usize, &mut RowSums)> {
        let Self { n_events, n_cards, stripe } = self;
        let cells = (0..n_events).flat_map(move |event| event * stripe..event * stripe + n_cards);
        cells.zip(&mut impact.rows[side * n_events * n_cards..])
    }
}

/// Which sides a seat belongs to beside `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// None.
    None,
    /// The same ones in every game: the key of each seat.
    Fixed(BySeat<Option<usize>>),
    /// Others in every game.
    Moving,
}

/// Counts one game's card events, and adds them to an [`Impact`] when the game is over.
#[derive(Debug)]
pub struct Recorder {
    players: usize,
    sides: Sides,
    /// A stripe is whole blocks or words, where these are counted.
    cells: Cells,
    /// Cells of one seat.
    width: usize,
    lanes: Lanes,
    crowd: Crowd,
    moving: Moving,
}

impl Recorder {
    /// A recorder for a game of so many players, events and cards.
    #[must_use]
    pub fn new(players: usize, n_events: usize, n_cards: usize, sides: Sides) -> Self {
        let is_moving = sides == Sides::Moving;
        let stripe = match sides {
            Sides::None => n_cards.next_multiple_of(64),
            Sides::Fixed(_) | Sides::Moving => n_cards.next_multiple_of(BLOCK),
        };
        let width = (n_events * stripe).next_multiple_of(if sides == Sides::None { CELLS } else { BLOCK });
        let lanes = Lanes::new(if matches!(sides, Sides::Fixed(_)) { players } else { 0 }, width);
        let n_moving = if is_moving { players } else { 0 };
        let cells = Cells { n_events, n_cards, stripe };
        let moving = Moving::new(n_moving, cells);
        let crowd = Crowd::new(if sides == Sides::None { players } else { 0 }, cells);
        Self { players, sides, cells, width, lanes, crowd, moving }
    }

    /// How many players sit down.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Something happened to a card.
    #[inline(always)]
    pub fn note(&mut self, event: CardEvent) {
        match self.sides {
            Sides::None => self.note_sideless(event),
            Sides::Fixed(_) => self.lanes.note(self.place(event)),
            Sides::Moving => self.moving.note(self.place(event)),
        }
    }

    /// The same, where there are no sides.
    #[inline(always)]
    pub fn note_sideless(&mut self, event: CardEvent) {
        debug_assert!(self.sides == Sides::None, "there are sides");
        self.crowd.note(self.place(event));
    }

    /// It happened once more than what is told at the game's end.
    #[cold]
    pub fn note_again(&mut self, event: CardEvent) {
        let place = self.place(event);
        match self.sides {
            Sides::None => self.crowd.occurrences[place] += 1,
            Sides::Fixed(_) => self.lanes.occurrences[place] += 1,
            Sides::Moving => self.moving.note(place),
        }
    }

    /// The cell of a seat's card and event.
    #[inline(always)]
    const fn place(&self, event: CardEvent) -> usize {
        event.seat.index() * self.width + event.event * self.cells.stripe + event.card
    }

    /// An event happened so often to each card of a seat.
    #[inline(always)]
    pub fn note_all(&mut self, seat: Seat, event: usize, times: Times<'_>) {
        let place = self.place(CardEvent { seat, card: 0, event });
        match self.sides {
            Sides::None => self.crowd.note_all(place, times),
            Sides::Fixed(_) => self.lanes.note_all(place / BLOCK, times, self.cells.n_cards),
            Sides::Moving => self.moving.note_all(place, times),
        }
    }

    /// The game is over: `keys` are the seats' sides (looked at for moving sides only).
    #[inline]
    pub fn close(&mut self, outcome: Outcome, keys: impl Fn(Seat) -> Option<usize>, impact: &mut Impact) {
        let winners = outcome.winners();
        let winner = winners.lowest().map(Seat::index);
        let is_shared = winners.len() > 1;
        match self.sides {
            Sides::Moving => self.moving.close(outcome, keys, impact),
            Sides::None if is_shared => self.crowd.close_shared(outcome, impact),
            Sides::None => self.crowd.close(winner, impact),
            Sides::Fixed(_) => {
                if is_shared {
                    self.close_shared(outcome, impact);
                    self.lanes.happened.fill([0; BLOCK]);
                } else {
                    self.lanes.close(self.players, winner.unwrap_or(self.players));
                }
                self.lanes.settle();
                if self.lanes.emptied == u32::MAX / FULL {
                    self.empty(impact);
                }
            }
        }
    }

    /// Moves everything that is still held back into the report.
    pub fn flush(&mut self, impact: &mut Impact) {
        match self.sides {
            Sides::None => return self.crowd.empty(impact),
            Sides::Moving => return self.moving.empty(impact),
            Sides::Fixed(_) => self.empty(impact),
        }
        for class in 0..=self.players {
            let games = std::mem::take(&mut self.lanes.games[class]);
            for side in 0..impact.sides.len() {
                let (m, t) = self.side_of(side, class);
                if m > 0 {
                    impact.sides[side].add_games(games, m, t);
                }
            }
        }
        for seat in 0..self.players {
            let occurrences = &self.lanes.occurrences[seat * self.width..];
            for side in (0..impact.sides.len()).filter(|side| self.sits(*side, seat)) {
                self.cells.rows(impact, side).for_each(|(cell, row)| row.occurrences += occurrences[cell]);
            }
        }
        self.lanes.occurrences.fill(0);
    }

    /// Does the seat belong to the side (0 is `all`)?
    fn sits(&self, side: usize, seat: usize) -> bool {
        match self.sides {
            Sides::Fixed(keys) if side > 0 => keys[Seat::new(seat)] == Some(side - 1),
            _ => side == 0,
        }
    }

    /// Seats of a side, and its share of the win if seat `class` won (or nobody).
    fn side_of(&self, side: usize, class: usize) -> (u64, u64) {
        let m = (0..self.players).filter(|seat| self.sits(side, *seat)).count() as u64;
        (m, if class < self.players && self.sits(side, class) { u64::from(SHARE) } else { 0 })
    }

    /// Moves the lanes into the report.
    fn empty(&mut self, impact: &mut Impact) {
        self.lanes.empty();
        let share = u64::from(SHARE);
        let n_pairs = self.players * (self.players + 1) / 2;
        for side in 0..impact.sides.len() {
            for class in 0..=self.players {
                let (m, t) = self.side_of(side, class);
                let won = class < self.players && self.sits(side, class);
                let pairs = (0..self.players).flat_map(|one| (one..self.players).map(move |two| (one, two)));
                for (pair, (one, two)) in pairs.enumerate() {
                    if !self.sits(side, one) || !self.sits(side, two) {
                        continue;
                    }
                    let lane = &self.lanes.before[(class * n_pairs + pair) * self.width..];
                    for (cell, row) in self.cells.rows(impact, side) {
                        let games = u64::from(lane[cell]);
                        if one == two {
                            row.a += games;
                            row.aa += games;
                            row.ma += m * games;
                            row.ta += t * games;
                        } else {
                            row.aa += 2 * games;
                        }
                        if won && one == class && two == class {
                            row.ya += share * games;
                            row.yaya += share * share * games;
                            row.mya += m * share * games;
                            row.tya += t * share * games;
                        }
                        if won && (one == class || two == class) {
                            row.aya += share * games;
                        }
                    }
                }
            }
        }
        self.lanes.before.fill(0);
        self.lanes.emptied = 0;
    }

    fn close_shared(&mut self, outcome: Outcome, impact: &mut Impact) {
        for side in 0..impact.sides.len() {
            let seats = || (0..self.players).filter(|seat| self.sits(side, *seat));
            let share = |seat: usize| u64::from(outcome.share(Seat::new(seat)));
            let (m, t) = (seats().count() as u64, seats().map(share).sum());
            if m == 0 {
                continue;
            }
            impact.sides[side].add_games(1, m, t);
            let happened = self.lanes.happened.as_flattened();
            for (cell, row) in self.cells.rows(impact, side) {
                let has = |seat: &usize| happened[seat * self.width + cell] > 0;
                let a = seats().filter(has).count() as u64;
                if a > 0 {
                    row.add_games(1, a, seats().filter(has).map(share).sum(), m, t);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Seats, Seed};

    /// Random games with 3 players, 2 events and 5 cards, counted both ways and by definition.
    #[test]
    fn lanes_and_seats_and_the_definition_count_the_same() {
        let keys = BySeat::from_fn(|seat| (seat.index() < 2).then_some(seat.index()));
        let mut fixed = Recorder::new(3, 2, 5, Sides::Fixed(keys));
        let mut moving = Recorder::new(3, 2, 5, Sides::Moving);
        let (mut by_lanes, mut by_seats, mut by_hand) =
            (Impact::new(3, 2, 5), Impact::new(3, 2, 5), Impact::new(3, 2, 5));
        let mut chance = Seed::new(4).game(4).bot(0);
        for _ in 0..1500 {
            let mut counts = [[0_u64; 10]; 3];
            for _ in 0..if chance.below(50) == 0 { 3000 } else { chance.below(20) } {
                let event = CardEvent {
                    seat: Seat::new(chance.below(3)),
                    card: chance.below(5),
                    event: chance.below(2),
                };
                counts[event.seat.index()][event.event * 5 + event.card] += 1;
                fixed.note(event);
                moving.note(event);
            }
            if chance.below(2) == 0 {
                let (seat, event) = (Seat::new(chance.below(3)), chance.below(2));
                let most = if chance.below(2) == 0 { 256 } else { 2 };
                let times = std::array::from_fn(|card| if card < 5 { chance.below(most) } else { 0 });
                let bytes = [times.map(|times| u8::try_from(times).unwrap_or(u8::MAX))];
                let words = [times.map(|times| 3 * u32::try_from(times).unwrap_or(u32::MAX))];
                times[..5].iter().enumerate().for_each(|(card, times)| {
                    counts[seat.index()][event * 5 + card] += 4 * *times as u64;
                });
                for recorder in [&mut fixed, &mut moving] {
                    recorder.note_all(seat, event, Times::Few(&bytes));
                    recorder.note_all(seat, event, Times::Many(&words));
                }
                if times[2] > 0 {
                    let again = CardEvent { seat, card: 2, event };
                    [&mut fixed, &mut moving].into_iter().for_each(|recorder| recorder.note_again(again));
                    counts[seat.index()][event * 5 + 2] += 1;
                }
            }
            let winners: Seats = (0..3).filter(|_| chance.below(3) == 0).map(Seat::new).collect();
            let outcome = if winners.is_empty() { Outcome::Draw } else { Outcome::won_by(winners) };
            fixed.close(outcome, |_| None, &mut by_lanes);
            moving.close(outcome, |seat| keys[seat], &mut by_seats);
            for side in 0..3 {
                let seats: Vec<usize> = (0..3).filter(|seat| side == 0 || side == seat + 1).collect();
                let share = |seat: &usize| u64::from(outcome.share(Seat::new(*seat)));
                let (m, t) = (seats.len() as u64, seats.iter().map(share).sum());
                by_hand.sides[side].add_games(1, m, t);
                #[expect(clippy::needless_range_loop, reason = "one row of every seat")]
                for row in 0..10 {
                    let with: Vec<usize> =
                        seats.iter().copied().filter(|seat| counts[*seat][row] > 0).collect();
                    let sums = &mut by_hand.rows[side * 10 + row];
                    sums.add_games(1, with.len() as u64, with.iter().map(share).sum(), m, t);
                    sums.occurrences += seats.iter().map(|seat| counts[*seat][row]).sum::<u64>();
                }
            }
        }
        fixed.flush(&mut by_lanes);
        moving.flush(&mut by_seats);
        assert_eq!(by_lanes, by_hand);
        assert_eq!(by_seats, by_hand);
    }
}
