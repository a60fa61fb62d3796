//! `table`: remembers what each move was worth at decisions that look alike, and otherwise plays as another bot. It learns by
//! Monte Carlo control (Sutton & Barto 2018, *Reinforcement Learning*, chapter 5): games with some random moves, whose results
//! are averaged per decision and move. What a random move costs is not held against the moves before it: they are worth what
//! the best known move is worth there (Watkins 1989, *Learning from Delayed Rewards*). Against opponents who do not change it
//! finds a best response, as far as decisions that look alike are alike.

use super::Bot;
use crate::model::settings::{Choice, choices};
use crate::model::{Described, Game, RngStream, Visit};
use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::{self, Write};
use std::sync::Arc;

choices! {
    /// How much a table tells apart: how wide the ranges are in which numbers count as equal.
    pub enum Grain {
        /// Only numbers and moves: 0, 1, 2, 3 to 5, 6 to 9, above.
        Numbers = "numbers",
        /// The same, and all words.
        Ranges = "ranges",
        /// All words, single numbers up to 8, then ranges.
        Values = "values",
    }
}

impl Grain {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, grain)| *grain == self).map_or("", |(name, _)| name)
    }

    /// The range of a number.
    fn range(self, number: u64) -> u64 {
        match (self, number) {
            (_, 0..=2) => number,
            (Self::Numbers | Self::Ranges, 3..=5) => 3,
            (Self::Numbers | Self::Ranges, 6..=9) => 4,
            (Self::Numbers | Self::Ranges, _) => 5,
            (Self::Values, 3..=8) => number,
            (Self::Values, 9..=20) => 9 + (number - 9) / 4,
            (Self::Values, _) => 12 + u64::from(number.ilog2()),
        }
    }
}

/// The games in which a move was chosen at a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Their number.
    pub games: u32,
    /// The sum of the shares of the win, in [`SHARE`](crate::model::SHARE)s.
    pub won: u64,
}

impl Tried {
    /// Compares the means, with two more games that are lost each, so that a lucky one does not decide.
    fn cmp(self, other: Self) -> Ordering {
        let times = |won: u64, games: u32| u128::from(won) * (u128::from(games) + 2);
        times(self.won, other.games).cmp(&times(other.won, self.games))
    }
}

/// What each move was worth.
pub type Worths = HashMap<Visit, Tried>;

/// A table of moves.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it tells apart.
    pub grain: Grain,
    /// What each move was worth.
    pub worths: Arc<Worths>,
    /// The share of moves that are chosen at random in order to learn; such a bot also lists its choices. `None` to play.
    pub explore: Option<f64>,
    /// Who plays where the table knows nothing.
    pub otherwise: Box<Bot>,
}

impl Table {
    /// A table knows a decision after this many games.
    pub const KNOWN: u32 = 8;

    /// What the seat sees and may choose, with numbers as ranges.
    pub(super) fn decision<G: Game>(&self, game: &G, view: &G::View<'_>, menu: &[G::Move]) -> u64 {
        let mut hash = Hash { grain: Some(self.grain), ..Hash::default() };
        // Hashing does not fail.
        let _ = game.describe_view(view, &mut hash);
        menu.iter().for_each(|mv| hash.add(hash_of(game, *mv)));
        hash.finish()
    }

    /// The move that was worth most at this decision, or when learning sometimes any; `None` if the decision is not known.
    pub(super) fn choose<G: Game>(
        &self,
        game: &G,
        decision: u64,
        menu: &[G::Move],
        rng: &mut RngStream,
    ) -> Option<usize> {
        if self.explore.is_some_and(|share| rng.unit() < share) {
            return Some(rng.below(menu.len()));
        }
        let tried = |mv: &G::Move| {
            let visit = Visit { decision, mv: hash_of(game, *mv) };
            self.worths.get(&visit).copied().unwrap_or_default()
        };
        let (mut games, mut best) = (0, None);
        for (index, mv) in menu.iter().enumerate() {
            let tried = tried(mv);
            games += tried.games;
            if tried.games > 0 && best.is_none_or(|(_, most)| tried.cmp(most).is_gt()) {
                best = Some((index, tried));
            }
        }
        best.filter(|_| games >= Self::KNOWN).map(|(index, _)| index)
    }

