//! The state of a bot (its random numbers and buffers), and features, the numbers about each move that
//! strategies weigh.

use super::bits::bits;
use super::chance::RngStream;
use std::cell::Cell;
use std::f64::consts::{LN_2, LOG2_E};
use std::mem;

/// The number of keys of [`FeatureRow::add_all`] whose sums a bot remembers.
pub const KNOWN_SUMS: usize = 1 << 11;

/// The most features that a game can have.
pub const MAX_FEATURES: usize = 256;

/// What a weight belongs to, by indices. House rules that add kinds of cards to a described game append to both lists, so the
/// indices keep their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// The feature of the move.
    pub feature: usize,
    /// The situation in which it is weighed in addition; `None` if it always is.
    pub situation: Option<usize>,
}

impl Weighed {
    /// A feature in all situations.
    #[must_use]
    pub const fn always(feature: usize) -> Self {
        Self { feature, situation: None }
    }
}

/// A decision and a move, as a table knows them: hashes of what the seat sees and is asked, and of the id of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Visit {
    /// The decision.
    pub decision: u64,
    /// The move.
    pub mv: u64,
}

/// The state of one bot: its random numbers and buffers.
#[derive(Debug)]
pub struct BotState {
    /// The bot's own random numbers, independent of those of the cards.
    pub rng: RngStream,
    /// A buffer that is kept between decisions, so that choosing does not allocate.
    pub scratch: Vec<f64>,
    /// Exponentials of score differences.
    pub exponentials: Exponentials,
    /// For a bot in training: the gradient of the log-probability of all its choices in this game with respect to its
    /// weights, in their order. Empty for other bots.
    pub gradient: Vec<f64>,
    /// For a bot in training: Σ −ln(probability) of its choices in this game, in nats.
    pub surprise: f64,
    /// For a table that learns: its choices in this game. Empty for other bots.
    pub visits: Vec<Visit>,
    /// The features that the bot weighs.
    pub wanted: FeatureSet,
    /// The weight of each feature now, for bots that weigh features.
    pub weights: FeatureWeights,
    /// The weights of each feature without situations, then what each situation adds. Empty if no situation is weighed: then
    /// the weights are always the same.
    pub by_situation: Vec<Vec<f64>>,
    /// The sums of [`FeatureRow::add_all`].
    pub known: KnownSums,
    /// The states of the bots of a mix, which use the random numbers of this one.
    pub parts: Vec<Self>,
}

impl BotState {
    /// The state of a bot before its first choice, without features.
    #[must_use]
    pub const fn new(rng: RngStream) -> Self {
        Self {
            rng,
            scratch: Vec::new(),
            exponentials: Exponentials::NONE,
            gradient: Vec::new(),
            surprise: 0.0,
            visits: Vec::new(),
            wanted: FeatureSet::NONE,
            weights: [0.0; MAX_FEATURES],
            by_situation: Vec::new(),
            known: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Sets the weights for a decision in these situations, and returns them; none if the bot weighs none.
    #[inline]
    pub(crate) fn enter(&mut self, situations: impl FnOnce() -> FeatureSet) -> FeatureSet {
        let [base, added @ ..] = &self.by_situation[..] else { return FeatureSet::NONE };
        self.weights[..base.len()].copy_from_slice(base);
        let situations = situations();
        for situation in situations.iter() {
            let Some(added) = added.get(situation) else { break };
            self.weights.iter_mut().zip(added).for_each(|(weight, added)| *weight += added);
        }
        situations
    }
}

/// The exponentials of score differences at one temperature.
#[derive(Debug)]
pub struct Exponentials {
    /// The 64ths of a power of two in a score of 1.
    steps: f64,
    /// 2^(n / 64).
    powers: [f64; 64],
}

impl Exponentials {
    /// For bots without a temperature.
    const NONE: Self = Self { steps: 0.0, powers: [1.0; 64] };

    /// The exponentials at this temperature.
    #[must_use]
    pub fn at(temperature: f64) -> Self {
        let mut powers = Self::NONE.powers;
        for (n, power) in (0_u8..).zip(&mut powers) {
            *power = libm::exp2(f64::from(n) / 64.0);
        }
        // Finite, so that the best score is 0 steps from itself.
        Self { steps: (64.0 * LOG2_E / temperature).min(f64::MAX), powers }
    }

    /// e^(x / temperature) of a difference to the best score, 0 or below. 0 if it is below 2^-53, which is too little to
    /// be drawn.
    #[inline]
    #[must_use]
    pub fn of(&self, x: f64) -> f64 {
        // Adding this rounds to an integer, and leaves the integer in the low bits of the sum.
        const ROUND: f64 = 1.5 * (1_u64 << 52) as f64;
        let steps = x * self.steps;
        if steps < -64.0 * 53.0 {
            return 0.0;
        }
        let rounded = steps + ROUND;
        let bits = rounded.to_bits();
        let [low, ..] = bits.to_le_bytes();
        let power = self.powers[usize::from(low % 64)];
        // e^rest, to 13 digits: the rest is at most half a step.
        let rest = (steps - (rounded - ROUND)) * (LN_2 / 64.0);
        let near_one = 1.0 + rest * (1.0 + rest * (0.5 + rest * (1.0 / 6.0 + rest * (1.0 / 24.0))));
        // Whole powers of two are added to the exponent.
        let whole = (bits & !63) << (52 - 6);
        f64::from_bits(power.to_bits().wrapping_add(whole)) * near_one
    }
}

/// The decisions with two or more legal moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// Number of decisions.
    pub count: u64,
    /// Total number of legal moves in these decisions.
    pub moves: u64,
}

impl Decisions {
    /// Counts a decision with this many legal moves, unless there is only one.
    #[inline]
    pub const fn add(&mut self, n_moves: usize) {
        let counts = n_moves > 1;
        self.count += counts as u64;
        self.moves += if counts { n_moves as u64 } else { 0 };
    }
}

/// A number about a move that a strategy file can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its id in kebab-case.
    pub name: &'static str,
    /// Its meaning, on one line.
    pub meaning: &'static str,
}

