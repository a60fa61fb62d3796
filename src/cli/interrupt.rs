//! SIGINT and SIGTERM: the first finishes the batch in hand, another one a moment later ends at once.

use super::command_line::{command_line, resuming};
use super::{Failure, log};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// For so long after the first signal, others are taken for the same one: `timeout` signals a program and
/// then its whole group, a terminal's Ctrl-C may reach it twice.
const SAME: Duration = Duration::from_millis(400);

/// Set by a signal.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
    terminated: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens from now on. Where signals cannot be caught, they end the program as they always do.
    pub(crate) fn listen() -> Self {
        let [stop, terminated, armed] = std::array::from_fn(|_| Arc::new(AtomicBool::new(false)));
        for (signal, code) in [(SIGINT, 130), (SIGTERM, 143)] {
            let _ = flag::register_conditional_shutdown(signal, code, armed.clone());
        }
        let first = stop.clone();
        // Ends with the program. It plays no games, so that no result depends on it.
        std::thread::spawn(move || {
            while !first.load(Ordering::Relaxed) {
                std::thread::sleep(SAME / 8);
            }
            std::thread::sleep(SAME);
            armed.store(true, Ordering::Relaxed);
        });
        let _ = flag::register(SIGTERM, terminated.clone());
        for signal in [SIGINT, SIGTERM] {
            let _ = flag::register(signal, stop.clone());
        }
        Self { stop, terminated }
    }

    /// The flag that workers look at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// The exit code of the signal that came, if one came.
    pub(crate) fn code(&self) -> Option<u8> {
        let code = if self.terminated.load(Ordering::Relaxed) { 143 } else { 130 };
        self.stop.load(Ordering::Relaxed).then_some(code)
    }
}

/// How a command ends whose partial result is written, and can be gone on with or not.
pub(crate) fn stopped(code: u8, played: &str, out: &Path, can_resume: bool) -> Failure {
    let again = match can_resume {
        true => format!("to go on: {}", resuming()),
        false => format!("to play all: {}", command_line()),
    };
    log(&format!("stopped after {played}; the partial result is in {}\n{again}", out.display()));
    Failure::Interrupted(code)
}
