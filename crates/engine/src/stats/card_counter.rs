//! Counts the card events of all games with one counter. Whether an event happened to a card of a seat is one bit per
//! game; 128 of these bits are counted at a time.

use super::game_counts::{Bits, GameCounts, QUESTIONS};
use super::impact::{Impact, RowSums};
use crate::model::bits::bits;
use crate::model::{BySeat, CardEvent, Outcome, SHARE, Seat, Seats, StatSchema};
use std::iter::zip;

/// The card events of the current game. A cell is an event of a card of a seat; eight events of a card are neighbours, so
/// that they share a byte of `happened`, and noting an event computes one index only.
#[derive(Debug)]
pub struct CardEvents {
    n_cards: usize,
    /// Number of bytes per seat, for whole blocks of cells.
    stride: usize,
    /// The events that happened in this game: one bit for each cell.
    happened: Vec<u8>,
    /// The number of occurrences of each cell: in this game, or since the last flush if sides are fixed.
    times: Vec<[u64; 8]>,
}

impl CardEvents {
    /// No events, in a game with these names.
    #[must_use]
    pub fn new(schema: &StatSchema) -> Self {
        let n_cards = schema.cards.len();
        let stride = (n_cards * schema.events.len().div_ceil(8)).next_multiple_of(QUESTIONS / 8);
        let n_bytes = schema.players * stride;
        Self { n_cards, stride, happened: vec![0; n_bytes], times: vec![[0; 8]; n_bytes] }
    }

    /// Counts one event of the current game.
    #[inline(always)]
    pub fn note(&mut self, CardEvent { seat, card, event }: CardEvent) {
        let index = seat.index() * self.stride + event / 8 * self.n_cards + card;
        debug_assert!(index < self.times.len(), "{seat:?} has no event {event} of card {card}");
        if let Some(times) = self.times.get_mut(index) {
            times[event % 8] += 1;
        }
        if let Some(happened) = self.happened.get_mut(index) {
            *happened |= 1 << (event % 8);
        }
    }

    /// Forgets all events.
    pub fn clear(&mut self) {
        self.happened.fill(0);
        self.times.fill([0; 8]);
    }

    /// Whether this event of a card happened to a seat, by the row of the report.
    fn has(&self, seat: Seat, row: usize) -> bool {
        let cell = cell_of(row, self.n_cards);
        self.happened[seat.index() * self.stride + cell / 8] >> (cell % 8) & 1 == 1
    }

    /// The bits of the block with this index.
    #[inline]
    fn block(&self, index: usize) -> Bits {
        let (words, _) = self.happened.as_chunks();
        [2 * index, 2 * index + 1].map(|word| u64::from_le_bytes(words[word]))
    }
}

/// The cell of a seat for a row of the report, which lists all cards of one event after another.
const fn cell_of(row: usize, n_cards: usize) -> usize {
    let (event, card) = (row / n_cards, row % n_cards);
    (event / 8 * n_cards + card) * 8 + event % 8
}

/// Counts the card events of all games.
///
/// Here side 0 consists of the seats without a side (in the report entry 0 is all seats); the other sides are
/// those of the report, or the seats of a game without sides. The class of a seat is the number of winners of the game if the seat is one of them,
/// else 0, or the number of players + 1 if nobody wins.
#[derive(Debug)]
pub struct CardCounter {
    players: usize,
    n_cards: usize,
    /// Number of rows of the report per entry: events × cards.
    n_rows: usize,
    /// Number of sides besides side 0.
    n_sides: usize,
    /// The entry of the report that is the first stratum, if the strata are others than the sides.
    strata: Option<usize>,
    /// Number of cells per seat, rounded up to whole blocks.
    stride: usize,
    /// Whether seats have the same sides in every game.
    fixed: bool,
    /// The number of earlier occurrences by side × cell.
    occurrences: Vec<u64>,
    /// Each seat's side in the latest game, and each side's seats.
    sides: BySeat<usize>,
    members: BySeat<Seats>,
    /// Games in which a side had one seat, by seat (0 if the strata are the sides) × side × class: did the event happen to
    /// that seat?
    one_seat: Vec<GameCounts>,
    /// Games by number of winners.
    all_seats: Vec<AllSeats>,
    /// Games since the last flush.
    games: u32,
}

