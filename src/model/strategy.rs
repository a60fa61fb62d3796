//! What a bot has to choose with: a menu, a mind of its own, and numbers about each move.

use super::chance::RngStream;
use super::game::Game;

/// The legal moves of one decision: never empty, and the only maker of [`Pick`]s.
#[derive(Clone, Copy, Debug)]
pub struct Menu<'m, M>(&'m [M]);

impl<'m, M: Copy> Menu<'m, M> {
    /// A menu of these moves, if there are any.
    #[must_use]
    pub const fn new(moves: &'m [M]) -> Option<Self> {
        if moves.is_empty() { None } else { Some(Self(moves)) }
    }

    /// The moves.
    #[must_use]
    pub const fn moves(self) -> &'m [M] {
        self.0
    }

    /// Picks the move at this place; a place beyond the end means the last one.
    #[inline]
    #[must_use]
    pub fn pick(self, place: usize) -> Pick {
        Pick(place.min(self.0.len() - 1))
    }

    /// The move that was picked from this menu.
    #[inline]
    #[must_use]
    pub fn order(self, pick: Pick) -> M {
        self.0[pick.0]
    }
}

/// A move picked from a menu: a place that nobody else can forge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick(usize);

/// What one player at the table thinks with: its own dice, and room for sums.
#[derive(Debug)]
pub struct BotState {
    /// The mind's own luck, apart from the dealer's.
    pub chance: RngStream,
    /// Room that outlives a decision, so that thinking allocates nothing.
    pub scratch: Vec<f64>,
    /// Of a bot that learns, by feature: how much likelier the choices of this game become for each unit
    /// of weight (the gradient of the log-probability of all of them). Empty for all others.
    pub gradient: Vec<f64>,
}

/// Decision points with two or more legal moves, and the sum of their legal moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// The moves, and above them ([`Self::ONE`]) how many points: one number is counted up where two would be.
    packed: u64,
}

impl Decisions {
    /// One point more: no game has as many moves.
    const ONE: u64 = 1 << 36;

    /// So many points with so many moves in all.
    #[inline]
    #[must_use]
    pub const fn of(count: u64, moves: u64) -> Self {
        Self { packed: count * Self::ONE + moves }
    }

    /// Counts a menu of so many moves.
    #[inline]
    pub const fn add(&mut self, n_moves: usize) {
        self.packed += if n_moves > 1 { Self::ONE + n_moves as u64 } else { 0 };
    }

    /// How many points.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u64 {
        self.packed / Self::ONE
    }

    /// Legal moves over all of them.
    #[inline]
    #[must_use]
    pub const fn moves(self) -> u64 {
        self.packed % Self::ONE
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
        const FEATURES: &[$crate::model::Feature] =
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

/// What a strategy file can name: numbers about a move, seen from one seat.
pub trait Appraise: Game {
    /// The features, in the order of the numbers; made by [`features!`](crate::model::features).
    const FEATURES: &'static [Feature];

    /// Writes one row of `FEATURES.len()` numbers for each move of the menu into `rows`, which
    /// comes filled with zeros. Uses `+ − × ÷ √` and comparisons only, in a fixed order.
    fn appraise(&self, view: &Self::View<'_>, menu: &[Self::Move], rows: &mut [f64]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_menu_is_never_empty_and_every_pick_is_on_it() {
        assert!(Menu::<u8>::new(&[]).is_none());
        let menu = Menu::new(&[7, 8]).expect("two moves");
        assert_eq!((menu.order(menu.pick(1)), menu.order(menu.pick(99))), (8, 8));
    }

    #[test]
    fn the_place_of_a_feature_is_the_one_where_the_list_has_it() {
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
