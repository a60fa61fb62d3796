//! The description of a result: game, bots, number of games, provenance, and how to read its intervals. The page and the
//! workbook share it.

use super::super::result_file::{self, ConfigUsed, Ended, ListedGames, ResultMeta, typed_command};
use super::super::show::{counted, grouped};
use super::super::{check, compare, games, plain as plain_names, summary, tune, verify};
use super::folder::Folder;
use super::section::{TABLE_ROWS, uses};
use super::words::{harmless, plain};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use undercard_engine::stats::Method;
use undercard_engine::stats::shard::Shard;

/// A config that was played.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The caption of its table.
    pub caption: String,
    /// Names and values: command, version, game, seed, …
    pub facts: Vec<(&'static str, String)>,
    /// The settings that differ from the printed rules: key, value, printed value.
    pub changes: Vec<[String; 3]>,
    /// The number of further settings that differ.
    pub n_changes_more: usize,
    /// What it means that no setting differs.
    pub unchanged: &'static str,
}

/// The description of a result.
#[derive(Clone, Debug)]
pub struct About {
    /// The title: game and number of players.
    pub title: String,
    /// When the result was written; `None` if it is not in a folder.
    pub written: Option<DateTime<Utc>>,
    /// The parts of the line below the title: bots, games and seed of a run; the command of other results.
    pub subtitle: Vec<String>,
    /// Why the result is partial; empty if it is complete.
    pub partial: Vec<String>,
    /// The provenance of each config.
    pub origins: Vec<Origin>,
    /// The note on intervals.
    pub reading: String,
    /// The interval methods: their names in the reports, and their meanings.
    pub methods: Vec<(&'static str, String)>,
}

impl About {
    /// Describes the result in a folder; `title` is the title of its game.
    #[must_use]
    pub fn of(folder: &Folder, title: Option<&str>) -> Self {
        let head = &folder.head;
        let is_used = |name: &str| folder.reports.iter().any(|(_, stored)| uses(&stored.table, name));
        let used = Method::NAMES.iter().filter(|(name, _)| is_used(name));
        let methods = used.map(|(name, meaning)| (*name, plain(meaning))).collect();
        let several = head.configs.len() > 1;
        let origin = |(nth, config): (usize, &ConfigUsed)| origin(head, config, nth, several);
        Self {
            title: heading(folder, title),
            written: None,
            subtitle: subtitle(head),
            partial: partial(head).into_iter().collect(),
            origins: head.configs.iter().take(TABLE_ROWS).enumerate().map(origin).collect(),
            reading: reading(head),
            methods,
        }
    }