impl CardCounter {
    /// A counter for a game with these names.
    #[must_use]
    pub fn new(schema: &StatSchema) -> Self {
        let (players, n_cards) = (schema.players, schema.cards.len());
        let n_rows = schema.events.len() * n_cards;
        let blocks = CardEvents::new(schema).stride * 8 / QUESTIONS;
        let n_sides = schema.sides.map_or(players, |_| schema.n_sides());
        let first = schema.n_entries() - schema.n_strata();
        let strata = (first > 1).then_some(first);
        let fixed = schema.sides.is_none_or(|group| schema.groups[group].is_fixed());
        let seats = if strata.is_some() { players } else { 1 };
        Self {
            players,
            n_cards,
            n_rows,
            n_sides,
            strata,
            stride: blocks * QUESTIONS,
            fixed,
            occurrences: vec![0; (1 + n_sides) * blocks * QUESTIONS],
            sides: BySeat::default(),
            members: BySeat::default(),
            one_seat: (0..seats * (1 + n_sides) * (players + 2)).map(|_| GameCounts::new(blocks)).collect(),
            all_seats: (0..=players).map(|n_winners| AllSeats::new(players, n_winners, blocks)).collect(),
            games: 0,
        }
    }

    /// Finishes a game with these events. `keys` are the seats' sides.
    pub fn close(
        &mut self,
        outcome: Outcome,
        keys: &BySeat<Option<usize>>,
        events: &mut CardEvents,
        impact: &mut Impact,
    ) {
        let winners = outcome.winners();
        if !self.fixed || self.games == 0 {
            self.assign_sides(keys);
        }
        for seat in Seats::first(self.players) {
            let (side, members) = (self.sides[seat], self.members[seat]);
            if side == 0 || members.lowest() != Some(seat) {
                continue;
            }
            if members.len() == 1 {
                let class = match winners.len() {
                    0 => self.players + 1,
                    n_winners if winners.has(seat) => n_winners,
                    _ => 0,
                };
                let place =
                    if self.strata.is_some() { seat.index() * (1 + self.n_sides) + side } else { side };
                self.one_seat[place * (self.players + 2) + class].add(|game| {
                    let first = seat.index() * game.len();
                    game.iter_mut().zip(first..).for_each(|(bits, block)| *bits = events.block(block));
                });
            } else {
                self.add_shared_side(side, members, outcome, events, impact);
            }
        }
        let games = &mut self.all_seats[winners.len()];
        // For a known number of seats, the compiler keeps their bits in registers.
        match self.players {
            2 => add_all_seats::<2>(games, winners, events),
            3 => add_all_seats::<3>(games, winners, events),
            4 => add_all_seats::<4>(games, winners, events),
            5 => add_all_seats::<5>(games, winners, events),
            6 => add_all_seats::<6>(games, winners, events),
            7 => add_all_seats::<7>(games, winners, events),
            8 => add_all_seats::<8>(games, winners, events),
            _ => add_all_seats::<1>(games, winners, events),
        }
        if !self.fixed {
            self.move_times(events);
        }
        events.happened.fill(0);
        self.games += 1;
        if self.games == GameCounts::FULL {
            self.flush(events, impact);
        }
    }

    /// Assigns the seats to sides.
    fn assign_sides(&mut self, keys: &BySeat<Option<usize>>) {
        let seats = Seats::first(self.players);
        seats.into_iter().for_each(|seat| self.sides[seat] = keys[seat].map_or(0, |key| key + 1));
        for seat in seats {
            let is_member = |other: &Seat| self.sides[*other] == self.sides[seat];
            self.members[seat] = seats.into_iter().filter(is_member).collect();
        }
    }

    /// Moves the occurrences of this game from its seats to their sides.
    fn move_times(&mut self, events: &mut CardEvents) {
        let Self { players, stride, occurrences, sides, .. } = self;
        let n_bytes = events.stride.max(1);
        let seats = zip(events.happened.chunks(n_bytes), events.times.chunks_mut(n_bytes));
        for (seat, (happened, times)) in zip(Seats::first(*players), seats) {
            let times = times.as_flattened_mut();
            let occurrences = &mut occurrences[sides[seat] * *stride..][..*stride];
            for (word, happened) in happened.as_chunks().0.iter().enumerate() {
                for bit in bits(u64::from_le_bytes(*happened)) {
                    occurrences[word * 64 + bit] += std::mem::take(&mut times[word * 64 + bit]);
                }
            }
        }
    }

    /// Adds a side of several seats and their strata, card by card.
    #[cold]
    fn add_shared_side(
        &self,
        side: usize,
        members: Seats,
        outcome: Outcome,
        events: &CardEvents,
        impact: &mut Impact,
    ) {
        self.add_seats(side, members, outcome, events, impact);
        for seat in members {
            if let Some(stratum) = self.stratum(seat.index(), side) {
                self.add_seats(stratum, Seats::only(seat), outcome, events, impact);
            }
        }
    }

