//! The balance gate. Figures are judged by the `[targets]` of each config, and what was played is compared with
//! `undercard.lock`.
//!
//! All intervals together hold at the level: each of the m judgements (a target in one line-up, over
//! all configs of the command) is made at 1 − α/m. Unless all games are asked for, figures are looked at
//! after 4,096 games and then whenever there are a quarter more (rounded up to a multiple of 4,096),
//! by confidence sequences, and playing stops as soon as every target is decided; what a look has
//! decided stays decided. A figure that never varied has no sequence, and is judged once, when all
//! games are played. The games before a look are always the first ones, so that where playing
//! stops depends on no thread. With `--full`, or when there is only one look in all, the number of
//! games was fixed beforehand and the narrower fixed intervals judge.

mod forecast;
mod github;
pub(super) mod judge;
mod junit;
mod lock_status;
mod places;
mod sarif;
pub(super) mod text;

use super::{Error, Session};
use crate::config::{Asked, Plan, fault, lock};
use crate::model::settings::{ConfigErrors, clipped, is_formula};
use crate::report::ResultFile;
use crate::report::write::WriteError;
use crate::stats::Level;
use crate::stats::verdict::Verdict;
use judge::{ConfigCheck, JudgingRules};
use lock_status::{LockFile, LockStatus};
use std::path::{Path, PathBuf};

/// What is judged, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The level at which all verdicts hold together.
    pub level: Level,
    /// Play all games and look once.
    pub full: bool,
    /// Write what was played into the lock.
    pub update: bool,
    /// The lock; `None`: `undercard.lock`, if it is there.
    pub lock: Option<PathBuf>,
}

/// A check that is ready to be played.
pub struct Check {
    configs: Vec<ConfigCheck>,
    lock: Result<LockFile, ConfigErrors>,
    rules: JudgingRules,
    update: bool,
}

/// What a check came to.
pub struct Checked {
    jobs: Vec<ConfigCheck>,
    held: Vec<LockStatus>,
    lock: String,
    terms: JudgingRules,
    /// Why the lock could not be written, if it could not.
    pub unwritten: Option<WriteError>,
    /// The exit code of the signal that stopped it, if one did.
    pub stopped: Option<u8>,
}

impl Check {
    /// Checks all configs, and reads the lock.
    ///
    /// # Errors
    /// All errors of all configs and, unless only a forecast is wanted, those of the lock.
    pub fn new(configs: &[String], asked: &Asked, options: &Options) -> Result<Self, ConfigErrors> {
        let asks_others = asked.games.is_some() || asked.seed.is_some();
        let lock = LockFile::read(options.lock.as_deref(), options.update, asks_others);
        let configs = match (read(configs, asked), &lock) {
            (Err(ConfigErrors(errors)), Err(ConfigErrors(more))) => {
                return Err(ConfigErrors([&errors[..], more].concat()));
            }
            (configs, _) => configs?,
        };
        let rules = JudgingRules::new(&configs, options.level, options.full);
        Ok(Self { configs, lock, rules, update: options.update })
    }

    /// About how many games decide each target, as a sample of them goes.
    ///
    /// # Errors
    /// None that writing to memory can have.
    pub fn forecast(&mut self, session: &Session) -> Result<String, std::fmt::Error> {
        forecast::text(&mut self.configs, self.rules, session)
    }

    /// The folder of each file, with the places of the configs that it tells of: the one that was asked for, or that
    /// of each config.
    #[must_use]
    pub fn folders(&self, out: Option<&Path>) -> Vec<(PathBuf, Vec<usize>)> {
        folders(&self.configs, out)
    }

    /// The lock that is to be written, if one is.
    ///
    /// # Errors
    /// The lock is damaged, or there is nothing to check.
    pub fn ready(&self) -> Result<Option<PathBuf>, Error> {
        let lock = self.lock.as_ref().map_err(|errors| Error::Damaged(errors.to_string()))?;
        let is_idle =
            |config: &&ConfigCheck| config.aims.is_empty() && !self.update && !lock.has(&config.config);
        let idle: Vec<&str> =
            self.configs.iter().filter(is_idle).map(|config| config.config.as_str()).collect();
        if idle.is_empty() {
            return Ok(self.update.then(|| PathBuf::from(lock.file())));
        }
        let found = format!("nothing to check in {}", idle.join(", "));
        let expected = "[targets], or an entry in the lock (`--update` files results)";
        Err(ConfigErrors(vec![fault("check", "", found, expected)]).into())
    }

    /// The most games that each config plays.
    pub fn games(&self) -> u64 {
        let games = |config: &ConfigCheck| config.plan.games.saturating_mul(config.runs.len() as u64);
        self.configs.iter().map(games).sum()
    }

