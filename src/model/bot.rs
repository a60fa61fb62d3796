//! What a bot chooses with: random numbers of its own, and features, the numbers about each move that
//! strategies weigh.

use super::chance::RngStream;

/// What one player chooses with: random numbers of its own, and room for sums.
#[derive(Debug)]
pub struct BotState {
    /// The bot's own random numbers, apart from those of the cards.
    pub rng: RngStream,
    /// Room that outlives a decision, so that choosing allocates nothing.
    pub scratch: Vec<f64>,
    /// The same few differences of scores come up again and again.
    pub exponentials: Exponentials,
    /// Of a bot in training, by feature: the gradient of the log-probability of all choices of this game
    /// by the weights. Empty for all others.
    pub gradient: Vec<f64>,
    /// The features that it weighs.
    pub wanted: FeatureSet,
    /// The weight of each feature, for a bot that weighs them.
    pub weights: Vec<f64>,
}

impl BotState {
    /// The state of a bot that has chosen nothing and weighs nothing.
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

/// Exponentials at one temperature that were asked for before.
#[derive(Debug)]
pub struct Exponentials {
    /// The bits of numbers and their exponentials, each in the place that the bits name.
    known: Vec<(u64, f64)>,
    temperature: f64,
}

impl Exponentials {
    /// None, and no room, for a bot that draws nothing by temperature.
    const NONE: Self = Self { known: Vec::new(), temperature: 1.0 };

    /// Those at this temperature, with room, so that asking allocates nothing.
    #[must_use]
    pub fn at(temperature: f64) -> Self {
        // e^0 is known.
        Self { known: vec![(0.0_f64.to_bits(), 1.0); 256], temperature }
    }

    /// e^(x / temperature).
    #[inline]
    pub fn of(&mut self, x: f64) -> f64 {
        // The top bits of the product depend on all bits of the number.
        let bits = x.to_bits();
        let [.., place] = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes();
        let exp = |x| libm::exp(x / self.temperature);
        let Some((known, exponential)) = self.known.get_mut(usize::from(place)) else { return exp(x) };
        if *known != bits {
            (*known, *exponential) = (bits, exp(x));
        }
        *exponential
    }
}

/// Decisions with two or more legal moves, and the sum of their legal moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// How many decisions.
    pub count: u64,
    /// Legal moves over all of them.
    pub moves: u64,
}

impl Decisions {
    /// Counts a decision between this many moves; one legal move is no decision.
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
    /// Its id, kebab-case.
    pub name: &'static str,
    /// One line of meaning.
    pub meaning: &'static str,
}

/// Declares the features of a game, a line for each:
/// `features! { HITS = "hits": "1 if it hits"; COST = "cost": "cards paid for it"; }`
///
/// Writes the list `FEATURES`; the type `Row` of the numbers of one move, in the order of the list;
/// and for each feature a constant that is its place in a row: `row[COST] = 2.0`. A row is an array,
/// so the compiler refuses a place beyond its end, and it warns of a feature that no code names.
macro_rules! features {
    ($($place:ident = $name:literal: $meaning:literal;)+) => {
        /// What a strategy file can name, in the order of the numbers.
        pub(super) const FEATURES: &[$crate::model::Feature] =
            &[$($crate::model::Feature { name: $name, meaning: $meaning }),+];
        /// The numbers of one move.
        type Row = [f64; FEATURES.len()];
        $crate::model::features!(@places 0; $($place)+);
    };
    (@places $at:expr; $place:ident $($more:ident)*) => {
        const $place: usize = $at;
        $crate::model::features!(@places $at + 1; $($more)*);
    };
    (@places $at:expr;) => {};
}
pub(crate) use features;

/// A set of features, by place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureSet(u64);

impl FeatureSet {
    /// No feature.
    pub const NONE: Self = Self(0);
    /// Every feature.
    pub const ALL: Self = Self(u64::MAX);

    /// Is it the empty set?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is the feature with this place in the set?
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

/// The features of the moves of a menu: a row of numbers for each move, zero until they are written.
#[derive(Debug)]
pub struct FeatureRows<'r> {
    wanted: FeatureSet,
    width: usize,
    rows: &'r mut [f64],
}

impl<'r> FeatureRows<'r> {
    /// Rows of `width` features, of which these are wanted. `rows` holds zeros.
    #[must_use]
    pub const fn new(wanted: FeatureSet, width: usize, rows: &'r mut [f64]) -> Self {
        Self { wanted, width, rows }
    }

    /// The features that somebody weighs. The others need not be written.
    #[inline]
    #[must_use]
    pub const fn wanted(&self) -> FeatureSet {
        self.wanted
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
    fn features_have_the_places_of_their_list() {
        features! {
            HITS = "hits": "1 if it hits";
            COST = "cost": "cards paid for it";
            SPEED = "speed": "how soon it comes";
        }
        let names = [HITS, COST, SPEED].map(|place| FEATURES[place].name);
        assert_eq!(names, ["hits", "cost", "speed"]);
        assert_eq!(FEATURES[COST].meaning, "cards paid for it");
        assert_eq!(Row::default().len(), FEATURES.len());
    }
}
