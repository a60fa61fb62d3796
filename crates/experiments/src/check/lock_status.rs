//! Compares the results of a check with the lock file.

use super::judge::ConfigCheck;
use crate::config::lock::{Change, Entry, LOCK_GAMES, Lock, RESULTS_VERSION, UPDATE, conflict};
use crate::config::lock_figures::{FigureChange, figure_changes};
use crate::config::lock_place::{lock_of, name_in};
use crate::config::{Catalogue, config_error, read};
use crate::model::settings::{ConfigError, ConfigErrors, Origin};
use crate::report::show::grouped;
use crate::report::write::{self, WriteError};
use crate::report::writer_lock::WriterLock;
use crate::stats::verdict::Verdict;
use std::path::{Path, PathBuf};

/// The lock files of some configs, as they were before the check.
pub(super) struct LockFiles {
    files: Vec<LockFile>,
    /// For each config the index of its lock file, and its name in it.
    places: Vec<(usize, String)>,
    /// Whether options change the number of games or the seed.
    asks_others: bool,
    /// Whether every result must be comparable with a lock file.
    required: bool,
}

/// What is requested of the lock files.
pub(super) struct LockRequest<'r> {
    /// The lock file; `None`: the nearest one of each config.
    pub named: Option<&'r Path>,
    /// Whether they may be written.
    pub written: bool,
    /// Whether options change the number of games or the seed, so a lock file of other games is not an error.
    pub asks_others: bool,
    /// Whether every config needs an entry.
    pub required: bool,
    /// Whether no lock file is read, because other games are played.
    pub unread: bool,
    /// The games that configs can name.
    pub catalogue: &'r Catalogue,
}

/// The entries of a lock file whose configs do not exist.
pub(super) struct StaleEntries {
    /// The path of the lock file.
    pub lock: String,
    /// Their names.
    pub names: Vec<String>,
}

impl StaleEntries {
    /// The entries in a sentence. `removed`: they were removed from the lock file.
    pub(super) fn sentence(&self, removed: bool) -> String {
        let Self { lock, names } = self;
        let shown = names.iter().take(MOST_SETTINGS).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = names.len().saturating_sub(MOST_SETTINGS);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        if removed {
            return format!("removed from {lock}, because these configs no longer exist: {shown}{more}");
        }
        format!(
            "{lock} lists configs that no longer exist: {shown}{more}; restore them, or remove their entries with `--update`"
        )
    }
}

struct LockFile {
    path: PathBuf,
    lock: Option<Lock>,
}

/// What differs from a lock file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Differences {
    /// The changed settings and bots; `None` if the game lacks the locked ones.
    pub settings: Option<Vec<Change>>,
    /// The changed figures.
    pub figures: Vec<FigureChange>,
    /// The changed numbers.
    pub counts: Vec<Change>,
}

/// Maximum number of settings, and of figures, in a message.
const MOST_SETTINGS: usize = 8;
const MOST_FIGURES: usize = 12;

/// How the result of a config compares with the lock file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LockStatus {
    /// There is no lock file, or its games were not all played.
    Nothing,
    /// The result matches.
    Same,
    /// The lock file has no entry for the config, or counts games that this check does not play.
    NotComparable {
        /// The reason, in a sentence.
        why: String,
        /// Fail if every result must be compared; inconclusive if the config itself asks for other games.
        verdict: Verdict,
        /// The changed settings and bots, as far as they are known.
        settings: Vec<Change>,
        /// The position of the entry in the lock file, or the config without one.
        at: Origin,
    },
    /// The result differs.
    Changed {
        /// The differences.
        differences: Differences,
        /// Whether the config is unchanged, which means that the program has changed.
        same_config: bool,
        /// The file of the description, if the game has one.
        description: Option<String>,
        /// The position of the entry in the lock file.
        at: Origin,
    },
    /// The result was written to the lock file.
    Updated {
        /// Whether the entry is new.
        is_new: bool,
        /// The differences from the previous entry.
        differences: Differences,
    },
}

impl LockStatus {
    /// The verdict on the config.
    pub(super) const fn verdict(&self) -> Verdict {
        match self {
            Self::Changed { .. } => Verdict::Fail,
            Self::NotComparable { verdict, .. } => *verdict,
            Self::Nothing | Self::Same | Self::Updated { .. } => Verdict::Pass,
        }
    }

