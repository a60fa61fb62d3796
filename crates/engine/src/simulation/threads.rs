//! The only module that uses threads: hands out a range of games in chunks, in order. Stops them, even within very long
//! games. Where a program can start no threads, several copies of it can share the games.

use crate::stats::shard::Shard;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuildError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::Cell;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Number of games in a chunk. Workers poll the stop flag between chunks.
pub(super) const CHUNK: u64 = 64;

/// Maximum number of threads per core. More only wait for each other.
const MOST_PER_CORE: usize = 8;

/// What plays games: threads, or the thread that calls, alone or together with other copies of the program.
#[derive(Debug)]
pub struct Pool {
    /// `None`: the thread that calls.
    threads: Option<ThreadPool>,
    peers: Option<Box<dyn Peers>>,
}

/// Copies of a program that do the same at the same time, such as the workers of a web page: they reach the same batches of
/// games in the same order, each plays its shard of a batch, and each gets the results of all.
pub trait Peers: fmt::Debug + Send + Sync {
    /// The shard of each batch that this copy plays.
    fn shard(&self) -> Shard;

    /// The number of chunks of games that take longer than an exchange. Batches with fewer chunks are not shared.
    fn least(&self) -> u64;

    /// The results of all copies for the next batch, in the order of their shards. `play` plays the shard of this copy, unless
    /// all results are known. `None` if this copy is to stop.
    fn exchange(&self, play: &mut dyn FnMut() -> Vec<u8>) -> Option<Vec<Vec<u8>>>;

    /// Whether this copy is to stop. Polled between chunks, so that a search whose batches are too small to be shared can be
    /// stopped, too.
    fn is_stopped(&self) -> bool;
}

impl Pool {
    /// A pool with this many threads; `None`: one per core. At most [`MOST_PER_CORE`] times the cores.
    ///
    /// # Errors
    /// The system cannot start this many threads.
    pub fn new(threads: Option<usize>) -> Result<Self, ThreadPoolBuildError> {
        Self::started(n_threads(threads))
    }

    /// A pool for games whose players wait for programs: many for each of the threads that [`Pool::new`] has.
    ///
    /// # Errors
    /// The system cannot start this many threads.
    pub fn waiting(threads: Option<usize>) -> Result<Self, ThreadPoolBuildError> {
        /// Number of games at once for each thread, and at most.
        const EACH: usize = 64;
        const MOST: usize = 256;
        Self::started(n_threads(threads).saturating_mul(EACH).min(MOST))
    }

    fn started(n_threads: usize) -> Result<Self, ThreadPoolBuildError> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build()?;
        Ok(Self { threads: Some(threads), peers: None })
    }

    /// The thread that calls, which shares the games with these peers, if there are any. For systems without threads.
    #[must_use]
    pub fn here(peers: Option<Box<dyn Peers>>) -> Self {
        Self { threads: None, peers }
    }

    /// Whether it has threads of its own.
    #[must_use]
    pub fn has_threads(&self) -> bool {
        self.threads.is_some()
    }

    /// The number of threads.
    #[must_use]
    pub fn n_threads(&self) -> usize {
        self.threads.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// The number of copies of the program that share the games.
    #[must_use]
    pub fn n_copies(&self) -> u32 {
        self.peers.as_ref().map_or(1, |peers| peers.shard().of())
    }
}

/// This many, but at most [`MOST_PER_CORE`] times the cores; `None`: one per core.
fn n_threads(threads: Option<usize>) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    threads.unwrap_or(cores).min(MOST_PER_CORE.saturating_mul(cores))
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

