//! `run.toml`: where a result comes from. It is itself a config: `undercard run DIR/run.toml` plays
//! the filed run again.

use crate::config::{Plan, tree};
use crate::model::settings::{Node, Value};
use std::time::Duration;

/// How a run went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Went {
    /// Games played.
    pub played: u64,
    /// All that were asked for?
    pub complete: bool,
    /// Wall time.
    pub wall: Duration,
    /// Threads.
    pub threads: usize,
}

/// The text of `run.toml`.
pub(crate) fn run_toml(plan: &Plan, went: Went) -> String {
    let mut root = plan.tree.clone();
    let at = root.at.clone();
    let node = |value: Value| Node { value, at: at.clone() };
    let text = |text: &str| node(Value::Text(text.into()));
    let int = |number: u64| node(Value::Int(i64::try_from(number).unwrap_or(i64::MAX)));
    let table = |entries: Vec<(&str, Node)>| {
        node(Value::Table(entries.into_iter().map(|(key, node)| (key.to_owned(), node)).collect()))
    };
    let bots = plan.bots.iter().map(|bot| text(&bot.asked)).collect();
    let run =
        table(vec![("games", int(plan.games)), ("seed", int(plan.seed)), ("bots", node(Value::List(bots)))]);
    let command: Vec<String> = std::env::args().skip(1).collect();
    let provenance = table(vec![
        ("undercard", text(env!("CARGO_PKG_VERSION"))),
        ("command", text(&format!("undercard {}", command.join(" ")))),
        ("config-digest", text(&plan.digest)),
        ("games-asked", int(plan.games)),
        ("games-played", int(went.played)),
        ("complete", node(Value::Flag(went.complete))),
        ("wall-seconds", node(Value::Float(went.wall.as_secs_f64()))),
        ("threads", int(went.threads as u64)),
        ("machine", text(&format!("{} {}", std::env::consts::OS, std::env::consts::ARCH))),
    ]);
    if let Value::Table(entries) = &mut root.value {
        entries.retain(|(key, _)| key != "run" && key != "provenance");
        entries.push(("run".into(), run));
        entries.push(("provenance".into(), provenance));
    }
    format!(
        "# How this result was made; `undercard run` on this file makes it again.\n{}",
        tree::write(&root)
    )
}
