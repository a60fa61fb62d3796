//! Reports. Each is a pure function from finished statistics to a [`Table`]. Files, JSON and documentation
//! are generated from the list [`REPORTS`]. Programs use it as `undercard::report`.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod advise;
pub mod answer;
pub mod card_impact;
pub mod changed_cards;
mod chart;
#[doc(hidden)]
pub mod check;
pub mod claim;
#[doc(hidden)]
pub mod compare;
#[doc(hidden)]
pub mod csv;
#[doc(hidden)]
pub mod disk;
#[doc(hidden)]
pub mod escape;
#[doc(hidden)]
pub mod exploit;
#[doc(hidden)]
pub mod figures;
#[doc(hidden)]
pub mod game_length;
#[doc(hidden)]
pub mod games;
mod histogram;
#[doc(hidden)]
pub mod impact;
#[doc(hidden)]
pub mod list_file;
#[doc(hidden)]
pub mod luck;
#[doc(hidden)]
pub mod matchups;
#[doc(hidden)]
pub mod metrics;
#[doc(hidden)]
pub mod outcomes;
pub mod overwrite;
pub mod page;
#[doc(hidden)]
pub mod panel;
pub mod plain;
#[doc(hidden)]
pub mod playtest;
pub mod quantity;
#[doc(hidden)]
pub mod read;
#[doc(hidden)]
pub mod replay;
pub mod result_file;
mod results;
#[doc(hidden)]
pub mod runs;
#[doc(hidden)]
pub mod score_sheet;
#[doc(hidden)]
pub mod sensitivity;
#[doc(hidden)]
pub mod show;
pub mod store;
#[doc(hidden)]
pub mod stored;
#[doc(hidden)]
pub mod summary;
#[doc(hidden)]
pub mod sweep;
#[doc(hidden)]
pub mod table;
#[cfg(test)]
mod tests;
pub mod text;
pub mod tiles;
#[doc(hidden)]
pub mod train;
#[doc(hidden)]
pub mod tune;
#[doc(hidden)]
pub mod verify;
#[doc(hidden)]
pub mod win_rates;
#[doc(hidden)]
pub mod workbook;
#[doc(hidden)]
pub mod write;
#[doc(hidden)]
pub mod writer_lock;

use page::views::View;
pub use result_file::ResultFile;
#[doc(hidden)]
pub use results::{NamedFigure, Results, figures};
pub use table::{Cell, Column, ColumnType, Figure, Row, Table};
pub use undercard_engine::stats::FigureId;

/// A report: a table that a command writes as a CSV file, and its section on a page. To add one, write its file and its
/// line in [`REPORTS`].
#[derive(Debug)]
pub struct Report {
    /// Its name, which is the name of its file without `.csv`.
    pub name: &'static str,
    /// The command that writes it, with the option that requests it, if any.
    pub command: &'static str,
    /// Its contents, in a sentence.
    pub contents: &'static str,
    /// Its columns.
    pub columns: &'static [Column],
    #[doc(hidden)]
    /// Makes it from the statistics of a run; `None` if another command makes it.
    pub of_run: Option<fn(&Results<'_>) -> Table>,
    /// Its section on a page; `None` if pages omit it.
    pub(crate) view: Option<View>,
}

/// Every report, in the order of the documentation and of the pages.
pub const REPORTS: &[&Report] = &[
    &win_rates::REPORT,
    &outcomes::REPORT,
    &game_length::REPORT,
    &card_impact::REPORT,
    &metrics::REPORT,
    &games::REPORT,
    &games::SEATS,
    &games::METRICS,
    &games::CARDS,
    &games::DECISIONS,
    &figures::REPORT,
    &compare::REPORT,
    &changed_cards::REPORT,
    &impact::REPORT,
    &panel::REPORT,
    &sensitivity::REPORT,
    &sweep::REPORT,
    &matchups::RATINGS_REPORT,
    &matchups::REPORT,
    &matchups::FIELD_REPORT,
    &luck::REPORT,
    &luck::PARTS_REPORT,
    &luck::REPLACED_REPORT,
    &playtest::REPORT,
    &playtest::VERSIONS_REPORT,
    &playtest::DEALS_REPORT,
    &playtest::BOTS_REPORT,
    &playtest::PEOPLE_REPORT,
    &exploit::REPORT,
    &train::REPORT,
    &tune::REPORT,
    &tune::SETTINGS_REPORT,
    &advise::REPORT,
    &check::REPORT,
    &replay::REPORT,
    &replay::MOVES_REPORT,
    &verify::REPORT,
    &runs::REPORT,
];

/// Every table that a result can have, with its columns, in the order of the documentation.
pub fn all_tables() -> impl Iterator<Item = (&'static str, &'static [Column])> {
    let is_other = |name| {
        [runs::NAME, figures::NAME].contains(&name) || games::LISTS.iter().any(|list| list.name == name)
    };
    let in_results = REPORTS.iter().filter(move |report| !is_other(report.name));
    in_results.map(|report| (report.name, report.columns))
}

/// The report with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Report> {
    REPORTS.iter().copied().find(|report| report.name == name)
}

#[doc(hidden)]
/// All reports of a run.
#[must_use]
pub fn tables(results: &Results<'_>) -> Vec<Table> {
    REPORTS.iter().filter_map(|report| report.of_run).map(|table| table(results)).collect()
}

/// A figure of some tables.
#[must_use]
pub fn figure<'t>(tables: &'t [Table], id: &FigureId) -> Option<Figure<'t>> {
    tables.iter().find_map(|table| table.figure(id))
}
