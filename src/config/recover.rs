//! Error recovery: resets the invalid settings of a config to the printed rules, so that the rest can be validated and
//! all errors are reported at once, without errors that only follow from others.

use super::effective::printed;
use super::plan::read_rules;
use crate::games::{GameInfo, Rules};
use crate::model::settings::{ConfigError, ConfigErrors, MAX_REPORTED, Node, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A config whose invalid settings were reset.
pub(super) struct Recovered {
    /// The recovered rules.
    pub rules: Rules,
    /// The ids of things (cards, characters, …) with errors. Their figures are unknown.
    pub unknown: BTreeSet<String>,
}

/// The table with the number of players and the mode, which determine the available figures.
const SETUP: &str = "setup";

/// Maximum number of rounds, because a reset can cause new errors.
const ROUNDS: usize = 8;

/// Resets the invalid settings of a tree until its rules are valid. `None` if the errors may concern the
/// setup, or if there are more errors than are reported.
pub(super) fn recover(game: &GameInfo, tree: &mut Node, errors: &[ConfigError]) -> Option<Recovered> {
    let printed = printed(game).ok()?;
    let (mut errors, mut unknown) = (Cow::Borrowed(errors), BTreeSet::new());
    for _ in 0..ROUNDS {
        let is_unsure = |error: &ConfigError| {
            let table = error.key.split('.').next().unwrap_or_default();
            table.is_empty() || table == SETUP || error.hint.as_deref() == Some(SETUP)
        };
        if errors.len() > MAX_REPORTED || errors.iter().any(is_unsure) {
            return None;
        }
        for error in &*errors {
            let words: Vec<&str> = error.key.split('.').collect();
            unknown.extend(things(tree, &words));
            put_back(tree, printed, &words);
        }
        match read_rules(game, tree) {
            Ok(rules) => return Some(Recovered { rules, unknown }),
            Err(ConfigErrors(more)) => errors = Cow::Owned(more),
        }
    }
    None
}

/// The ids of the things that a key belongs to: the entries of a table of tables.
fn things(tree: &Node, words: &[&str]) -> Vec<String> {
    let [table, below @ ..] = words else { return Vec::new() };
    let is_table = |(_, node): &(String, Node)| matches!(node.value, Value::Table(_));
    match tree.get(table).map(|table| &table.value) {
        Some(Value::Table(entries)) if entries.iter().any(is_table) => match below {
            [id, ..] => vec![(*id).to_owned()],
            [] => entries.iter().map(|(id, _)| id.clone()).collect(),
        },
        _ => Vec::new(),
    }
}

/// Resets the value at this path to the printed one; removes new keys on the way.
fn put_back(node: &mut Node, printed: &Node, words: &[&str]) {
    if let ([word, below @ ..], Value::Table(entries)) = (words, &mut node.value)
        && let Some(index) = entries.iter().position(|(key, _)| key == word)
    {
        match printed.get(word) {
            Some(printed) => put_back(&mut entries[index].1, printed, below),
            None => drop(entries.remove(index)),
        }
    } else {
        *node = printed.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::plan::tests::of_each_kind;
    use crate::config::tree::{changes, overlay, parse};
    use crate::config::{Plan, PlanOptions};
    use crate::games::all_games;
    use crate::model::settings::{Allowed, Setting};
    use crate::report;

    const PRINTED: &str = "[rules]\ntie = 'x'\n[cards.ace]\ncost = 1\nlist = [1, 2]\n[cards.ten]\ncost = 2\n";

    fn printed_and_changed(text: &str) -> [Node; 2] {
        let printed = parse(PRINTED, "printed").expect("TOML");
        let mut tree = printed.clone();
        overlay(&mut tree, parse(text, "house").expect("TOML"));
        [printed, tree]
    }

    #[test]
    fn only_invalid_settings_are_reset() {
        let text =
            "[rules]\ntie = 'y'\ntei = 'z'\n[cards.ace]\ncost = 5\nlist = [3]\n[cards.new]\ncost = 7\n";
        for (key, left) in [
            ("rules.tie", 4),
            ("rules.tei", 4),
            ("cards.ace.cost", 4),
            ("cards.ace.list.0", 4),
            ("cards.new.cost", 4),
            ("cards.new.missing", 4),
            ("cards.ace.missing", 3),
            ("cards.ace", 3),
            ("cards", 2),
        ] {
            let [printed, mut tree] = printed_and_changed(text);
            put_back(&mut tree, &printed, &key.split('.').collect::<Vec<_>>());
            let changes = changes(&printed, &tree);
            assert_eq!(changes.len(), left, "{key}: {changes:?}");
            assert!(changes.iter().all(|change| !change.path.starts_with(key)), "{key}: {changes:?}");
        }
    }

    /// The assumption behind `unknown`: a setting of a thing affects only figures that name the thing, a
    /// setting of the setup affects any figure, and any other setting affects none.
    #[test]
    fn figures_depend_only_on_the_setup_and_on_things_they_name() {
        for game in all_games() {
            let plan =
                Plan::new(game.id, &PlanOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
            let figures = |plan: &Plan| -> BTreeSet<String> {
                report::addresses(game.id, plan.players(), plan.rules.schema(), &[]).into_iter().collect()
            };
            let printed = figures(&plan);
            for Setting { path, allowed } in of_each_kind(plan.rules.settings()) {
                let words: Vec<&str> = path.split('.').collect();
                let values: Vec<String> = match allowed {
                    Allowed::Int(low, high) => vec![low.to_string(), high.to_string()],
                    Allowed::IntOr(low, high, word) => {
                        vec![low.to_string(), high.to_string(), (*word).into()]
                    }
                    Allowed::Flag => vec!["true".into(), "false".into()],
                    Allowed::Choice(names) => names.iter().map(ToString::to_string).collect(),
                    Allowed::Text => Vec::new(),
                };
                for value in values.iter().filter(|_| words[0] != SETUP) {
                    let Ok(changed) = plan.with(&[format!("{path}={value}")], "--set") else { continue };
                    if changed.rules.schema() == plan.rules.schema() && changed.players() == plan.players() {
                        continue;
                    }
                    let (things, changed) = (things(&plan.tree, &words), figures(&changed));
                    let mut new = changed.difference(&printed);
                    let unnamed = new.find(|address| !things.iter().any(|thing| address.contains(thing)));
                    assert_eq!(unnamed, None, "{} {path}={value}", game.id);
                }
            }
        }
    }

    #[test]
    fn things_are_entries_of_tables_of_tables() {
        let [_, tree] = printed_and_changed("[cards.new]\ncost = 'x'\n");
        let of = |key: &str| things(&tree, &key.split('.').collect::<Vec<_>>());
        assert_eq!(of("cards.new.cost"), ["new"]);
        assert_eq!(of("cards"), ["ace", "ten", "new"]);
        assert!(of("rules.tie").is_empty() && of("none.x").is_empty());
    }
}
