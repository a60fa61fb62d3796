//! Counts the card events of all games with one counter. Whether an event happened to a card of a seat is one bit per
//! game; 128 of these bits are counted at a time.

use super::game_counts::{Bits, GameCounts, QUESTIONS};
use super::impact::{Impact, RowSums};
use crate::model::bits::bits;
use crate::model::{BySeat, CardEvent, Outcome, SHARE, Seat, Seats, StatSchema};
use std::iter::zip;

/// The card events of the current game, and those of the latest games. A cell is an event of a card.
///
/// Here side 0 consists of the seats without a side (in the report entry 0 is all seats); the other sides are
/// those of the report, or the seats of a game without sides. The class of a seat is the number of winners of the game if the seat is one of them,
/// else 0, or the number of players + 1 if nobody wins.
#[derive(Debug)]
pub struct CardCounter {
    players: usize,
    n_cards: usize,
    n_cells: usize,
    /// Number of sides besides side 0.
    n_sides: usize,
    /// The entry of the report that is the first stratum, if the strata are others than the sides.
    strata: Option<usize>,
    /// Number of blocks of bits per seat.
    blocks: usize,
    /// Number of cells per seat, rounded up to whole blocks.
    stride: usize,
    /// Whether seats have the same sides in every game.
    fixed: bool,
    /// The events of this game: one bit for each seat × cell.
    happened: Vec<u64>,
    /// The number of occurrences by seat × cell: in this game, or since the last flush if sides are fixed.
    times: Vec<u64>,
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
    /// For the finished game: the cells that happened to at least n + 1 seats, and those that happened to at
    /// least n + 1 winners; n × block.
    seats_of: Vec<Bits>,
    winners_of: Vec<Bits>,
    /// Games since the last flush.
    games: u32,
}

impl CardCounter {
    /// A counter for a game with these names.
    #[must_use]
    pub fn new(schema: &StatSchema) -> Self {
        let (players, n_cards) = (schema.players, schema.cards.len());
        let n_cells = schema.events.len() * n_cards;
        let blocks = n_cells.div_ceil(QUESTIONS);
        let n_sides = schema.sides.map_or(players, |_| schema.n_sides());
        let first = schema.n_entries() - schema.n_strata();
        let strata = (first > 1).then_some(first);
        let fixed = schema.sides.is_none_or(|group| schema.groups[group].is_fixed());
        let seats = if strata.is_some() { players } else { 1 };
        let at_least = || [vec![[u64::MAX; 2]; blocks], vec![Bits::default(); players * blocks]].concat();
        Self {
            players,
            n_cards,
            n_cells,
            n_sides,
            strata,
            blocks,
            stride: blocks * QUESTIONS,
            fixed,
            happened: vec![0; players * blocks * QUESTIONS / 64],
            times: vec![0; players * blocks * QUESTIONS],
            occurrences: vec![0; (1 + n_sides) * n_cells],
            sides: BySeat::default(),
            members: BySeat::default(),
            one_seat: (0..seats * (1 + n_sides) * (players + 2)).map(|_| GameCounts::new(blocks)).collect(),
            all_seats: (0..=players).map(|n_winners| AllSeats::new(players, n_winners, blocks)).collect(),
            seats_of: at_least(),
            winners_of: at_least(),
            games: 0,
        }
    }

    /// Counts one event of the current game.
    #[inline]
    pub fn note(&mut self, CardEvent { seat, card, event }: CardEvent) {
        let index = seat.index() * self.stride + event * self.n_cards + card;
        let (Some(happened), Some(times)) = (self.happened.get_mut(index / 64), self.times.get_mut(index))
        else {
            debug_assert!(false, "{seat:?} has no event {event} of card {card}");
            return;
        };
        *happened |= 1 << (index % 64);
        *times += 1;
    }

