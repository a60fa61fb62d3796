//! The cards of a config as a table: one row for each card, move, character, …, and one column for each value.

mod apply;
mod book;
mod cell;
mod errors;
mod into;
mod known;
mod layout;
mod mapping;
mod paste;
mod rows;
mod sheet;
#[cfg(test)]
mod tests;
mod workbook;

pub use apply::{Tables, apply, changed_keys};
pub use book::xlsx;
pub use into::{CellChange, Written, into};
pub use layout::Layout;
pub use mapping::{FileColumn, FileColumns, file_columns};
pub use paste::{Pasted, pasted};
pub(crate) use rows::SheetRow;
pub use sheet::{CARDS_TABLE, CardFiles, bytes};
pub(crate) use sheet::{LARGEST_FILE, Reading, Sheet, Subject, id_of, known_name};

use self::cell::Shapes;
use super::effective::printed;
use super::{ConfigErrors, Plan, config_error, new_entries};
use crate::model::settings::{ConfigError, Node, Value, clipped, nearest};
use std::collections::BTreeMap;

/// The first two columns. Their names, like those of all columns, are no reserved words of SQL.
pub const TABLE: &str = "card_table";
/// The column with the name of an entry.
pub const ID: &str = "id";
/// The end of the name of a column with printed values, which are not read back.
pub const PRINTED: &str = "_printed";

/// The column for the number of copies of a card.
const COPIES: &str = "copies";

/// The table of the cards of a described game, and the one with their copies.
const CARDS: &str = "cards";
const DECK: &str = "deck";

/// The keys for copies that a row of a card can have besides its own, and the tables that have them: `copies` for the table
/// `deck`, or `copies-red` for `deck.red` if each side has its own deck.
fn decks(tree: &Node) -> Vec<(String, Vec<String>)> {
    let entries = |table| new_entries::entries(tree.get(table));
    let (decks, cards) = (entries(DECK), entries(CARDS));
    let are = |is: fn(&Value) -> bool| decks.iter().all(|(_, node)| is(&node.value));
    if decks.is_empty() || cards.is_empty() || cards.iter().any(|(_, card)| card.get(COPIES).is_some()) {
        Vec::new()
    } else if are(|value| matches!(value, Value::Int(_))) {
        vec![(COPIES.into(), vec![DECK.into()])]
    } else if are(|value| matches!(value, Value::Table(_))) {
        decks.iter().map(|(side, _)| (format!("{COPIES}-{side}"), vec![DECK.into(), side.clone()])).collect()
    } else {
        Vec::new()
    }
}

/// The only key below an entry that is a reserved word of SQL, and its column.
const ORDER: &str = "order";
const ORDER_COLUMN: &str = "turn_order";

/// The name of the column of a key below an entry: `king-stops` is `king_stops`, and `damage.0` is `damage__0`.
fn column(path: &str) -> String {
    if path == ORDER { ORDER_COLUMN.into() } else { path.replace('-', "_").replace('.', "__") }
}

/// A table of a config, such as the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardTable {
    /// Its name in the config.
    pub name: String,
    /// The columns of its values.
    pub columns: Vec<String>,
    /// Its entries.
    pub rows: Vec<CardRow>,
}

/// An entry, such as a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardRow {
    /// Its name in the config.
    pub id: String,
    /// The text of each value, by column.
    pub cells: BTreeMap<String, CardCell>,
    /// The text of each printed value, by column; `None` if the printed rules do not have the entry.
    pub printed: Option<BTreeMap<String, CardCell>>,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardCell {
    /// Its dotted path in the config.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Whether it is a number.
    pub is_number: bool,
}

impl CardTable {
    /// The tables of a plan; only `table` if it is given.
    ///
    /// # Errors
    /// There is no such table.
    pub fn of(plan: &Plan, table: Option<&str>) -> Result<Vec<Self>, ConfigErrors> {
        let printed = printed(&plan.game)?;
        let shapes = [&plan.tree, printed].map(|tree| Shapes::of(&plan.game, tree));
        let names: Vec<&str> = new_entries::tables(printed).map(|(name, _)| name).collect();
        if let Some(table) = table.filter(|table| !names.contains(table)) {
            let fault = config_error("TABLE", "", format!("\"{}\"", clipped(table)), names.join(", "));
            let hint = nearest(table, names.iter().copied());
            return Err(ConfigErrors(vec![ConfigError { hint, ..fault }]));
        }
        let names = names.into_iter().filter(|name| table.is_none_or(|table| table == *name));
        let of = |name: &str| Self::read(name, [&plan.tree, printed], [&shapes[0], &shapes[1]]);
        Ok(names.map(of).collect())
    }

    fn read(name: &str, [tree, printed]: [&Node; 2], [shapes, printed_shapes]: [&Shapes; 2]) -> Self {
        let mut table = Self { name: name.to_owned(), ..Self::default() };
        let entries = new_entries::entries;
        // The decks of sides have rows of their own.
        let copies = |tree: &Node, id: &str| {
            let is_one = name == CARDS && decks(tree).first().is_some_and(|(key, _)| key == COPIES);
            let node = tree.get(DECK).filter(|_| is_one)?.get(id)?;
            let cell = CardCell { path: format!("{DECK}.{id}"), text: node.shown(), is_number: true };
            Some((COPIES.to_owned(), cell))
        };
        for (id, entry) in entries(tree.get(name)) {
            let path = format!("{name}.{id}");
            let with_copies = |entry, shapes, tree| {
                let mut cells = cells(entry, &path, shapes);
                cells.extend(copies(tree, id));
                cells
            };
            let cells = with_copies(entry, shapes, tree);
            let known = entries(printed.get(name)).iter().find(|(known, _)| known == id);
            let printed = known.map(|(_, entry)| with_copies(entry, printed_shapes, printed));
            add_in_order(&mut table.columns, &cells);
            printed.iter().for_each(|printed| add_in_order(&mut table.columns, printed));
            let by_column = |cells: Vec<(String, CardCell)>| cells.into_iter().collect();
            let (cells, printed) = (by_column(cells), printed.map(by_column));
            table.rows.push(CardRow { id: id.clone(), cells, printed });
        }
        table
    }

