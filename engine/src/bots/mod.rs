//! The bots: `random`, `search`, `weights` from a strategy file, and bots outside of this library.

mod search;
mod weights;

pub use crate::model::BySeat;
use crate::model::{
    BotState, Exponentials, Feature, FeatureRows, FeatureSet, Game, GameSeed, RngStream, all_features,
    move_id, table_text,
};
pub use search::Search;
use std::fmt;
use std::sync::Arc;
pub use weights::{Rule, Weights};

/// Initial capacity of a menu in moves; longer menus are rare.
pub const MENU: usize = 64;

/// A bot outside of this library. It chooses the same move at the same decision on any thread.
pub trait CustomBot: fmt::Debug + Send + Sync {
    /// The index of the move.
    fn choose(&self, decision: BotDecision<'_>) -> usize;
}

/// What a custom bot knows: what the view of its seat has.
#[derive(Clone, Debug)]
pub struct BotDecision<'d> {
    /// The ids of the legal moves.
    pub moves: Vec<String>,
    /// The features of each move, one after another.
    pub features: &'d [f64],
    /// The features.
    pub names: &'static [Feature],
    /// What the seat sees of the table, in lines.
    pub table: String,
    /// A random number from 0 to 1, from the bot's own stream: the same in the same game.
    pub random: f64,
}

/// A bot of a game.
#[derive(Clone, Debug)]
pub enum Bot {
    /// Chooses uniformly among the legal moves.
    Random,
    /// Chooses the move with the best result in playouts.
    Search(Search),
    /// Chooses the move with the largest sum of weighted features.
    Weights(Weights),
    /// Chooses by a function outside of this library.
    Custom(Arc<dyn CustomBot>),
    /// The same in training: also accumulates the gradient of its choices with respect to its weights.
    #[doc(hidden)]
    Learner(Weights),
}

impl Bot {
    /// Chooses a move from a menu of two or more, and returns its index. Only bots that weigh features call
    /// `view`. Only bots that search call `deal`, which makes a deal consistent with the view from a seed,
    /// and `rollout`, which returns the utility of a move for this seat in a deal.
    #[doc(hidden)]
    pub fn choose<'v, G: Game, D>(
        &self,
        game: &'v G,
        view: impl FnOnce() -> G::View<'v>,
        deal: impl FnMut(GameSeed) -> D,
        rollout: impl FnMut(&D, G::Move) -> u32,
        menu: &[G::Move],
        state: &mut BotState,
    ) -> usize {
        match self {
            Self::Random => state.rng.below(menu.len()),
            Self::Search(search) => search.choose(menu, state, deal, rollout),
            Self::Custom(bot) => {
                let view = view();
                let table = table_text(game, &view);
                all_features(game, &view, menu, &mut state.scratch);
                let moves = menu.iter().map(|mv| move_id(game, *mv)).collect();
                let random = state.rng.unit();
                let (features, names) = (state.scratch.as_slice(), G::INFO.features);
                let chosen = bot.choose(BotDecision { moves, features, names, table, random });
                chosen.min(menu.len().saturating_sub(1))
            }
            Self::Weights(weights) | Self::Learner(weights) => {
                let BotState { rng, scratch, exponentials, gradient, wanted, weights: by_feature } = state;
                let n_features = G::INFO.features.len();
                scratch.clear();
                scratch.resize(menu.len() * (n_features + 1), 0.0);
                let (rows, scores) = scratch.split_at_mut(menu.len() * n_features);
                game.features(&view(), menu, &mut FeatureRows::new(*wanted, n_features, rows));
                weights.choose(by_feature, rows, scores, exponentials, rng, gradient)
            }
        }
    }

    /// The bots that play the rollouts of a search; `None` if this bot does not search.
    #[doc(hidden)]
    #[must_use]
    pub const fn rollout_players(&self) -> Option<&BySeat<Self>> {
        match self {
            Self::Search(search) => Some(&search.players),
            Self::Random | Self::Weights(_) | Self::Custom(_) | Self::Learner(_) => None,
        }
    }

    /// How a search models this bot: as itself, or as a random player if it searches, too.
    pub(crate) fn model(&self) -> Self {
        if matches!(self, Self::Search(_)) { Self::Random } else { self.clone() }
    }

    /// Whether this bot can play a game with this number of features.
    #[doc(hidden)]
    #[must_use]
    pub fn fits(&self, n_features: usize) -> bool {
        match self {
            Self::Random | Self::Custom(_) => true,
            Self::Search(search) => search.players.0.iter().all(|bot| bot.fits(n_features)),
            Self::Weights(weights) | Self::Learner(weights) => weights.fits(n_features),
        }
    }

    /// The weights from which a training starts; `None` if the bot cannot be trained.
    #[must_use]
    pub fn trainable(&self) -> Option<Weights> {
        match self {
            Self::Random => Some(Weights { temperature: 1.0, ..Weights::default() }),
            Self::Weights(weights) | Self::Learner(weights) => Some(weights.clone()),
            Self::Search(_) | Self::Custom(_) => None,
        }
    }

    /// The state of this bot before its first game, with this number of features.
    #[doc(hidden)]
    #[must_use]
    pub fn new_state(&self, rng: RngStream, n_features: usize) -> BotState {
        let mut state = BotState::new(rng);
        match self {
            Self::Random | Self::Custom(_) => {}
            Self::Search(_) => state.scratch.reserve(MENU),
            Self::Weights(weights) | Self::Learner(weights) => {
                state.wanted = weights.wanted();
                state.weights = weights.of_all(n_features);
                state.exponentials = Exponentials::at(weights.temperature);
                state.scratch.reserve(MENU * (n_features + 1));
            }
        }
        if matches!(self, Self::Learner(_)) {
            state.wanted = FeatureSet::ALL;
            state.gradient = vec![0.0; n_features];
        }
        state
    }
}

/// The index of a random score that satisfies `holds`; 0 if none does.
fn one_of(scores: &[f64], rng: &mut RngStream, holds: impl Fn(f64) -> bool) -> usize {
    let nth = rng.below(scores.iter().filter(|score| holds(**score)).count());
    let mut places = (0..scores.len()).filter(|index| holds(scores[*index]));
    places.nth(nth).unwrap_or(0)
}