    /// The entry of the seat's stratum, if the strata are others than the sides.
    fn stratum(&self, seat: usize, side: usize) -> Option<usize> {
        self.strata.map(|first| first + seat * self.n_sides + side - 1)
    }

    /// Adds these seats to an entry, card by card.
    fn add_seats(
        &self,
        entry: usize,
        members: Seats,
        outcome: Outcome,
        events: &CardEvents,
        impact: &mut Impact,
    ) {
        let won = |seats: Seats| u64::from(outcome.joint_share(seats));
        let (m, t) = (members.len() as u64, won(members));
        let drawn = u64::from(outcome.winners().is_empty());
        impact.sides[entry].add_games(1, m, t);
        impact.sides[entry].note_drawn(drawn, m);
        for (index, row) in rows(impact, entry, self.n_rows) {
            let with: Seats = members.into_iter().filter(|seat| events.has(*seat, index)).collect();
            if !with.is_empty() {
                row.add_games(1, with.len() as u64, won(with), m, t);
                row.note_drawn(drawn, with.len() as u64, m);
            }
        }
    }

    /// Moves all counts to the report.
    pub fn flush(&mut self, events: &mut CardEvents, impact: &mut Impact) {
        self.games = 0;
        self.flush_occurrences(events, impact);
        let (n_classes, n_sides, n_rows) = (self.players + 2, 1 + self.n_sides, self.n_rows);
        let n_cards = self.n_cards;
        let is_drawn = self.players + 1;
        for index in 0..self.one_seat.len() {
            let (seat, side, class) =
                (index / n_classes / n_sides, index / n_classes % n_sides, index % n_classes);
            let stratum = self.stratum(seat, side);
            let counts = &mut self.one_seat[index];
            if counts.games() == 0 {
                continue;
            }
            let share = if class == is_drawn { 0 } else { share_of(class) };
            counts.count_latest();
            for entry in [Some(side), stratum].into_iter().flatten() {
                impact.sides[entry].add_games(counts.games(), 1, share);
                for (index, row) in rows(impact, entry, n_rows) {
                    row.add_games(counts.yes(cell_of(index, n_cards)), 1, share, 1, share);
                }
                if class == is_drawn {
                    impact.sides[entry].note_drawn(counts.games(), 1);
                    for (index, row) in rows(impact, entry, n_rows) {
                        row.note_drawn(counts.yes(cell_of(index, n_cards)), 1, 1);
                    }
                }
            }
            counts.clear();
        }
        let m = self.players as u64;
        for (n_winners, AllSeats { questions, games }) in self.all_seats.iter_mut().enumerate() {
            if games.games() == 0 {
                continue;
            }
            let t = if n_winners > 0 { u64::from(SHARE) } else { 0 };
            let is_drawn = n_winners == 0;
            impact.sides[0].add_games(games.games(), m, t);
            impact.sides[0].note_drawn(if is_drawn { games.games() } else { 0 }, m);
            games.count_latest();
            for (row_index, row) in rows(impact, 0, n_rows) {
                let cell = cell_of(row_index, n_cards);
                let mut sums = SeatSums::default();
                for (index, question) in questions.iter().enumerate() {
                    let block = cell / QUESTIONS * questions.len() + index;
                    sums.add(*question, games.yes(block * QUESTIONS + cell % QUESTIONS));
                }
                let mut sums = sums.row(share_of(n_winners), m, t);
                if is_drawn {
                    (sums.drawn_a, sums.drawn_aa, sums.drawn_ma) = (sums.a, sums.aa, sums.ma);
                }
                row.merge(&sums);
            }
            games.clear();
        }
    }

    fn flush_occurrences(&mut self, events: &mut CardEvents, impact: &mut Impact) {
        let Self { players, n_cards, n_rows, stride, occurrences, sides, .. } = self;
        for (seat, times) in zip(Seats::first(*players), events.times.chunks_mut(events.stride.max(1))) {
            let occurrences = &mut occurrences[sides[seat] * *stride..];
            for (all, times) in zip(occurrences, times.as_flattened_mut()) {
                *all += std::mem::take(times);
            }
        }
        for (side, occurrences) in occurrences.chunks_exact_mut((*stride).max(1)).enumerate() {
            for row in 0..*n_rows {
                let occurrences = std::mem::take(&mut occurrences[cell_of(row, *n_cards)]);
                impact.rows[row].occurrences += occurrences;
                if side > 0 {
                    impact.rows[side * *n_rows + row].occurrences += occurrences;
                }
            }
        }
    }
}

