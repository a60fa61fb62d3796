//! The steps that all commands share: forecast or play, write the files, print the result, say where the files are.

use super::command_line::quoted;
use super::interrupt::{Interrupt, stopped};
use super::options::Work;
use super::progress::Progress;
use super::{CliResult, Failure, log, print};
use crate::config::{Plan, clipped, is_result_config};
use crate::experiments::{Experiment, ExperimentResult, Extent, Session, Verdict};
use crate::report::writer_lock::WriterLock;
use crate::report::{self, result_file};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Prints the forecast of an experiment if `only_plan`; otherwise plays it, writes its files and prints its result.
///
/// # Errors
/// The experiment cannot be played, its files cannot be written, a signal stopped it, or its verdict is not pass.
pub(crate) fn conduct<E: Experiment>(experiment: &E, only_plan: bool, work: &Work) -> CliResult {
    if only_plan {
        let Some(forecast) = experiment.forecast(&work.session()?) else {
            let message = format!("--plan: found no estimate for {}, expected another command", E::COMMAND);
            return Err(Failure::Input(message));
        };
        return print(&forecast.text()?);
    }
    let run = RunContext::open(experiment.plans()[0], E::COMMAND, experiment.games(), work)?;
    let result = experiment.play(&run.session);
    run.finish();
    // The result is printed even if its files cannot be written.
    let written = run.write(&result);
    work.show(&result, &run.out)?;
    written?;
    run.end(&result)
}

/// The context of a command: the folder of its files, its session, its progress bar, and the signals that stop it.
pub(crate) struct RunContext {
    /// The folder of its files; it is writable.
    pub out: PathBuf,
    /// Threads, progress and cancellation.
    pub session: Session,
    interrupt: Interrupt,
    progress: Progress,
    began: Instant,
    can_resume: bool,
    is_quiet: bool,
    /// Keeps other commands from writing to the folder.
    _lock: WriterLock,
}

/// The folder of a command's files: `out` if given, otherwise `reports/NAME/COMMAND`, or `reports/NAME` without a
/// command.
pub(crate) fn place(out: Option<&Path>, plan: &Plan, command: Option<&str>) -> PathBuf {
    let own = || {
        let mut own = Path::new("reports").join(&plan.name);
        own.extend(command);
        own
    };
    out.map_or_else(own, Path::to_owned)
}

impl RunContext {
    /// Prepares a command that plays this many games and writes to its own folder, see [`place`].
    ///
    /// # Errors
    /// The folder cannot be written, or holds the result of another command.
    pub(crate) fn open(plan: &Plan, command: &'static str, games: u64, work: &Work) -> Result<Self, Failure> {
        Self::at(place(work.out.as_deref(), plan, Some(command)), command, plan, games, work)
    }

    /// Prepares a run or, with the folder of a shard, the shard of a run. Both can be resumed.
    ///
    /// # Errors
    /// The folder cannot be written, or holds the result of another command.
    pub(crate) fn of_run(
        plan: &Plan,
        folder: Option<&str>,
        games: u64,
        work: &Work,
    ) -> Result<Self, Failure> {
        let run = Self::at(place(work.out.as_deref(), plan, folder), "run", plan, games, work)?;
        Ok(Self { can_resume: true, ..run })
    }

    fn at(
        out: PathBuf,
        command: &'static str,
        plan: &Plan,
        games: u64,
        work: &Work,
    ) -> Result<Self, Failure> {
        // Catches signals before the folder is created.
        let interrupt = Interrupt::listen();
        let lock = report::write::prepare(&out)?;
        is_free(&out, command)?;
        let even_seat = (games == plan.games).then(|| (plan.players(), work.level));
        let progress = Progress::new(games, even_seat, work.quiet);
        let session = progress.follow(work.session()?).stopped_by(interrupt.flag());
        let began = Instant::now();
        Ok(Self {
            out,
            session,
            interrupt,
            progress,
            began,
            can_resume: false,
            is_quiet: work.quiet,
            _lock: lock,
        })
    }

    /// The elapsed time.
    pub(crate) fn wall(&self) -> std::time::Duration {
        self.began.elapsed()
    }

    /// Removes the progress bar before the result is printed.
    pub(crate) fn finish(&self) {
        self.progress.finish();
    }

    /// Writes the files of a result; `result.json`, which has the checksums of the others, is last.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn write(&self, result: &impl ExperimentResult) -> CliResult {
        Ok(report::write::result(&self.out, result.files(&self.out), &result.result_file())?)
    }

    /// Ends a command whose result is written.
    ///
    /// # Errors
    /// A signal stopped the command early, or the verdict is not pass.
    pub(crate) fn end(&self, result: &impl ExperimentResult) -> CliResult {
        if let Some(shortfall) = result.shortfall() {
            log(&shortfall);
        }
        self.end_of(result.extent())?;
        match result.verdict() {
            Some(Verdict::Fail) => Err(Failure::Judged(10)),
            Some(Verdict::Inconclusive) => Err(Failure::Judged(11)),
            Some(Verdict::Pass) | None => Ok(()),
        }
    }

    /// Says where the files are, and what to type next: how to continue if a signal stopped the command.
    ///
    /// # Errors
    /// A signal stopped the command early.
    pub(crate) fn end_of(&self, extent: &Extent) -> CliResult {
        match self.interrupt.code().filter(|_| !extent.is_complete()) {
            Some(code) => Err(stopped(code, &extent.words(), &self.out, self.can_resume)),
            None => {
                log_files(&[&self.out], self.is_quiet);
                Ok(())
            }
        }
    }
}

/// Says on stderr in which folders the files are, and how to make a page of the first one; nothing if `is_quiet`.
pub(crate) fn log_files(folders: &[&Path], is_quiet: bool) {
    let (false, Some(first)) = (is_quiet, folders.first()) else { return };
    let shown: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    log(&format!(
        "files: {}\nfor a page: undercard report {}",
        shown.join(", "),
        quoted(&first.to_string_lossy())
    ));
}

/// Checks that the folder may hold the result of this command: it holds no result of another command, and no `run.toml`
/// that a person wrote.
///
/// # Errors
/// It does.
pub(crate) fn is_free(out: &Path, command: &str) -> CliResult {
    let refuse = |found: String| {
        let expected = "another folder: a folder holds one result";
        Err(Failure::Input(format!("--out: found {found}, expected {expected}")))
    };
    let shown = |path: &Path| clipped(&path.display().to_string());
    if let Some(other) = result_file::command(out).filter(|other| other != command) {
        return refuse(format!("{}, which holds a result of `undercard {}`", shown(out), clipped(&other)));
    }
    let toml = out.join("run.toml");
    if command == "run" && toml.is_file() && !is_result_config(&toml) {
        return refuse(format!("{}, which Undercard did not write", shown(&toml)));
    }
    Ok(())
}