    /// Plays until every target is decided, and compares with the lock or writes it.
    ///
    /// # Errors
    /// The lock is damaged.
    pub fn play(self, session: &Session) -> Result<Checked, Error> {
        let Self { mut configs, lock, rules, update } = self;
        let lock = lock.map_err(|errors| Error::Damaged(errors.to_string()))?;
        let mut held = Vec::new();
        for config in &mut configs {
            let lock_at = lock.games(config, update);
            config.play(rules, lock_at, session);
            held.push(lock.hold(config));
        }
        // What was found is told even if the lock cannot be written.
        let mut unwritten = None;
        if update && configs.iter().all(ConfigCheck::is_done) {
            match lock.update(&configs) {
                Ok(filed) => held = filed,
                Err(error) => unwritten = Some(error),
            }
        }
        Ok(Checked { jobs: configs, held, lock: lock.file(), terms: rules, unwritten, stopped: None })
    }
}

/// Reads all configs.
///
/// # Errors
/// All errors of all of them.
fn read(configs: &[String], asked: &Asked) -> Result<Vec<ConfigCheck>, ConfigErrors> {
    let (mut jobs, mut faults): (Vec<ConfigCheck>, _) = (Vec::new(), ConfigErrors::default());
    for (place, config) in configs.iter().enumerate() {
        if configs[..place].iter().any(|known| lock::name(known) == lock::name(config)) {
            let found = format!("\"{}\" more than once", clipped(config));
            faults.0.push(fault("CONFIG", "", found, "every config once"));
            continue;
        }
        // It is a cell of check.csv.
        if is_formula(config) || config.chars().any(char::is_control) {
            let expected = "a path without control characters that begins with none of =, +, - and @, as ./ \
                            before it does";
            faults.0.push(fault("CONFIG", "", format!("\"{}\"", clipped(config)), expected));
            continue;
        }
        match Plan::new(config, asked) {
            Ok(plan) => jobs.push(ConfigCheck::new(config, plan)),
            Err(ConfigErrors(more)) => faults.0.extend(more),
        }
    }
    if faults.0.is_empty() { Ok(jobs) } else { Err(faults) }
}

/// Where files go, with the places of the jobs that they tell of.
fn folders(jobs: &[ConfigCheck], out: Option<&Path>) -> Vec<(PathBuf, Vec<usize>)> {
    if let Some(out) = out {
        return vec![(out.to_owned(), (0..jobs.len()).collect())];
    }
    let mut folders: Vec<(PathBuf, Vec<usize>)> = Vec::new();
    for (place, job) in jobs.iter().enumerate() {
        let folder = Path::new("reports").join(&job.plan.name).join("check");
        match folders.iter_mut().find(|(known, _)| *known == folder) {
            Some((_, places)) => places.push(place),
            None => folders.push((folder, vec![place])),
        }
    }
    folders
}

impl Checked {
    /// Was everything played that was to be?
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.jobs.iter().all(ConfigCheck::is_done)
    }

    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.jobs.iter().flat_map(|job| &job.runs).map(|run| run.tally.games).sum()
    }

    /// The result of the configs in these places.
    #[must_use]
    pub fn result_file(&self, places: &[usize]) -> ResultFile {
        text::result_file(self, places)
    }

    /// The result of all configs.
    #[must_use]
    pub fn whole(&self) -> ResultFile {
        text::result_file(self, &(0..self.jobs.len()).collect::<Vec<_>>())
    }

    /// For people.
    ///
    /// # Errors
    /// None that writing to memory can have.
    pub fn text(&self) -> Result<String, std::fmt::Error> {
        text::text(self)
    }

    /// For a pull request.
    ///
    /// # Errors
    /// None that writing to memory can have.
    pub fn markdown(&self) -> Result<String, std::fmt::Error> {
        text::markdown(self)
    }

    /// The findings as SARIF 2.1.0.
    #[must_use]
    pub fn sarif(&self) -> String {
        sarif::text(self)
    }

    /// The verdicts as JUnit XML.
    ///
    /// # Errors
    /// None that writing to memory can have.
    pub fn junit(&self) -> std::io::Result<String> {
        junit::text(self)
    }

    /// Annotations for GitHub Actions, one a line.
    #[must_use]
    pub fn annotations(&self) -> Vec<String> {
        github::annotations(self)
    }

    /// The exit code of what was found.
    #[must_use]
    pub fn code(&self) -> u8 {
        let verdicts = || self.jobs.iter().flat_map(|job| &job.aims).map(judge::JudgedTarget::verdict);
        let is_changed = self.held.iter().any(LockStatus::is_failure);
        match verdicts().min() {
            _ if is_changed => 10,
            Some(Verdict::Fail) => 10,
            Some(Verdict::Inconclusive) => 11,
            _ if self.held.iter().any(LockStatus::is_undecided) => 11,
            _ => 0,
        }
    }

    /// The word for it.
    fn word(&self) -> &'static str {
        match self.code() {
            0 => Verdict::Pass.word(),
            11 => Verdict::Inconclusive.word(),
            _ => Verdict::Fail.word(),
        }
    }
}
