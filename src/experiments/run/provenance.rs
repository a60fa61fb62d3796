//! `run.toml`: where a run comes from, and how it was played. It is itself a config: `undercard run DIR/run.toml` plays
//! the same games again.

use crate::config::plan::NAME;
use crate::config::{MADE, Plan, tree};
use crate::model::settings::{Node, Value};
use crate::report::stored::About;
use std::time::Duration;

/// How a run was played.
#[derive(Clone, Debug)]
pub struct Went {
    /// The command line.
    pub command: String,
    /// Games that had been played before it was resumed.
    pub before: u64,
    /// Games played, those included.
    pub played: u64,
    /// Games that are listed one by one.
    pub listed: u64,
    /// Wall time, since it was resumed.
    pub wall: Duration,
    /// Threads.
    pub threads: usize,
}

/// The text of `run.toml`.
///
/// # Errors
/// It cannot be written as TOML.
pub(super) fn run_toml(plan: &Plan, about: &About, went: &Went) -> Result<String, toml::ser::Error> {
    let shard = about.shard;
    let is_whole = about.complete && shard.is_whole();
    let with = if shard.is_whole() { String::new() } else { format!(", with --shard {shard},") };
    let header = format!(
        "{MADE} was made; `undercard run` on this file{with} plays the same games again.\n\
         # --level and --precision are not stored as settings; `command` has the original ones.\n"
    );
    // A run that knew enough is played again as far as it went, one that was broken off to its end.
    let games = if is_whole { went.played } else { plan.games };
    let mut root = plan.tree.clone();
    let at = root.at.clone();
    let node = |value: Value| Node { value, at: at.clone() };
    let text = |text: &str| Value::Text(text.into());
    let table = |entries: Vec<(&str, Value)>| {
        let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), node(value)));
        node(Value::Table(entries.collect()))
    };
    let bots = plan.bots.iter().map(|bot| node(text(&bot.asked))).collect();
    let run = vec![("games", int(games)), ("seed", int(plan.seed)), ("bots", Value::List(bots))];
    let machine = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    let mut provenance = vec![
        ("undercard", text(env!("CARGO_PKG_VERSION"))),
        ("command", text(&went.command)),
        (NAME, text(&plan.used().name)),
        ("config-digest", text(&plan.digest)),
        ("games-asked", int(plan.games)),
        ("complete", Value::Flag(is_whole)),
        ("wall-seconds", Value::Float(went.wall.as_secs_f64())),
        ("threads", int(went.threads as u64)),
        ("machine", text(&machine)),
        ("games-played", int(went.played)),
    ];
    if !shard.is_whole() {
        provenance.push(("shard", Value::Text(shard.to_string())));
    }
    if went.listed > 0 {
        provenance.push(("games-listed", int(went.listed)));
    }
    if went.before > 0 {
        provenance.push(("games-before-resuming", int(went.before)));
    }
    if let Value::Table(entries) = &mut root.value {
        entries.retain(|(key, _)| key != "run" && key != "provenance");
        entries.push(("run".into(), table(run)));
        entries.push(("provenance".into(), table(provenance)));
    }
    Ok(header + &tree::write(&root)?)
}

/// A number of games, rows, …
fn int(number: u64) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}