/// The rows of one side of the report, each with its index there.
fn rows(impact: &mut Impact, side: usize, n_rows: usize) -> impl Iterator<Item = (usize, &mut RowSums)> {
    impact.rows[side * n_rows..][..n_rows].iter_mut().enumerate()
}

/// Games with the same number of winners.
#[derive(Debug)]
struct AllSeats {
    /// The questions about each cell: did it happen to at least this many winners, and to at least this many
    /// seats?
    questions: Vec<(usize, usize)>,
    games: GameCounts,
}

impl AllSeats {
    fn new(players: usize, n_winners: usize, blocks: usize) -> Self {
        // An event happens to at least as many seats as winners.
        let questions = (0..=n_winners).flat_map(|won| (won.max(1)..=players).map(move |seats| (won, seats)));
        let questions: Vec<_> = questions.collect();
        Self { games: GameCounts::new(questions.len() * blocks), questions }
    }
}

/// Adds a game of `P` players with these events to the games with the same number of winners. The answers to all questions
/// about a block of cells are neighbours.
fn add_all_seats<const P: usize>(
    AllSeats { questions, games }: &mut AllSeats,
    winners: Seats,
    events: &CardEvents,
) {
    let blocks = events.stride * 8 / QUESTIONS;
    games.add(|answers| {
        for (block, answers) in answers.chunks_exact_mut(questions.len().max(1)).enumerate() {
            // The cells that happened to at least n + 1 seats, and to at least n + 1 winners.
            let (mut seats_of, mut winners_of) = ([Bits::default(); P], [Bits::default(); P]);
            for seat in 0..P {
                let happened = events.block(seat * blocks + block);
                add_seat(&mut seats_of, happened);
                if winners.has(Seat::new(seat)) {
                    add_seat(&mut winners_of, happened);
                }
            }
            let (of_all, of_winners) = answers.split_at_mut(P);
            of_all.copy_from_slice(&seats_of);
            let of_winners = of_winners.iter_mut();
            let both =
                (0..winners.len()).flat_map(|won| seats_of[won..].iter().map(move |seats| (seats, won)));
            zip(of_winners, both).for_each(|(answer, (seats, won))| *answer = and(*seats, winners_of[won]));
        }
    });
}

/// Adds one seat: row n has the cells that happened to at least n + 1 seats.
#[inline]
fn add_seat<const P: usize>(at_least: &mut [Bits; P], happened: Bits) {
    for n in (1..P).rev() {
        at_least[n] = or(at_least[n], and(at_least[n - 1], happened));
    }
    at_least[0] = or(at_least[0], happened);
}

#[inline]
fn and(one: Bits, other: Bits) -> Bits {
    std::array::from_fn(|word| one[word] & other[word])
}

#[inline]
fn or(one: Bits, other: Bits) -> Bits {
    std::array::from_fn(|word| one[word] | other[word])
}

/// Sums over games with the same number of winners. In a game, a = seats with the event, w = winners with the
/// event.
#[derive(Clone, Copy, Default, Debug)]
struct SeatSums {
    a: u64,
    aa: u64,
    w: u64,
    ww: u64,
    aw: u64,
}

impl SeatSums {
    /// Adds games with at least `won` winners and at least `seats` seats. Summing over all questions gives Σ
    /// a and Σ a², because n is the sum of n ones, and n² that of the first n odd numbers.
    fn add(&mut self, (won, seats): (usize, usize), games: u64) {
        let (won, seats) = (won as u64, seats as u64);
        if won == 0 {
            self.a += games;
            self.aa += (2 * seats - 1) * games;
        } else if won == seats {
            self.w += games;
            self.ww += (2 * won - 1) * games;
            // These games also count for the pairs with fewer seats than winners, which are not asked.
            self.aw += won * games;
        } else {
            self.aw += games;
        }
    }

    /// The sums as a row of the report, for a side of `m` seats with a total share of `t`; a winner has
    /// `share`.
    fn row(self, share: u64, m: u64, t: u64) -> RowSums {
        let Self { a, aa, w, ww, aw } = self;
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
            ..RowSums::default()
        }
    }
}

