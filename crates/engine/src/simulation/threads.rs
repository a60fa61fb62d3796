//! The only module that uses threads: hands out a range of games in chunks, in order. Stops them, even within very long
//! games.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuildError};
use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Number of games in a chunk. Workers poll the stop flag between chunks.
pub(super) const CHUNK: u64 = 64;

/// Maximum number of threads per core. More only wait for each other.
const MOST_PER_CORE: usize = 8;

/// A pool with this many threads; `None`: one per core. At most [`MOST_PER_CORE`] times the cores.
///
/// # Errors
/// The system cannot start this many threads.
pub fn pool(threads: Option<usize>) -> Result<ThreadPool, ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new().num_threads(n_threads(threads)).build()
}

/// This many, but at most [`MOST_PER_CORE`] times the cores; `None`: one per core.
fn n_threads(threads: Option<usize>) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    threads.unwrap_or(cores).min(MOST_PER_CORE.saturating_mul(cores))
}

/// A pool for games whose players wait for programs: many for each of the threads that [`pool`] has.
///
/// # Errors
/// The system cannot start this many threads.
pub fn waiting_pool(threads: Option<usize>) -> Result<ThreadPool, ThreadPoolBuildError> {
    /// Number of games at once for each thread, and at most.
    const EACH: usize = 64;
    const MOST: usize = 256;
    let n_games = n_threads(threads).saturating_mul(EACH).min(MOST);
    rayon::ThreadPoolBuilder::new().num_threads(n_games).build()
}

/// The flags that stop workers.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'s> {
    /// Polled between chunks only: games that were started are finished.
    pub pause: &'s AtomicBool,
    /// Polled between chunks and within very long games, which are abandoned.
    pub now: &'s AtomicBool,
}

impl<'s> From<&'s AtomicBool> for Stop<'s> {
    fn from(flag: &'s AtomicBool) -> Self {
        Self { pause: flag, now: flag }
    }
}

/// Tells the workers of a range of games when to abandon a very long game. The games of the range are then lost, because
/// chunks after that of the game may have been played.
#[derive(Debug)]
pub struct LongGames<'s> {
    now: &'s AtomicBool,
    /// Whether a game was abandoned.
    is_abandoned: AtomicBool,
}

impl<'s> LongGames<'s> {
    pub(super) const fn new(now: &'s AtomicBool) -> Self {
        Self { now, is_abandoned: AtomicBool::new(false) }
    }
}

/// Stops the games of one runner; by default never.
#[derive(Debug, Default)]
pub(super) struct Stopper<'s> {
    pub(super) long_games: Option<&'s LongGames<'s>>,
    /// Number of checks since the stop flag was set.
    n_checks: Cell<u32>,
}

impl Stopper<'_> {
    /// Number of checks with a set stop flag before a game is abandoned. With a check every 4,096 decisions these are a
    /// million decisions, which take about a second; the games of a chunk normally end before.
    const PATIENCE: u32 = 256;

    /// Whether the game is to be abandoned after this number of decisions. Checks the flag only now and then.
    #[inline(always)]
    pub(super) fn stops_at(&self, n_decisions: u64) -> bool {
        n_decisions & 0xfff == 0xfff && self.check()
    }

    /// Checks the flag.
    #[cold]
    pub(super) fn check(&self) -> bool {
        let Some(LongGames { now, is_abandoned }) = self.long_games else { return false };
        if now.load(Ordering::Relaxed) {
            self.n_checks.set(self.n_checks.get() + 1);
            if self.n_checks.get() >= Self::PATIENCE {
                is_abandoned.store(true, Ordering::Relaxed);
            }
        }
        self.is_abandoned()
    }

    /// Whether this or another worker has abandoned a game.
    pub(super) fn is_abandoned(&self) -> bool {
        self.long_games.is_some_and(|games| games.is_abandoned.load(Ordering::Relaxed))
    }
}

/// Calls `work` on the threads of the pool. Each call gets a source of chunks of this many games; together the chunks make
/// up the range. Chunks are started in order and always finished, so work that is stopped has done a prefix of its
/// games. If a very long game is abandoned, there are no results: the prefix is empty.
pub(super) fn share_out<'s, T: Send>(
    games: &Range<u64>,
    chunk: u64,
    pool: &ThreadPool,
    stop: impl Into<Stop<'s>>,
    work: impl Fn(&mut dyn Iterator<Item = Range<u64>>, &LongGames<'_>) -> T + Sync,
) -> Vec<T> {
    let Stop { pause, now } = stop.into();
    let (next, long_games) = (AtomicU64::new(games.start), LongGames::new(now));
    let n_chunks = games.end.saturating_sub(games.start).div_ceil(chunk.max(1));
    // Waking a thread that gets no chunk takes longer than a short chunk.
    let n_workers = usize::try_from(n_chunks).unwrap_or(usize::MAX).min(pool.current_num_threads());
    let one = |_| {
        let mut chunks = std::iter::from_fn(|| {
            if pause.load(Ordering::Relaxed) || now.load(Ordering::Relaxed) {
                return None;
            }
            let start = next.fetch_add(chunk, Ordering::Relaxed);
            (start < games.end).then(|| start..games.end.min(start.saturating_add(chunk)))
        });
        work(&mut chunks, &long_games)
    };
    let results = pool.install(|| (0..n_workers).into_par_iter().with_max_len(1).map(one).collect());
    if long_games.is_abandoned.into_inner() { Vec::new() } else { results }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_has_only_as_many_threads_as_the_cores_can_use() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for (asked, n_threads) in [(None, cores), (Some(1), 1), (Some(1 << 20), 8 * cores)] {
            assert_eq!(pool(asked).expect("threads").current_num_threads(), n_threads);
        }
    }

    #[test]
    fn no_thread_works_without_a_chunk() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(16).build().expect("threads");
        let stop = AtomicBool::new(false);
        for (games, n_workers) in [(5..5, 0), (0..1, 1), (0..130, 3), (7..10_000, 16)] {
            let played = share_out(&games, 64, &pool, &stop, |chunks, _| {
                chunks.map(|chunk| chunk.end - chunk.start).sum::<u64>()
            });
            assert_eq!(played.len(), n_workers);
            assert_eq!(played.iter().sum::<u64>(), games.end - games.start);
        }
    }
}
