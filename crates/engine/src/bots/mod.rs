//! The bots: `random`, `search`, `weights` from a strategy file, tables, mixes and restrictions of other bots, and bots outside of
//! this library.

mod mix;
mod search;
mod table;
mod weights;

use crate::model::{
    BotState, DenseRows, Exponentials, Feature, FeatureSet, Game, GameSeed, KNOWN_SUMS, RngStream, Scores,
    Seat, Seed, Visit, all_features, move_id, table_text,
};
pub use crate::model::{BySeat, Weighed};
pub use mix::Mix;
pub use search::Search;
use std::cell::Cell;
use std::fmt;
use std::mem;
use std::sync::Arc;
pub use table::{Grain, Restricted, Table, Tried, Worths};
pub use weights::{Rule, Weights};

/// Initial capacity of a menu in moves; longer menus are rare.
pub const MENU: usize = 64;

/// A player outside of this library, which a simulation accepts beside the built-in bots. It chooses the same move at the
/// same decision on any thread, whatever it was asked before.
pub trait Player: fmt::Debug + Send + Sync {
    /// The index of the move; one beyond the last is the last.
    fn choose(&self, decision: &Decision<'_>) -> usize;

    /// The names of the features that it weighs. It cannot play a game that lacks one.
    fn features(&self) -> &[&str] {
        &[]
    }

    /// The same player in a simulation with these settings, as JSON; `None` if it need not know them.
    fn with_settings(&self, _settings: &str) -> Option<Arc<dyn Player>> {
        None
    }
}

/// What a player knows when it chooses: what the view of its seat has. What is not asked for is not computed.
#[derive(Clone, Copy)]
pub struct Decision<'d> {
    seen: &'d dyn Seen,
    seat: Seat,
    name: &'static str,
    game_seed: GameSeed,
    random: f64,
}

impl fmt::Debug for Decision<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decision")
            .field("seat", &self.seat)
            .field("name", &self.name)
            .field("moves", &self.moves())
            .finish_non_exhaustive()
    }
}

impl<'d> Decision<'d> {
    /// The seat that chooses.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The rulebook's name of the decision.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The number of legal moves, two or more.
    #[must_use]
    pub fn n_moves(&self) -> usize {
        self.seen.n_moves()
    }

    /// The ids of the legal moves.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.seen.moves()
    }

    /// The features of each move, one after another.
    #[must_use]
    pub fn features(&self) -> Vec<f64> {
        self.seen.features()
    }

    /// The features of the game.
    #[must_use]
    pub fn feature_names(&self) -> &[Feature] {
        self.seen.feature_names()
    }

    /// One feature of each move; `None` if the game has no feature of this name. [`Player::features`] names those that a
    /// player needs.
    #[must_use]
    pub fn feature(&self, name: &str) -> Option<Vec<f64>> {
        let names = self.feature_names();
        let index = names.iter().position(|feature| feature.name == name)?;
        Some(self.features().into_iter().skip(index).step_by(names.len()).collect())
    }

    /// What the seat sees of the table, in lines.
    #[must_use]
    pub fn table(&self) -> String {
        self.seen.table()
    }

    /// A number below 2⁵³, the same at all decisions of this seat in this game, from which the player can begin random
    /// numbers of its own.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.game_seed.of_bot(self.seat.index())
    }

    /// A random number from 0 to 1, another one at each decision: the same in the same game.
    #[must_use]
    pub const fn random(&self) -> f64 {
        self.random
    }
}

/// What a seat sees at a decision.
trait Seen {
    fn n_moves(&self) -> usize;
    fn moves(&self) -> Vec<String>;
    fn features(&self) -> Vec<f64>;
    fn feature_names(&self) -> &[Feature];
    fn table(&self) -> String;
}

struct SeenBy<'s, G: Game> {
    game: &'s G,
    view: G::View<'s>,
    menu: &'s [G::Move],
}

impl<G: Game> Seen for SeenBy<'_, G> {
    fn n_moves(&self) -> usize {
        self.menu.len()
    }

    fn moves(&self) -> Vec<String> {
        self.menu.iter().map(|mv| move_id(self.game, *mv)).collect()
    }

    fn features(&self) -> Vec<f64> {
        let mut features = Vec::new();
        all_features(self.game, &self.view, self.menu, &mut features);
        features
    }

    fn feature_names(&self) -> &[Feature] {
        self.game.feature_list()
    }

    fn table(&self) -> String {
        table_text(self.game, &self.view)
    }
}

