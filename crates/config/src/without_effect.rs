//! Warnings about settings that have no effect, because another setting turns off what they are about.

use super::plan::at;
use super::tree::changes;
use crate::games::GameInfo;
use crate::model::Dependent;
use crate::model::settings::{Node, Value};

/// A warning for each setting that differs from the printed one and has no effect.
pub(super) fn warnings(game: &GameInfo, tree: &Node, printed: &Node) -> Vec<String> {
    let warning = |dependent: &Dependent| -> Vec<String> {
        let Some(other) = at(tree, dependent.on).map(Node::shown) else { return Vec::new() };
        if !dependent.off.contains(&other.trim_matches('"')) {
            return Vec::new();
        }
        let changed = changed(dependent.settings, tree, printed).into_iter();
        let others = changed.filter(|(path, _)| path != dependent.on);
        others
            .map(|(path, node)| {
                format!("{}: {path} has no effect while {} is {other}", node.changed(), dependent.on)
            })
            .collect()
    };
    game.dependents.iter().flat_map(warning).collect()
}

/// The changed settings: this one, or those of the table with this path.
fn changed<'t>(path: &str, tree: &'t Node, printed: &Node) -> Vec<(String, &'t Node)> {
    let (Some(own), Some(printed)) = (at(tree, path), at(printed, path)) else { return Vec::new() };
    let differs =
        |own: &Node, printed: Option<&Node>| printed.is_none_or(|printed| !changes(printed, own).is_empty());
    match &own.value {
        Value::Table(entries) => entries
            .iter()
            .filter(|(key, node)| differs(node, printed.get(key)))
            .map(|(key, node)| (format!("{path}.{key}"), node))
            .collect(),
        _ if differs(own, Some(printed)) => vec![(path.to_owned(), own)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::at;
    use crate::{Catalogue, Plan, PlanOptions, of_text, shipped, tree};
    use std::path::Path;

    fn warnings(text: &str) -> Vec<String> {
        let config =
            of_text(text.to_owned(), Path::new("house.toml"), Catalogue::printed()).expect("a config");
        Plan::of_config(config, &PlanOptions::default()).expect("a plan").warnings
    }

    #[test]
    fn settings_without_an_effect_are_named() {
        let wampires = "game = 'taunt'\n[wampires]\nseats = [1]\nblood = 20\n";
        assert_eq!(
            warnings(wampires),
            [
                "house.toml:3: wampires.seats has no effect while wampires.enabled is false",
                "house.toml:4: wampires.blood has no effect while wampires.enabled is false",
            ]
        );
        assert_eq!(warnings(&format!("{wampires}enabled = true\n")), Vec::<String>::new());
        // All dependent settings exist.
        for game in Catalogue::printed().iter() {
            let printed = shipped::printed(&game).expect("printed rules");
            let printed = tree::parse(printed, "printed.toml").expect("TOML");
            for dependent in game.dependents {
                for path in [dependent.settings, dependent.on] {
                    assert!(at(&printed, path).is_some(), "{}: {path}", game.id);
                }
            }
        }
    }
}
