//! The players that are not people: `random`, and `weights` from a strategy file.

mod weights;

use crate::model::{Appraise, Menu, Mind, Pick};
pub use weights::{Rule, Weights};

/// A bot of a game: an enum, so that the hot loop needs no virtual call.
#[derive(Clone, Debug)]
pub enum Bot {
    /// Uniform over the legal moves of each decision.
    Random,
    /// The best sum of weighted features.
    Weights(Weights),
}

impl Bot {
    /// Picks from the menu; `view` is looked at only by those who look.
    #[inline]
    pub fn choose<'v, G: Appraise>(
        &self,
        game: &'v G,
        view: impl FnOnce() -> G::View<'v>,
        menu: Menu<'_, G::Move>,
        mind: &mut Mind,
    ) -> Pick {
        match self {
            Self::Random => menu.pick(mind.dice.below(menu.moves().len())),
            Self::Weights(weights) => weights.choose(game, &view(), menu, mind),
        }
    }

    /// Room that its mind needs for a game with menus and features of these lengths.
    #[must_use]
    pub const fn scratch(&self, menu: usize, features: usize) -> usize {
        match self {
            Self::Random => 0,
            Self::Weights(_) => menu * (features + 1),
        }
    }
}
