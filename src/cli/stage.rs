//! Where a command plays: the folder of its files, its threads, its progress, and the signals that stop it.

use super::interrupt::{Interrupt, stopped};
use super::options::Work;
use super::progress::Progress;
use super::{Done, Failure};
use crate::config::Plan;
use crate::report;
use rayon::ThreadPool;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A command that plays.
pub(crate) struct Stage {
    /// Where its files go: that they can be written is known.
    pub out: PathBuf,
    /// Its threads.
    pub pool: ThreadPool,
    /// The signals.
    pub interrupt: Interrupt,
    progress: Progress,
    /// Can it go on from what it wrote?
    can_resume: bool,
}

/// The folder of a command's files: where it was said, or `reports/NAME`, in the folder of the command if it
/// has one.
pub(crate) fn place(out: Option<&Path>, plan: &Plan, command: Option<&str>) -> PathBuf {
    let own = || {
        let mut own = Path::new("reports").join(&plan.name);
        own.extend(command);
        own
    };
    out.map_or_else(own, Path::to_owned)
}

impl Stage {
    /// Prepares to play so many games; files go to their [`place`].
    ///
    /// # Errors
    /// The folder cannot be written, or there are no threads.
    pub(crate) fn open(plan: &Plan, command: Option<&str>, games: u64, work: &Work) -> Result<Self, Failure> {
        let out = place(work.out.as_deref(), plan, command);
        // A signal that comes before there is anything to write is one all the same.
        let interrupt = Interrupt::listen();
        report::write::prepare(&out)?;
        let progress = Progress::new(games, plan.games, plan.players, work.level, work.quiet);
        Ok(Self { out, pool: work.pool()?, interrupt, progress, can_resume: false })
    }

    /// The same for a command that can go on with what was broken off.
    pub(crate) fn resumable(self) -> Self {
        Self { can_resume: true, ..self }
    }

    /// The flag that workers look at.
    pub(crate) fn flag(&self) -> &AtomicBool {
        self.interrupt.flag()
    }

    /// So many games were played.
    pub(crate) fn add(&self, games: u64) {
        self.progress.add(games);
    }

    /// Takes the progress away: what follows is printed.
    pub(crate) fn finish(&self) {
        self.progress.finish();
    }

    /// How the command ends, whose result is written: partial, if a signal came before it was done.
    ///
    /// # Errors
    /// A signal came.
    pub(crate) fn end(&self, is_done: bool, played: &str) -> Done {
        match self.interrupt.code().filter(|_| !is_done) {
            Some(code) => Err(stopped(code, played, &self.out, self.can_resume)),
            None => Ok(()),
        }
    }
}
