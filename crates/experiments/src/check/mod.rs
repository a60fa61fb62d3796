//! Checks figures against the `[targets]` of each config, and results against `undercard.lock`.
//!
//! All verdicts hold together at the level: each of the m judgements (a target in one line-up, over all
//! configs of the command) is made at 1 − α/m. By default, figures are evaluated with confidence sequences
//! after 4,096 games, and again whenever the number of games has grown by a quarter (rounded up to a multiple
//! of 4,096). Playing stops as soon as every target is decided; decisions are final. Looks are at fixed numbers of
//! games, so the stopping point does not depend on threads. With `--full`, or if there is only one look, the
//! number of games is fixed beforehand and the narrower fixed intervals apply.

mod findings;
mod forecast;
mod github;
pub(super) mod judge;
mod junit;
mod lock_status;
mod places;
mod ranking;
pub(super) mod run;
pub(super) mod text;
pub(super) mod units;

use super::{Error, Experiment, ExperimentResult, Extent, ResultMeta, Session};
use crate::config::bots::PANEL;
use crate::config::{Plan, PlanOptions, config_error, shipped};
use crate::model::settings::{ConfigError, ConfigErrors, clipped, is_formula};
use crate::report::claim::Sentence;
use crate::report::result_file::Ended;
use crate::report::text::Text;
use crate::report::write::WriteError;
use crate::report::{self, ResultFile, Row, Table};
use crate::stats::Level;
use crate::stats::verdict::Verdict;
pub use findings::Findings;
use judge::{ConfigCheck, JudgingRules};
use lock_status::{LockFiles, LockRequest, LockStatus};
use serde::Serialize;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use units::Unit;

/// The options of a check.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Options {
    /// The level at which all verdicts hold together.
    #[serde(skip)]
    pub level: Level,
    /// Play all games and evaluate once.
    pub full: bool,
    /// Write the results to the lock file.
    #[serde(skip)]
    pub update: bool,
    /// An inconclusive check has the exit code 0.
    #[serde(skip)]
    pub allow_inconclusive: bool,
    /// The summary has the locked integers.
    #[serde(skip)]
    pub verbose: bool,
    /// The lock file; `None`: the nearest `undercard.lock` of each config.
    #[serde(skip)]
    pub lock: Option<PathBuf>,
    /// Every result must be comparable with a lock file.
    #[serde(skip)]
    pub locked: bool,
    /// Play the games of `run` instead of held-out games, for a look at a config that is still being changed. No lock file is read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub trial: bool,
}

/// A target, or a group of targets, as a light.
#[derive(Clone, Debug)]
pub struct Light {
    /// The address of its figure, or the name of its group.
    pub name: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// The figure, its interval and its band, in a sentence.
    pub sentence: String,
}

/// A validated check.
pub struct Check {
    /// The configs, without games.
    configs: Vec<ConfigCheck>,
    /// The configs that cannot be checked.
    invalid: Vec<InvalidConfig>,
    lock: LockFiles,
    rules: JudgingRules,
    options: Options,
}

/// A config that cannot be checked.
struct InvalidConfig {
    argument: String,
    errors: ConfigErrors,
}

/// The result of a check.
pub struct Checked<'c> {
    check: &'c Check,
    configs: Vec<ConfigCheck>,
    statuses: Vec<LockStatus>,
    table: Table,
    extent: Extent,
    /// The error if the lock file could not be written.
    pub unwritten: Option<WriteError>,
}

/// An example of targets, for errors.
pub(super) const EXAMPLE: &str =
    "targets, such as [targets] and in the next line \"outcomes/draw\" = { max = \"5%\" }";

/// The error of a config that is part of the program: a lock file would name a file that does not exist.
fn not_in_a_lock(config: &str) -> ConfigError {
    let found = format!("\"{config}\", which is part of the program");
    let expected =
        format!("a file, because lock files name files; `undercard init {config} house.toml` writes one");
    config_error("CONFIG", "", found, expected)
}

impl Check {
    /// Validates all configs, and reads the lock file.
    ///
    /// # Errors
    /// All errors of all configs; or the lock file is damaged; or a config has nothing to check.
    pub fn new(configs: &[String], plan_options: &PlanOptions, options: &Options) -> Result<Self, Error> {
        let check = Self::of_valid(configs, plan_options, options)?;
        match check.errors() {
            Some(errors) => Err(errors.into()),
            None => Ok(check),
        }
    }

