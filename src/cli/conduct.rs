//! What every command that plays does: forecast or play, write the files, print, end.

use super::interrupt::{Interrupt, stopped};
use super::options::Work;
use super::progress::Progress;
use super::{CliResult, Failure, log, print};
use crate::config::{Plan, clipped, is_filed};
use crate::experiments::{Experiment, ExperimentResult, Extent, Session, Verdict};
use crate::report::{self, result_file};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Forecasts an experiment if only a plan is asked for; otherwise plays it, writes its files and prints it.
///
/// # Errors
/// It cannot be played or written, it was interrupted, or its verdict is not pass.
pub(crate) fn conduct<E: Experiment>(experiment: &E, only_plan: bool, work: &Work) -> CliResult {
    if only_plan && let Some(forecast) = experiment.forecast(&work.session()?) {
        return print(&forecast.text()?);
    }
    let run = RunContext::open(experiment.plan(), E::COMMAND, experiment.games(), work)?;
    let result = experiment.play(&run.session);
    run.finish();
    run.write(&result)?;
    work.show(&result, &run.out)?;
    run.end(&result)
}

/// Where a command plays: the folder of its files, its session, its progress, and the signals that stop it.
pub(crate) struct RunContext {
    /// The folder of its files, which can be written.
    pub out: PathBuf,
    /// What it plays with.
    pub session: Session,
    interrupt: Interrupt,
    progress: Progress,
    began: Instant,
    can_resume: bool,
}

/// The folder of a command's files: the one that was asked for, or `reports/NAME`, in the folder of the command if it
/// has one.
pub(crate) fn place(out: Option<&Path>, plan: &Plan, command: Option<&str>) -> PathBuf {
    let own = || {
        let mut own = Path::new("reports").join(&plan.name);
        own.extend(command);
        own
    };
    out.map_or_else(own, Path::to_owned)
}

impl RunContext {
    /// Prepares a command to play so many games; its files go to their [`place`], in a folder of its own.
    ///
    /// # Errors
    /// The folder cannot be written, or holds the result of another command.
    pub(crate) fn open(plan: &Plan, command: &'static str, games: u64, work: &Work) -> Result<Self, Failure> {
        Self::at(place(work.out.as_deref(), plan, Some(command)), command, plan, games, work)
    }

    /// The same for a run, or for the shard of one that this folder is for, which can be resumed.
    ///
    /// # Errors
    /// As for others.
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
        is_free(&out, command)?;
        // A signal that comes before there is anything to write counts as well.
        let interrupt = Interrupt::listen();
        report::write::prepare(&out)?;
        let even_seat = (games == plan.games).then(|| (plan.players(), work.level));
        let progress = Progress::new(games, even_seat, work.quiet);
        let session = progress.follow(work.session()?).stopped_by(interrupt.flag());
        let began = Instant::now();
        Ok(Self { out, session, interrupt, progress, began, can_resume: false })
    }

    /// How long it has taken.
    pub(crate) fn wall(&self) -> std::time::Duration {
        self.began.elapsed()
    }

    /// Takes the progress bar away: what follows is printed.
    pub(crate) fn finish(&self) {
        self.progress.finish();
    }

    /// Writes the files of a result: last `result.json`, which attests the others.
    ///
    /// # Errors
    /// They cannot be written.
    pub(crate) fn write(&self, result: &impl ExperimentResult) -> CliResult {
        Ok(report::write::result(&self.out, result.files(&self.out), &result.result_file())?)
    }

    /// Ends a command whose result is written.
    ///
    /// # Errors
    /// A signal came before everything was played, or the verdict is not pass.
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

    /// Prints how to continue if a signal interrupted the command.
    ///
    /// # Errors
    /// A signal came before everything was played.
    pub(crate) fn end_of(&self, extent: &Extent) -> CliResult {
        match self.interrupt.code().filter(|_| !extent.is_complete()) {
            Some(code) => Err(stopped(code, &extent.words(), &self.out, self.can_resume)),
            None => Ok(()),
        }
    }
}

/// Is the folder free for the result of this command? It holds none yet, or an earlier one of the same command, and no
/// `run.toml` that a person wrote.
///
/// # Errors
/// It is not.
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
    if command == "run" && toml.is_file() && !is_filed(&toml) {
        return refuse(format!("{}, which Undercard did not write", shown(&toml)));
    }
    Ok(())
}
