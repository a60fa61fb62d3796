//! The lock of a check: what was played, held against what was filed.

use super::judge::ConfigCheck;
use crate::config::lock::{self, Change, Entry, LOCK_GAMES, Lock, RESULTS_VERSION};
use crate::config::{fault, read};
use crate::model::settings::{ConfigErrors, Origin};
use crate::report::write::{self, WriteError};
use std::path::{Path, PathBuf};

/// The lock, as it was before.
pub(super) struct LockFile {
    path: PathBuf,
    lock: Option<Lock>,
    /// Were other games asked for beside the config?
    asks_others: bool,
}

/// How a config's result stands to the lock.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LockStatus {
    /// There is no lock, or not all of its games were played.
    Nothing,
    /// The lock does not name the config.
    Unknown,
    /// As filed.
    Same,
    /// The config is another one by now, its games the same.
    Renamed,
    /// It was filed by another results version, which says nothing about balance.
    Version(u64),
    /// It counts the first games, so many, of this seed, and they were not all played.
    OtherGames {
        /// How many.
        games: u64,
        /// Of which seed.
        seed: u64,
        /// Were others asked for beside the config? If not, the config is not what was filed.
        asked: bool,
    },
    /// It is not what was filed.
    Changed {
        /// What is not, and what it is now.
        changes: Vec<Change>,
        /// Is the config the filed one, so that the program has changed?
        same_config: bool,
        /// Where it was filed.
        at: Origin,
    },
    /// It was filed just now; the differences to what was filed before.
    Filed(Vec<Change>),
}

impl LockStatus {
    /// Does the gate close?
    pub(super) const fn is_failure(&self) -> bool {
        matches!(self, Self::Changed { .. })
    }

    /// Can the gate not log, though it should?
    pub(super) const fn is_undecided(&self) -> bool {
        matches!(self, Self::OtherGames { asked: false, .. })
    }

    /// The word for it.
    pub(super) const fn word(&self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Unknown => "not in the lock",
            Self::Same => "same",
            Self::Renamed => "config changed, same result",
            Self::Version(_) => "another results version",
            Self::OtherGames { .. } => "other games",
            Self::Changed { .. } => "changed",
            Self::Filed(_) => "filed",
        }
    }

    /// What differs, if something does.
    pub(super) fn changes(&self) -> &[Change] {
        match self {
            Self::Changed { changes, .. } | Self::Filed(changes) => changes,
            _ => &[],
        }
    }

    /// What to say about it; nothing where nothing is to be said.
    pub(super) fn sentence(&self, lock: &str, config: &str) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Unknown => format!("{config} is not in {lock}; `--update` files its result"),
            Self::Same => format!("{config} plays as filed in {lock}"),
            Self::Renamed => {
                format!(
                    "{config} has changed since it was filed in {lock}, its games have not; `--update` files it"
                )
            }
            Self::Version(version) => format!(
                "{lock} was made by results version {version}, this program is version {RESULTS_VERSION}: \
                 no comparison, and no failure; `--update` files the results of this version"
            ),
            Self::OtherGames { games, seed, asked: true } => format!(
                "{lock} counts the first {games} games of {config} with seed {seed}, which were not played: \
                 no comparison, and no failure"
            ),
            Self::OtherGames { games, seed, asked: false } => format!(
                "{lock} counts the first {games} games of {config} with seed {seed}, which {config} no longer asks \
                 for: nothing can be compared; `--update` files its result"
            ),
            Self::Changed { same_config: true, .. } => format!(
                "{config} is the filed config but plays otherwise than {lock} says: the program has changed; \
                 `--update` files the new result"
            ),
            Self::Changed { .. } => {
                format!("{config} plays otherwise than {lock} says; `--update` files the new result")
            }
            Self::Filed(changes) if changes.is_empty() => {
                format!("{config}: filed in {lock}, nothing changed")
            }
            Self::Filed(_) => format!("{config}: filed in {lock}"),
        }
    }
}

