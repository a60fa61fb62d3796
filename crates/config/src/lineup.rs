//! Line-ups: the bot of each seat.

use super::bots::{self, NamedBot};
use super::{ArgSource, addresses};
use crate::games::{GameInfo, GameRef};
use crate::model::settings::{ConfigError, ConfigErrors, Node, Value};

/// Seats one bot in all seats, or one per seat. If the number of players is unknown because of errors, uses one seat per
/// name.
///
/// # Errors
/// All errors of all bots.
pub(super) fn seat(
    names: &[String],
    game: &GameRef,
    players: Option<usize>,
    source: &ArgSource,
) -> Result<Vec<NamedBot>, ConfigErrors> {
    let (mut bots, mut errors): (Vec<NamedBot>, Vec<_>) = (Vec::new(), Vec::new());
    if let Some(players) = players.filter(|players| names.len() > 1 && names.len() != *players) {
        let expected = format!("one bot, or {players} (one per seat)");
        errors.push(source.error(format!("{} bots", names.len()), expected));
    }
    for seat in 0..players.unwrap_or(1).max(names.len()) {
        let Some(requested) = names.get(seat).or(names.first()) else { break };
        if let Some(known) = bots.iter().find(|bot| bot.requested == *requested) {
            bots.push(known.clone());
            continue;
        }
        match bots::find(requested, game, source) {
            Ok(named) => bots.push(named),
            Err(ConfigErrors(more)) => errors.extend(more),
        }
    }
    bots::tell_apart(&mut bots);
    if errors.is_empty() { Ok(bots) } else { Err(ConfigErrors(errors)) }
}

/// The bot of all seats if none is named, for these settings.
pub(super) fn default_name(game: &GameInfo, tree: &Node, players: Option<usize>) -> String {
    let mode = match tree.get("setup").and_then(|setup| setup.get("mode")).map(|mode| &mode.value) {
        Some(Value::Text(mode)) => Some(mode.as_str()),
        _ => None,
    };
    bots::default_of(game, mode, players.unwrap_or(1))
}

/// A line-up of a config, with the paths that its strategy files have from the current folder.
pub(super) fn with_paths(lineup: &str, source: &ArgSource) -> String {
    let path = |name: &str| if name.ends_with(".toml") { source.path(name) } else { name.to_owned() };
    lineup.split(',').map(|name| path(name.trim())).collect::<Vec<_>>().join(",")
}

/// The error of a panel beside other bots, or where no panel can play.
pub(super) fn no_panel(names: &[String], source: &ArgSource) -> ConfigError {
    match names {
        [name] if name.trim() == bots::SKILL => source.error(
            "\"skill\"",
            "`panel`, or bots by name; run, compare, impact and playtest play bots of rising skill, and few games of the slow ones",
        ),
        [_] => source
            .error("the panel", "bots of one line-up; run, compare, impact, check and tune play the panel, and `sweep --vary run.bots=expert,random` plays each of these bots"),
        _ => {
            source.error(format!("the panel among {} bots", names.len()), "`panel` alone, or bots without it")
        }
    }
}

/// The same line-up for another number of players. It must be one bot for all seats, or already fit.
///
/// # Errors
/// The line-up does not fit.
pub(super) fn reseat(bots: &[NamedBot], players: usize) -> Result<Vec<NamedBot>, ConfigError> {
    match bots {
        bots if bots.len() == players => Ok(bots.to_vec()),
        [first, others @ ..] if others.iter().all(|bot| bot.requested == first.requested) => {
            Ok(vec![first.clone(); players])
        }
        _ => {
            let expected = format!("one bot, or {players} (one per seat)");
            Err(ArgSource::by("--bots").error(format!("{} bots", bots.len()), expected))
        }
    }
}

/// Replaces the bots of all targets and groups below a node.
pub(super) fn replace(node: &mut Node, with: &dyn Fn(&mut Node)) {
    let Value::Table(entries) = &mut node.value else { return };
    for (key, node) in entries {
        match &mut node.value {
            Value::List(items) if key == "bots" => items.iter_mut().for_each(with),
            _ if key == "bots" => with(node),
            _ => replace(node, with),
        }
    }
}

/// The bots that a config names: those of the run, of its panel and of its targets. Each has its key.
pub fn named(tree: &Node) -> Vec<(String, &Node, String)> {
    let mut found = Vec::new();
    let of_run = |key| tree.get("run").and_then(|run| run.get(key));
    for (node, text) in of_run("bots").into_iter().flat_map(texts) {
        found.push(("run.bots".to_owned(), node, text.to_owned()));
    }
    let mut lineups: Vec<_> =
        of_run("panel").map(|node| ("run.panel".to_owned(), node)).into_iter().collect();
    let mut tables: Vec<_> =
        tree.get("targets").map(|node| ("targets".to_owned(), node)).into_iter().collect();
    while let Some((key, node)) = tables.pop() {
        let Value::Table(entries) = &node.value else { continue };
        for (name, node) in entries {
            let key = format!("{key}.{name}");
            found.extend(addresses::members(name).into_iter().map(|bot| (key.clone(), node, bot)));
            if name == "bots" { &mut lineups } else { &mut tables }.push((key, node));
        }
    }
    for (key, node) in lineups {
        for (node, lineup) in texts(node) {
            found.extend(lineup.split(',').map(|bot| (key.clone(), node, bot.to_owned())));
        }
    }
    found
}

/// A text, or the texts of a list.
fn texts(node: &Node) -> Vec<(&Node, &str)> {
    match &node.value {
        Value::Text(text) => vec![(node, text)],
        Value::List(items) => items.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}
