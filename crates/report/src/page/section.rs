//! A report as a section of a page: tables in which each row has a chart of its interval. Long tables are cut.

use super::super::chart::{Bar, Chart};
use super::super::csv::StoredTable;
use super::super::plain::{self, capitalized};
use super::super::{Cell, Column, Table};
use super::map::Map;
use super::names::Names;
use super::plot::{Axis, Mark};
use super::views::{Order, Part, View, is_clear};
use super::words::{self, Unit, cell};
use std::collections::HashMap;
use undercard_engine::stats::multiple_testing::holm;

/// Maximum number of rows of a table, and of all tables of a section. The CSV file has all rows.
pub(super) const TABLE_ROWS: usize = 1000;
const SECTION_ROWS: usize = 4000;
/// Maximum number of addresses that a section lists.
const ADDRESSES: usize = 300;

/// A section of the page.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    /// The anchor: the name of the report.
    pub id: &'static str,
    /// The heading.
    pub title: String,
    /// What the section shows; empty if its tables say it.
    pub intro: String,
    /// How to read the section.
    pub reading: String,
    /// Conclusions from this result, one paragraph each.
    pub findings: Vec<String>,
    /// The figure above the tables.
    pub figure: Figure,
    /// The tables.
    pub tables: Vec<TableView>,
    /// Notes on rows and tables that are not shown.
    pub notes: Vec<String>,
    /// The columns and their meanings.
    pub columns: Vec<(String, String)>,
    /// The names of figures and settings, and their addresses.
    pub addresses: Vec<(String, String)>,
}

/// A figure of a whole report.
#[derive(Clone, Debug)]
pub(crate) enum Figure {
    /// No figure.
    None,
    /// A bar of all games by outcome.
    Endings(super::figures::Endings),
    /// A histogram of game lengths.
    Lengths(Box<super::figures::Lengths>),
    /// Lines over an amount played.
    Curve(Box<super::curve::Curve>),
}

impl Figure {
    /// Its description.
    pub(super) fn chart(&self) -> Option<&Chart> {
        match self {
            Self::None | Self::Endings(_) => None,
            Self::Lengths(lengths) => Some(&lengths.chart),
            Self::Curve(curve) => Some(&curve.chart),
        }
    }
}

/// A table of the page.
#[derive(Clone, Debug)]
pub(crate) struct TableView {
    /// The caption; empty if the heading of the section suffices.
    pub caption: String,
    /// Whether it is collapsed until the reader opens it.
    pub is_folded: bool,
    /// The map above the table.
    pub map: Option<Map>,
    /// The headings of the key columns.
    pub keys: Vec<String>,
    /// The headings of the other columns.
    pub header: Vec<Heading>,
    /// The chart of its rows, if they have one.
    pub chart: Option<Chart>,
    /// The axis of the marks of the rows, if all share it.
    pub axis: Option<Axis>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// The heading of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    /// The text.
    pub text: String,
    /// Whether its cells are numbers.
    pub is_number: bool,
}

/// A row.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The cells of the key columns.
    pub keys: Vec<String>,
    /// The other cells.
    pub cells: Vec<Field>,
    /// Its interval in the chart.
    pub mark: Option<Mark>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// The text.
    pub text: String,
    /// Whether it is a number.
    pub is_number: bool,
}

