//! Randomness by seed: every game of every run can be dealt again on its own.
//!
//! Game `i` is derived from (seed, `i`) by hashing, never by forking a generator. Every source of chance of
//! the game (a deck, a kind of die, a bot) has its own stream, so that a change to one card or one bot does
//! not affect the random numbers of the others. Paired comparisons rely on this. PCG's own streams are not
//! used, because different streams may be correlated.

use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// Weyl increment of SplitMix64 (Steele, Lea & Flood 2014, *Fast splittable pseudorandom number
/// generators*).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Maximum number of sources of chance of a game, without the bots.
pub const MAX_SOURCES: usize = 8;

/// Numbers are cut from one 64-bit word while the product of their bounds is at most this, which keeps the
/// bias of each below 2⁻³⁶.
const WORD: u64 = 1 << 28;

/// The finaliser of SplitMix64.
#[inline]
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The hashed value of `--seed`. Without hashing, (1, 5) and (2, 4) would be related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// The seed of a run.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(mix(seed.wrapping_add(GOLDEN)))
    }

    /// The random numbers of game `game_idx`.
    #[must_use]
    pub const fn game(self, game_idx: u64) -> GameSeed {
        let first = mix(self.0 ^ mix(game_idx.wrapping_mul(GOLDEN).wrapping_add(GOLDEN)));
        GameSeed { first, mirror: 0, bots: 0 }
    }
}

/// The random numbers of one game: a SplitMix64 sequence, in which stream `s` uses words 2`s` and 2`s` + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSeed {
    first: u64,
    /// 1 exchanges neighbouring streams (0 and 1, 2 and 3, …).
    mirror: u64,
    /// Distinguishes the bots' streams of this replicate from those of the others.
    bots: u64,
}

impl GameSeed {
    /// The same random numbers with the streams of seats 0 and 1 exchanged: those of their bots, and those of
    /// the sources of chance 0 and 1.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { mirror: self.mirror ^ 1, ..self }
    }

    /// A replicate of the same deal: the same cards and dice, with fresh randomness for the bots.
    #[inline]
    #[must_use]
    pub const fn replicate(self, replicate: u64) -> Self {
        Self { bots: mix(replicate.wrapping_mul(GOLDEN)), ..self }
    }

    /// The streams of this number of sources of chance.
    #[inline]
    #[must_use]
    pub fn chance(self, sources: usize) -> ChanceStreams {
        let stream = |source: u64| {
            if source < sources as u64 { self.stream(source) } else { RngStream::new(0) }
        };
        ChanceStreams {
            streams: [stream(0), stream(1), stream(2), stream(3), stream(4), stream(5), stream(6), stream(7)],
            #[cfg(debug_assertions)]
            sources,
        }
    }

    /// The stream of the bot in seat number `seat`.
    #[inline]
    #[must_use]
    pub fn bot(self, seat: usize) -> RngStream {
        Self { first: self.first ^ self.bots, ..self }.stream((MAX_SOURCES + seat) as u64)
    }

    /// A number of 53 bits for the bot in seat number `seat`, from which it can begin random numbers of its own.
    #[must_use]
    pub fn of_bot(self, seat: usize) -> u64 {
        let stream = Self { first: self.first ^ self.bots, ..self }.stream((2 * MAX_SOURCES + seat) as u64);
        { stream }.word() >> 11
    }

    /// A random number from 0 to 1, the same for all seats and in the mirrored game, that decides which bot of a mix plays.
    /// Mixes with other keys draw other numbers.
    #[must_use]
    pub fn of_mix(self, key: u32) -> f64 {
        let source = (u64::from(key) << 8) | (3 * MAX_SOURCES as u64);
        let mut stream = Self { first: self.first ^ self.bots, mirror: 0, ..self }.stream(source);
        stream.unit()
    }

    #[inline]
    fn stream(self, source: u64) -> RngStream {
        let source = source ^ self.mirror;
        let word = self.first.wrapping_add(GOLDEN.wrapping_mul(2 * source + 1));
        let (high, low) = (mix(word), mix(word.wrapping_add(GOLDEN)));
        RngStream::new(u128::from(high) << 64 | u128::from(low))
    }
}

/// The random streams of one game, one for each of its sources of chance. Not `Clone`, because each random
/// number must be used only once per game.
#[derive(Debug)]
pub struct ChanceStreams {
    streams: [RngStream; MAX_SOURCES],
    /// Number of sources. A stream beyond them would be the same in every game.
    #[cfg(debug_assertions)]
    sources: usize,
}

impl ChanceStreams {
    /// The stream of a source of chance. The game's own list defines the numbers of the sources.
    #[inline]
    pub fn source(&mut self, source: usize) -> &mut RngStream {
        #[cfg(debug_assertions)]
        assert!(source < self.sources, "source {source} of {}", self.sources);
        &mut self.streams[source % MAX_SOURCES]
    }

    /// The same streams for another playout of the same deal.
    pub(crate) fn for_another_playout(&self) -> Self {
        Self { streams: self.streams.clone(), ..*self }
    }

    /// Streams for tests with stacked decks. Every bounded draw returns the highest number, so that a draw
    /// without replacement takes the last card of the pile, and a shuffle does not move any card.
    #[cfg(test)]
    pub(crate) fn stacked() -> Self {
        let mut chance = Seed::new(0).game(0).chance(MAX_SOURCES);
        for stream in &mut chance.streams {
            stream.stacked = true;
        }
        chance
    }
}