impl LockFile {
    /// Reads the lock that was named, or `undercard.lock` if it is there. Whoever asks for other games than the
    /// config does knows that they are not those of the lock.
    ///
    /// # Errors
    /// It is damaged or of something else, or it was named, is not there, and is not to be made.
    pub(super) fn read(named: Option<&Path>, update: bool, asks_others: bool) -> Result<Self, ConfigErrors> {
        let path = named.unwrap_or(Path::new("undercard.lock")).to_path_buf();
        let file = path.display().to_string();
        if !path.exists() {
            if named.is_some() && !update {
                let expected = "a lock; `--update` makes one";
                return Err(ConfigErrors(vec![fault(&file, "", "no such file", expected)]));
            }
            return Ok(Self { path, lock: None, asks_others });
        }
        let lock = Lock::parse(&read(&path)?, &file)?;
        Ok(Self { path, lock: Some(lock), asks_others })
    }

    /// Its name.
    pub(super) fn file(&self) -> String {
        self.path.display().to_string()
    }

    /// Does it name the config?
    pub(super) fn has(&self, config: &str) -> bool {
        self.lock.as_ref().is_some_and(|lock| lock.entries.contains_key(&lock::name(config)))
    }

    /// How many games of a job it counts: those that are to be filed, or those that are.
    pub(super) fn games(&self, job: &ConfigCheck, update: bool) -> u64 {
        if update {
            return job.plan.games.min(LOCK_GAMES);
        }
        match self.hold(job) {
            LockStatus::Version(_) | LockStatus::OtherGames { .. } => 0,
            _ => self.filed(job).map_or(0, |filed| filed.games),
        }
    }

    fn filed(&self, job: &ConfigCheck) -> Option<&Entry> {
        self.lock.as_ref()?.entries.get(&lock::name(&job.config))
    }

    /// Holds a result against it.
    pub(super) fn hold(&self, job: &ConfigCheck) -> LockStatus {
        let Some(lock) = &self.lock else { return LockStatus::Nothing };
        let Some(filed) = self.filed(job) else { return LockStatus::Unknown };
        if lock.results != RESULTS_VERSION {
            return LockStatus::Version(lock.results);
        }
        if filed.seed != job.plan.seed || filed.games > job.plan.games {
            return LockStatus::OtherGames { games: filed.games, seed: filed.seed, asked: self.asks_others };
        }
        let Some(now) = entry(job) else { return LockStatus::Nothing };
        let same_config = filed.digest == now.digest;
        match (filed.is_same_result(&now), same_config) {
            (true, true) => LockStatus::Same,
            (true, false) => LockStatus::Renamed,
            _ => LockStatus::Changed { changes: filed.changes(&now), same_config, at: filed.at.clone() },
        }
    }

    /// Files the results of these jobs, and says how each one stood; the entries of other configs stay,
    /// unless another results version made them.
    ///
    /// # Errors
    /// The lock cannot be written.
    pub(super) fn update(&self, jobs: &[ConfigCheck]) -> Result<Vec<LockStatus>, WriteError> {
        let old = self.lock.clone().unwrap_or_default();
        let mut lock = Lock { results: RESULTS_VERSION, ..Lock::default() };
        if old.results == RESULTS_VERSION {
            lock.entries = old.entries.clone();
        }
        let mut file = |job: &ConfigCheck| {
            let Some(now) = entry(job) else { return LockStatus::Nothing };
            let name = lock::name(&job.config);
            let changes = old.entries.get(&name).map_or_else(Vec::new, |filed| filed.changes(&now));
            lock.entries.insert(name, now);
            LockStatus::Filed(changes)
        };
        let held = jobs.iter().map(&mut file).collect();
        let wrong = |error| WriteError { path: self.path.clone(), source: std::io::Error::other(error) };
        let text = lock.text().map_err(wrong)?;
        write::stream(&self.path, |file| file.write_all(text.as_bytes()))?;
        Ok(held)
    }
}

fn entry(job: &ConfigCheck) -> Option<Entry> {
    let (games, counts) = job.counts.clone()?;
    Some(Entry::new(&job.plan.digest_of(games), job.plan.seed, games, counts))
}
