//! The state of a bot (its random numbers and buffers), and features, the numbers about each move that
//! strategies weigh.

use super::chance::RngStream;

/// The state of one bot: its random numbers and buffers.
#[derive(Debug)]
pub struct BotState {
    /// The bot's own random numbers, independent of those of the cards.
    pub rng: RngStream,
    /// A buffer that is kept between decisions, so that choosing does not allocate.
    pub scratch: Vec<f64>,
    /// Exponentials of recent score differences, which often recur.
    pub exponentials: Exponentials,
    /// For a bot in training, by feature: the gradient of the log-probability of all its choices in this game
    /// with respect to the weights. Empty for other bots.
    pub gradient: Vec<f64>,
    /// The features that the bot weighs.
    pub wanted: FeatureSet,
    /// The weight of each feature, for bots that weigh features.
    pub weights: Vec<f64>,
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
            wanted: FeatureSet::NONE,
            weights: Vec::new(),
        }
    }
}

/// A cache of exponentials at one temperature.
#[derive(Debug)]
pub struct Exponentials {
    /// Numbers (as bits) and their exponentials. A hash of the bits determines the index.
    known: Vec<(u64, f64)>,
    temperature: f64,
}

impl Exponentials {
    /// An empty cache, for bots without a temperature.
    const NONE: Self = Self { known: Vec::new(), temperature: 1.0 };

    /// A cache for this temperature. Later calls do not allocate.
    #[must_use]
    pub fn at(temperature: f64) -> Self {
        // e^0 is a valid first entry.
        Self { known: vec![(0.0_f64.to_bits(), 1.0); 256], temperature }
    }

    /// e^(x / temperature).
    #[inline]
    pub fn of(&mut self, x: f64) -> f64 {
        // The top bits of the product depend on all bits of the number.
        let bits = x.to_bits();
        let [.., index] = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes();
        let exp = |x| libm::exp(x / self.temperature);
        let Some((known, exponential)) = self.known.get_mut(usize::from(index)) else { return exp(x) };
        if *known != bits {
            (*known, *exponential) = (bits, exp(x));
        }
        *exponential
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
/// Writes the list `FEATURES`; the type `Row` of the numbers of one move, in the order of the list; and for
/// each feature a constant with its index in a row: `row[COST] = 2.0`. A row is an array, so the compiler
/// rejects an index beyond its end and warns of unused features.
#[macro_export]
macro_rules! features {
    ($($index:ident = $name:literal: $meaning:literal;)+) => {
        /// The features that a strategy file can name, in the order of the numbers.
        pub(super) const FEATURES: &[$crate::model::Feature] =
            &[$($crate::model::Feature { name: $name, meaning: $meaning }),+];
        /// The numbers of one move.
        type Row = [f64; FEATURES.len()];
        $crate::model::features!(@places 0; $($index)+);
    };
    (@places $at:expr; $index:ident $($more:ident)*) => {
        const $index: usize = $at;
        $crate::model::features!(@places $at + 1; $($more)*);
    };
    (@places $at:expr;) => {};
}
pub use features;

/// A set of features, by index.
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
}

impl FromIterator<usize> for FeatureSet {
    fn from_iter<I: IntoIterator<Item = usize>>(features: I) -> Self {
        Self(features.into_iter().fold(0, |set, feature| set | 1 << (feature % 64)))
    }
}

/// The features of the moves of a menu: one row of numbers per move, initially 0.
#[derive(Debug)]
pub struct FeatureRows<'r> {
    wanted: FeatureSet,
    width: usize,
    rows: &'r mut [f64],
}

impl<'r> FeatureRows<'r> {
    /// Rows of `width` features, of which `wanted` are requested. `rows` must contain zeros.
    #[must_use]
    pub const fn new(wanted: FeatureSet, width: usize, rows: &'r mut [f64]) -> Self {
        Self { wanted, width, rows }
    }

    /// The requested features. The others need not be written.
    #[inline]
    #[must_use]
    pub const fn wanted(&self) -> FeatureSet {
        self.wanted
    }

    /// The rows, in the order of the moves, of a game whose number of features depends on its rules.
    #[inline]
    pub fn rows_of(&mut self, width: usize) -> impl Iterator<Item = &mut [f64]> {
        debug_assert_eq!(width, self.width, "a row holds the game's features");
        self.rows.chunks_exact_mut(width.max(1))
    }

    /// The rows, in the order of the moves.
    #[inline]
    pub fn rows<const N: usize>(&mut self) -> &mut [[f64; N]] {
        debug_assert_eq!(N, self.width, "a row holds the game's features");
        self.rows.as_chunks_mut().0
    }
}

#[cfg(test)]
mod tests {

    #[test]
    fn feature_constants_are_indices_into_the_list() {
        features! {
            HITS = "hits": "1 if it hits";
            COST = "cost": "cards paid for it";
            SPEED = "speed": "how soon it comes";
        }
        let names = [HITS, COST, SPEED].map(|index| FEATURES[index].name);
        assert_eq!(names, ["hits", "cost", "speed"]);
        assert_eq!(FEATURES[COST].meaning, "cards paid for it");
        assert_eq!(Row::default().len(), FEATURES.len());
    }
}
