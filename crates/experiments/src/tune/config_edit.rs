//! Edits the text of house rules. Comments and order are kept, except within a list that contains a changed number.

use crate::config::cards::{self, CARDS_TABLE};
use crate::config::{
    Plan, PlanOptions, card_files, config_error, description_file, game_and_tree, of_text, target_edit, tree,
};
use crate::model::settings::{ConfigErrors, Node, Value};
use std::path::Path;
use toml_edit::{DocumentMut, Item, Table, TableLike};

/// The house rules with the options `plan_options`, and with the values that these keys have in the plan.
///
/// # Errors
/// The house rules are not valid TOML.
pub(super) fn text(
    rules: &str,
    plan_options: &PlanOptions,
    plan: &Plan,
    keys: &[&str],
) -> Result<String, toml_edit::TomlError> {
    let mut rules: DocumentMut = rules.parse()?;
    let players =
        plan_options.players.map(|_| "setup.players").filter(|_| plan.value("setup.players").is_some());
    // The house rules as they are without the tables of cards.
    let catalogue = &plan_options.catalogue;
    let mut bare = rules.clone();
    bare.remove(CARDS_TABLE);
    let before = game_and_tree(&bare.to_string(), "", catalogue)
        .ok()
        .and_then(|(game, _)| of_text(bare.to_string(), Path::new(game.id), catalogue).ok());
    let of_cards = before.filter(|_| !plan_options.cards.files.is_empty());
    let of_cards = of_cards.map_or_else(Vec::new, |before| cards::changed_keys(&before.tree, &plan.tree));
    let of_cards = of_cards.iter().map(String::as_str);
    let into = rules.as_table_mut();
    of_cards.for_each(|key| copy(into, &plan.tree, key));
    let set = plan_options.set.iter().filter_map(|set| set.split_once('='));
    for (key, to) in set.map(|(key, to)| (key.trim(), to.trim())) {
        if !copy_target(into, &plan.tree, (key, to)) {
            copy(into, &plan.tree, key);
        }
    }
    players.into_iter().chain(keys.iter().copied()).for_each(|key| copy(into, &plan.tree, key));
    if !plan_options.bots.is_empty() {
        put(
            rules.as_table_mut(),
            &["run", "bots"],
            plan_options.bots.iter().collect::<toml_edit::Array>().into(),
        );
    }
    Ok(rules.to_string())
}

/// The text of a config file without its provenance.
///
/// # Errors
/// Never fails: the text of a validated plan is valid TOML.
pub(super) fn rules(text: String, config: &str, plan_options: &PlanOptions) -> Result<String, ConfigErrors> {
    let (_, mut rules) = game_and_tree(&text, config, &plan_options.catalogue)?;
    if rules.get("provenance").is_none() {
        return Ok(text);
    }
    // The provenance and the comments of a result's config do not apply to the new config.
    tree::remove(&mut rules, "provenance");
    tree::write(&rules)
        .map_err(|error| ConfigErrors(vec![config_error(config, "", error.to_string(), "a config")]))
}

/// The text of a config file for another folder: the files that it names are named from the working directory.
pub(super) fn from_here(text: String, config: &str) -> String {
    let description = description_file(&text, Path::new(config));
    let tree = tree::parse(&text, config).ok();
    let cards = tree.as_ref().and_then(|tree| card_files(tree.get(CARDS_TABLE)?).ok());
    let Ok(mut rules) = text.parse::<DocumentMut>() else { return text };
    let cards = cards.and_then(|cards| cards.files.into_iter().next());
    let paths = [(&["game"][..], description), (&[CARDS_TABLE, "file"], cards)];
    if paths.iter().all(|(_, path)| path.is_none()) {
        return text;
    }
    for (key, path) in paths {
        path.into_iter().for_each(|path| put(rules.as_table_mut(), key, path.into()));
    }
    rules.to_string()
}

/// Copies the value of a key, or the whole list that contains it.
fn copy(into: &mut Table, from: &Node, key: &str) {
    let (mut source, mut words) = (from, Vec::new());
    for word in key.split('.') {
        let Some(next) = source.get(word) else { break };
        words.push(word);
        source = next;
    }
    put(into, &words, value(source));
}

/// Copies a whole target that an option replaces, or removes it. Returns whether the option is about one.
fn copy_target(into: &mut Table, from: &Node, (key, to): (&str, &str)) -> bool {
    let Some(words) = target_edit::words(key) else { return false };
    if !to.starts_with('{') && to != target_edit::NONE {
        return false;
    }
    match words.iter().try_fold(from, |node, word| node.get(word)) {
        Some(target) => put(into, &words, value(target)),
        None => take_out(into, &words),
    }
    true
}

