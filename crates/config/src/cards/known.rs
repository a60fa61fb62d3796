//! The columns and entries that the tables of a game can have.

use super::apply::is_index;
use super::cell::Shapes;
use super::{CARDS, ID, TABLE, cells, column, decks};
use crate::model::settings::{Node, Shape};
use crate::new_entries::{entries, tables};
use std::collections::{BTreeMap, BTreeSet};

/// The tables that a game has.
pub(super) struct Known {
    tables: BTreeMap<String, Keys>,
    /// The names of all columns.
    names: BTreeSet<String>,
}

/// What a table can have.
#[derive(Default)]
struct Keys {
    /// The names of its entries.
    ids: BTreeSet<String>,
    /// The keys below entries; `*` is any index.
    classes: BTreeSet<String>,
}

impl Known {
    pub(super) fn of(printed: &Node, tree: &Node, shapes: &Shapes) -> Self {
        let known = tables(printed).map(|(name, _)| (name.to_owned(), Keys::default()));
        let mut known = Self { tables: known.collect(), names: BTreeSet::new() };
        for (table, keys) in &mut known.tables {
            for (id, entry) in entries(printed.get(table)).iter().chain(entries(tree.get(table))) {
                keys.ids.insert(id.clone());
                let path = format!("{table}.{id}");
                for (_, cell) in cells(entry, &path, shapes) {
                    keys.add(&cell.path[path.len() + 1..], &mut known.names);
                }
            }
        }
        if let Some(cards) = known.tables.get_mut(CARDS) {
            for (key, path) in decks(tree) {
                cards.add(&key, &mut known.names);
                let deck = path.iter().try_fold(tree, |node, word| node.get(word));
                cards.ids.extend(entries(deck).iter().map(|(id, _)| id.clone()));
            }
        }
        for (path, shape) in shapes.all() {
            let mut parts = path.splitn(3, '.');
            let table = parts.next().and_then(|table| known.tables.get_mut(table));
            let (Shape::Table(keys), Some(table), Some(_)) = (shape, table, parts.next()) else { continue };
            for (key, _) in keys {
                table.add(&parts.clone().chain([*key]).collect::<Vec<_>>().join("."), &mut known.names);
            }
        }
        known
    }

    /// The tables of printed rules with the names of their entries, without their columns.
    pub(super) fn of_tables(printed: &Node) -> Self {
        let keys =
            |ids: Vec<&str>| Keys { ids: ids.into_iter().map(str::to_owned).collect(), ..Keys::default() };
        let known = tables(printed).map(|(name, ids)| (name.to_owned(), keys(ids)));
        Self { tables: known.collect(), names: BTreeSet::new() }
    }

    /// Whether the table, or any table if the name is empty, has this entry.
    pub(super) fn has_entry(&self, table: &str, id: &str) -> bool {
        let is_named = |name: &str| table.is_empty() || name == table;
        self.tables.iter().any(|(name, keys)| is_named(name) && keys.ids.contains(id))
    }

    /// The names of the tables.
    pub(super) fn table_names(&self) -> Vec<&str> {
        self.tables.keys().map(String::as_str).collect()
    }

    /// The names of all columns.
    pub(super) fn names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    /// The first names of columns for which `is_shown`, for an error.
    pub(super) fn some_columns(&self, is_shown: impl Fn(&str) -> bool) -> String {
        const MOST: usize = 8;
        let names: Vec<&str> = self.names().into_iter().filter(|name| is_shown(name)).collect();
        let more = if names.len() > MOST { ", …" } else { "" };
        names[..names.len().min(MOST)].join(", ") + more
    }

    /// The table of this name.
    pub(super) fn table(&self, name: &str) -> Option<&str> {
        self.tables.get_key_value(name).map(|(name, _)| name.as_str())
    }

    /// The table of a game that has only one.
    pub(super) fn only_table(&self) -> Option<&str> {
        self.tables.keys().next().filter(|_| self.tables.len() == 1).map(String::as_str)
    }

    /// The tables that can have all these keys and entries. An entry that no table has may be a new one of any table.
    pub(super) fn fitting(&self, keys: &[&[String]], ids: &BTreeSet<&str>) -> Vec<&str> {
        let is_known = |id: &str| self.tables.values().any(|table| table.ids.contains(id));
        let known: Vec<&str> = ids.iter().copied().filter(|id| is_known(id)).collect();
        let fits = |table: &Keys| {
            keys.iter().all(|words| table.has(words)) && known.iter().all(|id| table.ids.contains(*id))
        };
        self.tables.iter().filter(|(_, table)| fits(table)).map(|(name, _)| name.as_str()).collect()
    }

    /// The name of a column that is probably meant. Any other name is that of a column for people.
    pub(super) fn near(&self, name: &str) -> Option<&str> {
        let most = (name.chars().count() / 4).clamp(1, 2);
        let names = self.names.iter().map(String::as_str).chain([TABLE, "table", ID]);
        let distances = names.map(|known| (strsim::osa_distance(name, known), known));
        distances.filter(|(n_edits, _)| *n_edits <= most).min().map(|(_, known)| known)
    }

    /// Whether some entry can have this key.
    pub(super) fn has(&self, words: &[String]) -> bool {
        self.tables.values().any(|table| table.has(words))
    }
}

impl Keys {
    /// Adds a key and the name of its column.
    fn add(&mut self, path: &str, names: &mut BTreeSet<String>) {
        names.insert(column(path));
        let words: Vec<&str> = path.split('.').map(class).collect();
        self.classes.extend((1..=words.len()).map(|n| words[..n].join(".")));
    }

    /// Whether some entry can have this key.
    fn has(&self, words: &[String]) -> bool {
        let class: Vec<&str> = words.iter().map(|word| class(word)).collect();
        // A list that has no column for each item.
        let end = class.iter().rposition(|word| *word != "*").map_or(0, |last| last + 1);
        [class.len(), end].iter().any(|n| self.classes.contains(&class[..*n].join(".")))
    }
}

/// A word of a key; `*` for any index.
fn class(word: &str) -> &str {
    if is_index(word) { "*" } else { word }
}
