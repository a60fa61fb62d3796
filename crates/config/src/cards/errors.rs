//! Errors in tables of cards, in the words of a spreadsheet.

use super::apply::{Tables, find, is_index, list_of};
use super::sheet::Sheet;
use super::{CARDS, ID, column, decks};
use crate::model::settings::{A_TABLE, ConfigError, NO_KEY, Node, UNKNOWN_KEY, Value, clipped};
use crate::model::words::counted;
use crate::new_entries::{entries, near};
use std::collections::BTreeMap;

/// What is found where a row lacks a column.
const NO_COLUMN: &str = "no such column";

/// What is wrong with a new entry of a table whose entries the rules name.
const NO_NEW: &str = "which cannot have any";

/// Maximum number of ids in an error.
const MOST_IDS: usize = 20;

impl Tables {
    /// Says of errors in tables what their cells have: their authors know no keys.
    pub fn by_cell(&self, [printed, tree]: [&Node; 2], errors: &mut Vec<ConfigError>) {
        self.of_copies(tree, errors);
        for error in errors.iter_mut() {
            let Some(sheet) = self.sheet_of(error) else { continue };
            let Some((table, id, below)) = parts(tree, &error.key) else { continue };
            let names = error.expected.strip_prefix("one of: ").unwrap_or(&error.expected);
            if below.is_empty() {
                if error.found == UNKNOWN_KEY {
                    error.found = format!("a new entry of {table}, {NO_NEW}");
                    let ids: Vec<&str> = names.split(", ").collect();
                    let more = if ids.len() > MOST_IDS { ", …" } else { "" };
                    error.expected = format!("one of: {}{more}", ids[..ids.len().min(MOST_IDS)].join(", "));
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
            let place_of = |below: &str| sheet.place(&column(below));
            // All items of a list can be in one cell.
            let list =
                below.rsplit_once('.').filter(|(list, index)| is_index(index) && place_of(list).is_some());
            let below = match list {
                Some((list, _)) if place_of(below).is_none() => list,
                _ => below,
            };
            let place = place_of(below);
            match &*error.found {
                NO_KEY => {
                    error.found = if place.is_some() { "an empty cell" } else { NO_COLUMN }.into();
                    let index = place.and_then(|index| u32::try_from(index + 1).ok());
                    if let Some(index) = index.filter(|_| error.at.column > 0) {
                        error.at.column = index;
                    }
                }
                UNKNOWN_KEY => {
                    error.hint = None;
                    let words: Vec<String> = below.split('.').map(str::to_owned).collect();
                    let above =
                        below.rsplit_once('.').map_or(String::new(), |(above, _)| format!("{above}."));
                    let names: Vec<String> =
                        names.split(", ").map(|key| column(&format!("{above}{key}"))).collect();
                    let only = format!("with these values, the row can only have {}", names.join(", "));
                    let node = tree.get(table).and_then(|table| find(table.get(id)?, &words));
                    let shown = node.map_or_else(|| "a value".into(), Node::shown);
                    (error.found, error.expected) = match node {
                        Some(node) if node.at.file == error.at.file => {
                            (shown, format!("an empty cell: {only}"))
                        }
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
            error.key = format!("{table}.{}.{below}", clipped(id));
            let value = error.found.strip_prefix('"').and_then(|found| found.strip_suffix('"'));
            if error.expected.starts_with("an integer") && value.is_some_and(has_thousands) {
                error.expected += " without a point or comma, because this can be a thousand times as much";
            }
        }
        self.of_new_entries([printed, tree], errors);
        merge_equal(errors);
    }

    /// Reports an error of a deck at the cell with the copies of its card, and drops one that repeats the error of the card's id.
    fn of_copies(&self, tree: &Node, errors: &mut Vec<ConfigError>) {
        let of_ids: BTreeMap<String, String> =
            errors.iter().map(|error| (error.key.clone(), error.found.clone())).collect();
        for (key, path) in decks(tree) {
            let has_column = |sheet: &Sheet| sheet.place(&column(&key)).is_some();
            let deck = path.join(".") + ".";
            errors.retain_mut(|error| {
                let Some(id) =
                    error.key.strip_prefix(&deck).filter(|_| self.sheet_of(error).is_some_and(has_column))
                else {
                    return true;
                };
                let card = format!("{CARDS}.{id}");
                let is_repeated = |found: &String| error.found == UNKNOWN_KEY || error.found == *found;
                let is_kept = !of_ids.get(&card).is_some_and(is_repeated);
                error.key = format!("{card}.{key}");
                is_kept
            });
        }
    }

    /// The sheet that an error is of.
    fn sheet_of(&self, error: &ConfigError) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| sheet.file == error.at.file && error.at.line > 0)
    }

    /// Makes one error of the columns that a new entry lacks: its id can be misspelt, and then no column is missing.
    fn of_new_entries(&self, [printed, tree]: [&Node; 2], errors: &mut Vec<ConfigError>) {
        let (lacking, mut others): (Vec<ConfigError>, Vec<ConfigError>) =
            std::mem::take(errors).into_iter().partition(|error| {
                let is_new = |(table, id, _)| printed.get(table).is_none_or(|table| table.get(id).is_none());
                error.found == NO_COLUMN
                    && self.sheet_of(error).is_some()
                    && parts(tree, &error.key).is_some_and(is_new)
            });
        let mut new: Vec<(ConfigError, Vec<String>)> = Vec::new();
        for error in lacking {
            let Some((table, id, below)) = parts(tree, &error.key) else { continue };
            let ids: Vec<&str> = entries(printed.get(table)).iter().map(|(id, _)| id.as_str()).collect();
            let hint = near(id, &ids).map(str::to_owned);
            let column = column(below);
            let needed = if hint.is_some() { column } else { format!("{column} ({})", error.expected) };
            let key = format!("{table}.{}", clipped(id));
            if let Some((_, columns)) = new.iter_mut().find(|(known, _)| known.key == key) {
                columns.push(needed);
            } else {
                let found = format!("a new entry of {table}");
                new.push((ConfigError { key, found, hint, ..error }, vec![needed]));
            }
        }
        others.extend(new.into_iter().map(|(error, columns)| {
            let needed = columns.join(", ");
            let expected =
                format!("the id of a known one, or a column for each value that a new one needs: {needed}");
            ConfigError { expected, ..error }
        }));
        *errors = others;
    }

    /// Names the columns of errors in tables, as the header writes them, instead of their keys.
    pub fn by_column(&self, tree: &Node, errors: &mut [ConfigError]) {
        for error in errors {
            let Some(sheet) = self.sheet_of(error) else { continue };
            let Some((_, id, below)) = parts(tree, &error.key) else { continue };
            let title = |name: &str| {
                sheet.place(name).map_or_else(|| name.to_owned(), |place| clipped(&sheet.titles[place]))
            };
            error.key = match below {
                "" => format!("column {}: {}", title(ID), clipped(id)),
                below => format!("column {}", title(&column(below))),
            };
        }
    }
}

/// Merges the errors of new entries in tables that cannot have any, because a table of another game has many. Entries that are
/// probably misspelt keep their own.
fn merge_equal(errors: &mut Vec<ConfigError>) {
    let mut first: Option<(usize, u64)> = None;
    let mut kept: Vec<ConfigError> = Vec::new();
    for error in std::mem::take(errors) {
        let is_new = error.found.ends_with(NO_NEW) && error.hint.is_none();
        match &mut first {
            Some((index, n)) if is_new && kept[*index].at.file == error.at.file => *n += 1,
            _ => {
                first = if is_new { Some((kept.len(), 0)) } else { first };
                kept.push(error);
            }
        }
    }
    if let Some((index, n)) = first.filter(|(_, n)| *n > 0) {
        kept[index].found += &format!(", as in {}", counted(n, "more rows"));
    }
    *errors = kept;
}

/// Whether a number has a point or a comma before three digits.
fn has_thousands(value: &str) -> bool {
    let mut parts = value.split(['.', ',']);
    let [first, second] = [parts.next(), parts.next()];
    first.is_some_and(|part| part.len() <= 3 && is_index(part))
        && second.is_some_and(|part| part.len() == 3 && is_index(part))
}

/// The table, the entry, and what is below it in a key. Other tables have values, not entries.
fn parts<'k>(tree: &Node, key: &'k str) -> Option<(&'k str, &'k str, &'k str)> {
    let (table, rest) = key.split_once('.')?;
    let (id, below) = rest.split_once('.').unwrap_or((rest, ""));
    let is_entry = match tree.get(table)?.get(id) {
        Some(entry) => matches!(entry.value, Value::Table(_)),
        // A card with only copies has no entry.
        None => table == CARDS && decks(tree).iter().any(|(key, _)| key == below),
    };
    is_entry.then_some((table, id, below))
}