    /// The same of the result that was written to this folder. No result stores a time, but its file has one.
    #[must_use]
    pub fn written_to(self, folder: &Path) -> Self {
        let about = std::fs::metadata(folder.join(result_file::NAME));
        Self { written: about.and_then(|about| about.modified()).ok().map(DateTime::from), ..self }
    }
}

/// The level of each interval. A check divides its error probability among all verdicts.
pub(super) fn level_of_each(head: &ResultMeta) -> undercard_engine::stats::Level {
    let level = head.details.get("level_of_each_interval").and_then(Value::as_f64);
    level.and_then(undercard_engine::stats::Level::new).unwrap_or(head.level)
}

/// What the sides of a comparison are: the settings and bots in which B differs from A. `None` for other results.
pub(super) fn sides(head: &ResultMeta) -> Option<String> {
    const SHOWN: usize = 6;
    let [a, b] = &head.configs[..] else { return None };
    if head.command != compare::NAME {
        return None;
    }
    let keys: BTreeSet<&str> = a.changes.iter().chain(&b.changes).map(|change| change.key.as_str()).collect();
    let value = |config: &ConfigUsed, key: &str| {
        let own = config.changes.iter().find(|change| change.key == key).map(|change| &change.value);
        let printed = || a.changes.iter().chain(&b.changes).find(|change| change.key == key);
        own.or_else(|| printed().map(|change| &change.printed)).map_or_else(
            String::new,
            |value| match value {
                Value::Null => "none".into(),
                Value::String(text) => harmless(text),
                other => harmless(&other.to_string()),
            },
        )
    };
    let mut differences: Vec<String> = keys
        .into_iter()
        .map(|key| (key, value(a, key), value(b, key)))
        .filter(|(_, a, b)| a != b)
        .map(|(key, a, b)| format!("{} {a} → {b}", harmless(&plain_names::setting(key))))
        .collect();
    if a.bots != b.bots {
        differences.push(format!("bots {} → {}", a.bots.join(", "), b.bots.join(", ")));
    }
    let n_more = differences.len().saturating_sub(SHOWN);
    differences.truncate(SHOWN);
    if n_more > 0 {
        differences.push(format!("{n_more} more"));
    }
    let [a_name, b_name] = [a, b].map(|config| {
        let printed = if config.changes.is_empty() { " as printed" } else { "" };
        harmless(&config.name) + printed
    });
    let names = if a.name == b.name { "B".into() } else { format!("A is {a_name}, B is {b_name}. B") };
    Some(match differences.is_empty() {
        true => format!("{names} has the settings and bots of A."),
        false => format!("{names} differs from A in {}.", differences.join(", ")),
    })
}

/// The note on intervals; empty for checks of the program, which have none.
fn reading(head: &ResultMeta) -> String {
    // Candidates play a fixed number of games. The verification may use confidence sequences.
    if head.command == tune::NAME {
        return "Ranges are confidence intervals. If the method is a confidence sequence, the number of games was not fixed \
                beforehand."
            .into();
    }
    if head.command == verify::NAME {
        return String::new();
    }
    summary::reading(level_of_each(head), head.fixed_beforehand)
}

/// The provenance of a config.
fn origin(head: &ResultMeta, config: &ConfigUsed, nth: usize, several: bool) -> Origin {
    let ConfigUsed { name, game, game_version, players, bots, seed, games, rules_digest, changes, .. } =
        config;
    let game = game_version.as_ref().map_or_else(|| game.clone(), |version| format!("{game} {version}"));
    let caption = match (head.command.as_str(), nth) {
        _ if !several => "Provenance".to_owned(),
        ("compare", 0) => format!("A: {name}"),
        ("compare", _) => format!("B: {name}"),
        _ => name.clone(),
    };
    let mut facts = vec![
        ("Command", typed_command(&head.command)),
        ("Undercard version", head.undercard.clone()),
        ("Config", name.clone()),
        ("Game", game),
        ("Players", players.to_string()),
    ];
    if !bots.is_empty() {
        facts.push(("Bots", bots.join(", ")));
    }
    facts.extend([
        ("Played", played(head)),
        ("Maximum games", grouped(*games)),
        ("Seed", seed.to_string()),
        ("Rules digest", rules_digest.clone()),
        ("Result digest", head.result_digest.clone()),
    ]);
    let options = head.options.iter().filter_map(|(name, value)| option(name, value));
    facts.extend(options.map(|text| ("Option", text)));
    let shown = |value: &Value| match value {
        Value::Null => "none".into(),
        value => harmless(&value.to_string()),
    };
    let rows = changes.iter().take(TABLE_ROWS);
    let rows = rows.map(|change| [change.key.clone(), shown(&change.value), shown(&change.printed)]);
    Origin {
        caption,
        facts,
        changes: rows.collect(),
        n_changes_more: changes.len().saturating_sub(TABLE_ROWS),
        unchanged: match head.command.as_str() {
            "sweep" | "sensitivity" | "tune" => {
                "All settings match the printed rules, except for those that this command varies."
            }
            _ => "All settings match the printed rules.",
        },
    }
}

/// An option of the command in words: `precision 0.01`; `None` if it was not used.
fn option(name: &str, value: &Value) -> Option<String> {
    let text = match value {
        Value::Null | Value::Bool(false) => return None,
        Value::Array(items) if items.is_empty() => return None,
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
        }
        value => value.to_string(),
    };
    Some(format!("{name} {}", harmless(&text)))
}

/// How much was played, and why no more.
fn played(head: &ResultMeta) -> String {
    let has_decision = head.details.get("decide").is_some_and(|decide| !decide.is_null());
    let why = match (&head.shard, head.ended, head.command.as_str()) {
        _ if head.planned.is_none_or(|planned| planned <= head.played) => "",
        (Some(_), ..) => " (one shard of the run)",
        (None, Ended::Enough, check::NAME) => " (every target is decided)",
        (None, Ended::Enough, _) if has_decision => " (the comparison is decided)",
        (None, Ended::Enough, _) => " (the requested precision is reached)",
        (None, Ended::AllPlayed | Ended::Interrupted, _) => " (interrupted)",
    };
    amount(head) + why
}

/// The number of games played: `2,000 games`, or `2,000 of at most 5,000 games`.
fn amount(head: &ResultMeta) -> String {
    let ResultMeta { played, planned, unit, .. } = head;
    match planned.filter(|planned| planned > played) {
        None => counted(*played, unit),
        Some(planned) => format!("{} of at most {} {unit}", grouped(*played), grouped(planned)),
    }
}

