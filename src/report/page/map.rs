//! A map of figures by two keys: numbers on shades.

use super::super::{Cell, Table};
use super::section::three;
use super::words::Unit;

/// The most rows, and the most columns, of a map.
const MOST: usize = 24;
/// The shades on each side of the middle; names of classes in the style sheet.
const SHADES: f64 = 6.0;

/// A map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Map {
    /// What its rows are.
    pub down: String,
    /// What its columns are.
    pub across: String,
    /// The columns.
    pub columns: Vec<String>,
    /// The rows: name and squares.
    pub rows: Vec<(String, Vec<Square>)>,
}

/// A place of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Square {
    /// The number there; nothing if there is none.
    pub text: String,
    /// How dark it is.
    pub shade: String,
}

impl Map {
    /// The map of these rows, by the columns of its rows, columns and values; `None` if a key is empty, or there is no
    /// room. Held against a value, higher and lower ones have different colours, and a sign where the interval leaves
    /// it out.
    pub(super) fn of(
        table: &Table,
        [down, across, value]: [&str; 3],
        rows: &[&Vec<Cell>],
        against: Option<f64>,
    ) -> Option<Self> {
        let (mut downs, mut acrosses) = (Vec::new(), Vec::new());
        for row in rows {
            for (column, names) in [(down, &mut downs), (across, &mut acrosses)] {
                let name = table.written(row, column);
                if name.is_empty() || names.len() > MOST {
                    return None;
                }
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let is_cut = downs.len() > MOST || acrosses.len() > MOST;
        // More than two settings have more than one figure for a place.
        if is_cut || rows.len() > downs.len() * acrosses.len() || acrosses.len() < 2 {
            return None;
        }
        // Who meets whom stands in the same order both ways.
        if downs.len() == acrosses.len() && downs.iter().all(|name| acrosses.contains(name)) {
            acrosses.clone_from(&downs);
        }
        let numbers = || rows.iter().filter_map(|row| table.number(row, value));
        let (low, high) =
            (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
        let shade = |number: f64| match against {
            Some(middle) => {
                let span = (high - middle).abs().max((low - middle).abs());
                let side = if number < middle { "low" } else { "high" };
                format!("{side}{}", dark((number - middle).abs() / span))
            }
            None => format!("high{}", dark((number - low) / (high - low))),
        };
        let square = |row: &Vec<Cell>| {
            let (cell, number) = (table.cell(row, value)?, table.number(row, value)?);
            let (text, _) = Unit::of(value, cell)
                .with_interval(number, three(table, row, value).map(|[_, low, high]| (low, high)));
            let sign = match (three(table, row, value), against) {
                (Some([_, low, _]), Some(middle)) if low > middle => " +",
                (Some([_, _, high]), Some(middle)) if high < middle => " −",
                _ => "",
            };
            Some(Square { text: format!("{text}{sign}"), shade: shade(number) })
        };
        let at = |down_name: &str, across_name: &str| {
            let is_it = |row: &&&Vec<Cell>| {
                table.written(row, down) == down_name && table.written(row, across) == across_name
            };
            rows.iter().find(is_it).and_then(|row| square(row)).unwrap_or_default()
        };
        let line = |name: &String| (name.clone(), acrosses.iter().map(|across| at(name, across)).collect());
        let title = |column: &str| {
            let setting = column.strip_prefix("value_").map(|nth| format!("key_{nth}"));
            setting
                .and_then(|key| rows.first().map(|row| table.written(row, &key)))
                .unwrap_or_else(|| column.into())
        };
        Some(Self {
            down: title(down),
            across: title(across),
            rows: downs.iter().map(line).collect(),
            columns: acrosses,
        })
    }
}

/// The shade of something so far from the middle.
fn dark(far: f64) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a shade")]
    let shade = (far.clamp(0.0, 1.0) * SHADES).round() as u8;
    shade
}