impl Section {
    /// The section of a report, one table for each part.
    pub(crate) fn of(view: &View, stored: &StoredTable, names: &Names) -> Self {
        let table = &stored.table;
        let mut section = Self::without_tables(view, stored);
        let mut places = HashMap::new();
        let mut parts: Vec<(Part, Vec<&Vec<Cell>>)> = Vec::new();
        let mut rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|row| !names.omits(table, row)).collect();
        if view.order == Order::Certain {
            let is_share = |row: &[Cell]| matches!(table.cell(row, view.drawn), Some(Cell::Share(_)));
            let rank = |row: &[Cell]| {
                (is_clear(table, row, view.drawn, names), is_share(row), is_headline(table, row))
            };
            rows.sort_by(|one, other| {
                let sizes = effect(table, other, view.drawn).total_cmp(&effect(table, one, view.drawn));
                rank(other).cmp(&rank(one)).then(sizes)
            });
        }
        for row in &rows {
            let part = (view.part)(table, row, names);
            let index = *places.entry(part.clone()).or_insert(parts.len());
            match parts.get_mut(index) {
                Some((_, rows)) => rows.push(*row),
                None => parts.push((part, vec![*row])),
            }
        }
        let figure = |row: &[Cell]| {
            let figure = table.number(row, view.drawn);
            if view.order == Order::Largest { figure.map(f64::abs) } else { figure }
                .unwrap_or(f64::NEG_INFINITY)
        };
        if matches!(view.order, Order::Highest | Order::Largest) {
            parts.iter_mut().for_each(|(_, rows)| rows.sort_by(|a, b| figure(b).total_cmp(&figure(a))));
        }
        if (view.reference)(table, &[]) == Some(0.0) {
            let known: Vec<[f64; 3]> = rows.iter().filter_map(|row| three(table, row, view.drawn)).collect();
            let clear = known.iter().filter(|[_, low, high]| *low > 0.0 || *high < 0.0).count();
            let by_chance = format!("; by chance alone, {} in 100 would", names.level.alpha_percent());
            let corrected = corrected(table, view.drawn);
            let alpha = names.level.alpha();
            let n_beyond = corrected.iter().filter(|p| **p < alpha).count();
            let of_all = match corrected.len() {
                0 => String::new(),
                n => format!(" Corrected for all {n} comparisons (Holm), {n_beyond} differ from 0."),
            };
            section
                .findings
                .push(format!("{clear} of {} intervals exclude 0{by_chance}.{of_all}", known.len()));
        }
        let shared = shared(view, table);
        let shown: Vec<&str> = view
            .columns
            .iter()
            .copied()
            .filter(|name| !shared.iter().any(|(known, _)| known == name))
            .collect();
        let sentences = shared
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!("{}: {value}.", capitalized(name)));
        section.intro = sentences.collect::<Vec<_>>().join(" ");
        let n_parts = parts.len();
        for (nth, (part, rows)) in parts.into_iter().enumerate() {
            if section.n_rows() >= SECTION_ROWS {
                let n = n_parts - nth;
                section
                    .notes
                    .push(format!("{n} of {n_parts} tables are not shown; {}.csv has all rows.", table.name));
                break;
            }
            section.add(view, table, &shown, part, &rows, names);
        }
        if !view.folded.is_empty() {
            let key = view.columns.iter().filter(|name| is_key(table, name)).copied();
            let columns: Vec<&str> = key.chain(view.folded.iter().copied()).collect();
            section.add(view, table, &columns, Part::folded("Further figures"), &rows, names);
        }
        section
    }

    /// The section of a report, without its tables.
    pub(super) fn without_tables(view: &View, stored: &StoredTable) -> Self {
        let table = &stored.table;
        let known = |column: &&Column| {
            let name = column.name.strip_suffix("_low").or_else(|| column.name.strip_suffix("_high"));
            view.columns.iter().chain(view.folded).any(|shown| *shown == column.name || Some(*shown) == name)
                && !matches!(column.name, "low" | "high")
        };
        let columns = table.columns.iter().filter(known);
        let mut notes = Vec::new();
        if stored.n_rows == 0 {
            notes.push(format!("{}.csv has no rows.", table.name));
        }
        if stored.n_rows > table.rows.len() as u64 {
            let n = table.rows.len();
            notes.push(format!(
                "Only the first {n} of the {} rows of {}.csv were read.",
                stored.n_rows, table.name
            ));
        }
        Self {
            id: table.name,
            title: view.title.into(),
            intro: String::new(),
            reading: view.intro.into(),
            findings: Vec::new(),
            figure: Figure::None,
            tables: Vec::new(),
            notes,
            columns: columns.map(|column| (heading(column.name), words::plain(column.meaning))).collect(),
            addresses: Vec::new(),
        }
    }

    /// Adds a table of these rows; rows beyond the limits are omitted, with a note.
    pub(super) fn add(
        &mut self,
        view: &View,
        table: &Table,
        columns: &[&str],
        part: Part,
        rows: &[&Vec<Cell>],
        names: &Names,
    ) {
        self.remember(table, rows, names);
        let map = view.map.and_then(|columns| Map::of(table, columns, rows, (view.reference)(table, rows)));
        let room = TABLE_ROWS.min(SECTION_ROWS.saturating_sub(self.n_rows()));
        let kept = &rows[..rows.len().min(room)];
        if kept.len() < rows.len() {
            let of = if part.caption.is_empty() { String::new() } else { format!("{}: ", part.caption) };
            let (n, all) = (kept.len(), rows.len());
            self.notes.push(format!("{of}{n} of {all} rows are shown; {}.csv has all rows.", table.name));
        }
        if !kept.is_empty() || map.is_some() {
            let reference = (view.reference)(table, rows);
            let drawn = if part.is_drawn { view.drawn } else { "" };
            let is_folded = part.is_folded || map.is_some();
            self.tables.push(TableView {
                is_folded,
                map,
                ..TableView::of(table, columns, (drawn, view.band), reference, part.caption, kept, names)
            });
        }
    }

    /// Lists the addresses of the names in these rows.
    fn remember(&mut self, table: &Table, rows: &[&Vec<Cell>], names: &Names) {
        let keys = || table.columns.iter().filter(|column| column.key);
        let cells = rows.iter().flat_map(|row| keys().map(move |column| (row, column.name)));
        for (name, address) in cells.filter_map(|(row, column)| names.key(table, row, column)) {
            let is_new = name != address && !self.addresses.iter().any(|(_, known)| *known == address);
            if is_new && !address.is_empty() && self.addresses.len() < ADDRESSES {
                self.addresses.push((capitalized(&name), address));
            }
        }
    }

    fn n_rows(&self) -> usize {
        self.tables.iter().map(|shown| shown.rows.len()).sum()
    }
}

