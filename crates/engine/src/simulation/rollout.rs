//! Rollouts: a move is played to the end in a deal that the player cannot distinguish from the true one.
//! Everything that the player cannot know is dealt again first, so a rollout cannot use hidden information.

use super::runner::{GameRunner, outcome_of};
use super::threads::LongGames;
use crate::bots::Bot;
use crate::model::{BySeat, ChanceStreams, Game, GameSeed, Outcome, Seat};

/// A deal that a seat cannot distinguish from the true one, at a decision of this seat. Several moves are
/// tried in it.
pub struct Deal<G: Game> {
    state: G::State,
    seat: Seat,
    /// The random numbers of the rest of the game …
    chance: ChanceStreams,
    /// … and those of the bots.
    game_seed: GameSeed,
}

impl<G: Game> Deal<G> {
    /// Deals everything again that the seat cannot know of `truth`, with the random numbers of `game_seed`.
    #[must_use]
    pub fn new(game: &G, truth: &G::State, seat: Seat, game_seed: GameSeed) -> Self {
        let mut chance = game_seed.chance(G::INFO.chance.len());
        let mut state = truth.clone();
        game.determinize(&mut state, seat, &mut chance);
        Self { state, seat, chance, game_seed }
    }

    /// This state as a deal, with the random numbers of `game_seed`.
    pub(super) fn of(state: G::State, seat: Seat, game_seed: GameSeed) -> Self {
        Self { state, seat, chance: game_seed.chance(G::INFO.chance.len()), game_seed }
    }

    /// The state.
    pub(super) const fn state(&self) -> &G::State {
        &self.state
    }
}

/// Plays rollouts with the model players of a search.
pub struct Rollouts<'g, G: Game> {
    runner: GameRunner<'g, G>,
    n_players: usize,
    n_played: u64,
}

impl<'g, G: Game> Rollouts<'g, G> {
    /// Rollouts of this game with this number of players, all played by `bots`.
    #[must_use]
    pub fn new(game: &'g G, n_players: usize, bots: &'g BySeat<Bot>) -> Self {
        Self { runner: GameRunner::new(game, n_players, bots), n_players, n_played: 0 }
    }

    /// From now on, can abandon very long games.
    pub(super) const fn stop_by(&mut self, long_games: &'g LongGames<'g>) {
        self.runner.stop_by(long_games);
    }

    /// Writes the probability with which the model of a seat chooses each move at its decision; nothing if it is not known.
    pub(super) fn model(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        menu: &[G::Move],
        shares: &mut Vec<f64>,
    ) {
        self.runner.probabilities(game, state, seat, menu, shares);
    }

    /// The utility of a move for the deciding seat. 0 if the game is abandoned.
    pub fn utility(&mut self, deal: &Deal<G>, mv: G::Move) -> u32 {
        self.outcome(deal, mv).map_or(0, |outcome| outcome.utility(deal.seat, self.n_players))
    }

    /// The outcome after a move of the deciding seat; `None` if the game is abandoned.
    pub(super) fn outcome(&mut self, deal: &Deal<G>, mv: G::Move) -> Option<Outcome> {
        let Deal { state, seat, chance, game_seed } = deal;
        // Most rollouts have too few decisions for a check of their own.
        const CHECKED: u64 = 64;
        let stopper = self.runner.stopper();
        self.n_played += 1;
        if self.n_played.is_multiple_of(CHECKED) && stopper.check() || stopper.is_abandoned() {
            return None;
        }
        let (mut state, mut chance) = (state.clone(), chance.for_another_playout());
        let status = self.runner.play_on(&mut state, Some((*seat, mv)), *game_seed, &mut chance);
        Some(outcome_of(status))
    }
}