/// Removes the entry at a path, and tables that are empty then.
fn take_out(table: &mut dyn TableLike, words: &[&str]) {
    let [word, rest @ ..] = words else { return };
    if let Some(inner) = table.get_mut(word).and_then(Item::as_table_like_mut).filter(|_| !rest.is_empty()) {
        take_out(inner, rest);
        if !inner.is_empty() {
            return;
        }
    }
    table.remove(word);
}

/// Sets the value at a path; keeps the comment after a value that it replaces.
fn put(table: &mut dyn TableLike, words: &[&str], mut value: toml_edit::Value) {
    match words {
        [] => {}
        [key] => match table.get_mut(key) {
            Some(Item::Value(old)) => {
                *value.decor_mut() = old.decor().clone();
                *old = value;
            }
            _ => drop(table.insert(key, Item::Value(value))),
        },
        [key, rest @ ..] => {
            if !table.get(key).is_some_and(Item::is_table_like) {
                let mut new = Table::new();
                new.set_implicit(true);
                // An inline table converts the new table to an inline one.
                table.insert(key, Item::Table(new));
            }
            if let Some(inner) = table.get_mut(key).and_then(Item::as_table_like_mut) {
                put(inner, rest, value);
            }
        }
    }
}

fn value(node: &Node) -> toml_edit::Value {
    match &node.value {
        Value::Int(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Flag(flag) => (*flag).into(),
        Value::Text(text) | Value::Time(text) => text.as_str().into(),
        Value::List(items) => items.iter().map(value).collect::<toml_edit::Array>().into(),
        Value::Table(entries) => {
            let entries = entries.iter().map(|(key, node)| (key.as_str(), value(node)));
            entries.collect::<toml_edit::InlineTable>().into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tree::{changes, parse, set};

    fn changed(text: &str, key: &str, to: &Node) -> String {
        let mut rules: DocumentMut = text.parse().unwrap_or_else(|error| panic!("{text}\n{error}"));
        put(rules.as_table_mut(), &key.split('.').collect::<Vec<_>>(), value(to));
        rules.to_string()
    }

    #[test]
    fn edits_keep_comments_and_order() {
        let house = "# The house.\ngame = 'g' # ours\n\n# Aces are low.\n[cards.ace]\n# Once 14.\nstrength = 11   # so\n\
                     cost = 1\n\n[rules] # the rest\ntie = 'x'\n# The end.\n";
        let nine = tree::parse_value("9", "test");
        for (key, was, is) in [
            ("cards.ace.strength", "strength = 11   # so", "strength = 9   # so"),
            ("cards.ace.damage", "cost = 1\n", "cost = 1\ndamage = 9\n"),
            ("cards.ten.damage", "cost = 1\n", "cost = 1\n\n[cards.ten]\ndamage = 9\n"),
            ("rules.limit", "tie = 'x'\n", "tie = 'x'\nlimit = 9\n"),
            ("rules.tie", "tie = 'x'\n", "tie = 9\n"),
        ] {
            assert_eq!(changed(house, key, &nine), house.replace(was, is), "{key}");
        }
    }

    #[test]
    fn edited_values_are_read_back() {
        for text in [
            "",
            "[cards]\n[cards.ace]\nlist.0 = 5\n[rules]",
            "cards.ace.strength = 1\ncards.ace.list.1 = 5\nrules = {}",
            "cards = { ace = { strength = 1, list = [1] }, ten = {} }",
            "cards.ace.x = 1\n[cards.ten.more]\nx = 1\n",
            "[cards.ace.list]\n0 = 7\n[cards.ten.more]\nx = 1\n[cards]\nking.x = 1",
            "[[cards.ace.list]]\nx = 1\n[[cards.ace.list]]\nx = 2\n[cards.ten]",
            "\u{feff}# Windows.\r\n[cards.ace]\r\nstrength = 1 # one\r\n",
        ] {
            for key in
                ["cards.ace.strength", "cards.ace.list", "cards.ten.damage", "cards.new", "rules.a.b", "top"]
            {
                for to in [
                    "9",
                    "-0.5",
                    "true",
                    "word",
                    "'a \"b\" \\'",
                    "[1, [2, 'x'], { a = 1 }]",
                    "{ a = 1, b = { c = [] } }",
                ] {
                    let to = tree::parse_value(to, "test");
                    let written = changed(text, key, &to);
                    let is = parse(&written, "f.toml").unwrap_or_else(|errors| panic!("{errors}\n{written}"));
                    let mut meant = parse(text, "f.toml").expect("TOML");
                    set(&mut meant, key, to).expect("a place");
                    assert_eq!(changes(&meant, &is), [], "{key}\n{text}\n->\n{written}");
                }
            }
        }
    }
}
