//! Moves errors of rules to the changes that cause them: with another effect, the printed amount of an ability is an unknown
//! key, and the line of the printed rules is not at fault.

use super::plan::read_rules;
use crate::games::GameInfo;
use crate::model::settings::{ConfigError, ConfigErrors, MAX_REPORTED, Node, Origin, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Moves each error to the nearest change with which it appears, unless it is already at one. `layers` are the tree before and
/// after each kind of change; the first has no errors, and the last has these.
pub(super) fn move_to_changes(game: &GameInfo, layers: &[&Node], errors: &mut [ConfigError]) {
    let n_values: usize = layers.iter().map(|layer| n_values(layer)).sum();
    if errors.len() > MAX_REPORTED || n_values > MOST_VALUES {
        return;
    }
    let mut open: Vec<&mut ConfigError> = errors.iter_mut().collect();
    for (nth, pair) in layers.windows(2).enumerate() {
        let [before, after] = pair else { continue };
        let is_last = nth + 2 == layers.len();
        if open.is_empty() || !is_last && before == after {
            continue;
        }
        let found = if is_last { Ok(()) } else { read_rules(game, after).map(drop) };
        let ConfigErrors(found) = found.err().unwrap_or_default();
        let is_there = |error: &ConfigError| {
            is_last || found.iter().any(|other| (&other.key, &other.found) == (&error.key, &error.found))
        };
        let mut files = BTreeSet::new();
        add_files(before, &mut files);
        open.retain_mut(|error| {
            if is_there(error) && files.contains(&*error.at.file) {
                let words: Vec<&str> = error.key.split('.').collect();
                error.at = cause(Some(before), after, &words).unwrap_or(&error.at).clone();
            }
            !is_there(error)
        });
    }
}

/// Maximum number of values of all layers. The errors of larger trees stay where they are.
const MOST_VALUES: usize = 20_000;

fn n_values(node: &Node) -> usize {
    1 + children(node).map(|(_, child)| n_values(child)).sum::<usize>()
}

fn add_files<'n>(node: &'n Node, files: &mut BTreeSet<&'n str>) {
    files.insert(&node.at.file);
    children(node).for_each(|(_, child)| add_files(child, files));
}

/// The position of the change that is nearest to a path: another value, or else an equal one that was written again.
fn cause<'n>(before: Option<&Node>, after: &'n Node, words: &[&str]) -> Option<&'n Origin> {
    let deeper = || {
        let (word, rest) = words.split_first()?;
        let at_word = |node: &'n Node| children(node).find(|(key, _)| key == word).map(|(_, node)| node);
        cause(before.and_then(|before| child(before, word)), at_word(after)?, rest)
    };
    let has_other_value = |before: &Node, after: &Node| before.value != after.value;
    let has_other_place = |before: &Node, after: &Node| before.at != after.at;
    deeper()
        .or_else(|| first_change(before, after, &has_other_value))
        .or_else(|| first_change(before, after, &has_other_place))
}

fn first_change<'n>(
    before: Option<&Node>,
    after: &'n Node,
    differs: &dyn Fn(&Node, &Node) -> bool,
) -> Option<&'n Origin> {
    if children(after).next().is_none() {
        return before.is_none_or(|before| differs(before, after)).then_some(&after.at);
    }
    let known: BTreeMap<String, &Node> = before.into_iter().flat_map(children).collect();
    children(after).find_map(|(key, node)| first_change(known.get(&key).copied(), node, differs))
}

/// The values in a table or list, by key or index.
fn children(node: &Node) -> Box<dyn Iterator<Item = (String, &Node)> + '_> {
    match &node.value {
        Value::Table(entries) => Box::new(entries.iter().map(|(key, node)| (key.clone(), node))),
        Value::List(items) => {
            Box::new(items.iter().enumerate().map(|(index, node)| (index.to_string(), node)))
        }
        _ => Box::new(std::iter::empty()),
    }
}

fn child<'n>(node: &'n Node, word: &str) -> Option<&'n Node> {
    children(node).find(|(key, _)| key == word).map(|(_, node)| node)
}

#[cfg(test)]
mod tests {
    use crate::config::{Plan, PlanOptions, of_text};
    use std::path::Path;

    #[test]
    fn an_error_is_where_its_cause_is() {
        let places = |text: &str, set: &[&str]| {
            let config = of_text(text.into(), Path::new("house.toml")).expect("a config");
            let set = set.iter().map(|&set| set.into()).collect();
            let errors = Plan::of_config(config, &PlanOptions { set, ..PlanOptions::default() });
            let errors = errors.map(|plan| plan.digest).expect_err("errors");
            errors.0.iter().map(|error| format!("{} {}", error.at, error.key)).collect::<Vec<_>>()
        };
        let effect = "warriors.hunter.ability.0.effect = 'steal-boost'\n";
        let keys = ["amount", "who"].map(|key| format!("warriors.hunter.ability.0.{key}"));
        assert_eq!(
            places(&format!("game = 'fight'\n{effect}"), &[]),
            keys.clone().map(|key| format!("house.toml:2 {key}"))
        );
        let house =
            "game = 'fight'\nwarriors.hunter.ability = [{ effect = 'add', amount = 1, who = 'all' }]\n";
        assert_eq!(places(house, &[effect.trim()]), keys.map(|key| format!("--set {key}")));
        // An error of the file stays there, whatever an option changes.
        let wrong = "game = 'fight'\nwarriors.hunter.ability.0.amuont = 7\n";
        let places = places(wrong, &["warriors.hunter.power=9"]);
        assert_eq!(places, ["house.toml:2 warriors.hunter.ability.0.amuont"]);
    }
}
