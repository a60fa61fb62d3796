//! Moves errors in printed rules to the change that causes them: with another effect, the printed amount of an ability is an
//! unknown key, and no one can see the line of the printed rules.

use super::new_entries::entries;
use super::plan::at;
use crate::games::{self, ListedGame};
use crate::model::settings::{ConfigError, Node};

/// Moves each error in the printed rules to the nearest change: the first one in the innermost table that has any. The rules
/// of a described game are in a file of the user.
pub(super) fn move_to_changes(game: &ListedGame, printed: &Node, tree: &Node, errors: &mut [ConfigError]) {
    if game.description.is_some() {
        return;
    }
    let file = &printed.at.file;
    let change =
        |node: &'_ Node| [node.changed(), &node.at].into_iter().find(|place| place.file != *file).cloned();
    for error in errors.iter_mut().filter(|error| error.at.file == *file) {
        let ends = [error.key.len()].into_iter().chain(error.key.rmatch_indices('.').map(|(end, _)| end));
        let inner = ends.filter_map(|end| at(tree, &error.key[..end]));
        let all = entries(Some(tree)).iter().filter(|(key, _)| games::is_setting(key)).map(|(_, node)| node);
        if let Some(place) = inner.chain(all).find_map(change) {
            error.at = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Catalogue, Plan, PlanOptions, of_text};
    use std::path::Path;

    #[test]
    fn an_error_in_printed_rules_is_reported_at_its_cause() {
        let places = |text: &str, set: &[&str]| {
            let config =
                of_text(text.into(), Path::new("house.toml"), Catalogue::printed()).expect("a config");
            let set = set.iter().map(|&set| set.into()).collect();
            let errors = Plan::of_config(config, &PlanOptions { set, ..PlanOptions::default() });
            let errors = errors.map(|plan| plan.digest).expect_err("errors");
            errors.0.iter().map(|error| format!("{} {}", error.at, error.key)).collect::<Vec<_>>()
        };
        let effect = "warriors.hunter.ability.0.effect = 'steal-boost'";
        let keys = ["amount", "who"].map(|key| format!("warriors.hunter.ability.0.{key}"));
        let house = keys.clone().map(|key| format!("house.toml:2 {key}"));
        assert_eq!(places(&format!("game = 'fight'\n{effect}\n"), &[]), house);
        assert_eq!(places("game = 'fight'\n", &[effect]), keys.map(|key| format!("--set {key}")));
        // An error of the file stays there, whatever an option changes.
        let wrong = "game = 'fight'\nwarriors.hunter.ability.0.amuont = 7\n";
        let places = places(wrong, &["warriors.hunter.power=9"]);
        assert_eq!(places, ["house.toml:2 warriors.hunter.ability.0.amuont"]);
    }
}