    /// Adds games: the choices in one seat, in order, and its share of the win. The table grows to this many moves.
    pub fn learn(worths: &mut Worths, games: impl IntoIterator<Item = (Vec<Visit>, u32)>, most: usize) {
        let worth = |visit: Visit| {
            let tried = worths.get(&visit).copied().unwrap_or_default();
            (visit.decision, (visit.mv, tried.won / u64::from(tried.games.max(1))))
        };
        let best: HashMap<u64, (u64, u64)> = Self::best(worths, usize::MAX).into_iter().map(worth).collect();
        for (visits, won) in games {
            let mut won = u64::from(won);
            for visit in visits.into_iter().rev() {
                let has_room = worths.len() < most;
                let tried = match worths.entry(visit) {
                    Entry::Vacant(_) if !has_room => None,
                    entry => Some(entry.or_default()),
                };
                if let Some(tried) = tried {
                    tried.games = tried.games.saturating_add(1);
                    tried.won += won;
                }
                if let Some((_, worth)) = best.get(&visit.decision).filter(|(mv, _)| *mv != visit.mv) {
                    won = *worth;
                }
            }
        }
    }

    /// The best known move of each known decision; no more than this many, those that occurred most often.
    #[must_use]
    pub fn best(worths: &Worths, most: usize) -> Vec<Visit> {
        let mut visits: Vec<(Visit, Tried)> = worths.iter().map(|(visit, tried)| (*visit, *tried)).collect();
        visits.sort_by_key(|(visit, _)| *visit);
        let mut best = Vec::new();
        for same in visits.chunk_by(|(one, _), (other, _)| one.decision == other.decision) {
            let games = same.iter().map(|(_, tried)| tried.games).sum::<u32>();
            let first = same.iter().max_by(|(_, one), (_, other)| one.cmp(*other));
            best.extend(first.filter(|_| games >= Self::KNOWN).map(|(visit, _)| (Reverse(games), *visit)));
        }
        best.sort_unstable();
        best.truncate(most);
        best.into_iter().map(|(_, visit)| visit).collect()
    }
}

/// A bot with a rule for one move.
#[derive(Clone, Debug)]
pub struct Restricted {
    /// The id of the move, as stories and decisions have it.
    pub mv: String,
    /// Whether it plays the move whenever that is legal; otherwise never, unless there is no other.
    pub always: bool,
    /// Who chooses among the other moves.
    pub bot: Box<Bot>,
}

impl Restricted {
    /// Leaves the moves of a menu that it may play.
    pub(super) fn restrict<G: Game>(&self, game: &G, menu: &mut Vec<G::Move>) {
        let own = hash(&self.mv);
        let is_it = |mv: &G::Move| hash_of(game, *mv) == own;
        let n_own = menu.iter().filter(|mv| is_it(mv)).count();
        if n_own > 0 && (self.always || n_own < menu.len()) {
            menu.retain(|mv| is_it(mv) == self.always);
        }
    }
}

/// The hash of a move's id.
pub(super) fn hash_of<G: Game>(game: &G, mv: G::Move) -> u64 {
    let mut hash = Hash::default();
    // Hashing does not fail.
    let _ = game.describe(Described::Move(mv), &mut hash);
    hash.finish()
}

/// The hash of a move's id.
fn hash(id: &str) -> u64 {
    let mut hash = Hash::default();
    let _ = hash.write_str(id);
    hash.finish()
}

/// A text that keeps only its hash (FNV-1a), with numbers as ranges.
struct Hash {
    hash: u64,
    grain: Option<Grain>,
    number: Option<u64>,
}