    /// Validates all configs, and reads the lock file. Configs with errors are not checked, unless the lock file is written:
    /// then all configs must be valid.
    ///
    /// # Errors
    /// All errors of all configs, if none can be checked; or the lock file is damaged.
    pub fn of_valid(
        configs: &[String],
        plan_options: &PlanOptions,
        options: &Options,
    ) -> Result<Self, Error> {
        let asks_others = plan_options.games.is_some() || plan_options.seed.is_some();
        let written = options.update;
        let request = LockRequest {
            named: options.lock.as_deref(),
            written,
            asks_others,
            required: options.locked,
            unread: options.trial,
            catalogue: &plan_options.catalogue,
        };
        let is_shipped = |config: &&String| shipped::config_at(config, request.catalogue).is_some();
        let unwritten = configs.iter().filter(|config| written && is_shipped(config));
        let unwritten: Vec<_> = unwritten.map(|config| not_in_a_lock(config)).collect();
        if !unwritten.is_empty() {
            return Err(ConfigErrors(unwritten).into());
        }
        let lock = LockFiles::read(configs, &request);
        let arguments = configs;
        let (mut configs, mut invalid) = read(arguments, plan_options);
        let lock = match (errors_of(&invalid), lock) {
            (Some(ConfigErrors(errors)), Err(ConfigErrors(more))) => {
                return Err(ConfigErrors([errors, more].concat()).into());
            }
            (_, lock) => lock.map_err(Error::Lock)?,
        };
        let is_idle =
            |config: &&ConfigCheck| config.targets.is_empty() && !written && lock.entry(config).is_none();
        let idle: Vec<String> =
            configs.iter().filter(is_idle).map(|config| config.argument.clone()).collect();
        configs.retain(|config| !idle.contains(&config.argument));
        for argument in idle {
            let expected = format!("{EXAMPLE}; or an entry in the lock file (`--update` adds one)");
            let errors = ConfigErrors(vec![config_error(&argument, "", "nothing to check", expected)]);
            invalid.push(InvalidConfig { argument, errors });
        }
        // An error of the command line is one of all configs.
        let is_refused = written
            || configs.is_empty()
            || (0..arguments.len()).any(|index| is_repeated(&arguments[..=index]));
        if let Some(errors) = errors_of(&invalid).filter(|_| is_refused) {
            return Err(errors.into());
        }
        let rules = JudgingRules::new(&configs, options.level, options.full);
        Ok(Self { configs, invalid, lock, rules, options: options.clone() })
    }

    /// The errors of the configs that cannot be checked.
    #[must_use]
    pub fn errors(&self) -> Option<ConfigErrors> {
        errors_of(&self.invalid)
    }

    /// The folders of the results, each with the indices of its configs: that in `out`, or one per config name.
    #[must_use]
    pub fn folders(&self, out: Option<&Path>) -> Vec<(PathBuf, Vec<usize>)> {
        folders(&self.configs, out)
    }

    /// The paths of the lock files that may be written.
    #[must_use]
    pub fn written_locks(&self) -> Vec<PathBuf> {
        self.lock.paths().filter(|_| self.options.update).map(Path::to_path_buf).collect()
    }

    /// The configs, ready to be played.
    fn unplayed(&self) -> Vec<ConfigCheck> {
        let unplayed = |config: &ConfigCheck| {
            let mut check = ConfigCheck::new(&config.argument, config.plan.clone()).numbered(config.index);
            if self.options.trial {
                check.first = 0;
            }
            check
        };
        self.configs.iter().map(unplayed).collect()
    }
}

impl Experiment for Check {
    type Result<'c> = Checked<'c>;
    const COMMAND: &'static str = report::check::NAME;

    fn plans(&self) -> Vec<&Plan> {
        self.configs.iter().map(|config| &config.plan).collect()
    }

    fn games(&self) -> u64 {
        self.configs.iter().map(ConfigCheck::most_games).sum()
    }

    fn seconds(&self, session: &Session) -> f64 {
        self.configs.iter().map(|config| config.seconds(session)).sum()
    }