impl TableView {
    /// Whether its rows have marks.
    pub(super) fn is_drawn(&self) -> bool {
        self.rows.iter().any(|row| row.mark.is_some())
    }

    fn of(
        table: &Table,
        columns: &[&str],
        (drawn, band): (&str, Option<[&'static str; 2]>),
        reference: Option<f64>,
        caption: String,
        rows: &[&Vec<Cell>],
        names: &Names,
    ) -> Self {
        let is_known = |name: &&&str| {
            rows.iter().any(|row| table.cell(row, name).is_some_and(|cell| !cell.write().is_empty()))
        };
        let (key_names, others): (Vec<&str>, Vec<&str>) =
            columns.iter().filter(is_known).copied().partition(|name| is_key(table, name));
        let mut header = Vec::new();
        for name in &others {
            let is_words = |row: &&Vec<Cell>| matches!(table.cell(row, name), Some(Cell::Text(_)));
            header.push(Heading { text: named(table, name, rows), is_number: !rows.iter().any(is_words) });
            if table.ends(name).is_some() {
                header.push(Heading { text: "interval".into(), is_number: true });
            }
        }
        let keys: Vec<String> = key_names.iter().map(|name| named(table, name, rows)).collect();
        let keys_of =
            |row: &[Cell]| key_names.iter().map(|name| key(table, row, name, names)).collect::<Vec<_>>();
        let bar = |row: &&Vec<Cell>| {
            let value = table.number(row, drawn)?;
            let ends = three(table, row, drawn).map(|[_, low, high]| (low, high));
            let limits = band.map_or([None; 2], |ends| ends.map(|end| table.number(row, end)));
            Some(Bar { name: keys_of(row).join(", "), value, ends, limits })
        };
        let bars: Vec<Option<Bar>> = rows.iter().map(bar).collect();
        let unit = |row: &[Cell]| Some(Unit::of(table.cell(row, drawn)?, table.is_signed_in(row, drawn)));
        let chart = rows.iter().find_map(|row| unit(row)).map(|shared| {
            // Only rows with a scale of their own can have different units.
            let in_unit = rows.iter().zip(&bars).filter(|(row, _)| unit(row) == Some(shared));
            Chart {
                title: caption.clone(),
                names: keys.join(", "),
                values: named(table, drawn, rows),
                unit: shared,
                reference,
                bars: in_unit.filter_map(|(_, bar)| bar.clone()).collect(),
            }
        });
        // A single row without a reference value needs no chart.
        let is_one = |chart: &Chart| chart.bars.len() < 2 && reference.is_none() && band.is_none();
        let chart = chart.filter(|chart| !chart.bars.is_empty() && !is_one(chart));
        let numbers = |chart: &Chart| chart.bars.iter().filter_map(Bar::three).collect::<Vec<_>>();
        let axis = chart.as_ref().filter(|_| band.is_none());
        let axis = axis.and_then(|chart| Axis::of(&numbers(chart), chart.reference, chart.unit));
        let row = |(row, bar): (&&Vec<Cell>, &Option<Bar>)| Row {
            keys: keys_of(row),
            cells: others.iter().flat_map(|name| fields(table, row, name)).collect(),
            mark: bar.as_ref().and_then(|bar| match band {
                Some(_) => Mark::within(bar.three()?, bar.limits),
                None => Some(axis.as_ref()?.mark(bar.three()?)),
            }),
        };
        let shown: Vec<Row> = rows.iter().zip(&bars).map(row).collect();
        Self { caption, is_folded: false, map: None, keys, header, chart, axis, rows: shown }
    }
}

/// The p-values of a report, Holm-corrected over all rows.
fn corrected(table: &Table, drawn: &str) -> Vec<f64> {
    let of = |column| table.rows.iter().filter_map(|row| table.number(row, column)).collect::<Vec<f64>>();
    let own = format!("{drawn}_p_holm");
    match [own.as_str(), "p_holm"].into_iter().find(|name| table.column_index(name).is_some()) {
        Some(name) => of(name),
        None => holm(&of("p_value")),
    }
}

/// A value and the ends of its interval; `None` if one of them is unknown.
pub(super) fn three(table: &Table, row: &[Cell], column: &str) -> Option<[f64; 3]> {
    let figure = table.figure_in(row, column)?;
    Some([figure.value?, figure.low?, figure.high?])
}

/// A row's key for people.
fn key(table: &Table, row: &[Cell], column: &str, names: &Names) -> String {
    let name = cell(table.cell(row, column).unwrap_or(&Cell::Empty), false);
    match (column, names.key(table, row, column)) {
        ("outcome", _) => super::super::outcomes::phrase(&name).to_owned(),
        (_, Some((name, _))) => name,
        (_, None) => name,
    }
}

fn is_key(table: &Table, name: &str) -> bool {
    table.columns.iter().any(|column| column.name == name && column.key)
}

/// The shared columns of a view that have one value in all rows, and that value; a verdict that repeats another column has
/// none.
fn shared(view: &View, table: &Table) -> Vec<(&'static str, String)> {
    let one = |name: &&'static str| {
        let first = table.written(table.rows.first()?, name);
        table.rows.iter().all(|row| table.written(row, name) == first).then_some((*name, first))
    };
    let mut shared: Vec<_> = view.shared.iter().filter_map(one).collect();
    let repeats = |row: &Vec<Cell>| table.written(row, "lineup_verdict") == table.written(row, "verdict");
    if view.columns.contains(&"lineup_verdict") && table.rows.iter().all(repeats) {
        shared.push(("lineup_verdict", String::new()));
    }
    shared
}

/// Whether a figure is about winning, how games end, or how long they last.
fn is_headline(table: &Table, row: &[Cell]) -> bool {
    let figure = table.written(row, "figure");
    ["win_rates/", "outcomes/"].iter().any(|report| figure.starts_with(report))
        || figure == "metrics/length-mean"
}

/// The size of a difference: that of a share itself, that of any other figure relative to the first value.
fn effect(table: &Table, row: &[Cell], column: &str) -> f64 {
    let is_share = matches!(table.cell(row, column), Some(Cell::Share(_)));
    let scale = if is_share { 1.0 } else { table.number(row, "a").unwrap_or(1.0).abs().max(1e-9) };
    table.number(row, column).map_or(-1.0, |difference| (difference / scale).abs())
}

/// The fields of a row in a column: value and interval if the column can have intervals, otherwise the value.
fn fields(table: &Table, row: &[Cell], column: &str) -> Vec<Field> {
    let Some(known) = table.cell(row, column) else { return Vec::new() };
    let field = |text: String| Field { text, is_number: !matches!(known, Cell::Text(_)) };
    if table.ends(column).is_none() {
        return vec![field(cell(known, table.is_signed_in(row, column)))];
    }
    let ends = table.figure_in(row, column).and_then(|figure| figure.low.zip(figure.high));
    let (value, interval) = match known.number() {
        Some(value) if !matches!(known, Cell::P(_)) => {
            Unit::of(known, table.is_signed_in(row, column)).with_interval(value, ends)
        }
        _ => (cell(known, table.is_signed_in(row, column)), String::new()),
    };
    vec![field(value), field(interval)]
}

/// The heading of a column.
fn heading(column: &str) -> String {
    match column {
        "delta" => "b − a".into(),
        "q_value" => "q".into(),
        "p_value" => "p".into(),
        "elo" => "Elo rating".into(),
        "p_holm" | "one_copy_p_holm" => "corrected p-value".into(),
        "next_score" => "score against the next".into(),
        "measure" => "metric".into(),
        "old_word" => "old value".into(),
        "seat_or_all" => "seat".into(),
        "new_word" => "new value".into(),
        _ => column.replace('_', " "),
    }
}

/// The heading of a column in a table of these rows. In a sweep, the columns of values have the keys of their
/// settings as headings.
pub(super) fn named(table: &Table, column: &str, rows: &[&Vec<Cell>]) -> String {
    let setting = column.strip_prefix("word_").map(|nth| format!("key_{nth}"));
    let setting = setting.zip(rows.first()).map(|(key, row)| table.written(row, &key));
    match (setting, table.name, column) {
        (Some(setting), ..) => plain::setting(&setting),
        (None, "sensitivity", "delta") => "change".into(),
        (None, "win_rates", "key") => {
            rows.first().map_or_else(String::new, |row| table.written(row, "grouped_by"))
        }
        _ => heading(column),
    }
}

/// Whether a report has intervals of the method with this name.
pub(super) fn uses(table: &Table, method: &str) -> bool {
    table.rows.iter().any(|row| matches!(table.cell(row, "method"), Some(Cell::Text(name)) if name == method))
}