    /// The state in `result.json`.
    pub(super) const fn word(&self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Same => "same",
            Self::NotComparable { .. } => "not comparable",
            Self::Changed { .. } => "changed",
            Self::Updated { .. } => "updated",
        }
    }

    /// The differences, if any.
    pub(super) const fn differences(&self) -> Option<&Differences> {
        match self {
            Self::Changed { differences, .. } | Self::Updated { differences, .. } => Some(differences),
            _ => None,
        }
    }

    /// The sentence, the changed settings, and the changed figures, one per line.
    pub(super) fn message(&self, lock: &str, config: &str) -> String {
        let mut lines = vec![self.sentence(lock, config)];
        lines.extend(self.settings(true));
        if let Some(differences) = self.differences() {
            let figure = |c: &FigureChange| format!("{} {} → {} ({})", c.figure, c.old, c.new, c.change);
            lines.extend(differences.figures.iter().take(MOST_FIGURES).map(figure));
            let n_more = differences.figures.len().saturating_sub(MOST_FIGURES);
            lines.extend((n_more > 0).then(|| format!("… and {n_more} more figures")));
        }
        lines.join("\n")
    }

    /// The changed settings in a line, if something changed: all of them, or the first ones.
    pub(super) fn settings(&self, all: bool) -> Option<String> {
        let shown = |settings: &[Change]| {
            let change = |c: &Change| format!("{} {} → {}", c.key, c.old, c.new);
            let most = if all { settings.len() } else { MOST_SETTINGS };
            let shown: Vec<String> = settings.iter().take(most).map(change).collect();
            let n_more = settings.len() - shown.len();
            let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
            format!("changed settings: {}{more}", shown.join(", "))
        };
        if let Self::NotComparable { settings, .. } = self {
            return (!settings.is_empty()).then(|| shown(settings));
        }
        let is_unchanged = matches!(self, Self::Changed { same_config: true, .. });
        match &self.differences()?.settings {
            _ if is_unchanged => None,
            Some(settings) if settings.is_empty() => match self {
                Self::Changed { description, .. } => {
                    let rules = description.as_ref().map_or_else(
                        || "the printed rules of the program have changed".into(),
                        |file| format!("the description {file} has changed"),
                    );
                    Some(format!("changed settings: none in the config; {rules}"))
                }
                _ => None,
            },
            Some(settings) => Some(shown(settings)),
            None if matches!(self, Self::Updated { .. }) => None,
            None => Some("changed settings: unknown, because the game no longer has the locked ones".into()),
        }
    }

    /// The status in a sentence; empty without a lock file.
    pub(super) fn sentence(&self, lock: &str, config: &str) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::NotComparable { why, .. } => why.clone(),
            Self::Same => format!("{config} matches {lock}"),
            Self::Changed { same_config: true, .. } => format!(
                "{config} is unchanged but its results differ from {lock}: the program has changed, or the lock file \
                 was edited; run `--update` to accept"
            ),
            Self::Changed { .. } => {
                format!("{config} differs from {lock}; run `--update` to accept")
            }
            Self::Updated { is_new: true, .. } => format!("{config}: added to {lock}"),
            Self::Updated { differences, .. } if differences.counts.is_empty() => {
                format!("{config}: unchanged in {lock}")
            }
            Self::Updated { .. } => format!("{config}: updated in {lock}"),
        }
    }
}

impl LockFile {
    /// Reads a lock file, if it exists.
    fn read(path: PathBuf) -> Result<Self, ConfigErrors> {
        if path.symlink_metadata().is_err() {
            return Ok(Self { path, lock: None });
        }
        let mend = |ConfigErrors(mut errors): ConfigErrors| {
            let is_older = |error: &&mut ConfigError| !error.expected.ends_with(UPDATE);
            for error in errors.iter_mut().filter(is_older) {
                error.expected += "; restore the file from version control, or delete it and run `check --update` with all configs";
            }
            ConfigErrors(errors)
        };
        let file = path.display().to_string();
        // A pipe could block.
        if !path.is_file() {
            let (found, expected) = match path.metadata() {
                Err(_) => (
                    "a link to a file that does not exist",
                    "a lock file; restore its target, or delete the link and run `check --update`",
                ),
                Ok(about) if about.is_dir() => {
                    ("a folder", "a lock file; rename the folder, or choose another file with --lock")
                }
                Ok(_) => (
                    "no regular file",
                    "a lock file, or a path that is free; choose another file with --lock",
                ),
            };
            return Err(ConfigErrors(vec![config_error(&file, "", found, expected)]));
        }
        let text = read(&path).map_err(mend)?;
        if let Some(error) = conflict(&text, &file) {
            return Err(ConfigErrors(vec![error]));
        }
        let lock = Lock::parse(&text, &file).map_err(mend)?;
        Ok(Self { path, lock: Some(lock) })
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.lock.as_ref()?.entries.get(name)
    }

