//! Checks figures against the `[targets]` of each config, and results against `undercard.lock`.
//!
//! All verdicts hold together at the level: each of the m judgements (a target in one line-up, over all configs of the
//! command) is made at 1 − α/m. By default, figures are evaluated with confidence sequences after 4,096 games and then
//! whenever there are a quarter more (rounded up to a multiple of 4,096). Playing stops as soon as every target is
//! decided; decisions are final. A figure that never varied has no confidence sequence and is judged once, after all
//! games. Looks are at fixed numbers of games, so the stopping point does not depend on threads. With `--full`, or if
//! there is only one look, the number of games is fixed beforehand and the narrower fixed intervals apply.

mod forecast;
mod github;
pub(super) mod judge;
mod junit;
mod lock_status;
mod places;
mod sarif;
pub(super) mod text;

use super::{Error, Session};
use crate::config::{Plan, PlanOptions, config_error, lock};
use crate::model::settings::{ConfigErrors, clipped, is_formula};
use crate::report::export::Printable;
use crate::report::write::WriteError;
use crate::report::{self, ResultFile};
use crate::stats::Level;
use crate::stats::verdict::Verdict;
use judge::{ConfigCheck, JudgingRules};
use lock_status::{LockFile, LockStatus};
use std::path::{Path, PathBuf};

/// The options of a check.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The level at which all verdicts hold together.
    pub level: Level,
    /// Play all games and evaluate once.
    pub full: bool,
    /// Write the results to the lock file.
    pub update: bool,
    /// The lock file; `None`: `undercard.lock`, if it exists.
    pub lock: Option<PathBuf>,
}

/// A validated check.
pub struct Check {
    configs: Vec<ConfigCheck>,
    lock: Result<LockFile, ConfigErrors>,
    rules: JudgingRules,
    update: bool,
}

/// The result of a check.
pub struct Checked {
    configs: Vec<ConfigCheck>,
    statuses: Vec<LockStatus>,
    lock: String,
    rules: JudgingRules,
    /// The error if the lock file could not be written.
    pub unwritten: Option<WriteError>,
    /// The exit code of the signal that stopped it, if one did.
    pub stopped: Option<u8>,
}