    /// Finishes a game. `keys` are the seats' sides.
    pub fn close(&mut self, outcome: Outcome, keys: &BySeat<Option<usize>>, impact: &mut Impact) {
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
                let happened = &self.happened.as_chunks().0[seat.index() * self.blocks..][..self.blocks];
                let place =
                    if self.strata.is_some() { seat.index() * (1 + self.n_sides) + side } else { side };
                self.one_seat[place * (self.players + 2) + class].add(|game| game.copy_from_slice(happened));
            } else {
                self.add_shared_side(side, members, outcome, impact);
            }
        }
        self.add_all_seats(winners);
        if !self.fixed {
            self.move_times();
        }
        self.happened.fill(0);
        self.games += 1;
        if self.games == GameCounts::FULL {
            self.flush(impact);
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

    /// Adds this game to the games with the same number of winners.
    fn add_all_seats(&mut self, winners: Seats) {
        let Self { players, blocks, happened, seats_of, winners_of, .. } = self;
        let blocks = *blocks;
        seats_of[blocks..].fill(Bits::default());
        winners_of[blocks..].fill(Bits::default());
        for (seat, happened) in zip(Seats::first(*players), happened.as_chunks().0.chunks(blocks.max(1))) {
            add_seat(seats_of, happened);
            if winners.has(seat) {
                add_seat(winners_of, happened);
            }
        }
        let AllSeats { questions, games } = &mut self.all_seats[winners.len()];
        games.add(|answers| {
            for (answers, (won, seats)) in zip(answers.chunks_mut(blocks.max(1)), questions) {
                let both = zip(&seats_of[*seats * blocks..], &winners_of[*won * blocks..]);
                zip(answers, both).for_each(|(answer, (seats, winners))| *answer = and(seats, winners));
            }
        });
    }

    /// Moves the occurrences of this game from its seats to their sides.
    fn move_times(&mut self) {
        let Self { players, n_cells, stride, happened, times, occurrences, sides, .. } = self;
        for seat in Seats::first(*players) {
            let occurrences = &mut occurrences[sides[seat] * *n_cells..][..*n_cells];
            let times = &mut times[seat.index() * *stride..][..*stride];
            let happened = &happened[seat.index() * *stride / 64..][..*stride / 64];
            for (word, happened) in happened.iter().enumerate() {
                for bit in bits(*happened) {
                    occurrences[word * 64 + bit] += std::mem::take(&mut times[word * 64 + bit]);
                }
            }
        }
    }

    /// Adds a side of several seats and their strata, card by card.
    #[cold]
    fn add_shared_side(&self, side: usize, members: Seats, outcome: Outcome, impact: &mut Impact) {
        self.add_seats(side, members, outcome, impact);
        for seat in members {
            if let Some(stratum) = self.stratum(seat.index(), side) {
                self.add_seats(stratum, Seats::only(seat), outcome, impact);
            }
        }
    }

    /// The entry of the seat's stratum, if the strata are others than the sides.
    fn stratum(&self, seat: usize, side: usize) -> Option<usize> {
        self.strata.map(|first| first + seat * self.n_sides + side - 1)
    }

    /// Adds these seats to an entry, card by card.
    fn add_seats(&self, entry: usize, members: Seats, outcome: Outcome, impact: &mut Impact) {
        let won = |seats: Seats| u64::from(outcome.joint_share(seats));
        let (m, t) = (members.len() as u64, won(members));
        let drawn = u64::from(outcome.winners().is_empty());
        impact.sides[entry].add_games(1, m, t);
        impact.sides[entry].note_drawn(drawn, m);
        for (cell, row) in rows(impact, entry, self.n_cells) {
            let word = |seat: &Seat| self.happened[(seat.index() * self.stride + cell) / 64];
            let with: Seats = members.into_iter().filter(|seat| word(seat) >> (cell % 64) & 1 == 1).collect();
            if !with.is_empty() {
                row.add_games(1, with.len() as u64, won(with), m, t);
                row.note_drawn(drawn, with.len() as u64, m);
            }
        }
    }

    /// Moves all counts to the report.
    pub fn flush(&mut self, impact: &mut Impact) {
        self.games = 0;
        self.flush_occurrences(impact);
        let (n_classes, n_sides, n_cells) = (self.players + 2, 1 + self.n_sides, self.n_cells);
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
                for (cell, row) in rows(impact, entry, n_cells) {
                    row.add_games(counts.yes(cell), 1, share, 1, share);
                }
                if class == is_drawn {
                    impact.sides[entry].note_drawn(counts.games(), 1);
                    for (cell, row) in rows(impact, entry, n_cells) {
                        row.note_drawn(counts.yes(cell), 1, 1);
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
            for (cell, row) in rows(impact, 0, n_cells) {
                let mut sums = SeatSums::default();
                for (index, question) in questions.iter().enumerate() {
                    sums.add(*question, games.yes(index * self.stride + cell));
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

    fn flush_occurrences(&mut self, impact: &mut Impact) {
        let Self { players, n_cells, stride, times, occurrences, sides, .. } = self;
        for seat in Seats::first(*players) {
            let times = &mut times[seat.index() * *stride..];
            for (all, times) in zip(&mut occurrences[sides[seat] * *n_cells..][..*n_cells], times) {
                *all += std::mem::take(times);
            }
        }
        for (side, occurrences) in occurrences.chunks_exact_mut((*n_cells).max(1)).enumerate() {
            for (cell, occurrences) in occurrences.iter_mut().enumerate() {
                impact.rows[cell].occurrences += *occurrences;
                if side > 0 {
                    impact.rows[side * *n_cells + cell].occurrences += *occurrences;
                }
                *occurrences = 0;
            }
        }
    }
}

/// The rows of one side of the report, each with its cell.
fn rows(impact: &mut Impact, side: usize, n_cells: usize) -> impl Iterator<Item = (usize, &mut RowSums)> {
    impact.rows[side * n_cells..][..n_cells].iter_mut().enumerate()
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

/// Adds one seat: row n has the cells that happened to at least n seats.
fn add_seat(at_least: &mut [Bits], happened: &[Bits]) {
    let blocks = happened.len();
    for n in (1..at_least.len() / blocks).rev() {
        let (fewer, these) = at_least.split_at_mut(n * blocks);
        let before = zip(&fewer[(n - 1) * blocks..], happened);
        zip(these, before).for_each(|(cells, (before, happened))| *cells = or(cells, &and(before, happened)));
    }
}

#[inline]
fn and(one: &Bits, other: &Bits) -> Bits {
    std::array::from_fn(|word| one[word] & other[word])
}

#[inline]
fn or(one: &Bits, other: &Bits) -> Bits {
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
        let mut counter = CardCounter::new(&schema);
        let [mut counted, mut by_hand] = [0; 2].map(|_| Impact::new(schema.n_entries(), EVENTS, CARDS));
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
        counter.flush(&mut counted);
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
