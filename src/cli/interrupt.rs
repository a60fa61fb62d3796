//! Signals: after the first one, the command finishes the current batch and saves; the second one exits
//! immediately.

use super::command_line::{command_line, into, with};
use super::files::differences;
use super::{CliResult, Failure, log, log_sentence};
use crate::report::disk::beside;
use crate::report::result_file::ConfigUsed;
use crate::report::text::Width;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Signals within this time after the first one count as the same signal: `timeout` signals a program and then its
/// process group, and Ctrl-C in a terminal can arrive twice.
const SAME: Duration = Duration::from_millis(400);

/// The first signal that arrived.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
    code: Arc<AtomicU8>,
    /// Whether a signal ends the program immediately.
    at_once: Arc<AtomicBool>,
}

/// What listens from the start of a command.
static EARLY: OnceLock<Interrupt> = OnceLock::new();

impl Interrupt {
    /// Starts to listen for signals. If that fails, signals keep their default action.
    pub(crate) fn listen() -> Self {
        if let Some(early) = EARLY.get() {
            early.at_once.store(false, Ordering::Relaxed);
            return early.clone();
        }
        let own = Self::default();
        // A test that calls many commands can still be interrupted.
        if !cfg!(test) {
            let _ = own.spawn();
        }
        own
    }

    /// Starts to listen at the start of a command, which may play games before it has anything to save. Until
    /// [`Self::listen`] is called, a signal ends the program immediately.
    pub(crate) fn listen_early() {
        // Elsewhere a signal has its default action, which is the same without the message.
        if cfg!(unix) && EARLY.get().is_none() {
            let early = Self::listen();
            early.exit_at_once();
            let _ = EARLY.set(early);
        }
    }

    /// From now on, a signal ends the program immediately: it waits for a person, and can be repeated.
    pub(crate) fn exit_at_once(&self) {
        self.at_once.store(true, Ordering::Relaxed);
    }

    /// Records a signal by its exit code.
    fn note(&self, code: u8) {
        // The code must be stored before the flag, because readers of the flag read the code next.
        self.code.store(code, Ordering::Relaxed);
        self.stop.store(true, Ordering::Release);
    }

    #[cfg(unix)]
    fn spawn(&self) -> std::io::Result<()> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
        let mut signals = vec![SIGINT, SIGQUIT, SIGTERM];
        // `nohup` starts a program with SIGHUP ignored; that must stay so.
        signals.extend((!ignores_hangup()).then_some(SIGHUP));
        let own = self.clone();
        let (send, receive) = std::sync::mpsc::sync_channel::<signal_hook::iterator::Signals>(1);
        // Runs until the program exits. Results do not depend on it. If it cannot start, signals are not caught.
        std::thread::Builder::new().spawn(move || {
            let mut first = None;
            for signal in receive.recv().iter_mut().flat_map(|signals| signals.forever()) {
                let code = u8::try_from(128 + signal).unwrap_or(130);
                match first {
                    _ if own.at_once.load(Ordering::Relaxed) => {
                        log("stopped; nothing was saved");
                        exit(code);
                    }
                    None => {
                        own.note(code);
                        first = Some(std::time::Instant::now());
                    }
                    Some(first) if first.elapsed() > SAME => exit(code),
                    Some(_) => {}
                }
            }
        })?;
        // A signal before this line ends the program, and a later one is queued, so none is lost.
        let _ = send.send(signal_hook::iterator::Signals::new(signals)?);
        Ok(())
    }

    #[cfg(not(unix))]
    fn spawn(&self) -> std::io::Result<()> {
        use signal_hook::{consts::SIGINT, flag};
        let (armed, own) = (Arc::new(AtomicBool::new(false)), self.clone());
        flag::register_conditional_shutdown(SIGINT, 130, armed.clone())?;
        let arrived = Arc::new(AtomicBool::new(false));
        flag::register(SIGINT, arrived.clone())?;
        let is_first = armed.clone();
        let listening = std::thread::Builder::new().spawn(move || {
            while !arrived.load(Ordering::Relaxed) {
                std::thread::sleep(SAME / 8);
            }
            own.note(130);
            std::thread::sleep(SAME);
            armed.store(true, Ordering::Relaxed);
        });
        // Without the thread, a signal ends the program.
        is_first.store(listening.is_err(), Ordering::Relaxed);
        listening.map(drop)
    }

    /// The flag that workers poll.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// The end of a command that saves nothing if a signal stops it.
    ///
    /// # Errors
    /// A signal arrived, or the command failed.
    pub(crate) fn unless_stopped(&self, done: CliResult) -> CliResult {
        let Some(code) = self.code() else { return done };
        log("stopped; nothing was saved");
        Err(Failure::Interrupted(code))
    }

    /// The exit code of the signal that arrived, if any.
    pub(crate) fn code(&self) -> Option<u8> {
        self.stop.load(Ordering::Acquire).then(|| self.code.load(Ordering::Relaxed))
    }
}

/// Exits without waiting for anything.
#[cfg(unix)]
fn exit(code: u8) -> ! {
    crate::programs::kill_and(|| signal_hook::low_level::exit(code.into()))
}

/// Whether the program was started with SIGHUP ignored. Only Linux provides this information.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// Makes a write beyond the limit of `ulimit -f` return an error, instead of ending the program.
pub(crate) fn survive_file_size_limit() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Reports that a signal stopped the command after it saved its partial result, what differs from the printed rules, and the
/// command that continues.
pub(crate) fn stopped(
    code: u8,
    played: &str,
    configs: &[ConfigUsed],
    folder: &Path,
    can_resume: bool,
    is_beside: bool,
    width: Width,
) -> Failure {
    let again = match (can_resume, is_beside) {
        (true, false) => format!("to resume: {}", with("--resume")),
        (true, true) => format!("to resume: {}", into(beside(folder), "--resume")),
        (false, _) => format!("to start again: {}", command_line()),
    };
    let changes = differences(configs, width);
    log_sentence(&format!("stopped after {played}; the partial result is in {}", folder.display()), width);
    log(&format!("{changes}{again}"));
    Failure::Interrupted(code)
}
