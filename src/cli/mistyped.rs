//! What to type instead of a word of the command line that Undercard does not know.

use super::parser;
use super::values::count;
use crate::config::{all_games, nearest};
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Options of other programs, and what they are called here.
const OPTIONS: &[(&[&str], &str)] = &[
    (
        &[
            "deals",
            "generations",
            "iterations",
            "iters",
            "runs",
            "count",
            "num-games",
            "n-games",
            "simulations",
            "sims",
            "samples",
            "trials",
            "matches",
            "g",
        ],
        "--games",
    ),
    (&["strategy", "strategies", "ai", "agent", "agents", "bot"], "--bots"),
    (&["cores", "jobs", "workers", "cpus", "j", "t"], "--threads"),
    (&["dir", "folder", "directory", "output-dir", "o"], "--out"),
    (&["confidence", "ci", "confidence-level"], "--level"),
    (&["json"], "--format json"),
    (&["csv"], "--format csv"),
    (&["markdown", "md"], "--format markdown"),
    (&["seats", "num-players", "p"], "--players"),
    (&["change", "setting", "override", "param", "option"], "--set"),
    (&["opponent", "opponents", "versus", "vs"], "--against"),
    (&["metric", "metrics", "figure", "stat"], "--show"),
    (&["filter", "find", "search"], "--where"),
    (&["values", "range", "over"], "--vary"),
    (&["silent"], "--quiet"),
    (&["overwrite"], "--force"),
    (&["dry-run", "estimate"], "--plan"),
    (&["v"], "--verbose"),
];

/// Commands of other programs, and what they are called here.
const NAMES: &[(&[&str], &str)] = &[
    (&["play", "simulate", "sim", "start", "execute"], "run"),
    (&["test", "assert", "ci"], "check"),
    (&["validate"], "lint"),
    (&["balance", "optimize", "optimise", "fix", "solve", "search"], "tune"),
    (&["card"], "impact"),
    (&["deck", "sheet", "spreadsheet"], "cards"),
    (&["create"], "init"),
    (&["show", "settings", "rules", "games", "info", "ls", "bots"], "list"),
    (&["watch", "story", "game"], "replay"),
    (&["tournament", "rank", "ladder", "duel", "versus"], "matchups"),
    (&["html", "page", "export", "excel"], "report"),
    (&["learn", "teach"], "train"),
    (&["difference", "changes"], "diff"),
    (&["grid", "range", "vary"], "sweep"),
    (&["results", "log", "runs"], "history"),
    (&["recommend", "suggest", "advice"], "advise"),
];

fn listed(table: &[(&[&str], &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(words, _)| words.contains(&word)).map(|(_, ours)| *ours)
}

/// Replaces the guesses of an error by what was probably meant, and returns it as a tip.
pub(super) fn tip(error: &mut clap::Error, arguments: &[String]) -> Option<String> {
    let text = |error: &clap::Error, kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            // A tip to pass an option as a value helps nobody.
            error.remove(ContextKind::Suggested);
            let word = text(error, ContextKind::InvalidArg)?;
            let tip = match repeated(&word, arguments) {
                Some(option) => format!("tip: leave out {word}; {option} says it"),
                None => format!("tip: type {}", meant(&word, arguments)?),
            };
            error.remove(ContextKind::SuggestedArg);
            Some(tip)
        }
        ErrorKind::InvalidSubcommand => {
            let word = text(error, ContextKind::InvalidSubcommand)?.to_lowercase();
            if let Some(ours) = listed(NAMES, &word) {
                error.remove(ContextKind::SuggestedSubcommand);
                return Some(format!("tip: type undercard {ours}"));
            }
            if all_games().any(|game| game.id == word) {
                error.remove(ContextKind::SuggestedSubcommand);
                return Some(format!("tip: type undercard run {word}"));
            }
            if error.get(ContextKind::SuggestedSubcommand).is_some() {
                return None;
            }
            let parser = parser();
            let visible = parser.get_subcommands().filter(|command| !command.is_hide_set());
            let names: Vec<&str> = visible.map(clap::Command::get_name).collect();
            Some(match nearest(&word, names.iter().copied()) {
                Some(name) => format!("tip: type undercard {name}"),
                None => format!("tip: type one of: {}", names.join(", ")),
            })
        }
        ErrorKind::InvalidValue if text(error, ContextKind::InvalidArg).as_deref() == Some("<WHAT>") => {
            let word = text(error, ContextKind::InvalidValue)?;
            error.remove(ContextKind::SuggestedValue);
            let is_game = all_games().any(|game| game.id == word);
            Some(match is_game {
                true => format!(
                    "tip: for house rules, type undercard init {word}; for a game of your own, undercard new game ID"
                ),
                false => format!("tip: type undercard new game {word}"),
            })
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = match error.get(ContextKind::InvalidArg) {
                Some(ContextValue::Strings(missing)) => missing.join(" "),
                _ => return None,
            };
            missing.contains("<CONFIG").then(|| {
                let game = super::first_game();
                format!("tip: CONFIG is a game, such as {game}, or a file of house rules; undercard list names the games")
            })
        }
        _ => None,
    }
}

/// The option before a word that only repeats its name: `--games 10k games`.
fn repeated<'a>(word: &str, arguments: &'a [String]) -> Option<&'a str> {
    let at = arguments.iter().position(|argument| argument == word)?;
    let before = arguments[..at].iter().rev().take(2);
    let name = |argument: &'a String| argument.split('=').next().unwrap_or_default();
    before.map(name).find(|name| name.strip_prefix("--") == Some(word))
}

/// What was meant by a word that is no option of the command and no further argument.
fn meant(word: &str, arguments: &[String]) -> Option<String> {
    let parser = parser();
    let command = arguments.iter().find_map(|word| parser.find_subcommand(word))?;
    let longs: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
    // The word as it was typed; clap names `-games` by its first letter.
    let typed = arguments.iter().find(|typed| typed.starts_with(word)).map_or(word, String::as_str);
    let before = arguments.iter().take_while(|other| *other != typed).last();
    let game = before.map(|before| format!("{before}-{typed}").to_lowercase());
    if let Some(game) = game.filter(|game| all_games().any(|known| known.id == *game)) {
        return Some(game);
    }
    if longs.contains(&"games") && typed == word && count(typed).is_ok() {
        return Some(format!("--games {typed}"));
    }
    let bare = typed.trim_start_matches(['-', '–', '—', '/']);
    let (name, value) = bare.split_once(['=', ':']).map_or((bare, None), |(name, value)| (name, Some(value)));
    let name = name.to_lowercase().replace('_', "-");
    let ours = match longs.iter().find(|long| **long == name) {
        Some(long) => format!("--{long}"),
        None => listed(OPTIONS, &name)?.to_owned(),
    };
    let is_here = longs.iter().any(|long| ours.trim_start_matches("--").split(' ').next() == Some(*long));
    (is_here && ours != typed).then(|| match value {
        Some(value) => format!("{ours}={value}"),
        None => ours,
    })
}
