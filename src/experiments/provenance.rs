//! `run.toml`, and the like of the other commands that play: where a result comes from, and whether it is all of
//! it. It is itself a config: `undercard run DIR/run.toml` plays the same games again.

use crate::config::{MADE, Plan, tree};
use crate::model::settings::{Node, Origin, Value};
use crate::report::stored::About;
use std::time::Duration;

/// How a run went.
#[derive(Clone, Debug)]
pub struct Went {
    /// The command line that played them.
    pub command: String,
    /// Games that there were before it went on.
    pub before: u64,
    /// Games played, those included.
    pub played: u64,
    /// Games that are listed one by one.
    pub listed: u64,
    /// Wall time, from where it went on.
    pub wall: Duration,
    /// Threads.
    pub threads: usize,
}

/// How a result was made: a config, and what came of it.
pub struct Provenance<'a> {
    /// What it says of itself, in comments.
    pub header: String,
    /// The command line.
    pub command: &'a str,
    /// What was played.
    pub plan: &'a Plan,
    /// The games that playing it again would take.
    pub games: u64,
    /// Was everything played that was to be?
    pub is_whole: bool,
    /// Wall time.
    pub wall: Duration,
    /// Threads.
    pub threads: usize,
    /// What only this command has to tell.
    pub own: Vec<(&'a str, Value)>,
}

/// A number of games, rows, …
pub fn int(number: u64) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

/// A list of texts.
pub fn texts<'t>(texts: impl IntoIterator<Item = &'t String>) -> Value {
    let node = |text: &String| Node { value: Value::Text(text.clone()), at: Origin::whole("") };
    Value::List(texts.into_iter().map(node).collect())
}

impl Provenance<'_> {
    /// The text of its file.
    ///
    /// # Errors
    /// It cannot be written as TOML.
    pub fn text(self) -> Result<String, toml::ser::Error> {
        let Self { header, command, plan, games, is_whole, wall, threads, own } = self;
        let mut root = plan.tree.clone();
        let at = root.at.clone();
        let node = |value: Value| Node { value, at: at.clone() };
        let text = |text: &str| Value::Text(text.into());
        let table = |entries: Vec<(&str, Value)>| {
            let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), node(value)));
            node(Value::Table(entries.collect()))
        };
        let mut run = vec![("games", int(games)), ("seed", int(plan.seed))];
        // Where others meet than a line-up, the command says who.
        if !plan.bots.is_empty() {
            run.push(("bots", texts(plan.bots.iter().map(|bot| &bot.asked))));
        }
        let machine = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
        let mut provenance = vec![
            ("undercard", text(env!("CARGO_PKG_VERSION"))),
            ("command", text(command)),
            ("config-digest", text(&plan.digest)),
            ("games-asked", int(plan.games)),
            ("complete", Value::Flag(is_whole)),
            ("wall-seconds", Value::Float(wall.as_secs_f64())),
            ("threads", int(threads as u64)),
            ("machine", text(&machine)),
        ];
        provenance.extend(own);
        if let Value::Table(entries) = &mut root.value {
            entries.retain(|(key, _)| key != "run" && key != "provenance");
            entries.push(("run".into(), table(run)));
            entries.push(("provenance".into(), table(provenance)));
        }
        let toml = tree::write(&root)?;
        Ok(format!("{header}{toml}"))
    }
}

/// The text of `run.toml`.
///
/// # Errors
/// It cannot be written as TOML.
pub(super) fn run_toml(plan: &Plan, about: &About, went: &Went) -> Result<String, toml::ser::Error> {
    let shard = about.shard;
    let is_whole = about.complete && shard.is_whole();
    let mut own = vec![("games-played", int(went.played))];
    if !shard.is_whole() {
        own.push(("shard", Value::Text(shard.to_string())));
    }
    if went.listed > 0 {
        own.push(("games-listed", int(went.listed)));
    }
    if went.before > 0 {
        own.push(("games-before-resuming", int(went.before)));
    }
    let with = if shard.is_whole() { String::new() } else { format!(", with --shard {shard},") };
    let header = format!(
        "{MADE} was made; `undercard run` on this file{with} plays the same games again. How they are\n\
         # looked at (--level, --precision) is up to its options; `command` tells which ones there were.\n"
    );
    // A run that knew enough is played again as far as it went, one that was broken off to its end.
    let games = if is_whole { went.played } else { plan.games };
    Provenance {
        header,
        command: &went.command,
        plan,
        games,
        is_whole,
        wall: went.wall,
        threads: went.threads,
        own,
    }
    .text()
}