/// The share of the win of each of this many winners.
fn share_of(n_winners: usize) -> u64 {
    u64::from(SHARE).checked_div(n_winners as u64).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CardSpec, Group, RngStream, Seed};

    const EVENTS: usize = 2;
    const CARDS: usize = 21;

    /// Gives the side of a random seat.
    type Sides<'s> = &'s dyn Fn(Seat, &mut RngStream) -> Option<usize>;

    /// Names of a game with this many players and sides.
    fn schema(players: usize, n_sides: usize, seats: Option<Vec<usize>>) -> StatSchema {
        let keys = (0..n_sides).map(|side| side.to_string()).collect();
        StatSchema {
            players,
            groups: vec![Group { name: "side", keys, teams: false, seats }],
            sides: (n_sides > 0).then_some(0),
            events: vec!["event"; EVENTS],
            cards: vec![CardSpec { id: String::new(), events: 0, copies: Vec::new() }; CARDS],
            ..StatSchema::default()
        }
    }

    /// Compares random games counted by the counter and by definition. In some of the games many events
    /// happen.
    fn check(players: usize, n_sides: usize, seats: Option<Vec<usize>>, side_of: Sides<'_>) {
        let schema = schema(players, n_sides, seats);
        let (mut counter, mut noted) = (CardCounter::new(&schema), CardEvents::new(&schema));
        let [mut counted, mut by_hand] = [0; 2].map(|_| Impact::new(schema.n_entries(), EVENTS, CARDS));
        let mut rng = Seed::new(5).game(5).bot(0);
        for _ in 0..1500 {
            let mut counts = vec![[0_u64; EVENTS * CARDS]; players];
            for _ in 0..if rng.below(50) == 0 { 60_000 } else { rng.below(60) } {
                let (seat, event, card) = (rng.below(players), rng.below(EVENTS), rng.below(CARDS));
                counts[seat][event * CARDS + card] += 1;
                noted.note(CardEvent { seat: Seat::new(seat), card, event });
            }
            let keys = BySeat::from_fn(|seat| side_of(seat, &mut rng));
            let winners: Seats = (0..players).filter(|_| rng.below(3) == 0).map(Seat::new).collect();
            let outcome = if winners.is_empty() { Outcome::Draw } else { Outcome::won_by(winners) };
            counter.close(outcome, &keys, &mut noted, &mut counted);
            let of_side = |side: usize| -> Seats {
                let sits = |seat: &Seat| side == 0 || keys[*seat] == Some(side - 1);
                Seats::first(players).into_iter().filter(sits).collect()
            };
            let sides = (0..=n_sides).map(|side| (side, of_side(side), true));
            // The sides of seat 0, then those of seat 1, and so on.
            let strata = (0..players * n_sides.max(1)).map(|index| {
                let (seat, side) = (Seats::only(Seat::new(index / n_sides.max(1))), index % n_sides.max(1));
                let is_of_side = |seat: &Seat| n_sides == 0 || of_side(1 + side).has(*seat);
                (1 + n_sides + index, seat.into_iter().filter(is_of_side).collect(), n_sides == 0)
            });
            let has_strata = schema.n_entries() > 1 + n_sides;
            for (entry, seats, has_occurrences) in sides.chain(strata.filter(|_| has_strata)) {
                let won = |seats: Seats| u64::from(outcome.joint_share(seats));
                let (m, t) = (seats.len() as u64, won(seats));
                if m == 0 {
                    continue;
                }
                let drawn = u64::from(winners.is_empty());
                by_hand.sides[entry].add_games(1, m, t);
                by_hand.sides[entry].note_drawn(drawn, m);
                #[expect(clippy::needless_range_loop, reason = "one cell of every seat")]
                for cell in 0..EVENTS * CARDS {
                    let happened = |seat: &Seat| counts[seat.index()][cell] > 0;
                    let with: Seats = seats.into_iter().filter(happened).collect();
                    let row = &mut by_hand.rows[entry * EVENTS * CARDS + cell];
                    row.add_games(1, with.len() as u64, won(with), m, t);
                    row.note_drawn(drawn, with.len() as u64, m);
                    if has_occurrences {
                        row.occurrences +=
                            seats.into_iter().map(|seat| counts[seat.index()][cell]).sum::<u64>();
                    }
                }
            }
        }
        counter.flush(&mut noted, &mut counted);
        assert_eq!(counted, by_hand, "{players} players, {n_sides} sides");
    }

    #[test]
    fn fixed_shared_and_changing_sides_are_counted_as_defined() {
        // Every seat has the side at its index, the same in every game.
        for (players, n_sides, seats) in [
            (2, 0, &[0, 1][..]),
            (5, 0, &[0, 1, 2, 3, 4]),
            (8, 0, &[0, 1, 2, 3, 4, 5, 6, 7]),
            (3, 3, &[0, 1, 2]),
            (3, 3, &[2, 0, 1]),
            (3, 2, &[0, 1]),
            (3, 3, &[2, 0, 2]),
        ] {
            check(players, n_sides, Some(seats.to_vec()), &|seat, _| seats.get(seat.index()).copied());
        }
        check(4, 3, None, &|_, rng| [Some(0), Some(1), Some(2), None][rng.below(4)]);
    }
}
