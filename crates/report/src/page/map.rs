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
