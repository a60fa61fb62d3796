//! The session of a command.

use super::{Failure, log};
use crate::experiments::Session;
use crate::programs;

/// A session with this many threads, or one per core. Says so if it has fewer.
///
/// # Errors
/// The system cannot start this many threads.
pub(crate) fn session(threads: Option<u64>) -> Result<Session, Failure> {
    let threads = threads.and_then(|threads| usize::try_from(threads).ok());
    let too_many = |error| {
        let fewer = "raise the limit of processes (ulimit -u) or of memory, or choose fewer with --threads";
        Failure::Input(format!("--threads: the system cannot start the threads ({error}); {fewer}"))
    };
    if programs::are_playing() {
        return Session::waiting(threads).map_err(too_many);
    }
    let session = Session::new(threads).map_err(too_many)?;
    let n_threads = session.threads();
    if threads.is_some_and(|threads| threads > n_threads) {
        log(&format!("note: {n_threads} threads, because more than eight per core are slower"));
    }
    Ok(session)
}
