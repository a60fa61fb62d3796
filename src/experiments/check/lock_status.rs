//! Compares the results of a check with the lock file.

use super::judge::ConfigCheck;
use crate::config::lock::{self, Change, Entry, LOCK_GAMES, Lock, RESULTS_VERSION};
use crate::config::{config_error, read};
use crate::model::settings::{ConfigErrors, Origin};
use crate::report::write::{self, WriteError};
use crate::report::writer_lock::WriterLock;
use std::path::{Path, PathBuf};

/// The lock file as it was before the check.
pub(super) struct LockFile {
    path: PathBuf,
    lock: Option<Lock>,
    /// Whether options change the number of games or the seed.
    asks_others: bool,
}

/// How the result of a config compares with the lock file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LockStatus {
    /// There is no lock file, or its games were not all played.
    Nothing,
    /// The lock file has no entry for the config.
    Unknown,
    /// The result matches.
    Same,
    /// The config has changed, but the result matches.
    Renamed,
    /// The lock file has another results version, so results cannot be compared.
    Version(u64),
    /// The lock file counts games that this check does not play.
    OtherGames {
        /// Locked number of games.
        games: u64,
        /// Locked seed.
        seed: u64,
        /// Whether options asked for other games. If not, the config has changed.
        requested: bool,
    },
    /// The result differs.
    Changed {
        /// The differences.
        changes: Vec<Change>,
        /// Whether the config is unchanged, which means that the program has changed.
        same_config: bool,
        /// The position of the entry in the lock file.
        at: Origin,
    },
    /// The result was written to the lock file.
    Updated {
        /// Whether the entry is new.
        is_new: bool,
        /// The differences from the previous entry.
        changes: Vec<Change>,
    },
}

impl LockStatus {
    /// Whether the check fails.
    pub(super) const fn is_failure(&self) -> bool {
        matches!(self, Self::Changed { .. })
    }

    /// Whether the result should have been compared, but could not be.
    pub(super) const fn is_undecided(&self) -> bool {
        matches!(self, Self::OtherGames { requested: false, .. })
    }

    /// The state in `result.json`.
    pub(super) const fn word(&self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Unknown => "not in the lock",
            Self::Same => "same",
            Self::Renamed => "config changed, same result",
            Self::Version(_) => "another results version",
            Self::OtherGames { .. } => "other games",
            Self::Changed { .. } => "changed",
            Self::Updated { .. } => "updated",
        }
    }

    /// The differences, if any.
    pub(super) fn changes(&self) -> &[Change] {
        match self {
            Self::Changed { changes, .. } | Self::Updated { changes, .. } => changes,
            _ => &[],
        }
    }

    /// The status in a sentence; empty without a lock file.
    pub(super) fn sentence(&self, lock: &str, config: &str) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Unknown => format!("{config} is not in {lock}; run `--update` to add it"),
            Self::Same => format!("{config} matches {lock}"),
            Self::Renamed => {
                format!(
                    "{config} has changed, but its results match {lock}; run `--update` to record the config"
                )
            }
            Self::Version(version) => format!(
                "{lock} has results version {version}, this program has version {RESULTS_VERSION}: not compared; \
                 run `--update` to lock the results of this version"
            ),
            Self::OtherGames { games, seed, requested: true } => format!(
                "{lock} locks the first {games} games of {config} with seed {seed}; this check plays different games: not compared"
            ),
            Self::OtherGames { games, seed, requested: false } => format!(
                "{lock} locks the first {games} games of {config} with seed {seed}, but {config} now has another seed or fewer games: cannot compare; run `--update` to accept"
            ),
            Self::Changed { same_config: true, .. } => format!(
                "{config} is unchanged but its results differ from {lock}: the program has changed; run `--update` \
                 to accept"
            ),
            Self::Changed { .. } => {
                format!("{config} differs from {lock}; run `--update` to accept")
            }
            Self::Updated { is_new: true, .. } => format!("{config}: added to {lock}"),
            Self::Updated { changes, .. } if changes.is_empty() => format!("{config}: unchanged in {lock}"),
            Self::Updated { .. } => format!("{config}: updated in {lock}"),
        }
    }
}

