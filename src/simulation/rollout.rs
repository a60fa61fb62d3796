//! Looking ahead: what comes of a move in games that a player imagines. Everything that the player cannot
//! know is dealt again first, so that the truth is out of reach; all others, and the player from then on,
//! do what the player takes for their habit.

use super::runner::GameRunner;
use crate::bots::Bot;
use crate::model::chance::GameSeed;
use crate::model::{Appraise, BySeat, Decisions, JointMove, NoObserver, Seat, Status};

/// A table for imagined games.
pub(super) struct Rollouts<'g, G: Appraise>(GameRunner<'g, G>);

impl<'g, G: Appraise> Rollouts<'g, G> {
    /// Seats those who play imagined games.
    pub(super) fn new(game: &'g G, players: &'g BySeat<Bot>) -> Self {
        Self(GameRunner::new(game, players))
    }

    /// What a move of this seat, one of those that must choose, comes to with the luck of `game_seed`.
    pub(super) fn utility(&mut self, truth: &G::State, seat: Seat, mv: G::Move, game_seed: GameSeed) -> u32 {
        let Self(table) = self;
        let game = table.game;
        let mut chance = game_seed.chance(G::SOURCES);
        let mut state = truth.clone();
        game.determinize(&mut state, seat, &mut chance);
        table.give_minds(game_seed);
        let mut chosen = JointMove::nothing();
        if let Status::Choose(seats) = game.status(&state) {
            for other in seats {
                let is_own = other == seat;
                let mut ask = || table.ask(&state, other, &mut NoObserver, &mut Decisions::default());
                chosen.set(other, if is_own { mv } else { ask() });
            }
        }
        game.play(&mut state, &chosen, &mut chance, &mut NoObserver);
        let (outcome, _) = table.play_on(&mut state, &mut chance, &mut NoObserver);
        outcome.utility(seat, game.players())
    }
}
