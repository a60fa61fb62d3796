//! The history of results: every result in `reports/`, the newest first.

use super::{ExperimentResult, Extent, Level, ResultMeta, details, metadata};
use crate::config::{Effective, configs_of_result, effective, find_game, result_folder, result_name};
use crate::model::settings::ConfigErrors;
use crate::model::words::counted;
use crate::report::result_file::{self, ConfigUsed, Ended, ResultMeta as Head, SettingChange};
use crate::report::show::{self, wrap};
use crate::report::{self, Cell, Table};
use chrono::{DateTime, Utc};
use serde_json::{Map, Value};
use std::fmt::{self, Write};
use std::fs;
use std::path::{Path, PathBuf};

/// Further folders are not read.
const MOST_FOLDERS: usize = 20_000;
/// `reports/NAME/COMMAND/earlier/COMMAND-DIGEST`, and a level for folders that people make.
const DEEPEST: usize = 5;
/// The changes that the text of a result lists.
const CHANGES: usize = 4;

/// A result.
struct Entry {
    folder: PathBuf,
    written: DateTime<Utc>,
    head: Head,
}

/// The results below a folder.
pub struct History {
    root: PathBuf,
    entries: Vec<Entry>,
    /// The result whose config was asked for; it comes first.
    own: Option<String>,
    n_unreadable: usize,
    table: Table,
    extent: Extent,
}

impl History {
    /// Finds the results below a folder; with a config, only those of this config, or of this game.
    ///
    /// # Errors
    /// The config cannot be read.
    pub fn new(root: &Path, config: Option<&str>) -> Result<Self, ConfigErrors> {
        let wanted = config.map(Wanted::of).transpose()?;
        let (mut entries, n_unreadable) = find(root);
        entries.retain(|entry| wanted.as_ref().is_none_or(|wanted| wanted.has(entry)));
        // A game id is no result, though the result of its printed rules has the same name.
        let of_config = matches!(wanted, Some(Wanted::Configs(_)));
        let folder = config.filter(|_| of_config).and_then(|config| result_folder(Path::new(config)).ok());
        let is_own = |entry: &Entry| folder.as_ref() == Some(&entry.folder);
        entries.sort_by(|one, other| {
            let newer = other.written.cmp(&one.written).then_with(|| one.folder.cmp(&other.folder));
            is_own(other).cmp(&is_own(one)).then(newer)
        });
        let own = entries.first().filter(|first| is_own(first)).map(Entry::name);
        let table = report::history::table(entries.iter().map(Entry::row).collect());
        let extent = Extent::of_parts(entries.len(), entries.len(), "results", false);
        Ok(Self { root: root.to_owned(), entries, own, n_unreadable, table, extent })
    }

    /// Two results of one game that can be compared: the newest, and the next one with another config.
    #[must_use]
    pub fn pair(&self) -> Option<[String; 2]> {
        let single = self.entries.iter().filter_map(|entry| match &entry.head.configs[..] {
            [config] if !entry.head.command.is_empty() => Some((entry, config)),
            _ => None,
        });
        let single: Vec<(&Entry, &ConfigUsed)> = single.collect();
        let (newest, config) = single.first()?;
        let other = single.iter().find(|(_, other)| {
            other.game == config.game
                && other.players == config.players
                && other.rules_digest != config.rules_digest
        });
        other.map(|(other, _)| [other.name(), newest.name()])
    }
}

/// The configs whose results are listed.
enum Wanted {
    /// All configs of a game.
    Game(&'static str),
    /// These. The printed rules of a game and all their changes by `--set` share a name, so their rules must be equal, too.
    Configs(Vec<WantedConfig>),
}

/// A config whose results are listed.
struct WantedConfig {
    game: String,
    name: String,
    /// The digest of the rules, if they must be equal.
    rules: Option<String>,
}

impl Wanted {
    /// Those of a game, of a config, or of the configs of a result.
    fn of(config: &str) -> Result<Self, ConfigErrors> {
        if let Some(game) = find_game(config) {
            return Ok(Self::Game(game.id));
        }
        if let Some(configs) = configs_of_result(config) {
            let wanted = |ConfigUsed { game, name, rules_digest, .. }: ConfigUsed| {
                let rules = (name == game).then_some(rules_digest);
                WantedConfig { game, name, rules }
            };
            return Ok(Self::Configs(configs.into_iter().map(wanted).collect()));
        }
        let Effective { game, name, .. } = effective(config)?;
        Ok(Self::Configs(vec![WantedConfig { game: game.id.to_owned(), name, rules: None }]))
    }

