//! `run.toml`: where a result comes from. It is itself a config: `undercard run DIR/run.toml` plays
//! the same games again.

use super::Failure;
use crate::config::{Plan, tree};
use crate::model::settings::{Node, Value};
use crate::report::stored::About;
use std::time::Duration;

/// How a run went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Went {
    /// Games that there were before it went on.
    pub before: u64,
    /// Games played, those included.
    pub played: u64,
    /// Wall time, from where it went on.
    pub wall: Duration,
    /// Threads.
    pub threads: usize,
}

/// What was typed, as a shell takes it again.
pub(crate) fn command_line() -> String {
    typed(std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()))
}

/// The same, so that it goes on from what was filed.
pub(crate) fn resuming() -> String {
    let mut arguments: Vec<_> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    // Behind the command an option is one, whatever follows.
    if !arguments.iter().any(|argument| argument == "--resume") {
        arguments.insert(arguments.len().min(1), "--resume".into());
    }
    typed(arguments)
}

/// A command line of the program with these arguments.
pub(crate) fn typed(arguments: impl IntoIterator<Item = String>) -> String {
    let quoted = arguments.into_iter().map(|argument| quoted(&argument));
    std::iter::once("undercard".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

/// An argument as a shell takes it.
pub(crate) fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=./,:+%@".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

/// The text of `run.toml`.
///
/// # Errors
/// It cannot be written as TOML.
pub(crate) fn run_toml(plan: &Plan, about: &About, went: Went) -> Result<String, Failure> {
    let mut root = plan.tree.clone();
    let at = root.at.clone();
    let node = |value: Value| Node { value, at: at.clone() };
    let text = |text: &str| node(Value::Text(text.into()));
    let int = |number: u64| node(Value::Int(i64::try_from(number).unwrap_or(i64::MAX)));
    let table = |entries: Vec<(&str, Node)>| {
        node(Value::Table(entries.into_iter().map(|(key, node)| (key.to_owned(), node)).collect()))
    };
    let bots = plan.bots.iter().map(|bot| text(&bot.asked)).collect();
    let is_whole = about.complete && about.shard.is_whole();
    // A run that knew enough is played again as far as it went, one that was broken off to its end.
    let games = if is_whole { went.played } else { plan.games };
    let run = table(vec![("games", int(games)), ("seed", int(plan.seed)), ("bots", node(Value::List(bots)))]);
    let mut provenance = vec![
        ("undercard", text(env!("CARGO_PKG_VERSION"))),
        ("command", text(&command_line())),
        ("config-digest", text(&plan.digest)),
        ("games-asked", int(plan.games)),
        ("games-played", int(went.played)),
        ("complete", node(Value::Flag(is_whole))),
        ("wall-seconds", node(Value::Float(went.wall.as_secs_f64()))),
        ("threads", int(went.threads as u64)),
        ("machine", text(&format!("{} {}", std::env::consts::OS, std::env::consts::ARCH))),
    ];
    if !about.shard.is_whole() {
        provenance.push(("shard", text(&about.shard.to_string())));
    }
    if went.before > 0 {
        provenance.push(("games-before-resuming", int(went.before)));
    }
    if let Value::Table(entries) = &mut root.value {
        entries.retain(|(key, _)| key != "run" && key != "provenance");
        entries.push(("run".into(), run));
        entries.push(("provenance".into(), table(provenance)));
    }
    let toml = tree::write(&root).map_err(|error| Failure::Write(format!("run.toml: {error}")))?;
    let shard = about.shard;
    let with = if shard.is_whole() { String::new() } else { format!(", with --shard {shard},") };
    Ok(format!(
        "# How this result was made; `undercard run` on this file{with} plays the same games again. How they are\n\
         # looked at (--level, --precision) is up to its options; `command` tells which ones there were.\n{toml}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_can_be_typed_again() {
        for (argument, typed) in [
            ("cards.ten.damage=9", "cards.ten.damage=9"),
            ("rules.*", "'rules.*'"),
            ("it's here", r"'it'\''s here'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(argument), typed);
        }
    }
}
