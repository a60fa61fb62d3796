//! What a result is about, beside its figures: which game, by whom and how it was played, and how its intervals
//! are to be read. The page and the workbook say the same.

use super::super::result_file::{ConfigUsed, Ended, Head};
use super::super::show::grouped;
use super::super::{check, metrics, summary, tune};
use super::folder::Folder;
use super::section::{TABLE_ROWS, methods};
use super::words::{harmless, plain};
use crate::stats::Method;
use crate::stats::shard::Shard;
use serde_json::Value;

/// A config that was played.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Which it is.
    pub caption: String,
    /// What was played.
    pub facts: Vec<(&'static str, String)>,
    /// The settings that differ from the printed rules: key, value, printed value.
    pub changes: Vec<[String; 3]>,
    /// How many more there are of them.
    pub n_changes_more: usize,
}

/// What there is to say of a result.
#[derive(Clone, Debug)]
pub struct About {
    /// The game, and how many play it.
    pub title: String,
    /// Who played how much, or which command.
    pub subtitle: Vec<String>,
    /// Why it is not all that was to be played.
    pub partial: Vec<String>,
    /// Where it comes from: of each config.
    pub origins: Vec<Origin>,
    /// How to read the intervals.
    pub reading: String,
    /// How they were made: the names in the reports, and what they mean.
    pub methods: Vec<(&'static str, String)>,
}

impl About {
    /// What there is to say of the result in a folder, with the title of its game.
    #[must_use]
    pub fn of(folder: &Folder, title: Option<&str>) -> Self {
        let head = &folder.head;
        let used: Vec<Method> = folder.reports.iter().flat_map(|(_, filed)| methods(&filed.table)).collect();
        let used = Method::ALL.iter().filter(|method| used.contains(method));
        let mut methods: Vec<(&'static str, String)> =
            used.map(|method| (method.name(), plain(method.meaning()))).collect();
        if folder.table(metrics::NAME).is_some() {
            methods.push((metrics::NAME, plain(metrics::METHODS)));
        }
        let several = head.configs.len() > 1;
        let origin = |(nth, config): (usize, &ConfigUsed)| origin(head, config, nth, several);
        Self {
            title: heading(folder, title),
            subtitle: subtitle(head),
            partial: partial(head).into_iter().collect(),
            origins: head.configs.iter().take(TABLE_ROWS).enumerate().map(origin).collect(),
            reading: reading(head),
            methods,
        }
    }
}

/// The level of each interval of a check, which shares its level among all verdicts.
pub(super) fn level_of_each(head: &Head) -> crate::stats::Level {
    let level = head.details.get("level_of_each_interval").and_then(Value::as_f64);
    level.and_then(crate::stats::Level::new).unwrap_or(head.level)
}

/// What the intervals say.
fn reading(head: &Head) -> String {
    // A search tries settings on a fixed number of games, and judges by sequences.
    if head.command == tune::NAME {
        return "Ranges are confidence intervals, at 95 % unless the command said otherwise: with other seeds, 95 of 100 \
                such ranges hold the true value. Where the method is a confidence sequence, they hold however long the \
                number of games was not fixed."
            .into();
    }
    summary::reading(level_of_each(head), head.fixed_beforehand)
}

/// Where a result comes from.
fn origin(head: &Head, config: &ConfigUsed, nth: usize, several: bool) -> Origin {
    let ConfigUsed { name, game, players, bots, seed, games, rules_digest, result_digest, changes } = config;
    let caption = match (head.command.as_str(), nth) {
        _ if !several => "Provenance".to_owned(),
        ("compare", 0) => format!("A: {name}"),
        ("compare", _) => format!("B: {name}"),
        _ => name.clone(),
    };
    let mut facts = vec![
        ("Command", format!("undercard {}", head.command)),
        ("Played by Undercard", head.undercard.clone()),
        ("Config", name.clone()),
        ("Game", game.clone()),
        ("Players", players.to_string()),
    ];
    if !bots.is_empty() {
        facts.push(("Bots", bots.join(", ")));
    }
    facts.extend([
        ("Played", played(head)),
        ("Games", format!("at most {}", grouped(*games))),
        ("Seed", seed.to_string()),
        ("Rules digest", rules_digest.clone()),
        ("Result digest", result_digest.clone()),
    ]);
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
    }
}

/// How much was played.
fn played(head: &Head) -> String {
    let Head { played, planned, unit, ended, shard, .. } = head;
    let number = grouped(*played);
    let why = match (planned.filter(|planned| planned > played), shard, ended) {
        (None, ..) => return format!("{number} {unit}"),
        (Some(_), Some(_), _) => "a shard of them",
        (Some(_), None, Ended::Enough) => "which was as precise as was asked for",
        (Some(_), None, Ended::AllPlayed | Ended::Interrupted) => "interrupted",
    };
    format!("{number} of at most {} {unit}, {why}", grouped(planned.unwrap_or(*played)))
}

/// What to say of what was interrupted, or of a part of a run.
fn partial(head: &Head) -> Option<String> {
    const HOLDS: &str = "The intervals are valid for the games played: they are as wide as these make them.";
    let Head { command, complete, ended, played, shard, configs, .. } = head;
    if *complete {
        return None;
    }
    Some(match command.as_str() {
        "run" => {
            let whole = configs.first().map_or(*played, |config| config.games);
            let shard: Shard = shard.as_ref().and_then(|shard| shard.parse().ok()).unwrap_or(Shard::WHOLE);
            let hint = match (shard.is_whole(), ended) {
                (true, _) => HOLDS,
                (false, Ended::Interrupted) => {
                    "Its command resumes it with --resume; then `undercard merge` joins all shards."
                }
                (false, _) => "`undercard merge` joins all shards.",
            };
            let part = summary::part(shard, *complete, *played, whole).unwrap_or_default();
            format!("`undercard run`, {part}. {hint}")
        }
        check::NAME => {
            "`undercard check` was interrupted: an inconclusive target may only lack games.".into()
        }
        _ => format!("`undercard {command}` was interrupted after {}. {HOLDS}", self::played(head)),
    })
}

/// The game, and how many play it, unless that varies.
fn heading(folder: &Folder, title: Option<&str>) -> String {
    let configs = &folder.head.configs;
    let Some(game) = folder.game() else { return "A result of Undercard".into() };
    let game = title.map_or_else(|| game.to_owned(), harmless);
    match configs.first().map(|config| config.players) {
        Some(players) if configs.iter().all(|config| config.players == players) && !varies(folder) => {
            format!("{game}, {players} players")
        }
        _ => game,
    }
}

/// Does the number of players differ between the rows, as in a sweep over it?
fn varies(folder: &Folder) -> bool {
    let tables = folder.reports.iter().map(|(_, filed)| &filed.table);
    let mut players = tables.flat_map(|table| table.rows.iter().filter_map(|row| table.cell(row, "players")));
    let first = players.next();
    players.any(|other| Some(other) != first)
}

fn subtitle(head: &Head) -> Vec<String> {
    match (head.command.as_str(), &head.configs[..]) {
        ("run", [config]) => vec![
            format!("bots: {}", config.bots.join(", ")),
            format!("{} games", grouped(head.played)),
            format!("seed {}", config.seed),
        ],
        (command, _) => vec![format!("undercard {command}")],
    }
}
