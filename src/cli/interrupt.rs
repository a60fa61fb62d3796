//! SIGINT and SIGTERM: the first signal finishes the current batch, the second one exits immediately.

use super::command_line::{command_line, resuming};
use super::{Failure, log};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Signals within this time after the first one count as the same signal: `timeout` signals a program and then its
/// process group, and Ctrl-C in a terminal can arrive twice.
const SAME: Duration = Duration::from_millis(400);

/// The state of the signal handlers.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
    terminated: Arc<AtomicBool>,
}

impl Interrupt {
    /// Installs the signal handlers. If that fails, signals keep their default action.
    pub(crate) fn listen() -> Self {
        let [stop, terminated, armed] = std::array::from_fn(|_| Arc::new(AtomicBool::new(false)));
        for (signal, code) in [(SIGINT, 130), (SIGTERM, 143)] {
            let _ = flag::register_conditional_shutdown(signal, code, armed.clone());
        }
        let first = stop.clone();
        // Runs until the program exits. Results do not depend on it.
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

    /// The flag that workers poll.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// The exit code of the signal that was received, if any.
    pub(crate) fn code(&self) -> Option<u8> {
        let code = if self.terminated.load(Ordering::Relaxed) { 143 } else { 130 };
        self.stop.load(Ordering::Relaxed).then_some(code)
    }
}

/// Reports that a signal stopped the command after its partial result was saved, with the command that continues.
pub(crate) fn stopped(code: u8, played: &str, out: &Path, can_resume: bool) -> Failure {
    let again = match can_resume {
        true => format!("to resume: {}", resuming()),
        false => format!("to start again: {}", command_line()),
    };
    log(&format!("stopped after {played}; the partial result is in {}\n{again}", out.display()));
    Failure::Interrupted(code)
}
