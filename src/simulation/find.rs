//! Finds or lists single games of a range.

use super::batch::{Simulation, chunk};
use super::threads::{Stop, share_out};
use crate::stats::tally::GameRecord;
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The game.
    pub game_idx: u64,
    /// Its rank.
    pub rank: u64,
}

/// The game with the highest rank; the first one among equals. Games without a rank are skipped. The search
/// ends at the first game whose rank is `enough`. `None` if no game has a rank, or if `stop` is set before
/// the search ends.
pub fn find_game(
    simulation: &dyn Simulation,
    games: Range<u64>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
    enough: Option<u64>,
    rank: &(dyn Fn(&GameRecord<'_>) -> Option<u64> + Sync),
) -> Option<Found> {
    let is_found = AtomicBool::new(false);
    let best = |one: Found, other: Found| {
        let is_better = other.rank > one.rank || other.rank == one.rank && other.game_idx < one.game_idx;
        if is_better { other } else { one }
    };
    let ends = Stop { pause: &is_found, now: stop };
    let found = share_out(&games, chunk([simulation]), pool, ends, |chunks, long_games| {
        let (mut worker, mut found) = (simulation.stoppable_worker(long_games), None);
        for chunk in chunks {
            let n_games = chunk.end - chunk.start;
            worker.show(chunk, &mut |game_idx, record| {
                let own = rank(record).map(|rank| Found { game_idx, rank });
                found = found.into_iter().chain(own).reduce(best);
            });
            progress(n_games);
            // Chunks are started in order and always finished, so no earlier game is missed.
            if stop.load(Ordering::Relaxed) || found.is_some_and(|found| Some(found.rank) == enough) {
                is_found.store(true, Ordering::Relaxed);
            }
        }
        found
    });
    found.into_iter().flatten().reduce(best).filter(|_| !stop.load(Ordering::Relaxed))
}

/// One row for each game, in order. If `stop` is set, the rows of the first games.
pub fn list_games<T: Send>(
    simulation: &dyn Simulation,
    games: Range<u64>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
    row: &(dyn Fn(u64, &GameRecord<'_>) -> T + Sync),
) -> Vec<T> {
    let chunks = share_out(&games, chunk([simulation]), pool, stop, |chunks, long_games| {
        let mut worker = simulation.stoppable_worker(long_games);
        let of_chunk = |games: Range<u64>| {
            let (first, n_games, mut rows) = (games.start, games.end - games.start, Vec::new());
            worker.show(games, &mut |game_idx, record| rows.push(row(game_idx, record)));
            progress(n_games);
            (first, rows)
        };
        chunks.map(of_chunk).collect::<Vec<_>>()
    });
    let mut chunks: Vec<(u64, Vec<T>)> = chunks.into_iter().flatten().collect();
    chunks.sort_by_key(|(first, _)| *first);
    chunks.into_iter().flat_map(|(_, rows)| rows).collect()
}
