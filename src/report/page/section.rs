//! A report as a section of a page: tables whose rows have a picture of their interval, as far as there is room.

use super::super::csv::Filed;
use super::super::{Cell, Column, Table};
use super::map::Map;
use super::plot::{Axis, Mark};
use super::views::{Part, View};
use super::words::{Unit, cell, plain};
use crate::stats::multiple_testing::holm;
use crate::stats::{Level, Method};
use std::collections::HashMap;

/// The most rows of one table, and of all tables of a section; the file has all of them.
pub(super) const TABLE_ROWS: usize = 1000;
const SECTION_ROWS: usize = 4000;

/// A section of the page.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// Its anchor: the report's name.
    pub id: &'static str,
    /// Its heading.
    pub title: String,
    /// What is shown, and how to read it.
    pub reads: String,
    /// What there is to say of this result.
    pub says: Vec<String>,
    /// A picture of the whole.
    pub figure: Figure,
    /// Its tables.
    pub tables: Vec<Shown>,
    /// What is not shown, and how intervals were made.
    pub notes: Vec<String>,
    /// The columns, and what they mean.
    pub columns: Vec<(String, String)>,
}

/// A picture of a whole report.
#[derive(Clone, Debug)]
pub(super) enum Figure {
    /// None.
    None,
    /// How games end.
    Endings(super::figures::Endings),
    /// How long games are.
    Lengths(Box<super::figures::Lengths>),
}

/// A table of the page.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// What it says above it.
    pub caption: String,
    /// Is it shown only to who asks?
    pub is_folded: bool,
    /// A map above it.
    pub map: Option<Map>,
    /// The names of the columns that say what rows are about.
    pub keys: Vec<String>,
    /// The names of the others.
    pub header: Vec<Heading>,
    /// The axis of the pictures.
    pub axis: Option<Axis>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// The name of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    /// The name.
    pub text: String,
    /// Do numbers stand below it?
    pub is_number: bool,
}

/// A row.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// What it is about.
    pub keys: Vec<String>,
    /// What is known of it.
    pub cells: Vec<Field>,
    /// Its picture.
    pub mark: Option<Mark>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// What stands there.
    pub text: String,
    /// Is it a number?
    pub is_number: bool,
}

impl Section {
    /// The section of a report that is shown part by part.
    pub(super) fn of(view: &View, filed: &Filed, level: Option<Level>) -> Self {
        let table = &filed.table;
        let mut section = Self::begun(view, filed);
        let mut places = HashMap::new();
        let mut parts: Vec<(Part, Vec<&Vec<Cell>>)> = Vec::new();
        for row in &table.rows {
            let part = (view.part)(table, row);
            let place = *places.entry(part.clone()).or_insert(parts.len());
            match parts.get_mut(place) {
                Some((_, rows)) => rows.push(row),
                None => parts.push((part, vec![row])),
            }
        }
        if (view.against)(table, &[]) == Some(0.0) {
            let known: Vec<[f64; 3]> =
                table.rows.iter().filter_map(|row| three(table, row, view.drawn)).collect();
            let clear = known.iter().filter(|[_, low, high]| *low > 0.0 || *high < 0.0).count();
            let by_luck = level.map_or_else(String::new, |level| {
                format!("; at {} %, luck alone makes {} in 100 do so", level.percent(), level.alpha_percent())
            });
            let corrected = corrected(table);
            let alpha = level.map_or(0.05, Level::alpha);
            let n_beyond = corrected.iter().filter(|p| **p < alpha).count();
            let of_all = match corrected.len() {
                0 => String::new(),
                n => format!(" Where looking at all {n} is allowed for (Holm), {n_beyond} differ from 0."),
            };
            section.says.push(format!("{clear} of {} intervals leave out 0{by_luck}.{of_all}", known.len()));
        }
        let n_parts = parts.len();
        for (nth, (part, rows)) in parts.into_iter().enumerate() {
            if section.n_rows() >= SECTION_ROWS {
                let n = n_parts - nth;
                section
                    .notes
                    .push(format!("{n} of {n_parts} tables are not shown; {}.csv has them.", table.name));
                break;
            }
            section.add(view, table, view.columns, part, &rows);
        }
        section
    }