impl Check {
    /// Validates all configs, and reads the lock file.
    ///
    /// # Errors
    /// All errors of all configs. Errors of the lock file alone are reported when it is needed.
    pub fn new(configs: &[String], asked: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
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

    /// Estimates from a sample how many games decide each target.
    ///
    /// # Errors
    /// None that writing to memory can have.
    pub fn forecast(&mut self, session: &Session) -> Result<String, std::fmt::Error> {
        forecast::text(&mut self.configs, self.rules, session)
    }

    /// The output folders, each with the indices of the configs whose results it gets: `out`, or one folder per config
    /// name.
    #[must_use]
    pub fn folders(&self, out: Option<&Path>) -> Vec<(PathBuf, Vec<usize>)> {
        folders(&self.configs, out)
    }

    /// The path of the lock file, if it will be written.
    ///
    /// # Errors
    /// The lock file is damaged, or a config has nothing to check.
    pub fn ready(&self) -> Result<Option<PathBuf>, Error> {
        let lock = self.lock.as_ref().map_err(|errors| Error::Damaged(errors.to_string()))?;
        let is_idle =
            |config: &&ConfigCheck| config.targets.is_empty() && !self.update && !lock.has(&config.argument);
        let idle: Vec<&str> =
            self.configs.iter().filter(is_idle).map(|config| config.argument.as_str()).collect();
        if idle.is_empty() {
            return Ok(self.update.then(|| PathBuf::from(lock.file())));
        }
        let found = format!("nothing to check in {}", idle.join(", "));
        let expected = "[targets], or an entry in the lock file (`--update` adds one)";
        Err(ConfigErrors(vec![config_error("check", "", found, expected)]).into())
    }

    /// The maximum number of games of all configs.
    pub fn games(&self) -> u64 {
        let games = |config: &ConfigCheck| config.plan.games.saturating_mul(config.runs.len() as u64);
        self.configs.iter().map(games).sum()
    }

    /// Plays until every target is decided, and compares with the lock file or updates it.
    ///
    /// # Errors
    /// The lock file is damaged.
    pub fn play(self, session: &Session) -> Result<Checked, Error> {
        let Self { mut configs, lock, rules, update } = self;
        let lock = lock.map_err(|errors| Error::Damaged(errors.to_string()))?;
        let mut statuses = Vec::new();
        for config in &mut configs {
            let lock_at = lock.games(config, update);
            config.play(rules, lock_at, session);
            statuses.push(lock.compare(config));
        }
        // The findings are reported even if the lock file cannot be written.
        let mut unwritten = None;
        if update && configs.iter().all(ConfigCheck::is_done) {
            match lock.update(&configs) {
                Ok(updated) => statuses = updated,
                Err(error) => unwritten = Some(error),
            }
        }
        Ok(Checked { configs, statuses, lock: lock.file(), rules, unwritten, stopped: None })
    }
}

/// Reads all configs.
///
/// # Errors
/// All errors of all of them.
fn read(arguments: &[String], asked: &PlanOptions) -> Result<Vec<ConfigCheck>, ConfigErrors> {
    let (mut configs, mut errors): (Vec<ConfigCheck>, _) = (Vec::new(), ConfigErrors::default());
    for (place, argument) in arguments.iter().enumerate() {
        if arguments[..place].iter().any(|known| lock::name(known) == lock::name(argument)) {
            let found = format!("\"{}\" more than once", clipped(argument));
            errors.0.push(config_error("CONFIG", "", found, "each config once"));
            continue;
        }
        // It is a cell of check.csv.
        if is_formula(argument) || argument.chars().any(char::is_control) {
            let expected =
                "a path without control characters that does not begin with =, +, - or @; put ./ before it";
            errors.0.push(config_error("CONFIG", "", format!("\"{}\"", clipped(argument)), expected));
            continue;
        }
        match Plan::new(argument, asked) {
            Ok(plan) => configs.push(ConfigCheck::new(argument, plan)),
            Err(ConfigErrors(more)) => errors.0.extend(more),
        }
    }
    if errors.0.is_empty() { Ok(configs) } else { Err(errors) }
}

/// The output folders, each with the indices of its configs.
fn folders(configs: &[ConfigCheck], out: Option<&Path>) -> Vec<(PathBuf, Vec<usize>)> {
    if let Some(out) = out {
        return vec![(out.to_owned(), (0..configs.len()).collect())];
    }
    let mut folders: Vec<(PathBuf, Vec<usize>)> = Vec::new();
    for (place, config) in configs.iter().enumerate() {
        let folder = Path::new("reports").join(&config.plan.name).join("check");
        match folders.iter_mut().find(|(known, _)| *known == folder) {
            Some((_, places)) => places.push(place),
            None => folders.push((folder, vec![place])),
        }
    }
    folders
}

impl Printable for Checked {
    fn result_file(&self) -> ResultFile {
        text::result_file(self, &(0..self.configs.len()).collect::<Vec<_>>())
    }

    fn text(&self) -> Result<String, std::fmt::Error> {
        text::text(self)
    }

    fn markdown(&self) -> Result<String, std::fmt::Error> {
        text::markdown(self)
    }

    fn main_table(&self) -> Option<&'static str> {
        Some(report::check::NAME)
    }
}

impl Checked {
    /// Whether everything necessary was played.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.configs.iter().all(ConfigCheck::is_done)
    }

    /// The number of games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.configs.iter().flat_map(|config| &config.runs).map(|run| run.tally.games).sum()
    }

    /// The result of the configs with these indices.
    #[must_use]
    pub fn result_file_of(&self, places: &[usize]) -> ResultFile {
        text::result_file(self, places)
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

    /// Annotations for GitHub Actions, one per line.
    #[must_use]
    pub fn annotations(&self) -> Vec<String> {
        github::annotations(self)
    }

    /// The exit code of the findings.
    #[must_use]
    pub fn code(&self) -> u8 {
        let verdicts =
            || self.configs.iter().flat_map(|config| &config.targets).map(judge::JudgedTarget::verdict);
        let is_changed = self.statuses.iter().any(LockStatus::is_failure);
        match verdicts().min() {
            _ if is_changed => 10,
            Some(Verdict::Fail) => 10,
            Some(Verdict::Inconclusive) => 11,
            _ if self.statuses.iter().any(LockStatus::is_undecided) => 11,
            _ => 0,
        }
    }

    /// The verdict in a word.
    fn word(&self) -> &'static str {
        match self.code() {
            0 => Verdict::Pass.word(),
            11 => Verdict::Inconclusive.word(),
            _ => Verdict::Fail.word(),
        }
    }
}
