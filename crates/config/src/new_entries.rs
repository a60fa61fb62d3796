//! Warnings about entries that the printed rules do not have, such as new cards: a misspelt name adds an entry instead of
//! changing one.

use crate::games::{ListedGame, is_setting};
use crate::model::settings::{ConfigError, MAX_REPORTED, Node, Shape, UNKNOWN_KEY, Value};

/// Maximum number of letters that differ between a misspelt name and the intended one.
const MAX_EDITS: usize = 2;

/// A warning for each new entry of a table of tables that nothing in the config names, or that has nearly the name of a
/// printed entry.
pub(super) fn warnings(game: &ListedGame, tree: &Node, printed: &Node) -> Vec<String> {
    let mut warnings = Vec::new();
    let is_new = |table: &str, ids: &[&str]| {
        entries(tree.get(table)).iter().any(|(id, _)| !ids.contains(&id.as_str()))
    };
    if !tables(printed).any(|(table, ids)| is_new(table, &ids)) {
        return warnings;
    }
    // The names in other tables are the game's own: no new one is misspelt.
    let shapes = game.shapes(tree);
    let has_any_id = |table: &str| shapes.iter().any(|(path, shape)| path == table && *shape == Shape::Ids);
    for (table, ids) in tables(printed).filter(|(table, _)| has_any_id(table)) {
        // Only some tables consist of entries that others list: every move is in a deck, but nothing lists a card.
        let is_listed = ids.iter().all(|id| names(printed, id));
        for (id, entry) in entries(tree.get(table)).iter().filter(|(id, _)| !ids.contains(&id.as_str())) {
            let near = near(id, &ids).map(|near| format!("; did you mean {table}.{near}?"));
            let unused = is_listed && !names(tree, id);
            if unused || near.is_some() {
                let unused = if unused { " that nothing in the config uses" } else { "" };
                let (at, near) = (entry.changed(), near.unwrap_or_default());
                warnings.push(format!("{at}: [{table}.{id}] adds a new entry{unused}{near}"));
            }
        }
    }
    warnings
}

/// Adds the intended name to errors in new entries, which often lack the keys of a complete entry.
pub(super) fn hint(errors: &mut [ConfigError], printed: &Node) {
    let n_reported = errors.len().min(MAX_REPORTED);
    let errors = &mut errors[..n_reported];
    for error in errors.iter_mut().filter(|error| error.hint.is_none()) {
        let mut words = error.key.split('.');
        let (Some(table), Some(id), Some(key)) = (words.next(), words.next(), words.next()) else { continue };
        let known = tables(printed).find(|(name, ids)| *name == table && !ids.contains(&id));
        error.hint = known.and_then(|(_, ids)| near(id, &ids)).map(|near| format!("{table}.{near}.{key}"));
    }
    for error in errors.iter_mut().filter(|error| error.hint.is_none() && error.found == UNKNOWN_KEY) {
        let mut words = error.key.split('.').filter(|word| !word.is_empty());
        let last = words.next_back().unwrap_or_default().to_owned();
        let mut elsewhere = Vec::new();
        mentions(printed, "", &last, &mut elsewhere);
        elsewhere.retain(|path| *path != error.key);
        elsewhere.truncate(MOST_MENTIONS);
        if !elsewhere.is_empty() {
            error.expected += &format!("; settings of {last}: {}", elsewhere.join(", "));
        }
    }
}

/// Maximum number of settings that an error lists.
const MOST_MENTIONS: usize = 6;

/// The settings with a key that is this word, or begins with it: `rules.queen-mode` for `queen`.
fn mentions(node: &Node, path: &str, word: &str, found: &mut Vec<String>) {
    for (key, node) in entries(Some(node)) {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let is_meant = key.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        match is_meant && path.contains('.') {
            true => found.push(path),
            false => mentions(node, &path, word, found),
        }
    }
}

/// The tables of the settings that have a table for each id, and the ids.
pub(super) fn tables(printed: &Node) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let tables = entries(Some(printed)).iter().filter(|(table, _)| is_setting(table));
    let tables = tables.map(|(table, node)| (table.as_str(), entries(Some(node))));
    let is_table = |(_, node): &(String, Node)| matches!(node.value, Value::Table(_));
    let tables = tables.filter(move |(_, entries)| !entries.is_empty() && entries.iter().all(is_table));
    tables.map(|(table, entries)| (table, entries.iter().map(|(id, _)| id.as_str()).collect()))
}

/// The entries of a table.
pub(super) fn entries(node: Option<&Node>) -> &[(String, Node)] {
    match node.map(|node| &node.value) {
        Some(Value::Table(entries)) => entries,
        _ => &[],
    }
}

/// Whether an item of a list in the tree is this name.
fn names(tree: &Node, id: &str) -> bool {
    match &tree.value {
        Value::Table(entries) => entries.iter().any(|(_, node)| names(node, id)),
        Value::List(items) => items.iter().any(|item| match &item.value {
            Value::Text(text) => text == id,
            _ => names(item, id),
        }),
        _ => false,
    }
}

/// The id that was probably meant.
pub(super) fn near<'i>(id: &str, ids: &[&'i str]) -> Option<&'i str> {
    let most = id.chars().count().div_ceil(3).min(MAX_EDITS);
    let distances = ids.iter().map(|known| (strsim::osa_distance(id, known), *known));
    distances.filter(|(n_edits, _)| *n_edits <= most).min().map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use crate::{Catalogue, Plan, PlanOptions, of_text, shipped};
    use std::path::Path;

    fn plan(text: &str) -> Result<Plan, String> {
        let config = of_text(text.to_owned(), Path::new("house.toml"), Catalogue::printed())
            .map_err(|errors| errors.to_string())?;
        Plan::of_config(config, &PlanOptions::default()).map_err(|errors| errors.to_string())
    }

    #[test]
    fn misspelt_names_are_reported_with_the_intended_one() {
        let kik = plan("game = 'taunt'\n[moves.kik]\norder = 3\n").unwrap_or_else(|error| panic!("{error}"));
        let expected = "house.toml:2: [moves.kik] adds a new entry that nothing in the config uses; did you mean \
                        moves.kick?";
        assert_eq!(kik.warnings, [expected]);
        let face = "game = 'stabby-jack'\n[cards.7c]\nvalue = 8\n";
        assert_eq!(plan(face).map(|plan| plan.warnings), Ok(Vec::new()));
        let error = plan("game = 'taunt'\n[characters.tugle]\nblock-tokens = 3\n").expect_err("incomplete");
        assert!(error.contains("(did you mean `characters.tuggle."), "{error}");
        for (name, text) in Catalogue::printed().iter().flat_map(|game| shipped::configs(&game)) {
            let plan = plan(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(plan.warnings.is_empty(), "{name}: {:?}", plan.warnings);
        }
    }
}
