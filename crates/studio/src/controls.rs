//! Settings as controls: value, printed value, range and meaning, from the source of `list` and `schema`.

use super::messages::{Control, Difference, Event};
use crate::config::cards::{CardFiles, Pasted};
use crate::config::listing::{Listed, listed};
use crate::config::plan::at;
use crate::config::{
    Allowed, ConfigError, ConfigErrors, Node, Plan, PlanOptions, Setting, cards, config_error, printed_rules,
    tree,
};
use crate::report::plain::setting;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The settings of a plan.
pub(super) fn controls(plan: &Plan) -> Vec<Control> {
    let printed = printed_rules(plan.game());
    let printed = printed.and_then(|config| Plan::of_config(config, &PlanOptions::default()));
    let printed = printed.map(|plan| listed(&plan));
    let printed: HashMap<String, String> =
        printed.unwrap_or_default().into_iter().map(|row| (row.key, bare(&row.value))).collect();
    let settings: HashMap<&str, &Allowed> =
        plan.rules().settings().iter().map(|Setting { path, allowed }| (path.as_str(), allowed)).collect();
    let control = |Listed { key, value, allowed, meaning }| {
        let (kind, range, words) = kind(settings.get(&*key).copied());
        let number = printed.get(&key).and_then(|value| value.parse().ok());
        Control {
            reach: range.map(|range| reach(number.or_else(|| bare(&value).parse().ok()).unwrap_or(0), range)),
            name: setting(&key),
            value: bare(&value),
            printed: printed.get(&key).cloned(),
            allowed,
            meaning,
            kind,
            range,
            words,
            key,
        }
    };
    // A key with `*` is that of no entry.
    listed(plan).into_iter().filter(|row| !row.key.contains('*')).map(control).collect()
}

/// The settings that the cards of the options change in a config, as the page changes them.
///
/// # Errors
/// A table removes a value, which the page cannot do.
pub fn settings_of_cards(
    config: &str,
    options: &PlanOptions,
    plan: &Plan,
) -> Result<Vec<(String, String)>, ConfigErrors> {
    let without = PlanOptions { cards: CardFiles::default(), ..options.clone() };
    let before = Plan::new(config, &without)?;
    let value = |key: String| Some((key.clone(), bare(&tree::toml_value(plan.value(&key)?).to_string())));
    let set: Vec<_> = cards::changed_keys(&before.tree, &plan.tree).into_iter().filter_map(value).collect();
    let sets = set.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let same = Plan::new(config, &PlanOptions { set: sets, ..without });
    if same.is_ok_and(|same| same.digest == plan.digest) {
        return Ok(set);
    }
    let game = plan.game().id;
    let expected = format!(
        "values for all; to remove some, type `undercard init {game} house.toml --cards FILE` and open house.toml"
    );
    Err(ConfigErrors(vec![config_error("--cards", "", "a table that removes values", expected)]))
}

/// The settings that a pasted table of cards changes in a version, and the names that the version does not have.
///
/// # Errors
/// It is no table, a cell cannot be read, or it removes a value, which the page cannot do.
pub(super) fn settings_of_pasted(plan: &Plan, text: &str) -> Result<Event, ConfigErrors> {
    let Pasted { tree, keys, unknown } = cards::pasted(plan.game(), plan.tree(), text)?;
    Ok(Event::Pasted { set: settings_at(&keys, &tree, plan)?, unknown, warnings: Vec::new() })
}

/// The settings that a table of cards changes in a version: `after` is the version with the table. What was not read of it is a
/// warning.
///
/// # Errors
/// It removes a value, which the page cannot do.
pub(super) fn settings_of_table(before: &Plan, after: &Plan) -> Result<Event, ConfigErrors> {
    let set = settings_at(&cards::changed_keys(before.tree(), after.tree()), after.tree(), before)?;
    let is_new = |warning: &&String| !before.warnings.contains(warning);
    Ok(Event::Pasted {
        set,
        unknown: Vec::new(),
        warnings: after.warnings.iter().filter(is_new).cloned().collect(),
    })
}

/// The settings of the page with these keys, with their values in a changed tree.
///
/// # Errors
/// A value is gone, which the page cannot do.
fn settings_at(keys: &[String], changed: &Node, plan: &Plan) -> Result<Vec<(String, String)>, ConfigErrors> {
    let known: HashSet<String> = controls(plan).into_iter().map(|control| control.key).collect();
    // A list is one setting of the page.
    let whole = |key: &String| {
        let ends = key.match_indices('.').map(|(end, _)| end).rev();
        let mut parts = [key.len()].into_iter().chain(ends).map(|end| key[..end].to_owned());
        parts.find(|part| known.contains(part)).unwrap_or_else(|| key.clone())
    };
    let keys: BTreeSet<String> = keys.iter().map(whole).collect();
    let setting = |key: String| {
        let expected = "values for all; the page cannot remove them";
        let node = at(changed, &key).ok_or_else(|| config_error("the table", &key, "no value", expected))?;
        let value = bare(&tree::toml_value(node).to_string());
        Ok((key, value))
    };
    let set = keys.into_iter().map(setting).collect::<Result<_, ConfigError>>();
    set.map_err(|error| ConfigErrors(vec![error]))
}