    /// For each target, the number of games that decides it.
    fn forecast(&self, session: &Session) -> Option<Text> {
        Some(forecast::text(&mut self.unplayed(), self.rules, session))
    }

    /// Plays until every target is decided, and compares with the lock file or updates it.
    fn play(&self, session: &Session) -> Checked<'_> {
        let Self { lock, rules, options: Options { update, .. }, .. } = self;
        let (mut configs, mut statuses) = (self.unplayed(), Vec::new());
        for config in &mut configs {
            let lock_at = lock.games(config, *update);
            config.play(*rules, lock_at, session);
            statuses.push(lock.compare(config));
        }
        // The findings are reported even if the lock file cannot be written.
        let mut unwritten = None;
        if *update && configs.iter().all(ConfigCheck::is_done) {
            match lock.update(&configs) {
                Ok(updated) => statuses = updated,
                Err(error) => unwritten = Some(error),
            }
        }
        let all: Vec<&ConfigCheck> = configs.iter().collect();
        let (table, extent) = (Row::table(&text::target_figures(&all)), extent(&all, *rules));
        Checked { check: self, configs, statuses, table, extent, unwritten }
    }
}

/// The verdict of a config: the worst of its targets and its lock file.
fn verdict(config: &ConfigCheck, status: &LockStatus) -> Verdict {
    let locked = status.verdict();
    config.units().iter().map(Unit::verdict).chain([locked]).min().unwrap_or(locked)
}

/// How much of some configs was played.
fn extent(configs: &[&ConfigCheck], rules: JudgingRules) -> Extent {
    let is_whole = configs.iter().all(|config| config.is_whole());
    let ended = match configs.iter().all(|config| config.is_done()) {
        false => Ended::Interrupted,
        true if is_whole => Ended::AllPlayed,
        true => Ended::Enough,
    };
    Extent {
        played: configs.iter().map(|config| config.games()).sum(),
        planned: Some(configs.iter().map(|config| config.most_games()).sum()),
        unit: "games",
        ended,
        is_fixed: rules.full && is_whole,
    }
}

/// An argument, the same for two ways to write a path.
fn plain(argument: &str) -> String {
    argument.replace('\\', "/").trim_start_matches("./").to_owned()
}

/// Whether the last argument is one of those before.
fn is_repeated(arguments: &[String]) -> bool {
    let last = arguments.split_last();
    last.is_some_and(|(last, others)| others.iter().any(|known| plain(known) == plain(last)))
}

/// All errors of all configs.
fn errors_of(invalid: &[InvalidConfig]) -> Option<ConfigErrors> {
    let errors: Vec<ConfigError> =
        invalid.iter().flat_map(|config| config.errors.0.iter().cloned()).collect();
    (!errors.is_empty()).then_some(ConfigErrors(errors))
}

/// Reads all configs: the valid ones, and the others.
fn read(arguments: &[String], plan_options: &PlanOptions) -> (Vec<ConfigCheck>, Vec<InvalidConfig>) {
    let (mut configs, mut invalid) = (Vec::new(), Vec::new());
    let mut refuse = |argument: &str, errors: ConfigErrors| {
        invalid.push(InvalidConfig { argument: argument.to_owned(), errors });
    };
    let of_argument =
        |found: String, expected: &str| ConfigErrors(vec![config_error("CONFIG", "", found, expected)]);
    if arguments.is_empty() {
        refuse("", of_argument("no config".into(), "at least one"));
    }
    for (index, argument) in arguments.iter().enumerate() {
        if is_repeated(&arguments[..=index]) {
            let found = format!("\"{}\" more than once", clipped(argument));
            refuse(argument, of_argument(found, "each config once"));
            continue;
        }
        // The argument becomes a cell of check.csv.
        if is_formula(argument) || argument.chars().any(char::is_control) {
            let expected =
                "a path without control characters that does not begin with =, +, - or @; put ./ before it";
            refuse(argument, of_argument(format!("\"{}\"", clipped(argument)), expected));
            continue;
        }
        match Plan::new(argument, &PlanOptions { panels: &[PANEL], ..plan_options.clone() }) {
            Ok(plan) => configs.push(ConfigCheck::new(argument, plan).numbered(index)),
            Err(errors) => refuse(argument, errors),
        }
    }
    (configs, invalid)
}

