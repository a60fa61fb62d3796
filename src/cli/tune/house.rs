//! The config with the changes that were found, as a file of house rules.

use crate::cli::Failure;
use crate::cli::options::Game;
use crate::config::{Plan, house, read, tree};
use crate::model::settings::{Faults, Node, Origin, Value};
use std::path::Path;

/// The house rules of what was asked for, with the values that these keys have in the plan.
///
/// # Errors
/// The config cannot be read any more, or is none that TOML can say.
pub(super) fn text(game: &Game, plan: &Plan, keys: &[&str]) -> Result<String, Failure> {
    let mut rules = rules(game, plan)?;
    let set = game.set.iter().filter_map(|set| set.split_once('=')).map(|(key, _)| key.trim());
    let players = game.players.map(|_| "setup.players").filter(|_| plan.value("setup.players").is_some());
    for key in set.chain(players).chain(keys.iter().copied()) {
        copy(&mut rules, &plan.tree, key)?;
    }
    if !game.bots.is_empty() {
        let at = Origin::whole("--bots");
        let bot = |bot: &String| Node { value: Value::Text(bot.clone()), at: at.clone() };
        let bots = Value::List(game.bots.iter().map(bot).collect());
        tree::set(&mut rules, "run.bots", Node { value: bots, at: at.clone() }).map_err(one)?;
    }
    tree::write(&rules).map_err(|error| Failure::Write(format!("tuned.toml: {error}")))
}

/// What the config file says, or that it is this game.
fn rules(game: &Game, plan: &Plan) -> Result<Node, Failure> {
    let config = &game.config;
    if *config == plan.game.id {
        return Ok(tree::parse(&format!("game = \"{config}\"\n"), config)?);
    }
    let (_, mut rules) = house(&read(Path::new(config))?, config)?;
    // Where a filed run came from says nothing of this.
    if let Value::Table(entries) = &mut rules.value {
        entries.retain(|(key, _)| key != "provenance");
    }
    Ok(rules)
}

/// Copies the value of a key, or the whole list that it lies in.
fn copy(into: &mut Node, from: &Node, key: &str) -> Result<(), Failure> {
    let (mut source, mut words) = (from, Vec::new());
    for word in key.split('.') {
        let Some(next) = source.get(word) else { break };
        words.push(word);
        source = next;
    }
    Ok(tree::set(into, &words.join("."), source.clone()).map_err(one)?)
}

fn one(fault: crate::model::settings::Fault) -> Faults {
    Faults(vec![fault])
}
