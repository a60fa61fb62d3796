//! Plays an experiment on other threads, without the global interpreter lock, while Python's main thread shows progress
//! and waits for Ctrl-C.

use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use undercard::experiments::{Experiment, OwnedResult, Session};

use crate::result::RawResult;

/// How an experiment is played.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SessionArgs {
    threads: Option<usize>,
    /// Called with the number of games played and their maximum.
    progress: Option<Py<PyAny>>,
}

/// What went wrong in Python while games were played: the experiment ends, and the first exception is raised.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failure {
    stop: Arc<AtomicBool>,
    error: Arc<Mutex<Option<PyErr>>>,
}

impl Failure {
    /// Whether the experiment is being stopped.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Stops the experiment.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Stops the experiment with an exception.
    pub(crate) fn fail(&self, error: PyErr) {
        self.stop();
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    fn take(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Time between two calls of `progress`.
const TICK: Duration = Duration::from_millis(100);

/// Ctrl-C within this time is meant for the program, which may play many short experiments.
const SHORT: Duration = Duration::from_secs(1);

/// Plays an experiment. Ctrl-C ends it with a partial result; an exception of `progress`, or a
/// second Ctrl-C, ends it and is raised.
pub(crate) fn play<E: Experiment + Sync>(
    py: Python<'_>,
    experiment: &E,
    args: &SessionArgs,
    failure: &Failure,
) -> PyResult<RawResult> {
    let (played, is_done) = (Arc::new(AtomicU64::new(0)), AtomicBool::new(false));
    let counter = played.clone();
    let session = Session::new(args.threads)
        .map_err(|error| PyValueError::new_err(format!("threads: {error}")))?
        .stopped_by(failure.stop.clone())
        .on_progress(move |games| _ = counter.fetch_add(games, Ordering::Relaxed));
    let (most, began) = (experiment.games(), Instant::now());
    let main = thread::current();
    let result = thread::scope(|scope| {
        let player = thread::Builder::new().spawn_scoped(scope, || {
            let result = OwnedResult::play(experiment, &session);
            is_done.store(true, Ordering::Release);
            main.unpark();
            result
        });
        let player = player.map_err(|error| PyValueError::new_err(format!("threads: {error}")))?;
        // Progress is shown once more at the end.
        let mut is_over = false;
        while !is_over {
            py.detach(|| thread::park_timeout(TICK));
            is_over = is_done.load(Ordering::Acquire);
            let shown =
                |progress: &Py<PyAny>| progress.call1(py, (played.load(Ordering::Relaxed), most)).map(drop);
            let alive = py.check_signals().and_then(|()| args.progress.as_ref().map_or(Ok(()), shown));
            if let Err(error) = alive {
                let asks_for_the_result = error.is_instance_of::<PyKeyboardInterrupt>(py)
                    && began.elapsed() > SHORT
                    && !failure.is_stopping();
                match asks_for_the_result {
                    true => failure.stop(),
                    false => failure.fail(error),
                }
            }
        }
        PyResult::Ok(py.detach(|| player.join()))
    })?;
    match (failure.take(), result) {
        (Some(error), _) => Err(error),
        (None, Ok(result)) => Ok(RawResult::of(result)),
        (None, _) => Err(PyValueError::new_err("the experiment has no result")),
    }
}
