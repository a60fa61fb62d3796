//! A table of cards that was pasted: what it changes.

use super::apply::{changed_keys, filled, words_of};
use super::cell::Shapes;
use super::known::Known;
use super::sheet::{Reading, id_of};
use super::{COPIES, ID, PRINTED, TABLE};
use crate::effective::printed;
use crate::games::GameRef;
use crate::model::settings::{ConfigErrors, Node};
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
    let reading = Reading::default();
    let sheets = reading.sheets("the pasted table", text.as_bytes());
    let (mut sheets, _) = sheets.map_err(|error| ConfigErrors(vec![error]))?;
    let Some(sheet) = sheets.first_mut() else { return Err(ConfigErrors::default()) };
    let known = Known::of(printed, tree, &Shapes::of(game, tree));
    // Nobody can type an option here, and the page shows what the table changes.
    let copies: &[&str] = if known.has(&words_of(COPIES)) { &[COPIES] } else { &[] };
    sheet.take_proposed(copies);
    let mut unknown = Vec::new();
    for (title, name) in sheet.titles.iter_mut().zip(&sheet.names) {
        let is_own = [TABLE, ID].contains(&name.as_str()) || name.ends_with(PRINTED);
        if !title.is_empty() && !is_own && !known.has(&words_of(name)) {
            unknown.push(("column", std::mem::take(title)));
        }
    }
    let [table_at, id_at] = [TABLE, ID].map(|name| sheet.place(name));
    sheet.rows.retain_mut(|row| {
        let table = table_at.map_or("", |index| row.cell(index)).to_lowercase();
        let line = row.line;
        let Some(id) = id_at.and_then(|index| row.cells.get_mut(index)) else { return false };
        if known.table(&table).is_none() && !table.is_empty() {
            unknown.push(("table", table));
            return false;
        }
        let is_known = known.table(&table).or(known.only_table());
        let has_entry = |table, name: &str| known.has_entry(table, name);
        if is_known.is_some_and(|table| !has_entry(table, &id_of(id, |id| has_entry(table, id), line))) {
            unknown.push(("entry", std::mem::take(id)));
            return false;
        }
        if let Some(cell) = table_at.and_then(|index| row.cells.get_mut(index)) {
            *cell = table;
        }
        true
    });
    unknown.dedup();
    let mut changed = tree.clone();
    if !sheet.rows.is_empty() {
        let errors = filled(game, printed, &mut changed, sheet, (&reading, &BTreeMap::new())).errors;
        if !errors.is_empty() {
            return Err(ConfigErrors(errors));
        }
    }
    Ok(Pasted { keys: changed_keys(tree, &changed), tree: changed, unknown })
}
