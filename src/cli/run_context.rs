//! The context of a command that plays: its output folder, session, progress bar, and the signals that stop it.

use super::files::{Written, beside_complete, output_folder};
use super::interrupt::{Interrupt, stopped};
use super::options::Work;
use super::overwrite::{Partial, may_fill};
use super::progress::Progress;
use super::{CliResult, Failure, log_sentence};
use crate::config::Plan;
use crate::experiments::run::Run;
use crate::experiments::{Experiment, ExperimentResult, Extent, Session, Verdict};
use crate::report::result_file::ConfigUsed;
use crate::report::store::{Place, at};
use crate::report::text::Width;
use crate::report::write::WriteError;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The context of a command: its output folder, session, progress bar, and the signals that stop it.
pub(crate) struct RunContext {
    /// Where the result is written. No other command writes there.
    pub place: Place,
    /// Threads, progress and cancellation.
    pub session: Session,
    interrupt: Interrupt,
    progress: Progress,
    began: Instant,
    can_resume: bool,
    replaces: bool,
    /// Whether the folder is beside that of an earlier complete result.
    is_beside: bool,
    is_quiet: bool,
    width: Width,
    /// Whether an earlier result with another digest is kept.
    pub keeps_earlier: bool,
    /// Where it is kept.
    kept: OnceCell<PathBuf>,
    /// Who plays, if no bots are named.
    players: Option<String>,
}

impl RunContext {
    /// Prepares an experiment that writes to the folder of its command, see [`output_folder`].
    ///
    /// # Errors
    /// The folder cannot be written, or holds something that would be lost.
    pub(crate) fn open<E: Experiment>(experiment: &E, work: &Work, width: Width) -> Result<Self, Failure> {
        let (plan, games) = (experiment.plans()[0], experiment.games());
        let folder = output_folder(work.out.as_deref(), plan).join(E::COMMAND);
        let mut context = Self::at(&folder, Partial::Superseded, plan, 0..games, (work, width))?;
        if !E::SAYS_HOW_GOOD {
            context.players = plan.players_note_beside(experiment.plans().get(1).copied());
        }
        Ok(context)
    }

    /// Prepares a run or the shard of a run, which can be resumed after `before` games.
    ///
    /// # Errors
    /// The folder cannot be written, or holds something that would be lost.
    pub(crate) fn of_run(
        run: &Run,
        folder: &Path,
        before: u64,
        resume: bool,
        shown: (&Work, Width),
    ) -> Result<Self, Failure> {
        let partial = match resume {
            true => Partial::Resumed,
            false if matches!(run.so_far(&at(folder)), Ok(Some(_))) => Partial::Resumable,
            false => Partial::Superseded,
        };
        let context = Self::at(folder, partial, &run.plan, before..run.games(), shown)?;
        Ok(Self { can_resume: true, ..context })
    }

    fn at(
        folder: &Path,
        partial: Partial,
        plan: &Plan,
        games: std::ops::Range<u64>,
        (work, width): (&Work, Width),
    ) -> Result<Self, Failure> {
        // Catches signals before the folder is created.
        let interrupt = Interrupt::listen();
        let place = Place::open(folder)?;
        let replaces = may_fill(folder, partial, work.force)?;
        let even_seat = (games.end == plan.games).then(|| (plan.players(), work.level));
        let progress = Progress::new(games.start, games.end, even_seat, work.quiet);
        let session = progress.tell(progress.follow(work.session()?), width).stopped_by(interrupt.flag());
        let began = Instant::now();
        Ok(Self {
            place,
            session,
            interrupt,
            progress,
            began,
            can_resume: false,
            replaces,
            is_beside: false,
            is_quiet: work.quiet,
            width,
            keeps_earlier: !work.force,
            kept: OnceCell::new(),
            players: plan.players_note(),
        })
    }

    /// Puts a partial result beside an earlier complete one, instead of replacing it: in the first folder in which nothing
    /// is lost.
    ///
    /// # Errors
    /// A folder beside it cannot be written.
    pub(crate) fn keep_complete(&mut self) -> CliResult {
        if self.replaces {
            self.place = beside_complete(self.place.folder())?;
            (self.replaces, self.is_beside) = (false, true);
        }
        Ok(())
    }

    /// Whether the folder has an earlier complete result, which only another complete one replaces.
    pub(crate) const fn replaces(&self) -> bool {
        self.replaces
    }

    /// The elapsed time.
    pub(crate) fn wall(&self) -> std::time::Duration {
        self.began.elapsed()
    }

    /// Shows the progress bar.
    pub(crate) fn start(&self) {
        self.progress.start();
    }

    /// Removes the progress bar before the result is printed.
    pub(crate) fn finish(&self) {
        self.progress.finish();
    }

    /// Writes the files of a result. `result.json`, which contains the checksums of the others, is last.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn write(&self, result: &impl ExperimentResult) -> CliResult {
        self.note_kept(self.place.write(&result.files(), &result.result_file(), self.keeps_earlier))
    }

    /// Remembers where an earlier result is kept, for the end of the command.
    ///
    /// # Errors
    /// Those of the writing that is given.
    pub(crate) fn note_kept(&self, written: Result<Option<PathBuf>, WriteError>) -> CliResult {
        if let Some(kept) = written? {
            // A later save of the same run keeps nothing more.
            let _ = self.kept.set(kept);
        }
        Ok(())
    }

    /// Ends a command whose result is written.
    ///
    /// # Errors
    /// A signal stopped the command early, or the verdict is not pass.
    pub(crate) fn end(&self, result: &impl ExperimentResult) -> CliResult {
        if let Some(shortfall) = result.shortfall() {
            log_sentence(&shortfall, self.width);
        }
        self.end_of(result.extent(), &result.metadata().configs)?;
        match result.verdict() {
            Some(Verdict::Fail) => Err(Failure::Judged(10)),
            Some(Verdict::Inconclusive) => Err(Failure::Judged(11)),
            Some(Verdict::Pass) | None => Ok(()),
        }
    }

    /// Prints the output folder, and the command to type next. If a signal stopped the command, that is how
    /// to continue.
    ///
    /// # Errors
    /// A signal stopped the command early.
    pub(crate) fn end_of(&self, extent: &Extent, configs: &[ConfigUsed]) -> CliResult {
        match self.interrupt.code().filter(|_| !extent.is_complete()) {
            Some(code) => {
                let out = self.place.folder();
                Err(stopped(code, &extent.words(), configs, out, self.can_resume, self.is_beside, self.width))
            }
            None => {
                let kept = self.kept.get().map_or(&[][..], std::slice::from_ref);
                let (folders, replaced) = (&[self.place.folder()][..], self.replaces);
                let players = self.players.as_deref();
                Written { folders, kept, replaced, configs, players }.log(self.is_quiet, self.width);
                Ok(())
            }
        }
    }
}
