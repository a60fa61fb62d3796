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
    /// The same, while its weights are learnt: it notes in its mind what each of them had to do with
    /// what it chose.
    Learner(Weights),
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
            Self::Weights(weights) | Self::Learner(weights) => weights.choose(game, &view(), menu, mind),
        }
    }

    /// Room that its mind needs for a game with menus and features of these lengths.
    #[must_use]
    pub const fn scratch(&self, menu: usize, features: usize) -> usize {
        match self {
            Self::Random => 0,
            Self::Weights(_) | Self::Learner(_) => menu * (features + 1),
        }
    }

    /// The lesson of a game that has not begun, with so many features.
    #[must_use]
    pub fn lesson(&self, features: usize) -> Vec<f64> {
        vec![0.0; if matches!(self, Self::Learner(_)) { features } else { 0 }]
    }
}