impl Default for Hash {
    fn default() -> Self {
        Self { hash: 0xcbf2_9ce4_8422_2325, grain: None, number: None }
    }
}

impl Hash {
    fn add(&mut self, word: u64) {
        self.hash = (self.hash ^ word).wrapping_mul(0x0100_0000_01b3);
    }

    fn end_number(&mut self) {
        if let (Some(number), Some(grain)) = (self.number.take(), self.grain) {
            self.add(256 + grain.range(number));
        }
    }

    fn finish(mut self) -> u64 {
        self.end_number();
        // FNV mixes high bits badly.
        let hash = (self.hash ^ self.hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The lines of a file stay short, and two of a million decisions are hardly ever the same.
        hash >> 16
    }
}

impl Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            if self.grain.is_some() && byte.is_ascii_digit() {
                let digit = u64::from(byte - b'0');
                self.number = Some(self.number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            } else {
                self.end_number();
                if self.grain != Some(Grain::Numbers) {
                    self.add(u64::from(byte));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_range_count_as_equal_and_words_do_not() {
        let of = |grain: Option<Grain>, text: &str| {
            let mut hash = Hash { grain, ..Hash::default() };
            // As a game writes it: in pieces.
            for piece in text.split_inclusive(' ') {
                hash.write_str(piece).expect("a hash");
            }
            hash.finish()
        };
        let is_equal = |grain, one, other| of(Some(grain), one) == of(Some(grain), other);
        for (grain, alike, apart) in [
            (Grain::Ranges, [("4 ↑", "5 ↑"), ("11", "300")], ("2", "3")),
            (Grain::Values, [("9", "12"), ("64", "127")], ("7", "8")),
        ] {
            assert!(alike.iter().all(|(one, other)| is_equal(grain, one, other)), "{grain:?}");
            assert!(
                !is_equal(grain, apart.0, apart.1)
                    && !is_equal(grain, "a 1", "b 1")
                    && !is_equal(grain, "1 1", "11")
            );
        }
        assert_ne!(of(None, "seat:1"), of(None, "seat:2"));
        assert_eq!(of(None, "seat:1"), hash("seat:1"));
    }

    #[test]
    fn the_best_moves_are_those_that_won_most_and_rare_decisions_are_left_out() {
        let visit = |decision, mv| Visit { decision, mv };
        let tried = |games, won| Tried { games, won };
        let worths = Worths::from([
            (visit(1, 1), tried(10, 5)),
            (visit(1, 2), tried(10, 8)),
            (visit(1, 3), tried(1, 1)),
            (visit(2, 1), tried(7, 7)),
            (visit(3, 1), tried(8, 0)),
        ]);
        assert_eq!(Table::best(&worths, 9), [visit(1, 2), visit(3, 1)]);
        assert_eq!(Table::best(&worths, 1).len(), 1);
    }

    #[test]
    fn a_random_move_is_not_held_against_the_moves_before_it() {
        let visit = |decision, mv| Visit { decision, mv };
        let mut worths = Worths::from([(visit(2, 1), Tried { games: 8, won: 80 })]);
        // The second decision's best move is worth 10. A game in which it was played, and one with another move there.
        let games = [(vec![visit(1, 1), visit(2, 1)], 4), (vec![visit(1, 2), visit(2, 2)], 0)];
        Table::learn(&mut worths, games, 4);
        let expected = [
            (visit(2, 1), Tried { games: 9, won: 84 }),
            (visit(1, 1), Tried { games: 1, won: 4 }),
            (visit(2, 2), Tried { games: 1, won: 0 }),
            (visit(1, 2), Tried { games: 1, won: 10 }),
        ];
        assert_eq!(worths, Worths::from(expected));
        // A full table counts what it has, and nothing new.
        Table::learn(&mut worths, [(vec![visit(1, 1), visit(9, 9)], 6)], 4);
        assert_eq!((worths.len(), worths[&visit(1, 1)]), (4, Tried { games: 2, won: 10 }));
    }
}