/// Calls `work` on the threads of the pool, and of its peers. Each call gets a source of chunks of this many games; together
/// the chunks make up the range. Chunks are started in order and always finished, so work that is stopped has done a prefix of
/// its games. If a very long game is abandoned, there are no results: the prefix is empty.
pub(super) fn share_out<'s, T: Send + Serialize + DeserializeOwned>(
    games: &Range<u64>,
    chunk: u64,
    pool: &Pool,
    stop: impl Into<Stop<'s>>,
    work: impl Fn(&mut dyn Iterator<Item = Range<u64>>, &LongGames<'_>) -> T + Sync,
) -> Vec<T> {
    /// Number of chunks of each peer between two exchanges, for each of the least: so many that exchanges take a small part of
    /// the time, and so few that figures keep coming.
    const TIMES: u64 = 16;
    /// A chunk of one game takes about as long as this many others.
    const SLOW: u64 = 128;
    let stop = stop.into();
    let n_chunks = games.end.saturating_sub(games.start).div_ceil(chunk.max(1));
    let is_stopped = || stop.now.load(Ordering::Relaxed);
    let times = if chunk <= 1 { SLOW } else { 1 };
    let is_worth = |peers: &&dyn Peers| n_chunks.saturating_mul(times) >= peers.least();
    let Some(peers) = pool.peers.as_deref().filter(is_worth) else {
        return share_out_here(games, chunk, pool, stop, work);
    };
    let each = (peers.least().saturating_mul(TIMES) / times).max(1);
    let round = chunk.max(1).saturating_mul(each).saturating_mul(u64::from(peers.shard().of()));
    let (mut results, mut start) = (Vec::new(), games.start);
    while start < games.end && !is_stopped() {
        let end = games.end.min(start.saturating_add(round));
        let own = peers.shard().games(end - start);
        let mut play = || {
            // Each copy would pause after other games.
            let games = start + own.start..start + own.end;
            let part = share_out_here(&games, chunk, pool, stop.now, &work);
            // A stopped shard is incomplete. No peer can read an empty part, so none takes it for a whole one.
            if is_stopped() { Vec::new() } else { postcard::to_allocvec(&part).unwrap_or_default() }
        };
        let parts = peers.exchange(&mut play).and_then(|parts| {
            let read = parts.iter().map(|part| postcard::from_bytes::<Vec<T>>(part).ok());
            read.collect::<Option<Vec<_>>>()
        });
        match parts {
            // What this copy played of a round that was stopped is not its whole shard.
            Some(parts) if !is_stopped() => results.extend(parts.into_iter().flatten()),
            _ => stop.now.store(true, Ordering::Relaxed),
        }
        start = end;
    }
    results
}

/// The same on the threads of the pool alone.
pub(super) fn share_out_here<'s, T: Send>(
    games: &Range<u64>,
    chunk: u64,
    pool: &Pool,
    stop: impl Into<Stop<'s>>,
    work: impl Fn(&mut dyn Iterator<Item = Range<u64>>, &LongGames<'_>) -> T + Sync,
) -> Vec<T> {
    let Stop { pause, now } = stop.into();
    let (next, long_games) = (AtomicU64::new(games.start), LongGames::new(now));
    let n_chunks = games.end.saturating_sub(games.start).div_ceil(chunk.max(1));
    // Waking a thread that gets no chunk takes longer than a short chunk.
    let n_workers = usize::try_from(n_chunks).unwrap_or(usize::MAX).min(pool.n_threads());
    let one = |_| {
        let mut chunks = std::iter::from_fn(|| {
            if pool.peers.as_ref().is_some_and(|peers| peers.is_stopped()) {
                now.store(true, Ordering::Relaxed);
            }
            if pause.load(Ordering::Relaxed) || now.load(Ordering::Relaxed) {
                return None;
            }
            let start = next.fetch_add(chunk, Ordering::Relaxed);
            (start < games.end).then(|| start..games.end.min(start.saturating_add(chunk)))
        });
        work(&mut chunks, &long_games)
    };
    let results = match &pool.threads {
        Some(threads) => {
            threads.install(|| (0..n_workers).into_par_iter().with_max_len(1).map(one).collect())
        }
        None => (0..n_workers).map(one).collect(),
    };
    if long_games.is_abandoned.into_inner() { Vec::new() } else { results }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_has_only_as_many_threads_as_the_cores_can_use() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for (asked, n_threads) in [(None, cores), (Some(1), 1), (Some(1 << 20), 8 * cores)] {
            assert_eq!(Pool::new(asked).expect("threads").n_threads(), n_threads);
        }
    }

    #[test]
    fn no_thread_works_without_a_chunk() {
        let pool = Pool::started(16).expect("threads");
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
