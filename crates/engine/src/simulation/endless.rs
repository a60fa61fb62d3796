//! Finds settings under which no game ends before its limit of rounds or turns, or within a reasonable time, or has a winner.

use super::batch::Simulation;
use super::threads::LongGames;
use crate::model::Outcome;
use std::sync::atomic::AtomicBool;

/// Maximum number of games that are tried.
const MOST: u64 = 20;
/// Fewer games can all be long by chance.
const FEWEST: u64 = 5;

/// Number of games without a winner after which nobody is expected to win.
const WITHOUT_WINNER: u64 = 100;

/// Whether the first games all end without a winner. Normally the first has one, and no other is played.
#[must_use]
pub fn nobody_wins(simulation: &dyn Simulation) -> bool {
    let now = AtomicBool::new(true);
    let long_games = LongGames::new(&now);
    let mut worker = simulation.stoppable_worker(&long_games);
    (0..WITHOUT_WINNER).all(|game_idx| {
        let mut has_winner = false;
        worker.show(game_idx..game_idx + 1, &mut |_, record| {
            has_winner = !record.outcome.winners().is_empty();
        });
        !has_winner
    })
}

/// How games of random players never end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// All of this many games reached their limit.
    AtLimit(u64),
    /// A million decisions ended no game.
    Unlimited,
}

/// How the games of random players never end; `None` if one of them ended. Normally that is the first, and no other is played.
/// Gives up after about a million decisions.
#[must_use]
pub fn never_ends(simulation: &dyn Simulation) -> Option<Endless> {
    let now = AtomicBool::new(true);
    let long_games = LongGames::new(&now);
    let mut worker = simulation.stoppable_worker(&long_games);
    for game_idx in 0..MOST {
        let mut outcome = None;
        worker.show(game_idx..game_idx + 1, &mut |_, record| outcome = Some(record.outcome));
        match outcome {
            Some(Outcome::Stalemate) => {}
            Some(_) => return None,
            // The game was abandoned.
            None if game_idx >= FEWEST => return Some(Endless::AtLimit(game_idx)),
            None => return Some(Endless::Unlimited),
        }
    }
    Some(Endless::AtLimit(MOST))
}
