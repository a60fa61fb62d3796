//! A map of figures by two keys: numbers on shaded cells.

use super::super::{Cell, Table};
use super::section::{named, three};
use super::words::Unit;
use std::collections::BTreeMap;

/// Maximum number of rows, and of columns, of a map.
const MOST: usize = 24;
/// Number of shades on each side of the middle; the style sheet has a class for each.
const SHADES: f64 = 6.0;

/// A map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    /// The heading of the rows.
    pub down: String,
    /// The heading of the columns.
    pub across: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The names of the rows, and their cells.
    pub rows: Vec<(String, Vec<Square>)>,
}

/// A cell of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Square {
    /// The number, with a sign if its interval excludes the reference value; empty if there is no number.
    pub text: String,
    /// The class of its shade.
    pub shade: String,
}

impl Map {
    /// The map of these table rows. `down` and `across` are the columns of its keys, `value` the column of
    /// its numbers. `None` if a key is empty, two rows have the same keys, or there are too many rows. With a
    /// reference value, higher and lower numbers have different colours, and a number whose interval excludes
    /// the reference value has a sign.
    pub(super) fn of(
        table: &Table,
        [down, across, value]: [&str; 3],
        rows: &[&Vec<Cell>],
        reference: Option<f64>,
    ) -> Option<Self> {
        let (mut downs, mut acrosses, mut places) = (Vec::new(), Vec::new(), BTreeMap::new());
        for row in rows {
            let cell = [down, across].map(|column| table.written(row, column));
            for (name, names) in cell.iter().zip([&mut downs, &mut acrosses]) {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            let is_cut = downs.len() > MOST || acrosses.len() > MOST;
            // With a third setting, a cell would have several figures.
            if is_cut || cell.iter().any(String::is_empty) || places.insert(cell, row).is_some() {
                return None;
            }
        }
        if acrosses.len() < 2 {
            return None;
        }
        // If both keys have the same members, both use the same order.
        if downs.len() == acrosses.len() && downs.iter().all(|name| acrosses.contains(name)) {
            acrosses.clone_from(&downs);
        }
        let numbers = || rows.iter().filter_map(|row| table.number(row, value));
        let (low, high) =
            (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
        let shade = |number: f64| match reference {
            Some(middle) => {
                let span = (high - middle).abs().max((low - middle).abs());
                let side = if number < middle { "low" } else { "high" };
                format!("{side}{}", dark((number - middle).abs() / span))
            }
            None => format!("high{}", dark((number - low) / (high - low))),
        };
        let square = |row: &[Cell]| {
            let (cell, number) = (table.cell(row, value)?, table.number(row, value)?);
            let (text, _) = Unit::of(cell, table.is_signed_in(row, value))
                .with_interval(number, three(table, row, value).map(|[_, low, high]| (low, high)));
            let sign = match (three(table, row, value), reference) {
                (Some([_, low, _]), Some(middle)) if low > middle => " +",
                (Some([_, _, high]), Some(middle)) if high < middle => " −",
                _ => "",
            };
            Some(Square { text: format!("{text}{sign}"), shade: shade(number) })
        };
        let at = |down: &String, across: &String| {
            places.get(&[down.clone(), across.clone()]).and_then(|row| square(row)).unwrap_or_default()
        };
        let line = |down: &String| {
            (down.clone(), acrosses.iter().map(|across| at(down, across)).collect::<Vec<_>>())
        };
        Some(Self {
            down: named(table, down, rows),
            across: named(table, across, rows),
            rows: downs.iter().map(line).collect(),
            columns: acrosses,
        })
    }
}

/// The shade at this distance from the middle, 0 to 1.
fn dark(far: f64) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a shade")]
    let shade = (far.clamp(0.0, 1.0) * SHADES).round() as u8;
    shade
}

#[cfg(test)]
mod tests {
    use super::super::super::sweep;
    use super::*;

    fn table(cells: &[(&str, &str, &str, f64)]) -> Table {
        let row = |(down, across, third, value): &(&str, &str, &str, f64)| {
            let mut row = vec![Cell::text("g"), Cell::Count(2)];
            for (key, value) in [("a", down), ("b", across), ("c", third)] {
                // The section has all values in words.
                row.extend([Cell::text(key), Cell::Empty, Cell::text(*value)]);
            }
            row.push(Cell::text("f"));
            row.extend([*value, value - 0.1, value + 0.1].map(|value| Cell::Share(Some(value))));
            row.push(Cell::Count(9));
            row
        };
        Table { name: sweep::NAME, columns: sweep::COLUMNS, rows: cells.iter().map(row).collect() }
    }

    fn map(table: &Table, reference: Option<f64>) -> Option<Map> {
        Map::of(table, ["word_1", "word_2", "value"], &table.rows.iter().collect::<Vec<_>>(), reference)
    }

    #[test]
    fn a_map_has_every_cell_and_the_darkest_is_the_highest() {
        let table = table(&[("1", "x", "", 0.2), ("1", "y", "", 0.5), ("2", "y", "", 0.8)]);
        let known = map(&table, None).expect("a map");
        assert_eq!(
            (known.down.as_str(), known.across.as_str(), &known.columns[..]),
            ("a", "b", &["x".into(), "y".into()][..])
        );
        let squares = |map: &Map, row: usize| {
            map.rows[row]
                .1
                .iter()
                .map(|square| format!("{} {}", square.text, square.shade))
                .collect::<Vec<_>>()
        };
        assert_eq!(squares(&known, 0), ["20.00 % high0", "50.00 % high3"]);
        assert_eq!(squares(&known, 1), [" ", "80.00 % high6"]);
        let with_reference = map(&table, Some(0.5)).expect("a map");
        assert_eq!(squares(&with_reference, 0), ["20.00 % − low6", "50.00 % high0"]);
        assert_eq!(squares(&with_reference, 1), [" ", "80.00 % + high6"]);
    }
}
