//! The only module that uses threads: hands out a range of games in chunks, in order.

use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Number of games in a chunk. Workers poll the stop flag between chunks.
pub(super) const CHUNK: u64 = 64;

/// Calls `work` once on every thread of the pool. Each call gets a source of chunks of this many games;
/// together the chunks make up the range. Chunks are started in order and always finished, so work that is
/// stopped has done a prefix of its games.
pub(super) fn share_out<T: Send>(
    games: &Range<u64>,
    chunk: u64,
    pool: &ThreadPool,
    stop: &AtomicBool,
    work: impl Fn(&mut dyn Iterator<Item = Range<u64>>) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU64::new(games.start);
    pool.broadcast(|_| {
        let mut chunks = std::iter::from_fn(|| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let start = next.fetch_add(chunk, Ordering::Relaxed);
            (start < games.end).then(|| start..games.end.min(start.saturating_add(chunk)))
        });
        work(&mut chunks)
    })
}