    /// The names of the entries whose config files do not exist. A name without the ending of a file can be the name of a
    /// result.
    fn stale(&self) -> Vec<String> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let names = self.lock.iter().flat_map(|lock| lock.entries.keys());
        names.filter(|name| name.ends_with(".toml") && !folder.join(name).exists()).cloned().collect()
    }

    /// Writes entries, removes others, and keeps the rest.
    fn update(&self, entries: Vec<(String, Entry)>, removed: &[String]) -> Result<(), WriteError> {
        // A linked lock file is written where it lies.
        let path = std::fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let _lock = WriterLock::of_file(&path)?;
        // Another check may have updated the file since it was read. An unreadable file is not replaced.
        let wrong =
            |error: String| WriteError { path: self.path.clone(), source: std::io::Error::other(error) };
        let now = Self::read(self.path.clone()).map_err(|errors| wrong(errors.to_string()))?;
        let mut lock = now.lock.unwrap_or_default();
        lock.entries.retain(|name, _| !removed.contains(name));
        lock.entries.extend(entries);
        let text = lock.text().map_err(|error| wrong(error.to_string()))?;
        write::locked(&path, |file| file.write_all(text.as_bytes()))
    }
}

impl LockFiles {
    /// Reads the named lock file, or the one of each config.
    ///
    /// # Errors
    /// One is damaged or not a lock file; or it is named or required, does not exist, and is not written.
    pub(super) fn read(configs: &[String], request: &LockRequest<'_>) -> Result<Self, ConfigErrors> {
        let LockRequest { named, written, asks_others, required, unread: is_unread, catalogue } = *request;
        let missing = |path: &Path, expected: &str| {
            config_error(&path.display().to_string(), "", "no such file", expected)
        };
        if let Some(path) = named.filter(|path| !written && path.symlink_metadata().is_err()) {
            return Err(ConfigErrors(vec![missing(path, "a lock file; `--update` creates one")]));
        }
        let (mut files, mut places, mut errors): (Vec<LockFile>, _, Vec<ConfigError>) =
            (Vec::new(), Vec::new(), Vec::new());
        for config in configs {
            let is_game = catalogue.find(config).is_some();
            let path = named.map_or_else(|| lock_of(config, is_game), Path::to_path_buf);
            let name = name_in(&path, config, is_game);
            let known = files.iter().position(|file| file.path == path);
            places.push((known.unwrap_or(files.len()), name));
            if known.is_none() {
                let unread = LockFile { path: path.clone(), lock: None };
                if is_unread {
                    files.push(unread);
                    continue;
                }
                let file = LockFile::read(path).map_err(|ConfigErrors(more)| errors.extend(more));
                if required && file.as_ref().is_ok_and(|file| file.lock.is_none()) {
                    let expected = "a lock file, because of --locked; `check --update` creates one";
                    errors.push(missing(&unread.path, expected));
                }
                files.push(file.unwrap_or(unread));
            }
        }
        if errors.is_empty() {
            Ok(Self { files, places, asks_others, required })
        } else {
            Err(ConfigErrors(errors))
        }
    }

    /// The path of the lock file of a config.
    pub(super) fn file(&self, config: &ConfigCheck) -> String {
        self.files[self.places[config.index].0].path.display().to_string()
    }