impl LockFile {
    /// Reads the named lock file, or `undercard.lock` if it exists. `asks_others`: options change the number of games or
    /// the seed, so a lock file of other games is not an error.
    ///
    /// # Errors
    /// It is damaged or not a lock file; or it is named, does not exist, and `update` is false.
    pub(super) fn read(named: Option<&Path>, update: bool, asks_others: bool) -> Result<Self, ConfigErrors> {
        let path = named.unwrap_or(Path::new("undercard.lock")).to_path_buf();
        let file = path.display().to_string();
        if !path.exists() {
            if named.is_some() && !update {
                let expected = "a lock file; `--update` creates one";
                return Err(ConfigErrors(vec![config_error(&file, "", "no such file", expected)]));
            }
            return Ok(Self { path, lock: None, asks_others });
        }
        let mend = |ConfigErrors(mut errors): ConfigErrors| {
            for error in &mut errors {
                error.expected +=
                    "; restore the file from version control, or delete it and run `check --update`";
            }
            ConfigErrors(errors)
        };
        let lock = read(&path).and_then(|text| Lock::parse(&text, &file)).map_err(mend)?;
        Ok(Self { path, lock: Some(lock), asks_others })
    }

    /// The path of the lock file.
    pub(super) fn file(&self) -> String {
        self.path.display().to_string()
    }

    /// Whether it has an entry for the config.
    pub(super) fn has(&self, config: &str) -> bool {
        self.lock.as_ref().is_some_and(|lock| lock.entries.contains_key(&lock::name(config)))
    }

    /// The number of games that the entry of a config counts, or will count with `update`.
    pub(super) fn games(&self, config: &ConfigCheck, update: bool) -> u64 {
        if update {
            return config.plan.games.min(LOCK_GAMES);
        }
        match self.compare(config) {
            LockStatus::Version(_) | LockStatus::OtherGames { .. } => 0,
            _ => self.entry(config).map_or(0, |locked| locked.games),
        }
    }

    fn entry(&self, config: &ConfigCheck) -> Option<&Entry> {
        self.lock.as_ref()?.entries.get(&lock::name(&config.argument))
    }

    /// Compares the result of a config with its entry.
    pub(super) fn compare(&self, config: &ConfigCheck) -> LockStatus {
        let Some(lock) = &self.lock else { return LockStatus::Nothing };
        let Some(locked) = self.entry(config) else { return LockStatus::Unknown };
        if lock.results != RESULTS_VERSION {
            return LockStatus::Version(lock.results);
        }
        if locked.seed != config.plan.seed || locked.games > config.plan.games {
            return LockStatus::OtherGames {
                games: locked.games,
                seed: locked.seed,
                requested: self.asks_others,
            };
        }
        let Some(now) = new_entry(config) else { return LockStatus::Nothing };
        let same_config = locked.digest == now.digest;
        match (locked.is_same_result(&now), same_config) {
            (true, true) => LockStatus::Same,
            (true, false) => LockStatus::Renamed,
            _ => LockStatus::Changed { changes: locked.changes(&now), same_config, at: locked.at.clone() },
        }
    }

    /// Writes the results of these configs to the lock file, and returns the changes. Entries of other configs are kept,
    /// unless they have another results version.
    ///
    /// # Errors
    /// The lock file cannot be written.
    pub(super) fn update(&self, configs: &[ConfigCheck]) -> Result<Vec<LockStatus>, WriteError> {
        let _lock = WriterLock::of_file(&self.path)?;
        // Another check may have updated the file since it was read. An unreadable file is not replaced.
        let wrong =
            |error: String| WriteError { path: self.path.clone(), source: std::io::Error::other(error) };
        let now = Self::read(Some(&self.path), true, false).map_err(|errors| wrong(errors.to_string()))?;
        let old = now.lock.unwrap_or_default();
        let mut lock = Lock { results: RESULTS_VERSION, ..Lock::default() };
        if old.results == RESULTS_VERSION {
            lock.entries = old.entries.clone();
        }
        let mut update = |config: &ConfigCheck| {
            let Some(now) = new_entry(config) else { return LockStatus::Nothing };
            let name = lock::name(&config.argument);
            let before = old.entries.get(&name);
            let changes = before.map_or_else(Vec::new, |locked| locked.changes(&now));
            let is_new = before.is_none();
            lock.entries.insert(name, now);
            LockStatus::Updated { is_new, changes }
        };
        let statuses = configs.iter().map(&mut update).collect();
        let text = lock.text().map_err(|error| wrong(error.to_string()))?;
        write::locked(&self.path, |file| file.write_all(text.as_bytes()))?;
        Ok(statuses)
    }
}

/// The entry of a config for the games that were just played.
fn new_entry(config: &ConfigCheck) -> Option<Entry> {
    let (games, counts) = config.counts.clone()?;
    Some(Entry::new(&config.plan.digest_of(games), config.plan.seed, games, counts))
}
