//! The view of each report on a page: heading, introduction, columns and chart.

use super::super::csv::StoredTable;
use super::super::{Cell, Table};
use super::folder::Folder;
use super::names::Names;
use super::section::{Figure, Section, three};
use super::words::Unit;

/// The view of a report.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The heading.
    pub title: &'static str,
    /// How to read the section; the page shows it below the tables.
    pub intro: &'static str,
    /// The columns, keys first. The interval of a column follows it. Columns that are empty in all rows are
    /// omitted.
    pub columns: &'static [&'static str],
    /// Further columns, which a collapsed table below shows with the keys.
    pub folded: &'static [&'static str],
    /// Columns that a sentence above the tables replaces if all rows have the same value.
    pub shared: &'static [&'static str],
    /// The column whose intervals the chart shows; empty for no chart.
    pub drawn: &'static str,
    /// The order of the rows.
    pub order: Order,
    /// The columns with the ends of each row's target. The chart shows them, each row on a scale of its own.
    pub band: Option<[&'static str; 2]>,
    /// The reference value of a part's rows: the vertical line of the chart.
    pub reference: fn(&Table, &[&Vec<Cell>]) -> Option<f64>,
    /// The part of the report that a row belongs to.
    pub part: fn(&Table, &[Cell], &Names) -> Part,
    /// The columns of a map: its rows, its columns, its values.
    pub map: Option<[&'static str; 3]>,
    /// The figure above the tables.
    pub figure: fn(&Table, &Folder) -> Figure,
    /// Makes the section, without its figure.
    pub section: fn(&Self, &StoredTable, &Names) -> Section,
}

impl View {
    /// One table, without a chart.
    pub(crate) const PLAIN: Self = Self {
        title: "",
        intro: "",
        columns: &[],
        folded: &[],
        shared: &[],
        drawn: "",
        order: Order::AsReported,
        band: None,
        reference: none,
        part: whole,
        map: None,
        figure: |_, _| Figure::None,
        section: Section::of,
    };
}

/// The order of the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// That of the report.
    AsReported,
    /// The drawn column, the highest first.
    Highest,
    /// The drawn column, the largest difference from 0 first.
    Largest,
    /// Measurable differences first, shares before other figures. Among equals, who wins, how games end and how long they
    /// last; then the largest.
    Certain,
}

/// A part of a report, which is shown as a separate table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Part {
    /// The caption of the table.
    pub caption: String,
    /// Whether its rows share a scale.
    pub is_drawn: bool,
    /// Whether it is collapsed until the reader opens it.
    pub is_folded: bool,
}

impl Part {
    /// A table with a chart of the intervals on a common scale.
    pub(crate) fn drawn(caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), is_drawn: true, is_folded: false }
    }

    /// A table without a chart.
    pub(crate) fn numbers(caption: impl Into<String>) -> Self {
        Self { is_drawn: false, ..Self::drawn(caption) }
    }

    /// A collapsed table without a chart.
    pub(crate) fn folded(caption: impl Into<String>) -> Self {
        Self { is_folded: true, ..Self::numbers(caption) }
    }
}

fn none(_: &Table, _: &[&Vec<Cell>]) -> Option<f64> {
    None
}

pub(crate) fn zero(_: &Table, _: &[&Vec<Cell>]) -> Option<f64> {
    Some(0.0)
}

pub(crate) fn half(_: &Table, _: &[&Vec<Cell>]) -> Option<f64> {
    Some(0.5)
}

/// The win share of each row if all rows won equally often; `None` for a single row.
pub(crate) fn even(table: &Table, rows: &[&Vec<Cell>]) -> Option<f64> {
    let sum = |column: &str| rows.iter().filter_map(|row| table.number(row, column)).sum::<f64>();
    let even = sum("wins") / sum("games");
    (rows.len() > 1 && even.is_finite()).then_some(even)
}

fn whole(_: &Table, _: &[Cell], _: &Names) -> Part {
    Part::drawn("")
}

/// Groups differences: measurable ones first, shares on a common scale.
pub(crate) fn by_certainty(column: &str, table: &Table, row: &[Cell], names: &Names) -> Part {
    let unit = table.cell(row, column).map(|cell| Unit::of(cell, table.is_signed_in(row, column)));
    match (is_clear(table, row, column, names), unit) {
        (true, Some(Unit::Percent | Unit::Points)) => Part::drawn("What changes: shares"),
        (true, _) => Part::numbers("What changes: other figures, each in its own unit"),
        (false, Some(Unit::Percent | Unit::Points)) => Part::drawn("No measurable difference: shares"),
        (false, _) => Part::numbers("No measurable difference, or no interval: other figures"),
    }
}

/// Whether a difference is measurable: by its corrected p-value, or by its interval if it has no p-value.
pub(super) fn is_clear(table: &Table, row: &[Cell], column: &str, names: &Names) -> bool {
    match (table.number(row, "p_holm"), three(table, row, column)) {
        (Some(p), _) => p < names.level.alpha(),
        (None, Some([_, low, high])) => low > 0.0 || high < 0.0,
        (None, None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{REPORTS, figures, games, runs, tune};

    /// Reports without a page: the commands that write no file, and tables that repeat others for programs.
    const WITHOUT: [&str; 3] = [runs::NAME, figures::NAME, tune::SETTINGS];

    #[test]
    fn every_report_on_a_page_has_a_view_of_its_own_columns() {
        let is_list = |name: &str| games::LISTS.iter().any(|list| list.name == name);
        let on_a_page = |name: &str| !WITHOUT.contains(&name) && !is_list(name);
        for report in REPORTS.iter().filter(|report| on_a_page(report.name)) {
            let view = report.view.as_ref().unwrap_or_else(|| panic!("{} has no view", report.name));
            let has =
                |name: &&str| name.is_empty() || report.columns.iter().any(|column| column.name == *name);
            assert!(view.columns.iter().all(has), "{}", report.name);
            assert!(has(&view.drawn) && view.map.iter().flatten().all(has), "{}", report.name);
        }
    }
}
