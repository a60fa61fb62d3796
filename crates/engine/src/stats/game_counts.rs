//! Counts games for many yes-or-no questions at once: two words hold one game's answers to 128 questions.

/// One bit per question.
pub(super) type Bits = [u64; 2];

/// Number of questions in [`Bits`].
pub(super) const QUESTIONS: usize = 128;

/// Number of games that are counted together.
const BATCH: usize = 7;

/// Number of binary digits of a count.
const DIGITS: usize = 16;

/// How many games have the answer yes, for each question.
#[derive(Debug)]
pub(super) struct GameCounts {
    blocks: usize,
    games: u32,
    /// The answers of the latest games: games × blocks of questions.
    latest: Vec<Bits>,
    n_latest: usize,
    /// The counts of earlier games. For each block of questions, word d holds binary digit d of the block's
    /// counts.
    digits: Vec<[Bits; DIGITS]>,
}

impl GameCounts {
    /// Maximum number of games.
    pub(super) const FULL: u32 = (1 << DIGITS) - 1;

    /// No games, for this many blocks of questions.
    pub(super) fn new(blocks: usize) -> Self {
        let (latest, digits) = (vec![Bits::default(); BATCH * blocks], vec![Default::default(); blocks]);
        Self { blocks, games: 0, latest, n_latest: 0, digits }
    }

    /// Adds a game. `answer` sets the answers of all blocks.
    #[inline]
    pub(super) fn add(&mut self, answer: impl FnOnce(&mut [Bits])) {
        answer(&mut self.latest[self.n_latest * self.blocks..][..self.blocks]);
        self.n_latest += 1;
        self.games += 1;
        if self.n_latest == BATCH {
            self.count_latest();
        }
    }

    /// Adds the latest games to the counts that [`GameCounts::yes`] reads.
    pub(super) fn count_latest(&mut self) {
        self.latest[self.n_latest * self.blocks..].fill(Bits::default());
        self.n_latest = 0;
        for (block, digits) in self.digits.iter_mut().enumerate() {
            let [a, b, c, d, e, f, g] = std::array::from_fn(|game| self.latest[game * self.blocks + block]);
            let ([abc, pair], [def, other]) = (sum(a, b, c), sum(d, e, f));
            let [ones, another] = sum(abc, def, g);
            let [twos, fours] = sum(pair, other, another);
            let mut carry = Bits::default();
            let mut more = [Bits::default(); DIGITS];
            [more[0], more[1], more[2]] = [ones, twos, fours];
            for (digit, more) in digits.iter_mut().zip(more) {
                [*digit, carry] = sum(*digit, more, carry);
            }
        }
    }

    /// Number of games added.
    pub(super) fn games(&self) -> u64 {
        self.games.into()
    }

    /// Number of games with the answer yes to this question.
    pub(super) fn yes(&self, question: usize) -> u64 {
        let (block, word, bit) = (question / QUESTIONS, question % QUESTIONS / 64, question % 64);
        (0..).zip(self.digits[block]).map(|(index, digit)| (digit[word] >> bit & 1) << index).sum()
    }

    /// Resets to no games.
    pub(super) fn clear(&mut self) {
        self.games = 0;
        self.digits.fill(Default::default());
    }
}

/// Sum and carry of three bits in each position.
#[inline]
fn sum(a: Bits, b: Bits, c: Bits) -> [Bits; 2] {
    let sum = std::array::from_fn(|word| a[word] ^ b[word] ^ c[word]);
    let carry = std::array::from_fn(|word| a[word] & b[word] | (a[word] ^ b[word]) & c[word]);
    [sum, carry]
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
            let mut expected = [0_u64; 2 * QUESTIONS];
            for games in 1..=GameCounts::FULL {
                // Some questions are always answered yes, some never, the others sometimes.
                let answers =
                    [[u64::MAX << 40 | rng.below(1 << 40) as u64; 2], [rng.below(1 << 20) as u64; 2]];
                for (question, expected) in expected.iter_mut().enumerate() {
                    *expected += answers.as_flattened()[question / 64] >> (question % 64) & 1;
                }
                counts.add(|next| next.copy_from_slice(&answers));
                if games < 20 || games % 500 == 0 || games == GameCounts::FULL {
                    counts.count_latest();
                    let counted: Vec<u64> = (0..2 * QUESTIONS).map(|question| counts.yes(question)).collect();
                    assert_eq!(counted, expected, "after {games} games");
                    assert_eq!(counts.games(), u64::from(games));
                }
            }
            counts.clear();
        }
    }
}