/// A word without its quotes, as `--set` takes it.
fn bare(value: &str) -> String {
    let word = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let is_plain = |word: &&str| {
        !word.is_empty()
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            && word.starts_with(|c: char| c.is_ascii_lowercase())
            && !["true", "false", "inf", "nan"].contains(word)
    };
    word.filter(is_plain).unwrap_or(value).to_owned()
}

fn kind(allowed: Option<&Allowed>) -> (&'static str, Option<[i64; 2]>, Vec<String>) {
    match allowed {
        Some(Allowed::Int(low, high)) => ("number", Some([*low, *high]), Vec::new()),
        Some(Allowed::IntOr(low, high, word)) => ("number", Some([*low, *high]), vec![(*word).to_owned()]),
        Some(Allowed::Flag) => ("flag", None, Vec::new()),
        Some(Allowed::Choice(names)) => {
            ("choice", None, names.iter().map(|name| (*name).to_owned()).collect())
        }
        Some(Allowed::Text) | None => ("text", None, Vec::new()),
    }
}

/// The numbers around this one that a slider shows: most changes are small, and it goes on at its end.
fn reach(centre: i64, [low, high]: [i64; 2]) -> [i64; 2] {
    const LEAST: i64 = 5;
    let around = centre.saturating_abs().max(LEAST);
    let (from, to) = (centre.saturating_sub(around), centre.saturating_add(around));
    [from.clamp(low, high), to.clamp(low, high)]
}

/// What differs from the printed rules.
pub(super) fn differences(controls: &[Control]) -> Vec<Difference> {
    let is_changed = |control: &&Control| control.printed.as_ref() != Some(&control.value);
    let difference = |control: &Control| Difference {
        key: control.key.clone(),
        name: control.name.clone(),
        value: control.value.clone(),
        printed: control.printed.clone().unwrap_or_else(|| "none".into()),
    };
    controls.iter().filter(is_changed).map(difference).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Catalogue;

    fn plan(game: &str, set: &[&str]) -> Plan {
        let set = set.iter().map(ToString::to_string).collect();
        Plan::new(game, &PlanOptions { set, ..PlanOptions::default() })
            .unwrap_or_else(|errors| panic!("{errors}"))
    }

    #[test]
    fn the_cards_of_a_table_are_changed_settings() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = |game: &str, table: &str| {
            let file = folder.path().join("cards.csv");
            std::fs::write(&file, table).expect("a file");
            let cards = vec![file.display().to_string()];
            let options = PlanOptions { cards: cards.into(), ..PlanOptions::default() };
            let plan = Plan::new(game, &options).unwrap_or_else(|errors| panic!("{errors}"));
            settings_of_cards(game, &options, &plan)
        };
        let changed = settings("taunt", "table,id,guard,order\nmoves,run-1,all,\nmoves,kick,,7\n");
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(changed, Ok(vec![pair("moves.run-1.guard", "all"), pair("moves.kick.order", "7")]));
        let ability = settings(
            "fight",
            "table,id,ability__0__effect,ability__0__amount,ability__0__who\nwarriors,poacher,add,5,own\n",
        );
        assert!(ability.is_ok_and(|changed| !changed.is_empty()));
    }

    #[test]
    fn every_control_has_its_range_and_a_value_that_can_be_set() {
        for game in Catalogue::printed().iter() {
            let plan = plan(game.id, &[]);
            let controls = controls(&plan);
            assert_eq!(differences(&controls), [], "{}", game.id);
            assert!(controls.iter().all(|control| !control.allowed.is_empty()), "{}", game.id);
            for control in controls.iter().filter(|control| control.kind == "number") {
                let [low, high] = control.range.expect("a range");
                let is_in = control.value.parse().is_ok_and(|value: i64| (low..=high).contains(&value));
                assert!(is_in || control.words.contains(&control.value), "{}: {control:?}", game.id);
            }
            // What a control shows can be given to `--set` as it is.
            let all: Vec<String> = controls
                .iter()
                .filter(|control| control.value != "none")
                .map(|control| format!("{}={}", control.key, control.value))
                .collect();
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            assert_eq!(self::plan(game.id, &all).rules_digest(), plan.rules_digest(), "{}", game.id);
        }
    }
}
