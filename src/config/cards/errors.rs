//! Errors in tables of cards, in the words of a spreadsheet.

use super::apply::{find, is_index, known_name, list_of};
use super::read::{SHEET, sheets};
use super::{ID, column};
use crate::config::new_entries::entries;
use crate::model::settings::{A_TABLE, ConfigError, NO_KEY, Node, UNKNOWN_KEY, Value, clipped};

/// Says of errors in tables what their cells have: their authors know no keys.
pub fn by_cell(files: &[String], tree: &Node, errors: &mut [ConfigError]) {
    if !errors.iter().any(|error| is_of_sheet(files, error)) {
        return;
    }
    let sheets: Vec<_> = files.iter().filter_map(|file| sheets(file).ok()).flatten().collect();
    for error in errors.iter_mut().filter(|error| is_of_sheet(files, error)) {
        let Some((table, id, below)) = parts(tree, &error.key) else { continue };
        let names = error.expected.strip_prefix("one of: ").unwrap_or(&error.expected);
        if below.is_empty() {
            if error.found == UNKNOWN_KEY {
                error.found = format!("a new entry of {table}, which cannot have any");
                error.expected = format!("one of: {names}");
            }
            continue;
        }
        if error.expected == A_TABLE {
            let list = below.rsplit_once('.').filter(|(_, index)| is_index(index)).map(|(list, _)| list);
            let parts = "a column for each of its values, as `undercard cards` writes them";
            error.expected = match list {
                Some(_) => format!("[] for none, or {parts}"),
                None => parts.into(),
            };
            if let Some(list) = list {
                error.key = format!("{table}.{}.{list}", clipped(id));
            }
            continue;
        }
        let name = column(below);
        let sheet = sheets.iter().find(|sheet| sheet.file == error.at.file);
        let place = sheet.and_then(|sheet| sheet.header.iter().position(|title| known_name(title) == name));
        match &*error.found {
            NO_KEY => {
                error.found = if place.is_some() { "an empty cell" } else { "no such column" }.into();
                let index = place.and_then(|index| u32::try_from(index + 1).ok());
                if let Some(index) = index.filter(|_| error.at.column > 0) {
                    error.at.column = index;
                }
            }
            UNKNOWN_KEY => {
                error.hint = None;
                let words: Vec<String> = below.split('.').map(str::to_owned).collect();
                let above = below.rsplit_once('.').map_or(String::new(), |(above, _)| format!("{above}."));
                let names: Vec<String> =
                    names.split(", ").map(|key| column(&format!("{above}{key}"))).collect();
                let only = format!("with these values, the row can only have {}", names.join(", "));
                let node = tree.get(table).and_then(|table| find(table.get(id)?, &words));
                let shown = node.map_or_else(|| "a value".into(), Node::shown);
                (error.found, error.expected) = match node {
                    Some(node) if node.at.file == error.at.file => (shown, format!("an empty cell: {only}")),
                    _ if list_of(&words).is_some() => (
                        format!("{shown}, which stays without this column"),
                        format!("this column with an empty cell: {only}"),
                    ),
                    _ => (
                        format!("{shown}, which a table cannot remove"),
                        format!("another or a new entry: {only}"),
                    ),
                };
            }
            _ => {}
        }
    }
}

/// Names the columns of errors in tables instead of their keys.
pub fn by_column(files: &[String], tree: &Node, errors: &mut [ConfigError]) {
    for error in errors.iter_mut().filter(|error| is_of_sheet(files, error)) {
        let Some((_, id, below)) = parts(tree, &error.key) else { continue };
        error.key = match below {
            "" => format!("column {ID}: {}", clipped(id)),
            below => format!("column {}", column(below)),
        };
    }
}

fn is_of_sheet(files: &[String], error: &ConfigError) -> bool {
    let rest = |file: &String| error.at.file.strip_prefix(file.as_str());
    let is_of = |file: &String| rest(file).is_some_and(|rest| rest.is_empty() || rest.starts_with(SHEET));
    error.at.line > 0 && files.iter().any(is_of)
}

/// The table, the entry, and what is below it in a key. The name of an entry that is not allowed can have dots.
fn parts<'k>(tree: &'k Node, key: &'k str) -> Option<(&'k str, &'k str, &'k str)> {
    let (table, rest) = key.split_once('.')?;
    let below = |id: &'k str| {
        let below = rest.strip_prefix(&clipped(id))?;
        below.is_empty().then_some(below).or_else(|| below.strip_prefix('.'))
    };
    // Other tables have values, not entries.
    let is_entry = |node: &Node| matches!(node.value, Value::Table(_));
    let found = |(id, _): &'k (String, Node)| Some((table, id.as_str(), below(id)?));
    let entries = entries(tree.get(table)).iter().filter(|(_, node)| is_entry(node));
    entries.filter_map(found).max_by_key(|(_, id, _)| id.len())
}