/// Declares the features of a game, a line for each:
/// `features! { HITS = "hits": "1 if it hits"; COST = "cost": "cards paid for it"; }`
///
/// Writes the list `FEATURES`, and for each feature a constant with its index in the list: `row.add(COST, 2.0)`. The
/// compiler warns of unused features.
#[macro_export]
macro_rules! features {
    ($($index:ident = $name:literal: $meaning:literal;)+) => {
        /// The features that a strategy file can name, in the order of the numbers.
        pub(super) const FEATURES: &[$crate::model::Feature] =
            &[$($crate::model::Feature { name: $name, meaning: $meaning }),+];
        const _: () = assert!(FEATURES.len() <= $crate::model::MAX_FEATURES, "too many features");
        $crate::model::features!(@places 0; $($index)+);
    };
    (@places $at:expr; $index:ident $($more:ident)*) => {
        const $index: usize = $at;
        $crate::model::features!(@places $at + 1; $($more)*);
    };
    (@places $at:expr;) => {};
}
pub use features;

/// A set of features, or of situations, by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureSet(u64);

impl FeatureSet {
    /// No feature.
    pub const NONE: Self = Self(0);
    /// Every feature.
    pub const ALL: Self = Self(u64::MAX);

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the feature with this index is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, feature: usize) -> bool {
        self.0 >> (feature % 64) & 1 == 1
    }

    /// The set with this feature if the condition holds.
    #[inline]
    #[must_use]
    pub const fn with_if(self, holds: bool, feature: usize) -> Self {
        Self(self.0 | (holds as u64) << (feature % 64))
    }

    /// The indices in the set.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        bits(self.0)
    }
}

impl FromIterator<usize> for FeatureSet {
    fn from_iter<I: IntoIterator<Item = usize>>(features: I) -> Self {
        Self(features.into_iter().fold(0, |set, feature| set | 1 << (feature % 64)))
    }
}

/// Where a game writes the features of the moves of a menu, which are 0 until then.
pub trait FeatureRows {
    /// Where it writes those of one move.
    type Row: FeatureRow;

    /// The requested features. The others need not be written.
    fn wanted(&self) -> FeatureSet;

    /// Writes those of each move. Called at most once.
    fn fill<M: Copy>(&mut self, moves: &[M], write: impl FnMut(M, &mut Self::Row));
}

/// The features of one move.
pub trait FeatureRow {
    /// Adds a number to a feature.
    fn add(&mut self, feature: usize, value: f64);

    /// Adds features that depend only on this key. A bot remembers the weighted sum for each key below [`KNOWN_SUMS`].
    fn add_all(&mut self, key: usize, add: impl FnOnce(&mut Self));
}

