//! Lists or measures single games of a range.

use super::batch::{Simulation, chunk};
use super::threads::{Pool, share_out_here};
use crate::model::CardEvent;
use crate::stats::tally::GameRecord;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// One row for each game, in order. If `stop` is set, the rows of the first games.
pub fn list_games<T: Send>(
    simulation: &dyn Simulation,
    games: Range<u64>,
    pool: &Pool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
    row: &(dyn Fn(u64, &GameRecord<'_>) -> T + Sync),
) -> Vec<T> {
    let chunks = share_out_here(&games, chunk([simulation]), pool, stop, |chunks, long_games| {
        let mut worker = simulation.stoppable_worker(long_games);
        let of_chunk = |games: Range<u64>| {
            let (first, n_games, mut rows) = (games.start, games.end - games.start, Vec::new());
            worker.show(games, &mut |game_idx, record| rows.push(row(game_idx, record)));
            progress(n_games);
            (first, rows)
        };
        chunks.map(of_chunk).collect::<Vec<_>>()
    });
    in_order(chunks)
}

/// Measures each game and its card events, in order. If `stop` is set, returns the results of the first games.
pub fn measure_games<T: Send>(
    simulation: &dyn Simulation,
    games: Range<u64>,
    pool: &Pool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
    measure: &(dyn Fn(u64, &GameRecord<'_>, &[CardEvent]) -> T + Sync),
) -> Vec<T> {
    let chunks = share_out_here(&games, chunk([simulation]), pool, stop, |chunks, long_games| {
        let mut worker = simulation.stoppable_worker(long_games);
        let of_chunk = |games: Range<u64>| {
            let (first, n_games, mut measured) = (games.start, games.end - games.start, Vec::new());
            worker.show_cards(games, &mut |game_idx, record, cards| {
                measured.push(measure(game_idx, record, cards));
            });
            progress(n_games);
            (first, measured)
        };
        chunks.map(of_chunk).collect::<Vec<_>>()
    });
    in_order(chunks)
}

/// The rows of all chunks by their first games.
fn in_order<T>(chunks: Vec<Vec<(u64, Vec<T>)>>) -> Vec<T> {
    let mut chunks: Vec<(u64, Vec<T>)> = chunks.into_iter().flatten().collect();
    chunks.sort_by_key(|(first, _)| *first);
    chunks.into_iter().flat_map(|(_, rows)| rows).collect()
}