/// The folders of the results, each with the indices of its configs.
fn folders(configs: &[ConfigCheck], out: Option<&Path>) -> Vec<(PathBuf, Vec<usize>)> {
    if let Some(out) = out {
        return vec![(out.join(Check::COMMAND), (0..configs.len()).collect())];
    }
    let mut folders: Vec<(PathBuf, Vec<usize>)> = Vec::new();
    for (index, config) in configs.iter().enumerate() {
        let folder = Path::new("reports").join(config.plan.folder()).join(Check::COMMAND);
        match folders.iter_mut().find(|(known, _)| *known == folder) {
            Some((_, places)) => places.push(index),
            None => folders.push((folder, vec![index])),
        }
    }
    folders
}

impl ExperimentResult for Checked<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn metadata(&self) -> ResultMeta {
        text::metadata_of(self, &self.places())
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn conclusion(&self) -> Vec<Sentence> {
        text::conclusion(self, &self.places())
    }

    fn summary(&self) -> Text {
        text::text(self)
    }

    fn names_what_is_missing(&self) -> bool {
        true
    }

    fn markdown(&self) -> String {
        text::markdown(self)
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(self.worst())
    }
}

impl Checked<'_> {
    /// The indices of all configs.
    fn places(&self) -> Vec<usize> {
        (0..self.configs.len()).collect()
    }

    /// The result of the configs with these indices, for their folder.
    #[must_use]
    pub fn result_file_of(&self, places: &[usize]) -> ResultFile<'static> {
        let configs: Vec<&ConfigCheck> = places.iter().map(|index| &self.configs[*index]).collect();
        let head = text::metadata_of(self, places).concluding(text::conclusion(self, places));
        ResultFile::new(head, vec![Cow::Owned(Row::table(&text::target_figures(&configs)))], None)
    }

    /// The findings, for JUnit and annotations.
    #[must_use]
    pub fn findings(&self) -> Findings {
        Findings::of(self)
    }

    /// The verdict of each target and group.
    pub fn lights(&self) -> Vec<Light> {
        let lights = self.configs.iter().flat_map(|config| {
            let light = |unit: Unit<'_>| Light {
                name: unit.name(),
                verdict: unit.verdict(),
                sentence: text::light_sentence(config, &unit),
            };
            config.units().into_iter().map(light).collect::<Vec<_>>()
        });
        lights.collect()
    }

    /// What did not pass, in a line: `fail: house.toml: share of draws`; `None` if everything passes.
    #[must_use]
    pub fn not_passed(&self) -> Option<String> {
        text::not_passed(self)
    }

    /// How to read the verdicts and the intervals.
    pub fn reading(&self) -> String {
        text::levels(self)
    }

    /// The worst verdict of the configs; a config that cannot be checked fails.
    fn worst(&self) -> Verdict {
        let verdicts =
            self.configs.iter().zip(&self.statuses).map(|(config, status)| verdict(config, status));
        let missing = self.lacks_configs().then_some(Verdict::Fail);
        let invalid = self.check.invalid.iter().map(|_| Verdict::Fail);
        verdicts.chain(missing).chain(invalid).min().unwrap_or(Verdict::Pass)
    }

    /// The exit code of the check.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self.worst() {
            _ if !self.check.invalid.is_empty() => 2,
            Verdict::Fail => 10,
            Verdict::Inconclusive if !self.check.options.allow_inconclusive => 11,
            Verdict::Inconclusive | Verdict::Pass => 0,
        }
    }

    /// Whether the entries of configs that do not exist were removed from their lock files.
    fn has_removed_entries(&self) -> bool {
        let is_written = self.statuses.iter().any(|status| matches!(status, LockStatus::Updated { .. }));
        self.check.options.update && is_written
    }

    /// Whether the check fails because a locked config does not exist.
    fn lacks_configs(&self) -> bool {
        self.check.options.locked && !self.has_removed_entries() && !self.check.lock.stale().is_empty()
    }

    /// The entries of lock files whose configs do not exist, a sentence for each lock file.
    fn stale(&self) -> Vec<String> {
        let removed = self.has_removed_entries();
        self.check.lock.stale().iter().map(|stale| stale.sentence(removed)).collect()
    }

    /// The verdict in a word.
    fn word(&self) -> &'static str {
        self.worst().word()
    }
}
