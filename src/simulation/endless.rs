//! Finds settings under which no game ends before its limit of rounds or turns.

use super::batch::Simulation;
use super::threads::LongGames;
use crate::model::Outcome;
use std::sync::atomic::AtomicBool;

/// Maximum number of games that are tried.
const MOST: u64 = 20;
/// Fewer games can all be long by chance.
const FEWEST: u64 = 5;

/// The number of games that were tried, if each of them reached its limit. Normally the first game ends before, and no other
/// is played. Gives up after about a million decisions.
#[must_use]
pub fn never_ends(simulation: &dyn Simulation) -> Option<u64> {
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
            None => return Some(game_idx).filter(|tried| *tried >= FEWEST),
        }
    }
    Some(MOST)
}
