//! The settings of a config as people read them: key, value, allowed values, meaning. A list of plain values is one
//! setting; a key that no entry of a table has is listed once.

use super::{Comments, Plan, comments, shipped};
use crate::games::is_setting;
use crate::model::Feature;
use crate::model::settings::{Allowed, Node, Shape, Value};
use std::collections::BTreeSet;

/// A setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its dotted key; `*` is the name of any entry.
    pub key: String,
    /// Its value; `none` if it is optional and not set.
    pub value: String,
    /// What it may be.
    pub allowed: String,
    /// Its meaning; empty if nothing explains it.
    pub meaning: String,
}

/// All settings of a plan: the sections in the order of the config, each in the order in which the game reads it.
#[must_use]
pub fn listed(plan: &Plan) -> Vec<Listed> {
    let mut shapes = plan.game.shapes(&plan.tree);
    let mut known = BTreeSet::new();
    shapes.retain(|(path, shape)| {
        is_setting(path) && known.insert((path.clone(), matches!(shape, Shape::Word(_))))
    });
    let comments = comments(shipped::printed_text(&plan.game));
    let listing = Listing { plan, shapes: &shapes, comments };
    let mut rows: Vec<Listed> = shapes.iter().filter_map(|(path, shape)| listing.row(path, shape)).collect();
    rows.extend(listing.optional());
    let sections = sections(plan);
    let index = |row: &Listed| sections.iter().position(|section| *section == section_of(&row.key));
    rows.sort_by_key(index);
    rows
}

/// The optional keys that an entry of a table does not have, such as `moves.kick`.
#[must_use]
pub fn unset(plan: &Plan, entry: &str) -> Vec<Listed> {
    let shapes = plan.game.shapes(&plan.tree);
    let comments = comments(shipped::printed_text(&plan.game));
    let listing = Listing { plan, shapes: &shapes, comments };
    let keys = shapes.iter().find_map(|(path, shape)| match shape {
        Shape::Table(keys) if path == entry => Some(keys),
        _ => None,
    });
    let unset = keys.into_iter().flatten().filter(|(_, must)| !must).map(|(key, _)| format!("{entry}.{key}"));
    let unset = unset.filter(|key| is_setting(key) && plan.value(key).is_none());
    unset.map(|key| listing.listed(&key, "none".into(), "optional".into())).collect()
}

/// The names of the tables of settings, in the order of the config.
#[must_use]
pub fn sections(plan: &Plan) -> Vec<&str> {
    match &plan.tree.value {
        Value::Table(entries) => {
            entries.iter().map(|(key, _)| key.as_str()).filter(|key| is_setting(key)).collect()
        }
        _ => Vec::new(),
    }
}

/// The table of a key.
#[must_use]
pub fn section_of(key: &str) -> &str {
    key.split('.').next().unwrap_or_default()
}

struct Listing<'p> {
    plan: &'p Plan,
    shapes: &'p [(String, Shape)],
    comments: Comments,
}

