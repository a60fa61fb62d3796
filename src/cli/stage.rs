//! Where a command plays: the folder of its files, its threads, its progress, and the signals that stop it.

use super::interrupt::{Interrupt, stopped};
use super::options::Work;
use super::progress::Progress;
use super::provenance::{Provenance, int};
use super::{Done, Failure};
use crate::config::{MADE, Plan, is_filed};
use crate::model::settings::{Node, Origin, Value, clipped};
use crate::report::{self, Table};
use crate::stats::Level;
use rayon::ThreadPool;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A command that plays.
pub(crate) struct Stage {
    /// Where its files go: that they can be written is known.
    pub out: PathBuf,
    /// Its threads.
    pub pool: ThreadPool,
    /// The signals.
    pub interrupt: Interrupt,
    progress: Progress,
    began: Instant,
    level: Level,
    /// Its name, which is also that of the file that says how its result was made.
    command: &'static str,
    /// Can it go on from what it wrote?
    can_resume: bool,
}

/// How far a command came.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Was everything played that was to be?
    pub is_done: bool,
    /// Was the number of games fixed beforehand?
    pub is_fixed: bool,
    /// What was played, in words.
    pub played: String,
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
    /// Prepares a command to play so many games; files go to their [`place`], in its own folder.
    ///
    /// # Errors
    /// The folder cannot be written, or a file of somebody's own would be replaced in it, or there are no threads.
    pub(crate) fn open(plan: &Plan, command: &'static str, games: u64, work: &Work) -> Result<Self, Failure> {
        Self::at(place(work.out.as_deref(), plan, Some(command)), command, plan, games, work)
    }

    /// The same for a run, or the shard of one that this folder is for: it can go on with what was broken off.
    ///
    /// # Errors
    /// As for others.
    pub(crate) fn of_run(
        plan: &Plan,
        folder: Option<&str>,
        games: u64,
        work: &Work,
    ) -> Result<Self, Failure> {
        let stage = Self::at(place(work.out.as_deref(), plan, folder), "run", plan, games, work)?;
        Ok(Self { can_resume: true, ..stage })
    }

    fn at(
        out: PathBuf,
        command: &'static str,
        plan: &Plan,
        games: u64,
        work: &Work,
    ) -> Result<Self, Failure> {
        let file = out.join(format!("{command}.toml"));
        if file.is_file() && !is_filed(&file) {
            let found = clipped(&file.display().to_string());
            let expected = "a folder where that file is none, or of an earlier result";
            return Err(Failure::Input(format!(
                "--out: found {found}, which is no result, expected {expected}"
            )));
        }
        // A signal that comes before there is anything to write is one all the same.
        let interrupt = Interrupt::listen();
        report::write::prepare(&out)?;
        let progress = Progress::new(games, plan.games, plan.players(), work.level, work.quiet);
        let (began, level) = (Instant::now(), work.level);
        Ok(Self { out, pool: work.pool()?, interrupt, progress, began, level, command, can_resume: false })
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

    /// Takes away what attests an earlier result: files of this one come that are no reports.
    ///
    /// # Errors
    /// It cannot be removed.
    pub(crate) fn withdraw(&self) -> Done {
        Ok(report::write::withdraw(&self.out, &format!("{}.toml", self.command))?)
    }

    /// Files a command's reports, and how they were made, with what only this command has to tell of that, which
    /// attests them.
    ///
    /// # Errors
    /// They cannot be written.
    pub(crate) fn file(
        &self,
        plan: &Plan,
        tables: &[&Table],
        ended: &Ended,
        own: Vec<(&str, Value)>,
    ) -> Done {
        let command = self.command;
        let name = format!("{command}.toml");
        let rows = tables.iter().map(|table| {
            let value = int(table.rows.len() as u64);
            (table.name.to_owned(), Node { value, at: Origin::whole(&name) })
        });
        let all = [
            ("played", Value::Text(ended.played.clone())),
            ("games-fixed-beforehand", Value::Flag(ended.is_fixed)),
            ("level", Value::Float(self.level.level())),
            ("rows", Value::Table(rows.collect())),
        ];
        let provenance = Provenance {
            header: format!(
                "{MADE} of `undercard {command}` was made: the config, and what came of it. `complete` says\n\
                 # whether everything was played that was to be; `command` plays the same games again.\n"
            ),
            plan,
            games: plan.games,
            is_whole: ended.is_done,
            wall: self.began.elapsed(),
            threads: self.pool.current_num_threads(),
            own: own.into_iter().chain(all).collect(),
        };
        let mut files: Vec<_> = tables.iter().map(|table| report::write::file(table)).collect();
        files.push((name, provenance.text()?.into_bytes()));
        Ok(report::write::result(&self.out, &files)?)
    }

    /// How the command ends, whose result is written: partial, if a signal came before it was done.
    ///
    /// # Errors
    /// A signal came.
    pub(crate) fn end(&self, ended: &Ended) -> Done {
        match self.interrupt.code().filter(|_| !ended.is_done) {
            Some(code) => Err(stopped(code, &ended.played, &self.out, self.can_resume)),
            None => Ok(()),
        }
    }
}
