//! The parts of a run's page besides its tables: the lengths, and the choice of cards.

use super::super::csv::StoredTable;
use super::super::table::fixed;
use super::super::{Cell, Table, metrics};
use super::figures::Lengths;
use super::folder::Folder;
use super::names::Names;
use super::section::{Figure, Section, three};
use super::views::{Part, View};
use undercard_engine::model::OPENING;

/// Maximum number of rows for opening hands, and for the largest differences.
const OPENINGS: usize = 80;
const LARGEST: usize = 30;

/// The histogram of game lengths.
pub(crate) fn lengths(table: &Table, folder: &Folder) -> Figure {
    let metrics_table = folder.table("metrics");
    let value = |name| metrics_table.and_then(|table| metrics::value(table, name));
    Lengths::of(table, value("length-mean"), value("length-p50"))
        .map_or(Figure::None, |lengths| Figure::Lengths(Box::new(lengths)))
}

/// The section on cards: opening hands, the largest differences, and every row.
pub(crate) fn cards(view: &View, stored: &StoredTable, names: &Names) -> Section {
    let table = &stored.table;
    let mut section = Section::without_tables(view, stored);
    let (level, alpha) = (names.level, names.level.alpha());
    // Without p-values, the intervals decide which differences are significant.
    let has_q = table.rows.iter().any(|row| table.number(row, "q_value").is_some());
    let is_clear = |row: &&Vec<Cell>| match (table.number(row, "q_value"), three(table, row, "difference")) {
        (Some(q), _) => q < alpha,
        (None, Some([_, low, high])) => !has_q && (low > 0.0 || high < 0.0),
        (None, None) => false,
    };
    let rows = |is_opening: bool, is_all: bool| {
        let is = |row: &Vec<Cell>, column, name: &str| table.written(row, column) == name;
        let is_it = move |row: &&Vec<Cell>| {
            is(row, "event", OPENING) == is_opening && is(row, "side", "all") == is_all
        };
        let known = |row: &&Vec<Cell>| table.number(row, "difference").is_some();
        table.rows.iter().filter(known).filter(is_it)
    };
    let mut add = |caption: &str, columns: &[&'static str], mut rows: Vec<&Vec<Cell>>, most: usize| {
        let size = |row: &&Vec<Cell>| table.number(row, "difference").unwrap_or(0.0).abs();
        let n_all = rows.len();
        rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
        rows.truncate(most);
        let of = if rows.len() < n_all { format!(": {most} of {n_all}") } else { String::new() };
        section.add(view, table, columns, Part::drawn(format!("{caption}{of}")), &rows, names);
    };
    add(
        "In the opening hand, all players",
        &["card", "win_share_with", "win_share_without", "difference", "q_value"],
        rows(true, true).collect(),
        OPENINGS,
    );
    add(
        "Largest differences for other events, all players",
        &["card", "event", "event_rate", "difference", "q_value"],
        rows(false, true).filter(is_clear).collect(),
        LARGEST,
    );
    add(
        "Largest differences for a single side or character",
        &["card", "side", "event", "event_rate", "difference", "q_value"],
        rows(true, false).chain(rows(false, false)).filter(is_clear).collect(),
        LARGEST,
    );
    let all: Vec<&Vec<Cell>> = table.rows.iter().collect();
    section.add(view, table, view.columns, Part::folded("Every card, side and event"), &all, names);
    section.findings.push(if has_q {
        let percent = level.alpha_percent();
        format!(
            "Among many cards, some differ by chance alone. The q-value corrects for this within one event and one side: \
             of these rows with q below {alpha_share}, on average at most {percent} in 100 are due to chance. The tables \
             of the largest differences contain only such rows, but of several events or sides, so that more of them \
             can be due to chance. They were picked for being extreme, so expect the true differences to be a little \
             smaller.",
            alpha_share = fixed(alpha, 3).trim_end_matches('0')
        )
    } else {
        "The number of games was not fixed beforehand, so there are no q-values. The tables of the largest differences \
         contain the rows whose interval excludes 0. Among many cards, some differ by chance alone."
            .into()
    });
    section
}