    /// Whether any value of a column differs from the printed one.
    #[must_use]
    pub fn is_changed(&self, column: &str) -> bool {
        let text = |cells: &BTreeMap<String, CardCell>| cells.get(column).map(|cell| cell.text.clone());
        let differs =
            |row: &CardRow| row.printed.as_ref().is_some_and(|cells| text(cells) != text(&row.cells));
        self.rows.iter().any(differs)
    }
}

/// Tables as one sheet: the header, then the rows of all tables.
#[must_use]
pub fn sheet(tables: &[CardTable]) -> Vec<Vec<String>> {
    let mut columns: Vec<(&str, bool)> = Vec::new();
    for table in tables {
        for name in &table.columns {
            let is_changed = tables.iter().any(|table| table.is_changed(name));
            if !columns.iter().any(|(known, _)| known == name) {
                columns.push((name, false));
                columns.extend(is_changed.then_some((name.as_str(), true)));
            }
        }
    }
    let name =
        |(name, is_printed): &(&str, bool)| format!("{name}{}", if *is_printed { PRINTED } else { "" });
    let mut lines =
        vec![[TABLE, ID].map(str::to_owned).into_iter().chain(columns.iter().map(name)).collect()];
    for table in tables {
        for row in &table.rows {
            let cell = |(name, is_printed): &(&str, bool)| {
                let cells = if *is_printed { row.printed.as_ref() } else { Some(&row.cells) };
                cells.and_then(|cells| cells.get(*name)).map_or_else(String::new, |cell| cell.text.clone())
            };
            let names = [table.name.clone(), row.id.clone()];
            lines.push(names.into_iter().chain(columns.iter().map(cell)).collect());
        }
    }
    lines
}

/// A cell that differs between two configs: entry, column and both texts.
#[must_use]
pub fn differences(one: &[CardTable], two: &[CardTable]) -> Vec<[String; 4]> {
    let cells = |tables: &[CardTable]| {
        let mut cells = Vec::new();
        for table in tables {
            for row in &table.rows {
                let entry = format!("{}.{}", table.name, row.id);
                let of = |column: &String| Some((column.clone(), row.cells.get(column)?.text.clone()));
                let of_row = table.columns.iter().filter_map(of);
                cells.extend(of_row.map(|(column, text)| ([entry.clone(), column], text)));
            }
        }
        cells
    };
    let (ones, twos) = (cells(one), cells(two));
    let [by_one, by_two] = [&ones, &twos].map(|cells| cells.iter().cloned().collect::<BTreeMap<_, _>>());
    let new = twos.iter().filter(|(key, _)| !by_one.contains_key(key));
    let keys = ones.iter().chain(new).map(|(key, _)| key);
    let text = |cells: &BTreeMap<[String; 2], String>, key: &[String; 2]| {
        cells.get(key).cloned().unwrap_or_default()
    };
    let row = |key: &[String; 2]| {
        let [one, two] = [text(&by_one, key), text(&by_two, key)];
        let [entry, column] = key.clone();
        (one != two).then_some([entry, column, one, two])
    };
    keys.filter_map(row).collect()
}

/// The values of an entry in the order of the config.
fn cells(entry: &Node, path: &str, shapes: &Shapes) -> Vec<(String, CardCell)> {
    let mut cells = Vec::new();
    // A card of a described game can be without any number.
    if !matches!(&entry.value, Value::Table(keys) if keys.is_empty()) {
        leaves(entry, path, shapes, &mut cells);
    }
    let own = |cell: CardCell| (column(cell.path.get(path.len() + 1..).unwrap_or_default()), cell);
    cells.into_iter().map(own).collect()
}

fn leaves(node: &Node, path: &str, shapes: &Shapes, found: &mut Vec<CardCell>) {
    let is_deep = |item: &Node| matches!(item.value, Value::List(_) | Value::Table(_));
    match &node.value {
        Value::Table(entries) if !entries.is_empty() => {
            entries.iter().for_each(|(key, node)| leaves(node, &format!("{path}.{key}"), shapes, found));
        }
        Value::List(items)
            if items.iter().any(is_deep) || shapes.is_fixed_list(path) && !items.is_empty() =>
        {
            let items = items.iter().enumerate();
            items.for_each(|(index, item)| leaves(item, &format!("{path}.{index}"), shapes, found));
        }
        value => {
            let is_number = matches!(value, Value::Int(_) | Value::Float(_));
            found.push(CardCell { path: path.to_owned(), text: cell::text(node, path, shapes), is_number });
        }
    }
}

/// Adds new columns behind the column that is before them in this row.
fn add_in_order(columns: &mut Vec<String>, cells: &[(String, CardCell)]) {
    let mut place = None;
    for (column, _) in cells {
        let known = columns.iter().position(|known| known == column);
        let index = known.unwrap_or_else(|| {
            let index = place.map_or(columns.len(), |place| place + 1);
            columns.insert(index, column.clone());
            index
        });
        place = Some(index);
    }
}
