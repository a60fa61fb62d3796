//! What is sure of a config with faulty rules: the same with what is faulty put back as printed. By that the rest of
//! what was asked for is judged, so that all faults are told at once, and none that only follows from another.

use super::effective::printed;
use super::plan::read_rules;
use crate::games::{GameInfo, Rules};
use crate::model::settings::{ConfigError, ConfigErrors, MAX_REPORTED, Node, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What is sure of a config.
pub(super) struct Sure {
    /// Its rules.
    pub rules: Rules,
    /// The ids of things (cards, characters, …) with faults, which leave open what is counted of them.
    pub open: BTreeSet<String>,
}

/// The table that decides who sits down and in what mode, and so what is counted at all.
const SETUP: &str = "setup";

/// How often more is put back, because it does not fit what was put back before.
const ROUNDS: usize = 8;

/// Puts the faulty settings of a tree back until its game can be opened. Nothing is sure where the faults may be
/// about who sits down and in what mode, nor where there are more of them than anybody reads.
pub(super) fn mend(game: &GameInfo, tree: &mut Node, faults: &[ConfigError]) -> Option<Sure> {
    let printed = printed(game).ok()?;
    let (mut faults, mut open) = (Cow::Borrowed(faults), BTreeSet::new());
    for _ in 0..ROUNDS {
        let is_unsure = |fault: &ConfigError| {
            let table = fault.key.split('.').next().unwrap_or_default();
            table.is_empty() || table == SETUP || fault.hint.as_deref() == Some(SETUP)
        };
        if faults.len() > MAX_REPORTED || faults.iter().any(is_unsure) {
            return None;
        }
        for fault in &*faults {
            let words: Vec<&str> = fault.key.split('.').collect();
            open.extend(things(tree, &words));
            put_back(tree, &printed, &words);
        }
        match read_rules(game, tree) {
            Ok(rules) => return Some(Sure { rules, open }),
            Err(ConfigErrors(more)) => faults = Cow::Owned(more),
        }
    }
    None
}

/// The ids of the things that a key is about: of what stands in a table of tables.
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

/// Puts back what lies at this path as printed; what is new on the way there goes away.
fn put_back(node: &mut Node, printed: &Node, words: &[&str]) {
    if let ([word, below @ ..], Value::Table(entries)) = (words, &mut node.value)
        && let Some(place) = entries.iter().position(|(key, _)| key == word)
    {
        match printed.get(word) {
            Some(printed) => put_back(&mut entries[place].1, printed, below),
            None => drop(entries.remove(place)),
        }
    } else {
        *node = printed.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tree::{changes, overlay, parse};
    use crate::config::{Asked, Plan};
    use crate::games::GAMES;
    use crate::model::settings::{Allowed, Setting};
    use crate::report;

    const PRINTED: &str = "[rules]\ntie = 'x'\n[cards.ace]\ncost = 1\nlist = [1, 2]\n[cards.ten]\ncost = 2\n";

    fn house(text: &str) -> [Node; 2] {
        let printed = parse(PRINTED, "printed").expect("TOML");
        let mut tree = printed.clone();
        overlay(&mut tree, parse(text, "house").expect("TOML"));
        [printed, tree]
    }

    #[test]
    fn what_is_faulty_is_put_back_and_nothing_else() {
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
            let [printed, mut tree] = house(text);
            put_back(&mut tree, &printed, &key.split('.').collect::<Vec<_>>());
            let changes = changes(&printed, &tree);
            assert_eq!(changes.len(), left, "{key}: {changes:?}");
            assert!(changes.iter().all(|change| !change.path.starts_with(key)), "{key}: {changes:?}");
        }
    }

    /// By this it is sure what faults leave open: in every game, a setting of a thing has a say in figures that name
    /// the thing, one of the setup in all, and any other in none.
    #[test]
    fn what_is_counted_depends_on_the_setup_and_on_the_things_that_are_named() {
        for game in GAMES {
            let plan = Plan::new(game.id, &Asked::default()).unwrap_or_else(|faults| panic!("{faults}"));
            let figures = |plan: &Plan| -> BTreeSet<String> {
                report::addresses(game.id, plan.players(), plan.rules.schema(), &[]).into_iter().collect()
            };
            let printed = figures(&plan);
            for Setting { path, allowed } in plan.rules.settings() {
                let words: Vec<&str> = path.split('.').collect();
                let values: Vec<String> = match allowed {
                    Allowed::Int(low, high) => vec![low.to_string(), high.to_string()],
                    Allowed::Flag => vec!["true".into(), "false".into()],
                    Allowed::Choice(names) => names.iter().map(ToString::to_string).collect(),
                    Allowed::Text => Vec::new(),
                };
                for value in values.iter().filter(|_| words[0] != SETUP) {
                    let Ok(changed) = plan.with(&[format!("{path}={value}")], "--set") else { continue };
                    let (things, changed) = (things(&plan.tree, &words), figures(&changed));
                    let mut new = changed.difference(&printed);
                    let unnamed = new.find(|address| !things.iter().any(|thing| address.contains(thing)));
                    assert_eq!(unnamed, None, "{} {path}={value}", game.id);
                }
            }
        }
    }

    #[test]
    fn things_are_what_stands_in_a_table_of_tables() {
        let [_, tree] = house("[cards.new]\ncost = 'x'\n");
        let of = |key: &str| things(&tree, &key.split('.').collect::<Vec<_>>());
        assert_eq!(of("cards.new.cost"), ["new"]);
        assert_eq!(of("cards"), ["ace", "ten", "new"]);
        assert!(of("rules.tie").is_empty() && of("none.x").is_empty());
    }
}
