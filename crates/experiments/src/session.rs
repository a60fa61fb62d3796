//! The session of an experiment: threads, a progress callback and a stop flag.

use crate::simulation::{Peers, Pool};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{error, fmt, io};

/// Threads, progress and cancellation for experiments. Results do not depend on the session: the same experiment gives
/// the same figures on any number of threads. Sessions share no state and can run concurrently.
pub struct Session {
    pool: Arc<Pool>,
    stop: Arc<AtomicBool>,
    progress: Box<dyn Fn(u64) + Send + Sync>,
    findings: Box<dyn Fn(&str) + Send + Sync>,
}

impl Session {
    /// A session with this many threads, at least 1 and at most eight per core; `None`: one per core.
    ///
    /// # Errors
    /// There are 0 threads, or the system cannot start this many.
    pub fn new(threads: Option<usize>) -> io::Result<Self> {
        Self::on(threads, Pool::new)
    }

    /// A session on the pool that this function makes for a number of threads.
    fn on<E: error::Error + Send + Sync + 'static>(
        threads: Option<usize>,
        pool: fn(Option<usize>) -> Result<Pool, E>,
    ) -> io::Result<Self> {
        if threads == Some(0) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "found 0 threads, expected at least 1"));
        }
        Ok(Self::of(pool(threads).map_err(io::Error::other)?))
    }

    /// A session on the thread that calls, for systems without threads. Copies of the program that do the same at the same
    /// time can share the games.
    #[must_use]
    pub fn here(peers: Option<Box<dyn Peers>>) -> Self {
        Self::of(Pool::here(peers))
    }

    fn of(pool: Pool) -> Self {
        Self {
            pool: Arc::new(pool),
            stop: Arc::default(),
            progress: Box::new(|_| {}),
            findings: Box::new(|_| {}),
        }
    }

    /// A session for bots that wait for programs: many games at once on each of these threads.
    ///
    /// # Errors
    /// As above.
    pub fn waiting(threads: Option<usize>) -> io::Result<Self> {
        Self::on(threads, Pool::waiting)
    }

    /// The same session without progress.
    #[must_use]
    pub(crate) fn without_progress(&self) -> Self {
        self.sharing_threads(self.stop.clone())
    }

    /// A session on the threads of this one, with a stop flag of its own and without progress.
    #[must_use]
    pub fn sharing_threads(&self, stop: Arc<AtomicBool>) -> Self {
        Self { pool: self.pool.clone(), stop, progress: Box::new(|_| {}), findings: Box::new(|_| {}) }
    }

    /// A session with as many threads of its own, if there are any, and a stop flag of its own, without progress. Sessions that
    /// share threads wait for each other's games, whether they are stopped or not.
    ///
    /// # Errors
    /// The system cannot start more threads.
    pub fn with_own_threads(&self, stop: Arc<AtomicBool>) -> io::Result<Self> {
        if !self.pool.has_threads() {
            return Ok(self.sharing_threads(stop));
        }
        Ok(Self { stop, ..Self::new(Some(self.threads()))? })
    }

    /// Calls this function, from any thread, with the number of games played since the last call.
    #[must_use]
    pub fn on_progress(self, progress: impl Fn(u64) + Send + Sync + 'static) -> Self {
        Self { progress: Box::new(progress), ..self }
    }

    /// Calls this function with what is known before the end, in sentences.
    #[must_use]
    pub fn on_finding(self, findings: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { findings: Box::new(findings), ..self }
    }

    /// Stops when this flag is set: the experiment then returns a partial result, marked incomplete.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Whether the stop flag is set.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.n_threads()
    }

    /// The number of copies of the program that share the games.
    #[must_use]
    pub fn n_copies(&self) -> u32 {
        self.pool.n_copies()
    }

    /// The threads.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Whether the user has asked to stop.
    #[must_use]
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Reports games that were played.
    pub fn played(&self, games: u64) {
        (self.progress)(games);
    }

    /// Tells what is known so far.
    pub(crate) fn found(&self, sentence: &str) {
        (self.findings)(sentence);
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pool, stop, progress: _, findings: _ } = self;
        f.debug_struct("Session").field("pool", pool).field("stop", stop).finish_non_exhaustive()
    }
}