    fn has(&self, entry: &Entry) -> bool {
        let is_wanted = |used: &ConfigUsed| match self {
            Self::Game(game) => used.game == *game,
            Self::Configs(configs) => configs.iter().any(|WantedConfig { game, name, rules }| {
                (game, name) == (&used.game, &used.name)
                    && rules.as_ref().is_none_or(|rules| *rules == used.rules_digest)
            }),
        };
        entry.head.configs.iter().any(is_wanted)
    }
}

/// When the result in a folder was written: no result stores a time, but its file has one.
#[must_use]
pub fn written(folder: &Path) -> Option<DateTime<Utc>> {
    fs::metadata(folder.join(result_file::NAME)).and_then(|about| about.modified()).ok().map(DateTime::from)
}

/// The results below a folder, and the number of those that cannot be read.
fn find(root: &Path) -> (Vec<Entry>, usize) {
    let (mut entries, mut n_unreadable, mut n_folders) = (Vec::new(), 0, 0);
    let mut folders = vec![(root.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let file = folder.join(result_file::NAME);
        if depth > 0 && file.exists() {
            match result_file::head(&folder) {
                Ok(head) => entries.push(Entry {
                    folder: folder.clone(),
                    written: written(&folder).unwrap_or_default(),
                    head,
                }),
                Err(_) => n_unreadable += 1,
            }
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            // Links to folders are not followed: they could lead back.
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && depth < DEEPEST && n_folders < MOST_FOLDERS {
                n_folders += 1;
                folders.push((entry.path(), depth + 1));
            }
        }
    }
    (entries, n_unreadable)
}

impl Entry {
    /// The name of a result as commands take it.
    fn name(&self) -> String {
        result_name(&self.folder)
    }

    fn written(&self) -> String {
        self.written.format("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// The names of the configs, the bots of the first, and all changes.
    fn config(&self) -> (String, String, Vec<String>) {
        let change = |SettingChange { key, value, .. }: &SettingChange| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!("{key}={value}")
        };
        let configs = &self.head.configs;
        let mut names: Vec<String> = configs.iter().map(|config| config.name.clone()).collect();
        names.dedup();
        let mut changes: Vec<String> =
            configs.iter().flat_map(|config| config.changes.iter().map(change)).collect();
        changes.sort();
        changes.dedup();
        let bots = configs.first().map(|config| config.bots.join(",")).unwrap_or_default();
        (names.join(" and "), bots, changes)
    }

    fn is_complete(&self) -> bool {
        self.head.complete && self.head.ended != Ended::Interrupted
    }

    fn row(&self) -> Vec<Cell> {
        let (_, bots, _) = self.config();
        let Head { command, played, unit, result_digest, configs, .. } = &self.head;
        let first = configs.first().map_or("", |config| &config.name);
        let second = if let [_, second] = &configs[..] { second.name.as_str() } else { "" };
        let changes_of = |nth: usize| configs.get(nth).map_or_else(String::new, ConfigUsed::changes_json);
        let [run_id, label] = self.head.run_key().cells();
        vec![
            Cell::text(self.name()),
            Cell::text(self.written()),
            Cell::text(command),
            Cell::text(first),
            Cell::text(second),
            Cell::text(bots),
            Cell::Count(*played),
            Cell::text(unit),
            Cell::Boolean(self.is_complete()),
            Cell::text(changes_of(0)),
            Cell::text(changes_of(1)),
            Cell::text(result_digest),
            run_id,
            label,
        ]
    }

    fn text(&self) -> String {
        let (config, bots, changes) = self.config();
        let Head { command, played, unit, .. } = &self.head;
        let written = self.written();
        let bots = if bots.is_empty() { bots } else { format!(", bots {bots}") };
        let seed = self.head.configs.first().map(|config| config.seed).filter(|seed| *seed != 1);
        let seed = seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
        let partial = if self.is_complete() { "" } else { ", partial" };
        let n_more = changes.len().saturating_sub(CHANGES);
        let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
        let listed = changes.iter().take(CHANGES).cloned().collect::<Vec<_>>().join(", ");
        let changes = if changes.is_empty() { "printed rules".into() } else { format!("{listed}{more}") };
        format!(
            "{}\n    {written}  {command} of {config}: {}{bots}{seed}{partial}\n    {changes}\n",
            self.name(),
            show::counted(*played, unit)
        )
    }
}

impl ExperimentResult for History {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn metadata(&self) -> ResultMeta {
        let details = details([("unreadable", Value::from(self.n_unreadable))]);
        metadata(report::history::NAME, &[], &self.extent, Level::default(), Map::new(), details)
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn summary(&self) -> Result<String, fmt::Error> {
        let n_entries = counted(self.entries.len() as u64, "result");
        let first = match &self.own {
            Some(own) => format!("of the config of {own}; {own} first, then the newest"),
            None => "the newest first".into(),
        };
        let comma = if self.own.is_some() { "" } else { "," };
        let mut text = format!("{n_entries} in {}{comma} {first} (times in UTC)\n", self.root.display());
        for entry in &self.entries {
            write!(text, "\n{}", entry.text())?;
        }
        if self.n_unreadable > 0 {
            let n_skipped = counted(self.n_unreadable as u64, "folder");
            writeln!(text, "\n{n_skipped} skipped: result.json is damaged, or of another version")?;
        }
        Ok(wrap(&text))
    }
}