/// A stream of bounded random numbers. Several are cut from each 64-bit word.
#[derive(Clone, Debug)]
pub struct RngStream {
    rng: Pcg64Mcg,
    word: u64,
    used: u64,
    #[cfg(test)]
    stacked: bool,
}

impl RngStream {
    #[inline]
    fn new(state: u128) -> Self {
        Self {
            rng: Pcg64Mcg::new(state),
            word: 0,
            used: WORD,
            #[cfg(test)]
            stacked: false,
        }
    }

    /// A uniform number below `bound` (0 for a bound of 0 or 1; bounds must be below 2³⁶), by multiply-high.
    #[inline]
    #[must_use]
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        // Both factors are below 2³⁶, so the product cannot wrap to a small number.
        self.used = self.used.wrapping_mul(bound);
        if self.used.wrapping_sub(1) >= WORD - 1 {
            self.word = self.rng.next_u64();
            self.used = bound;
        }
        #[cfg(test)]
        if self.stacked {
            self.word = u64::MAX;
        }
        let product = u128::from(self.word) * u128::from(bound);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the two halves of a product; the high one is below the bound"
        )]
        {
            self.word = product as u64;
            (product >> 64) as usize
        }
    }

    /// A uniform index into a list of this length. Draws nothing for a list of one.
    #[inline]
    #[must_use]
    pub fn pick(&mut self, len: usize) -> usize {
        if len > 1 { self.below(len) } else { 0 }
    }

    /// A word of 64 uniform bits.
    #[must_use]
    pub fn word(&mut self) -> u64 {
        self.rng.next_u64()
    }

    /// A uniform number of [0, 1) with 53 bits.
    #[inline]
    #[must_use]
    pub fn unit(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit a double exactly")]
        let numerator = (self.word() >> 11) as f64;
        numerator / 9_007_199_254_740_992.0
    }

    /// Runs a function that draws many numbers, with a local copy of the stream that can stay in registers.
    #[inline]
    pub(super) fn at_once<R>(&mut self, draw: impl FnOnce(&mut Self) -> R) -> R {
        let mut own = self.clone();
        let drawn = draw(&mut own);
        *self = own;
        drawn
    }

    /// Shuffles uniformly (Fisher–Yates, from the end).
    pub fn shuffle<T>(&mut self, cards: &mut [T]) {
        self.at_once(|stream| {
            for last in (1..cards.len()).rev() {
                cards.swap(last, stream.below(last + 1));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn a_replicate_keeps_the_deal_and_changes_the_numbers_of_the_bots() {
        let game_seed = Seed::new(5).game(7);
        let dealt = |game_seed: GameSeed| game_seed.chance(2).source(1).word();
        let thought = |game_seed: GameSeed| game_seed.bot(1).word();
        assert_eq!(game_seed.replicate(0), game_seed);
        assert_eq!(dealt(game_seed.replicate(3)), dealt(game_seed));
        assert_ne!(thought(game_seed.replicate(3)), thought(game_seed));
        assert_eq!(game_seed.replicate(3).replicate(0), game_seed);
        assert_eq!(thought(game_seed.replicate(3).mirrored()), game_seed.replicate(3).bot(0).word());
    }

    /// χ² of pairs (stream A, stream B) over 8 × 8 cells for neighbouring games, for two sources
    /// of one game, and for a source and a bot: 63 degrees of freedom, 99.99 % point 120.
    #[test]
    fn neighbouring_streams_are_independent() {
        let first = |mut stream: RngStream| stream.below(8);
        let source = |game_idx: u64, s: usize| {
            let mut chance = Seed::new(3).game(game_idx).chance(MAX_SOURCES);
            chance.source(s).below(8)
        };
        let replicate =
            |game_idx: u64, replicate: u64| first(Seed::new(3).game(game_idx).replicate(replicate).bot(0));
        let pairs: [&dyn Fn(u64) -> (usize, usize); 8] = [
            &|g| (source(g, 0), source(g + 1, 0)),
            &|g| (source(g, 0), source(g, 1)),
            &|g| (source(g, 1), first(Seed::new(3).game(g).bot(0))),
            &|g| (first(Seed::new(3).game(g).bot(0)), first(Seed::new(3).game(g).bot(1))),
            &|g| (replicate(g, 0), replicate(g, 1)),
            &|g| (replicate(g, 1), replicate(g, 2)),
            &|g| (replicate(g, 1), replicate(g + 1, 1)),
            &|g| (source(g, 0), replicate(g, 1)),
        ];
        for (which, pair) in pairs.iter().enumerate() {
            let mut cells = [0_f64; 64];
            let n = 64_000_u32;
            for game_idx in 0..u64::from(n) {
                let (a, b) = pair(game_idx);
                cells[8 * a + b] += 1.0;
            }
            let expected = f64::from(n) / 64.0;
            let chi2: f64 = cells.iter().map(|c| (c - expected).powi(2) / expected).sum();
            assert!(chi2 < 120.0, "pair {which}: χ² = {chi2}");
        }
    }

    /// Numbers cut from one word: χ² of successive pairs below 6 × 6, 35 degrees of freedom.
    #[test]
    fn numbers_cut_from_one_word_are_uniform_and_independent() {
        let mut stream = Seed::new(9).game(9).bot(0);
        let mut cells = [0_f64; 36];
        for _ in 0..72_000 {
            let (a, b) = (stream.below(6), stream.below(6));
            cells[6 * a + b] += 1.0;
        }
        let chi2: f64 = cells.iter().map(|c| (c - 2000.0).powi(2) / 2000.0).sum();
        assert!(chi2 < 81.0, "χ² = {chi2}");
    }
}
