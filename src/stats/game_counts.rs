//! Counts of games for many yes-or-no questions at once: each game answers 64 of them with a word.

/// Games that are counted together.
const BATCH: usize = 7;

/// The binary digits of a count.
const DIGITS: usize = 12;

/// How many games answered each question with yes.
#[derive(Debug)]
pub(super) struct GameCounts {
    words: usize,
    games: u32,
    /// The answers of the latest games: games × words.
    latest: Vec<u64>,
    n_latest: usize,
    /// The digits of the counts of the games before: for each word of questions, a bit for each of them.
    digits: Vec<[u64; DIGITS]>,
}

impl GameCounts {
    /// So many games fit.
    pub(super) const FULL: u32 = (1 << DIGITS) - 1;

    /// No games; 64 questions a word.
    pub(super) fn new(words: usize) -> Self {
        let (latest, digits) = (vec![0; BATCH * words], vec![[0; DIGITS]; words]);
        Self { words, games: 0, latest, n_latest: 0, digits }
    }

    /// Adds a game: `answer` writes its answers, every word of them.
    #[inline]
    pub(super) fn add(&mut self, answer: impl FnOnce(&mut [u64])) {
        answer(&mut self.latest[self.n_latest * self.words..][..self.words]);
        self.n_latest += 1;
        self.games += 1;
        if self.n_latest == BATCH {
            self.count_latest();
        }
    }

    /// Adds the latest games to the counts that [`GameCounts::yes`] reads.
    pub(super) fn count_latest(&mut self) {
        self.latest[self.n_latest * self.words..].fill(0);
        self.n_latest = 0;
        for (word, digits) in self.digits.iter_mut().enumerate() {
            let [a, b, c, d, e, f, g] = std::array::from_fn(|game| self.latest[game * self.words + word]);
            let ([abc, pair], [def, other]) = (sum(a, b, c), sum(d, e, f));
            let [ones, another] = sum(abc, def, g);
            let [twos, fours] = sum(pair, other, another);
            let mut carry = 0;
            let mut more = [0; DIGITS];
            [more[0], more[1], more[2]] = [ones, twos, fours];
            for (digit, more) in digits.iter_mut().zip(more) {
                [*digit, carry] = sum(*digit, more, carry);
            }
        }
    }

    /// How many games were added.
    pub(super) fn games(&self) -> u64 {
        self.games.into()
    }

    /// How many games answered this question with yes.
    pub(super) fn yes(&self, question: usize) -> u64 {
        let digits = self.digits[question / 64];
        (0..).zip(digits).map(|(place, digit)| (digit >> (question % 64) & 1) << place).sum()
    }

    /// Forgets all games.
    pub(super) fn clear(&mut self) {
        self.games = 0;
        self.digits.fill([0; DIGITS]);
    }
}

/// Three bits' sum and carry, 64 times.
#[inline]
const fn sum(a: u64, b: u64, c: u64) -> [u64; 2] {
    [a ^ b ^ c, a & b | (a ^ b) & c]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Seed;

    #[test]
    fn every_number_of_games_is_counted() {
        let mut rng = Seed::new(3).game(3).bot(0);
        let mut counts = GameCounts::new(2);
        for _ in 0..2 {
            let mut expected = [0_u64; 128];
            for games in 1..=GameCounts::FULL {
                // Some always, some never, the others sometimes.
                let answers = [u64::MAX << 40 | rng.below(1 << 40) as u64, rng.below(1 << 20) as u64];
                for (question, expected) in expected.iter_mut().enumerate() {
                    *expected += answers[question / 64] >> (question % 64) & 1;
                }
                counts.add(|next| next.copy_from_slice(&answers));
                if games < 20 || games % 500 == 0 || games == GameCounts::FULL {
                    counts.count_latest();
                    let counted: Vec<u64> = (0..128).map(|question| counts.yes(question)).collect();
                    assert_eq!(counted, expected, "after {games} games");
                    assert_eq!(counts.games(), u64::from(games));
                }
            }
            counts.clear();
        }
    }
}
