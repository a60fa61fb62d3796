//! The players that are not people: `random`, `search`, and `weights` from a strategy file.

mod search;
mod weights;

use crate::model::chance::GameSeed;
use crate::model::{Appraise, BotState, Menu, Pick, RngStream};
pub use search::Search;
pub use weights::{Rule, Weights};

/// A bot of a game: an enum, so that the hot loop needs no virtual call.
#[derive(Clone, Debug)]
pub enum Bot {
    /// Uniform over the legal moves of each decision.
    Random,
    /// The move that comes to most in games played ahead.
    Search(Search),
    /// The best sum of weighted features.
    Weights(Weights),
    /// The same, while its weights are learnt: it notes in its mind what each of them had to do with
    /// what it chose.
    Learner(Weights),
}

impl Bot {
    /// Picks from the menu; `view` is looked at only by those who look, and `ahead` asked only by those who
    /// search: what a move comes to for the seat, in a deal of this luck that its view allows.
    #[inline]
    pub fn choose<'v, G: Appraise>(
        &self,
        game: &'v G,
        view: impl FnOnce() -> G::View<'v>,
        ahead: impl FnMut(G::Move, GameSeed) -> u32,
        menu: Menu<'_, G::Move>,
        bot_state: &mut BotState,
    ) -> Pick {
        match self {
            Self::Random => menu.pick(bot_state.chance.below(menu.moves().len())),
            Self::Search(search) => search.choose(menu, bot_state, ahead),
            Self::Weights(weights) | Self::Learner(weights) => weights.choose(game, &view(), menu, bot_state),
        }
    }

    /// Room that its mind needs for a game with menus and features of these lengths.
    #[must_use]
    pub const fn scratch(&self, menu: usize, features: usize) -> usize {
        match self {
            Self::Random => 0,
            Self::Search(_) => menu,
            Self::Weights(_) | Self::Learner(_) => menu * (features + 1),
        }
    }

    /// The lesson of a game that has not begun, with so many features.
    #[must_use]
    pub fn gradient(&self, features: usize) -> Vec<f64> {
        vec![0.0; if matches!(self, Self::Learner(_)) { features } else { 0 }]
    }
}

/// The place of one of the scores of which this holds, each equally likely; the first, if it holds of none.
fn one_of(scores: &[f64], chance: &mut RngStream, holds: impl Fn(f64) -> bool) -> usize {
    let nth = chance.below(scores.iter().filter(|score| holds(**score)).count());
    let mut places = (0..scores.len()).filter(|place| holds(scores[*place]));
    places.nth(nth).unwrap_or(0)
}