/// Who is asked for what, in which game.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Asked<'d, M> {
    /// The legal moves, two or more.
    pub menu: &'d [M],
    /// The seat.
    pub seat: Seat,
    /// The rulebook's name of the decision.
    pub decision: &'static str,
    /// Whether other seats choose at once, and nobody sees what the others choose.
    pub is_secret: bool,
    /// The game.
    pub game_seed: GameSeed,
    /// The probability of each move by the model of a bot that searches; empty if it is not known.
    pub priors: &'d [f64],
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
    /// Chooses the move that was worth most at decisions that look alike.
    Table(Table),
    /// Another bot that always or never plays a move.
    Restricted(Restricted),
    /// In each game, one of several bots.
    Mix(Mix),
    /// A player outside of this library.
    Player(Arc<dyn Player>),
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
        asked: Asked<'v, G::Move>,
        view: impl FnOnce() -> G::View<'v> + Copy,
        deal: impl FnMut(GameSeed) -> D,
        rollout: impl FnMut(&D, G::Move) -> u32,
        state: &mut BotState,
    ) -> usize {
        let Asked { menu, seat, decision, is_secret, game_seed, priors } = asked;
        match self {
            Self::Random => state.rng.below(menu.len()),
            Self::Search(search) => search.choose(menu, is_secret, priors, state, deal, rollout),
            Self::Restricted(restricted) => restricted.bot.choose(game, asked, view, deal, rollout, state),
            Self::Mix(mix) => {
                let (nth, bot) = mix.of_game(game_seed);
                let BotState { rng, parts, .. } = state;
                let part = &mut parts[nth];
                mem::swap(rng, &mut part.rng);
                let index = bot.choose(game, asked, view, deal, rollout, part);
                mem::swap(rng, &mut part.rng);
                index
            }
            Self::Table(table) => {
                let at = table.decision(game, &view(), menu);
                let index = match table.choose(game, at, menu, &mut state.rng) {
                    Some(index) => index,
                    None => table.otherwise.choose(game, asked, view, deal, rollout, state),
                };
                if let (Some(_), Some(mv)) = (table.explore, menu.get(index)) {
                    state.visits.push(Visit { decision: at, mv: table::hash_of(game, *mv) });
                }
                index
            }
            Self::Player(player) => {
                let seen = SeenBy { game, view: view(), menu };
                let (name, random) = (decision, state.rng.unit());
                let chosen = player.choose(&Decision { seen: &seen, seat, name, game_seed, random });
                chosen.min(menu.len().saturating_sub(1))
            }
            Self::Weights(weights) if weights.rules.is_empty() => {
                let view = view();
                state.enter(|| game.situations(&view));
                let BotState {
                    rng, scratch: scores, exponentials, wanted, weights: by_feature, known, ..
                } = state;
                scores.clear();
                game.features(&view, menu, &mut Scores::new(*wanted, by_feature, known, scores));
                // A game need not write anything if no move has a feature.
                scores.resize(menu.len(), 0.0);
                weights.draw(scores, exponentials, rng)
            }
            Self::Weights(weights) | Self::Learner(weights) => {
                let view = view();
                let situations = state.enter(|| game.situations(&view));
                let BotState {
                    rng,
                    scratch,
                    exponentials,
                    gradient,
                    surprise,
                    wanted,
                    weights: by_feature,
                    ..
                } = state;
                let n_features = game.feature_list().len();
                scratch.clear();
                scratch.resize(menu.len() * (n_features + 1) + n_features, 0.0);
                let (rows, rest) = scratch.split_at_mut(menu.len() * n_features);
                let (scores, of_choice) = rest.split_at_mut(menu.len());
                game.features(&view, menu, &mut DenseRows::new(*wanted, n_features, rows));
                let of_choice = if gradient.is_empty() { &mut [] } else { of_choice };
                let index =
                    weights.choose(&by_feature[..n_features], rows, scores, exponentials, rng, of_choice);
                if !gradient.is_empty() && weights.temperature > 0.0 {
                    // The scores are shares of their sum now.
                    *surprise += libm::log(scores.iter().sum::<f64>() / scores[index]);
                }
                // While a situation holds, its weights act like those of the features.
                for ((weighed, _), sum) in weights.weights.iter().zip(gradient) {
                    if weighed.situation.is_none_or(|situation| situations.has(situation)) {
                        *sum += of_choice.get(weighed.feature).copied().unwrap_or_default();
                    }
                }
                index
            }
        }
    }

    /// Whether [`Bot::probabilities`] knows how this bot chooses.
    pub(crate) fn has_distribution(&self) -> bool {
        match self {
            Self::Random | Self::Weights(_) => true,
            Self::Table(Table { explore, otherwise, .. }) => {
                explore.is_none() && otherwise.has_distribution()
            }
            Self::Restricted(restricted) => restricted.bot.has_distribution(),
            // Who sees a game of a mix does not know which bot plays.
            Self::Mix(_) | Self::Search(_) | Self::Player(_) | Self::Learner(_) => false,
        }
    }

    /// Writes the probability of each move of a menu of two or more, from which this bot may choose. Returns whether they are known.
    pub(crate) fn probabilities<G: Game>(
        &self,
        game: &G,
        view: &G::View<'_>,
        menu: &[G::Move],
        state: &mut BotState,
        shares: &mut Vec<f64>,
    ) -> bool {
        shares.clear();
        match self {
            Self::Random => {
                let n_moves = f64::from(u32::try_from(menu.len()).unwrap_or(u32::MAX));
                shares.resize(menu.len(), 1.0 / n_moves);
                true
            }
            Self::Weights(weights) => {
                let n_features = game.feature_list().len();
                state.enter(|| game.situations(view));
                let BotState { scratch: rows, exponentials, wanted, weights: by_feature, .. } = state;
                rows.clear();
                rows.resize(menu.len() * n_features, 0.0);
                game.features(view, menu, &mut DenseRows::new(*wanted, n_features, rows));
                shares.resize(menu.len(), 0.0);
                weights.probabilities(&by_feature[..n_features], rows, exponentials, shares);
                true
            }
            Self::Table(table) if table.explore.is_none() => {
                let at = table.decision(game, view, menu);
                match table.choose(game, at, menu, &mut state.rng) {
                    Some(chosen) => {
                        shares.resize(menu.len(), 0.0);
                        shares[chosen] = 1.0;
                        true
                    }
                    None => table.otherwise.probabilities(game, view, menu, state, shares),
                }
            }
            Self::Restricted(restricted) => restricted.bot.probabilities(game, view, menu, state, shares),
            Self::Mix(_) | Self::Table(_) | Self::Search(_) | Self::Player(_) | Self::Learner(_) => false,
        }
    }

    /// Leaves the moves of a menu that this bot may play.
    #[inline]
    pub(crate) fn restrict<G: Game>(&self, game: &G, menu: &mut Vec<G::Move>) {
        if let Self::Restricted(restricted) = self {
            restricted.restrict(game, menu);
        }
    }

    /// The bot that plays where this one has no say of its own; `None` if it always has.
    const fn inner(&self) -> Option<&Self> {
        match self {
            Self::Table(Table { otherwise: bot, .. }) | Self::Restricted(Restricted { bot, .. }) => Some(bot),
            _ => None,
        }
    }

    /// The bots that play the rollouts of a search; `None` if this bot does not search.
    #[doc(hidden)]
    #[must_use]
    pub const fn rollout_players(&self) -> Option<&BySeat<Self>> {
        match (self, self.inner()) {
            (Self::Search(search), _) => Some(&search.players),
            (_, Some(inner)) => inner.rollout_players(),
            _ => None,
        }
    }

    /// How a search models this bot: as itself, or as a random player if it searches, too.
    pub(crate) fn model(&self) -> Self {
        if self.rollout_players().is_some() { Self::Random } else { self.clone() }
    }

    /// Whether this bot can play a game with this number of features and of situations.
    #[doc(hidden)]
    #[must_use]
    pub fn fits(&self, size: (usize, usize)) -> bool {
        match self {
            Self::Random | Self::Player(_) => true,
            Self::Search(search) => search.players.0.iter().all(|bot| bot.fits(size)),
            Self::Mix(mix) => mix.bots().all(|bot| bot.fits(size)),
            Self::Weights(weights) | Self::Learner(weights) => weights.fits(size),
            Self::Table(Table { otherwise: bot, .. }) | Self::Restricted(Restricted { bot, .. }) => {
                bot.fits(size)
            }
        }
    }

    /// A feature that this bot weighs and that is none of these.
    #[must_use]
    #[doc(hidden)]
    pub fn unknown_feature(&self, features: &[Feature]) -> Option<&str> {
        match self {
            Self::Player(player) => {
                let is_unknown = |name: &&&str| features.iter().all(|feature| feature.name != **name);
                player.features().iter().find(is_unknown).copied()
            }
            Self::Search(search) => search.players.0.iter().find_map(|bot| bot.unknown_feature(features)),
            Self::Mix(mix) => mix.bots().find_map(|bot| bot.unknown_feature(features)),
            Self::Table(_) | Self::Restricted(_) => self.inner()?.unknown_feature(features),
            Self::Random | Self::Weights(_) | Self::Learner(_) => None,
        }
    }

    /// The weights from which a training starts; `None` if the bot cannot be trained.
    #[must_use]
    pub fn trainable(&self) -> Option<Weights> {
        match self {
            Self::Random => Some(Weights { temperature: 1.0, ..Weights::default() }),
            Self::Weights(weights) | Self::Learner(weights) => Some(weights.clone()),
            Self::Mix(_) | Self::Search(_) | Self::Player(_) | Self::Table(_) | Self::Restricted(_) => None,
        }
    }

    /// The state of this bot before its first game, with this number of features.
    #[doc(hidden)]
    #[must_use]
    pub fn new_state(&self, rng: RngStream, n_features: usize) -> BotState {
        let mut state = BotState::new(rng);
        match self {
            Self::Random | Self::Player(_) => {}
            Self::Mix(mix) => {
                // Every part draws from the random numbers of the mix.
                let unused = || Seed::new(0).game(0).bot(0);
                let of_part = |bot: &Self| bot.new_state(unused(), n_features);
                state.parts = mix.bots().map(of_part).collect();
            }
            Self::Table(Table { otherwise: bot, .. }) | Self::Restricted(Restricted { bot, .. }) => {
                return bot.new_state(state.rng, n_features);
            }
            Self::Search(_) => state.scratch.reserve(2 * MENU),
            Self::Weights(weights) | Self::Learner(weights) => {
                state.wanted = weights.wanted();
                let row_of = |weighed: &Weighed| weighed.situation.map_or(0, |situation| 1 + situation);
                let last_row = weights.weights.iter().map(|(weighed, _)| row_of(weighed)).max().unwrap_or(0);
                let mut rows = vec![vec![0.0; n_features]; 1 + last_row];
                for (weighed, weight) in &weights.weights {
                    if let Some(known) = rows[row_of(weighed)].get_mut(weighed.feature) {
                        *known = *weight;
                    }
                }
                state.weights[..n_features].copy_from_slice(&rows[0]);
                // A remembered sum would be right in one situation only.
                if last_row > 0 {
                    state.by_situation = rows;
                } else {
                    state.known = vec![Cell::new(f64::NAN); KNOWN_SUMS];
                }
                state.exponentials = Exponentials::at(weights.temperature);
                state.scratch.reserve((MENU + 1) * (n_features + 1));
            }
        }
        if let Self::Learner(weights) = self {
            state.wanted = FeatureSet::ALL;
            state.gradient = vec![0.0; weights.weights.len()];
        }
        state
    }
}

/// The index of a number, drawn in proportion to the numbers, whose sum is `all`; `None` if rounding leaves a rest.
#[inline]
fn in_proportion(numbers: &[f64], all: f64, rng: &mut RngStream) -> Option<usize> {
    let mut left = rng.unit() * all;
    numbers.iter().position(|number| {
        left -= number;
        left < 0.0
    })
}

/// The index of a random score that satisfies `holds`; 0 if none does.
fn one_of(scores: &[f64], rng: &mut RngStream, holds: impl Fn(f64) -> bool) -> usize {
    let nth = rng.below(scores.iter().filter(|score| holds(**score)).count());
    let mut places = (0..scores.len()).filter(|index| holds(scores[*index]));
    places.nth(nth).unwrap_or(0)
}