    /// The section of a report, without its tables.
    pub(super) fn begun(view: &View, filed: &Filed) -> Self {
        let table = &filed.table;
        let known = |column: &&Column| {
            let name = column.name.strip_suffix("_low").or_else(|| column.name.strip_suffix("_high"));
            view.columns.iter().any(|shown| *shown == column.name || Some(*shown) == name)
                && !matches!(column.name, "low" | "high")
        };
        let columns = table.columns.iter().filter(known);
        let mut notes = Vec::new();
        if filed.n_rows == 0 {
            notes.push(format!("{}.csv has no rows.", table.name));
        }
        if filed.n_rows > table.rows.len() as u64 {
            let n = table.rows.len();
            notes.push(format!(
                "Only the first {n} of the {} rows of {}.csv are read.",
                filed.n_rows, table.name
            ));
        }
        Self {
            id: view.name,
            title: view.title.into(),
            reads: view.reads.into(),
            says: Vec::new(),
            figure: Figure::None,
            tables: Vec::new(),
            notes,
            columns: columns.map(|column| (heading(column.name), plain(column.meaning))).collect(),
        }
    }

    /// Adds a table of these rows, as far as there is room.
    pub(super) fn add(
        &mut self,
        view: &View,
        table: &Table,
        columns: &[&'static str],
        part: Part,
        rows: &[&Vec<Cell>],
    ) {
        let map = view.map.and_then(|columns| Map::of(table, columns, rows, (view.against)(table, rows)));
        let room = TABLE_ROWS.min(SECTION_ROWS.saturating_sub(self.n_rows()));
        let shown = &rows[..rows.len().min(room)];
        if shown.len() < rows.len() {
            let of = if part.caption.is_empty() { String::new() } else { format!("{}: ", part.caption) };
            let (n, all) = (shown.len(), rows.len());
            self.notes.push(format!("{of}{n} of {all} rows are shown; {}.csv has all of them.", table.name));
        }
        if !shown.is_empty() || map.is_some() {
            let against = (view.against)(table, rows);
            let drawn = if part.is_drawn { view.drawn } else { "" };
            let is_folded = part.is_folded || map.is_some();
            self.tables.push(Shown {
                is_folded,
                map,
                ..Shown::of(table, columns, drawn, against, part.caption, shown)
            });
        }
    }

    fn n_rows(&self) -> usize {
        self.tables.iter().map(|shown| shown.rows.len()).sum()
    }
}

impl Shown {
    fn of(
        table: &Table,
        columns: &[&'static str],
        drawn: &str,
        against: Option<f64>,
        caption: String,
        rows: &[&Vec<Cell>],
    ) -> Self {
        let is_known = |name: &&&str| {
            rows.iter().any(|row| table.cell(row, name).is_some_and(|cell| !cell.write().is_empty()))
        };
        let is_key = |name: &&str| table.columns.iter().any(|column| column.name == *name && column.key);
        let (key_names, names): (Vec<&str>, Vec<&str>) =
            columns.iter().filter(is_known).copied().partition(is_key);
        let mut header = Vec::new();
        for name in &names {
            let is_words = |row: &&Vec<Cell>| matches!(table.cell(row, name), Some(Cell::Text(_)));
            header.push(Heading { text: named(table, name, rows), is_number: !rows.iter().any(is_words) });
            if table.ends(name).is_some() {
                header.push(Heading { text: "interval".into(), is_number: true });
            }
        }
        let numbers: Vec<Option<[f64; 3]>> = rows.iter().map(|row| three(table, row, drawn)).collect();
        let known: Vec<[f64; 3]> = numbers.iter().flatten().copied().collect();
        let unit = rows.iter().find_map(|row| Some(Unit::of(drawn, table.cell(row, drawn)?)));
        let axis = match (known.len(), unit) {
            // One row alone has nothing to be seen beside.
            (0, _) | (_, None) => None,
            (1, _) if against.is_none() => None,
            (_, Some(unit)) => Axis::of(&known, against, unit),
        };
        let row = |(row, numbers): (&&Vec<Cell>, &Option<[f64; 3]>)| Row {
            keys: key_names.iter().map(|name| key(table, row, name)).collect(),
            cells: names.iter().flat_map(|name| fields(table, row, name)).collect(),
            mark: axis.as_ref().zip(*numbers).map(|(axis, numbers)| axis.mark(numbers)),
        };
        let shown = rows.iter().zip(&numbers).map(row).collect();
        let keys = key_names.iter().map(|name| named(table, name, rows)).collect();
        Self { caption, is_folded: false, map: None, keys, header, axis, rows: shown }
    }
}

/// The p-values of a report, corrected for looking at all of them.
fn corrected(table: &Table) -> Vec<f64> {
    let of = |column| table.rows.iter().filter_map(|row| table.number(row, column)).collect::<Vec<f64>>();
    if table.place("p_holm").is_some() { of("p_holm") } else { holm(&of("p_value")) }
}

/// A value with the ends of its interval.
pub(super) fn three(table: &Table, row: &[Cell], column: &str) -> Option<[f64; 3]> {
    let figure = table.figure_in(row, column)?;
    Some([figure.value?, figure.low?, figure.high?])
}

/// A name of a row, for people.
fn key(table: &Table, row: &[Cell], column: &str) -> String {
    let name = cell(column, table.cell(row, column).unwrap_or(&Cell::Empty));
    match column {
        "outcome" => super::super::outcomes::told(&name).to_owned(),
        "key" if table.written(row, "group") == "seat" => format!("seat {name}"),
        _ => name,
    }
}

/// What stands in a column: where there can be an interval, in two fields.
fn fields(table: &Table, row: &[Cell], column: &str) -> Vec<Field> {
    let Some(known) = table.cell(row, column) else { return Vec::new() };
    let field = |text: String| Field { text, is_number: !matches!(known, Cell::Text(_)) };
    if table.ends(column).is_none() {
        return vec![field(cell(column, known))];
    }
    let ends = table.figure_in(row, column).and_then(|figure| figure.low.zip(figure.high));
    let (value, interval) = match known.number() {
        Some(value) if !matches!(known, Cell::P(_)) => Unit::of(column, known).with_interval(value, ends),
        _ => (cell(column, known), String::new()),
    };
    vec![field(value), field(interval)]
}

/// The name of a column, for people.
fn heading(column: &str) -> String {
    match column {
        "delta" => "b − a".into(),
        "q_value" => "q".into(),
        "p_value" => "p".into(),
        "p_holm" => "p (Holm)".into(),
        _ => column.replace('_', " "),
    }
}

/// The same in a table of these rows: the values of a sweep are those of settings.
pub(super) fn named(table: &Table, column: &str, rows: &[&Vec<Cell>]) -> String {
    let setting = column.strip_prefix("value_").map(|nth| format!("key_{nth}"));
    let setting = setting.zip(rows.first()).map(|(key, row)| table.written(row, &key));
    match (setting, table.name, column) {
        (Some(setting), ..) => setting,
        (None, "sensitivity", "delta") => "change".into(),
        (None, "win_rates", "key") | (None, "outcomes", "outcome") => String::new(),
        _ => heading(column),
    }
}

/// The methods of a report's intervals, in the order in which they are documented.
pub(super) fn methods(table: &Table) -> Vec<Method> {
    let is_used = |method: &Method| {
        table
            .rows
            .iter()
            .any(|row| matches!(table.cell(row, "method"), Some(Cell::Text(name)) if name == method.name()))
    };
    Method::ALL.iter().copied().filter(is_used).collect()
}