    /// The paths of all lock files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| file.path.as_path())
    }

    /// The entries of all lock files whose configs do not exist.
    pub(super) fn stale(&self) -> Vec<StaleEntries> {
        let of_file = |file: &LockFile| {
            let stale = StaleEntries { lock: file.path.display().to_string(), names: file.stale() };
            (!stale.names.is_empty()).then_some(stale)
        };
        self.files.iter().filter_map(of_file).collect()
    }

    /// The name of a config in its lock file, which does not depend on the current folder.
    pub(super) fn name(&self, config: &ConfigCheck) -> &str {
        &self.places[config.index].1
    }

    /// The number of games that the entry of a config counts, or will count if it is `written`.
    pub(super) fn games(&self, config: &ConfigCheck, written: bool) -> u64 {
        if written {
            return config.plan.games.min(LOCK_GAMES);
        }
        match self.compare(config) {
            LockStatus::NotComparable { .. } => 0,
            _ => self.entry(config).map_or(0, |locked| locked.games),
        }
    }

    /// The entry of a config.
    pub(super) fn entry(&self, config: &ConfigCheck) -> Option<&Entry> {
        let (file, name) = self.places.get(config.index)?;
        self.files[*file].entry(name)
    }

    /// Compares the result of a config with its entry.
    pub(super) fn compare(&self, config: &ConfigCheck) -> LockStatus {
        let is_missing =
            self.places.get(config.index).is_none_or(|(file, _)| self.files[*file].lock.is_none());
        if is_missing {
            return LockStatus::Nothing;
        }
        let (lock, name) = (self.file(config), &config.argument);
        let unless_required = |verdict| if self.required { Verdict::Fail } else { verdict };
        let Some(locked) = self.entry(config) else {
            return LockStatus::NotComparable {
                why: format!("{name} is not in {lock}; run `--update` to add it"),
                verdict: unless_required(Verdict::Pass),
                settings: Vec::new(),
                at: Origin::whole(name),
            };
        };
        let not_comparable = |why: String, verdict: Verdict| LockStatus::NotComparable {
            why,
            verdict: unless_required(verdict),
            settings: locked.played.changes(&config.plan).unwrap_or_default(),
            at: locked.at.clone(),
        };
        if locked.results != RESULTS_VERSION {
            let version = locked.results;
            let advice = match version > RESULTS_VERSION {
                true => UPDATE,
                false => "run `--update` to lock the results of this version",
            };
            let why = format!(
                "{lock} has results version {version} for {name}, this program has version {RESULTS_VERSION}: \
                 not compared; {advice}"
            );
            return not_comparable(why, Verdict::Pass);
        }
        let (seed, games) = (config.plan.seed, config.plan.games);
        if locked.seed != seed || locked.games > games {
            let seeds = (locked.seed != seed).then(|| format!("run.seed {} → {seed}", locked.seed));
            let fewer = (locked.games > games).then(|| {
                format!("{} games, fewer than the {} locked", grouped(games), grouped(locked.games))
            });
            let changes: Vec<String> = seeds.into_iter().chain(fewer).collect();
            let (advice, verdict) = match self.asks_others {
                true => ("remove --seed and --games", Verdict::Pass),
                false => ("run `--update` to accept", Verdict::Inconclusive),
            };
            let changes = changes.join(", ");
            let why =
                format!("{name} plays other games than {lock} locks ({changes}): not compared; {advice}");
            return not_comparable(why, verdict);
        }
        let Some(now) = new_entry(config) else { return LockStatus::Nothing };
        let same_config = locked.digest == now.digest;
        if locked.is_same_result(&now) {
            return LockStatus::Same;
        }
        let differences = differences(locked, &now, config);
        let described = config.plan.tree.get("game").filter(|_| config.plan.game.description.is_some());
        let description = described.map(|game| game.at.file.to_string());
        LockStatus::Changed { differences, same_config, description, at: locked.at.clone() }
    }

    /// Writes the results of these configs to their lock files, and returns their states. The other entries of configs
    /// that exist are kept.
    ///
    /// # Errors
    /// A lock file cannot be written.
    pub(super) fn update(&self, configs: &[ConfigCheck]) -> Result<Vec<LockStatus>, WriteError> {
        let mut statuses = Vec::new();
        for config in configs {
            statuses.push(match (new_entry(config), self.entry(config)) {
                (None, _) => LockStatus::Nothing,
                (Some(_), None) => LockStatus::Updated { is_new: true, differences: Differences::default() },
                (Some(now), Some(locked)) => {
                    LockStatus::Updated { is_new: false, differences: differences(locked, &now, config) }
                }
            });
        }
        for (index, file) in self.files.iter().enumerate() {
            let own = configs.iter().filter(|config| self.places[config.index].0 == index);
            let entry = |config: &ConfigCheck| Some((self.name(config).to_owned(), new_entry(config)?));
            let entries: Vec<_> = own.filter_map(entry).collect();
            if !entries.is_empty() {
                file.update(entries, &file.stale())?;
            }
        }
        Ok(statuses)
    }
}

/// The entry of a config for the games that were just played.
fn new_entry(config: &ConfigCheck) -> Option<Entry> {
    let (games, counts) = config.counts.clone()?;
    Some(Entry::new(&config.plan, games, counts))
}

fn differences(locked: &Entry, now: &Entry, config: &ConfigCheck) -> Differences {
    Differences {
        settings: locked.played.changes(&config.plan),
        // The figures of two games have nothing to do with each other.
        figures: if locked.played.is_other_game(&config.plan) {
            Vec::new()
        } else {
            figure_changes(locked, now, config.schema())
        },
        counts: locked.changes(now),
    }
}