/// Why a result is partial: interrupted, or a shard.
fn partial(head: &ResultMeta) -> Option<String> {
    const HOLDS: &str = "The intervals are valid for the games that were played.";
    let ResultMeta { command, complete, ended, played, shard, configs, .. } = head;
    if *complete {
        return None;
    }
    let list = head.games_csv.as_ref().filter(|list| !list.is_complete());
    Some(match (command.as_str(), list) {
        ("run", Some(ListedGames { rows, planned, .. })) if *ended != Ended::Interrupted => format!(
            "{} lists {} of {} games; all other files are complete. To finish it, repeat the command with --resume.",
            result_file::file_name(games::REPORT.name),
            grouped(*rows),
            grouped(*planned)
        ),
        ("run", _) => {
            let whole = configs.first().map_or(*played, |config| config.games);
            let shard: Shard = shard.as_ref().and_then(|shard| shard.parse().ok()).unwrap_or(Shard::WHOLE);
            let hint = match (shard.is_whole(), ended) {
                (true, _) => HOLDS,
                (false, Ended::Interrupted) => {
                    "To finish this shard, repeat its command with --resume. Then merge all shards with “undercard merge”."
                }
                (false, _) => "Merge all shards with “undercard merge”.",
            };
            let part = summary::part(shard, *complete, *played, whole).unwrap_or_default();
            format!("{}. {hint}", super::super::plain::capitalized(&part))
        }
        (check::NAME, _) => {
            "The check was interrupted. More games may decide the inconclusive targets.".into()
        }
        _ => format!("The command was interrupted after {}. {HOLDS}", amount(head)),
    })
}

/// What the result of a command answers, as the beginning of its title.
fn question(command: &str) -> Option<&'static str> {
    let question = match command {
        "run" => "Who wins",
        "compare" => "What changes",
        "impact" => "What each card is worth",
        "sensitivity" => "Which number matters",
        "sweep" => "Value by value",
        "matchups" => "Who beats whom",
        "luck" => "How much the deal decides",
        "playtest" => "Your players and the bots",
        "train" => "Training",
        "tune" => "What to change",
        "check" => "Balance check",
        "advise" => "Advice",
        "replay" => "One game",
        "verify" => "Verification",
        "run-panel" | "compare-panel" | "impact-panel" => "What several bots find",
        _ => return None,
    };
    Some(question)
}

/// The title: what the command answers, the game, and the number of players unless it varies.
fn heading(folder: &Folder, title: Option<&str>) -> String {
    let configs = &folder.head.configs;
    let name = folder.head.name.as_deref().map(|name| format!(": {}", harmless(name)));
    let names = name.unwrap_or_else(|| own_names(configs));
    let question = question(&folder.head.command);
    let Some(game) = folder.game() else {
        return format!("{}{names}", question.unwrap_or("Undercard result"));
    };
    let game = title.map_or_else(|| game.to_owned(), harmless);
    let game = match configs.first().map(|config| config.players) {
        Some(players) if configs.iter().all(|config| config.players == players) && !varies(folder) => {
            format!("{game}, {players} players")
        }
        _ => game,
    };
    let question = question.map_or_else(String::new, |question| format!("{question}: "));
    question + &game + &names
}

/// The names of the config files, if there are any: `: house-aces-high`.
fn own_names(configs: &[ConfigUsed]) -> String {
    const NAMED: usize = 3;
    let mut names: Vec<String> = Vec::new();
    for ConfigUsed { name, game, .. } in configs {
        let own = name.strip_prefix(game.as_str()).and_then(|rest| rest.strip_prefix('-'));
        names.extend(own.map(harmless).filter(|own| !names.contains(own)));
    }
    let n_more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
    if names.is_empty() { more } else { format!(": {}{more}", names.join(", ")) }
}

/// Whether the number of players differs between rows, as in a sweep over it.
fn varies(folder: &Folder) -> bool {
    let tables = folder.reports.iter().map(|(_, stored)| &stored.table);
    let mut players = tables.flat_map(|table| table.rows.iter().filter_map(|row| table.cell(row, "players")));
    let first = players.next();
    players.any(|other| Some(other) != first)
}

fn subtitle(head: &ResultMeta) -> Vec<String> {
    match (head.command.as_str(), &head.configs[..]) {
        ("run", [config]) => vec![
            format!("bots: {}", config.bots.join(", ")),
            format!("{} games", grouped(head.played)),
            format!("seed {}", config.seed),
        ],
        _ => {
            let why = head.details.get("why").and_then(Value::as_str).filter(|why| !why.is_empty());
            let game = head.options.get("game").map(|game| format!("game {game}"));
            let parts = [Some(typed_command(&head.command)), game, why.map(harmless)];
            parts.into_iter().flatten().collect()
        }
    }
}