impl Listing<'_> {
    fn below<'l>(&'l self, path: &'l str) -> impl Iterator<Item = &'l Shape> {
        let is_below = move |other: &str| other.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
        self.shapes.iter().filter(move |(other, _)| is_below(other)).map(|(_, shape)| shape)
    }

    /// Whether a list has no tables, so that it is one setting.
    fn is_plain(&self, path: &str) -> bool {
        self.shapes.iter().any(|(other, shape)| other == path && matches!(shape, Shape::List(..)))
            && !self.below(path).any(|shape| matches!(shape, Shape::Table(_) | Shape::Ids))
    }

    /// The row of a value or of a plain list; `None` if it is a part of one, or a table.
    fn row(&self, path: &str, shape: &Shape) -> Option<Listed> {
        let allowed = match shape {
            Shape::Value(allowed) => shown(allowed),
            Shape::Name => "a name that the config has".into(),
            Shape::List(least, most) if self.is_plain(path) => self.items(path, *least, *most),
            _ => return None,
        };
        let mut ends = path.match_indices('.').map(|(end, _)| &path[..end]);
        if ends.any(|list| self.is_plain(list)) {
            return None;
        }
        Some(self.listed(path, value(self.plan.value(path)?), allowed))
    }

    fn listed(&self, key: &str, value: String, allowed: String) -> Listed {
        let meaning = self.comments.of(key).unwrap_or_default().to_owned();
        Listed { key: key.to_owned(), value, allowed, meaning }
    }

    /// What a plain list may be.
    fn items(&self, path: &str, least: usize, most: usize) -> String {
        let mut kinds = Vec::new();
        for kind in self.below(path) {
            let kind = match kind {
                Shape::Value(allowed) => shown(allowed),
                Shape::Name => "a name".into(),
                _ => continue,
            };
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let length =
            if least == most { format!("list of {most}") } else { format!("list of {least} to {most}") };
        if kinds.is_empty() { length } else { format!("{length}, each {}", kinds.join(" or ")) }
    }

    /// The optional keys that are not set; those of entries of a table only if none of them has the key.
    fn optional(&self) -> Vec<Listed> {
        let mut found = BTreeSet::new();
        let mut rows = Vec::new();
        for (path, shape) in self.shapes {
            let Shape::Table(keys) = shape else { continue };
            let entries = path.split_once('.').filter(|(_, id)| !id.contains('.')).map(|(table, _)| table);
            if path.contains('.') && entries.is_none() {
                continue;
            }
            let class = entries.map_or_else(|| path.clone(), |table| format!("{table}.*"));
            for (key, _) in keys.iter().filter(|(_, must)| !must) {
                let own = if path.is_empty() { (*key).to_owned() } else { format!("{class}.{key}") };
                if is_setting(&own) && !self.is_set(path, entries, key) && found.insert(own.clone()) {
                    rows.push(self.listed(&own, "none".into(), "optional".into()));
                }
            }
        }
        rows
    }

    /// Whether a table, or any entry of the table `entries`, has a key.
    fn is_set(&self, path: &str, entries: Option<&str>, key: &str) -> bool {
        match entries.and_then(|table| self.plan.value(table)).map(|table| &table.value) {
            Some(Value::Table(entries)) => entries.iter().any(|(_, entry)| entry.get(key).is_some()),
            _ if path.is_empty() => self.plan.tree.get(key).is_some(),
            _ => self.plan.value(&format!("{path}.{key}")).is_some(),
        }
    }
}

fn shown(allowed: &Allowed) -> String {
    match allowed {
        Allowed::Int(low, high) => format!("{low}..{high}"),
        Allowed::IntOr(low, high, word) => format!("{low}..{high}, {word}"),
        Allowed::Flag => "true, false".into(),
        Allowed::Choice(names) => names.join(", "),
        Allowed::Text => "text".into(),
    }
}

/// A value as TOML writes it.
fn value(node: &Node) -> String {
    match &node.value {
        Value::List(items) => format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(", ")),
        _ => node.shown(),
    }
}

/// The names and meanings of features or situations, which strategies weigh.
pub fn meanings(list: &[Feature]) -> impl Iterator<Item = [String; 2]> {
    list.iter().map(|Feature { name, meaning }| [(*name).into(), (*meaning).into()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, PlanOptions};

    #[test]
    fn every_setting_is_listed_once() {
        for game in Catalogue::printed().iter() {
            let plan =
                Plan::new(game.id, &PlanOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
            let keys: Vec<String> = listed(&plan).into_iter().map(|row| row.key).collect();
            assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "{}", game.id);
            for setting in plan.rules.settings() {
                let is_part = |key: &String| {
                    setting
                        .path
                        .strip_prefix(key.as_str())
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                };
                assert!(keys.iter().any(is_part), "{}: {}", game.id, setting.path);
            }
        }
    }
}
