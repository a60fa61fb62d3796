//! A table of cards that was pasted: what it changes.

use super::apply::{changed_keys, filled, id_of, known_name, names_of, words_of};
use super::cell::Shapes;
use super::known::Known;
use super::read::csv;
use super::{ID, PRINTED, TABLE};
use crate::effective::printed;
use crate::games::GameRef;
use crate::model::settings::{ConfigErrors, Node};
use crate::new_entries::entries;
use std::collections::BTreeMap;

/// What a table that was pasted changes.
#[derive(Debug)]
pub struct Pasted {
    /// The changed tree.
    pub tree: Node,
    /// The keys of its changed settings.
    pub keys: Vec<String>,
    /// Names that the config does not have: `column`, `table` or `entry`, and the name. They are left out.
    pub unknown: Vec<(&'static str, String)>,
}

/// What a pasted table with a column for the names of entries changes in a tree. It adds no entries.
///
/// # Errors
/// It is no table, or a cell cannot be read.
pub fn pasted(game: &GameRef, tree: &Node, text: &str) -> Result<Pasted, ConfigErrors> {
    let printed = printed(game)?;
    let mut sheet = csv(text, "the pasted table").map_err(|error| ConfigErrors(vec![error]))?;
    let known = Known::of(printed, tree, &Shapes::of(game, tree));
    let mut unknown = Vec::new();
    let names = names_of(&sheet.header, |name| known.has(&words_of(name)));
    for (title, name) in sheet.header.iter_mut().zip(names) {
        let is_own = [TABLE, ID].contains(&name.as_str()) || name.ends_with(PRINTED);
        if !title.is_empty() && !is_own && !known.has(&words_of(&name)) {
            unknown.push(("column", std::mem::take(title)));
        }
    }
    let place = |wanted: &str| sheet.header.iter().position(|title| known_name(title) == wanted);
    let (table_at, id_at) = (place(TABLE), place(ID));
    sheet.rows.retain_mut(|row| {
        let table = table_at.map_or("", |index| row.cell(index)).to_lowercase();
        let Some(id) = id_at.and_then(|index| row.cells.get_mut(index)) else { return false };
        let name = id_of(id, |_| false);
        if known.table(&table).is_none() && !table.is_empty() {
            unknown.push(("table", table));
            return false;
        }
        let is_known = known.table(&table).or(known.only_table());
        if is_known.is_some_and(|table| !entries(tree.get(table)).iter().any(|(known, _)| *known == name)) {
            unknown.push(("entry", std::mem::take(id)));
            return false;
        }
        *id = name;
        if let Some(cell) = table_at.and_then(|index| row.cells.get_mut(index)) {
            *cell = table;
        }
        true
    });
    unknown.dedup();
    let mut changed = tree.clone();
    if !sheet.rows.is_empty() {
        let report = filled(game, printed, &mut changed, &sheet, &BTreeMap::new());
        let errors = report.map_or_else(Vec::new, |report| report.errors);
        if !errors.is_empty() {
            return Err(ConfigErrors(errors));
        }
    }
    Ok(Pasted { keys: changed_keys(tree, &changed), tree: changed, unknown })
}
