//! `run.toml`: the provenance of a run. It is itself a config: `undercard run DIR/run.toml` plays the same games again.

use crate::config::plan::{NAME, STRATEGIES};
use crate::config::{Plan, RUN_TOML, TABLE_MINUTES, tree};
use crate::model::settings::{Node, Value};
use crate::report::stored::About;
use std::collections::BTreeMap;
use std::time::Duration;

/// How a run was played.
#[derive(Clone, Debug)]
pub(crate) struct Provenance {
    /// The command line.
    pub command: String,
    /// Number of games that were played before it was resumed.
    pub before: u64,
    /// Number of games played, including these.
    pub played: u64,
    /// Wall time since the start, or since it was resumed.
    pub wall: Duration,
    /// Number of threads.
    pub threads: usize,
}

/// The text of `run.toml`.
///
/// # Errors
/// It cannot be written as TOML.
pub(super) fn run_toml(plan: &Plan, about: &About, origin: &Provenance) -> Result<String, toml::ser::Error> {
    let shard = about.shard;
    let is_whole = about.complete && shard.is_whole();
    let with = if shard.is_whole() { String::new() } else { format!(", with --shard {shard},") };
    let header = format!(
        "{RUN_TOML} was made; `undercard run` on this file{with} plays the same games again.\n\
         # --level and --precision are not stored as settings; `command` has the original ones.\n"
    );
    // A run that reached its precision is repeated up to that point, an interrupted one completely.
    let games = if is_whole { origin.played } else { plan.games };
    let mut root = plan.tree_with_paths();
    let at = root.at.clone();
    let node = |value: Value| Node { value, at: at.clone() };
    let text = |text: &str| Value::Text(text.into());
    let table = |entries: Vec<(&str, Value)>| {
        let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), node(value)));
        node(Value::Table(entries.collect()))
    };
    let names = plan.bots.iter().map(|bot| node(text(&bot.requested))).collect();
    let mut run = vec![("games", int(games)), ("seed", int(plan.seed)), ("bots", Value::List(names))];
    run.extend(plan.table_minutes().map(|minutes| (TABLE_MINUTES, Value::Float(minutes))));
    let bots = plan.bots.iter().chain(plan.lineups.values().flatten());
    // The folder can be verified and merged without these files.
    let strategies: BTreeMap<&str, &str> =
        bots.filter_map(|bot| bot.file.as_ref()).map(|(path, text)| (&**path, &**text)).collect();
    if !strategies.is_empty() {
        let strategies = strategies.into_iter().map(|(path, content)| (path.to_owned(), node(text(content))));
        run.push((STRATEGIES, Value::Table(strategies.collect())));
    }
    let machine = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    let mut provenance = vec![
        ("undercard", text(env!("CARGO_PKG_VERSION"))),
        ("command", text(&origin.command)),
        (NAME, text(&plan.used().name)),
        ("games-digest", text(&plan.digest)),
        ("games-asked", int(plan.games)),
        ("complete", Value::Flag(is_whole)),
        ("wall-seconds", Value::Float(origin.wall.as_secs_f64())),
        ("threads", int(origin.threads as u64)),
        ("machine", text(&machine)),
        ("games-played", int(origin.played)),
    ];
    if !shard.is_whole() {
        provenance.push(("shard", Value::Text(shard.to_string())));
    }
    if origin.before > 0 {
        provenance.push(("games-before-resuming", int(origin.before)));
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