/// One row of numbers per move.
#[derive(Debug)]
pub struct DenseRows<'r> {
    wanted: FeatureSet,
    width: usize,
    rows: &'r mut [f64],
}

impl<'r> DenseRows<'r> {
    /// Rows of `width` features, of which `wanted` are requested. `rows` must contain zeros.
    #[must_use]
    pub const fn new(wanted: FeatureSet, width: usize, rows: &'r mut [f64]) -> Self {
        Self { wanted, width, rows }
    }
}

impl<'r> FeatureRows for DenseRows<'r> {
    type Row = DenseRow<'r>;

    fn wanted(&self) -> FeatureSet {
        self.wanted
    }

    fn fill<M: Copy>(&mut self, moves: &[M], mut write: impl FnMut(M, &mut DenseRow<'r>)) {
        let rows = mem::take(&mut self.rows).chunks_exact_mut(self.width.max(1));
        moves.iter().zip(rows).for_each(|(mv, row)| write(*mv, &mut DenseRow(row)));
    }
}

/// The features of one move.
#[derive(Debug)]
pub struct DenseRow<'r>(&'r mut [f64]);

impl FeatureRow for DenseRow<'_> {
    fn add(&mut self, feature: usize, value: f64) {
        if let Some(sum) = self.0.get_mut(feature) {
            *sum += value;
        }
    }

    fn add_all(&mut self, _key: usize, add: impl FnOnce(&mut Self)) {
        add(self);
    }
}

/// The weight of each feature.
pub type FeatureWeights = [f64; MAX_FEATURES];

/// Weighted sums of features by key; not a number for keys that have not occurred.
pub type KnownSums = Vec<Cell<f64>>;

/// The weighted sum of each move's features, without the features themselves.
#[derive(Debug)]
pub struct Scores<'s> {
    wanted: FeatureSet,
    weights: &'s FeatureWeights,
    known: &'s [Cell<f64>],
    scores: &'s mut Vec<f64>,
}

impl<'s> Scores<'s> {
    /// Appends the scores to an empty list.
    #[must_use]
    pub const fn new(
        wanted: FeatureSet,
        weights: &'s FeatureWeights,
        known: &'s [Cell<f64>],
        scores: &'s mut Vec<f64>,
    ) -> Self {
        Self { wanted, weights, known, scores }
    }
}

/// The score of one move.
#[derive(Debug)]
pub struct Score<'s> {
    weights: &'s FeatureWeights,
    known: &'s [Cell<f64>],
    sum: f64,
}

impl<'s> FeatureRows for Scores<'s> {
    type Row = Score<'s>;

    #[inline]
    fn wanted(&self) -> FeatureSet {
        self.wanted
    }

    #[inline]
    fn fill<M: Copy>(&mut self, moves: &[M], mut write: impl FnMut(M, &mut Score<'s>)) {
        let score = |mv: &M| {
            let mut score = Score { weights: self.weights, known: self.known, sum: 0.0 };
            write(*mv, &mut score);
            score.sum
        };
        self.scores.extend(moves.iter().map(score));
    }
}

impl FeatureRow for Score<'_> {
    #[inline]
    fn add(&mut self, feature: usize, value: f64) {
        self.sum += self.weights[feature % MAX_FEATURES] * value;
    }

    #[inline]
    fn add_all(&mut self, key: usize, add: impl FnOnce(&mut Self)) {
        let (before, known) = (self.sum, self.known.get(key));
        let mut sum = known.map_or(f64::NAN, Cell::get);
        if sum.is_nan() {
            self.sum = 0.0;
            add(self);
            sum = self.sum;
            known.inspect(|known| known.set(sum));
        }
        self.sum = before + sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_right_to_twelve_digits() {
        let coldest = Exponentials::at(f64::MIN_POSITIVE);
        assert_eq!([coldest.of(0.0), coldest.of(-1e-9)], [1.0, 0.0]);
        for temperature in [0.01, 0.5, 5.0, 1000.0] {
            let exponentials = Exponentials::at(temperature);
            assert_eq!(exponentials.of(0.0).to_bits(), 1.0_f64.to_bits());
            for step in 0..40_000 {
                let x = -f64::from(step) / 1000.0;
                let (found, exp) = (exponentials.of(x * temperature), libm::exp(x));
                let is_right = if x < -37.0 { found == 0.0 } else { (found - exp).abs() < 1e-12 * exp };
                assert!(is_right || (-37.0..-36.5).contains(&x), "e^{x} is {exp}, not {found}");
            }
        }
    }
}
