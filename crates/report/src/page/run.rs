//! The parts of a run's page besides its tables: the headline, and the choice of cards.

use super::super::csv::StoredTable;
use super::super::metrics::{at_the_table, how_long};
use super::super::outcomes::at_limit;
use super::super::table::fixed;
use super::super::{Cell, Table, metrics, outcomes};
use super::figures::Lengths;
use super::folder::Folder;
use super::names::Names;
use super::section::{Figure, Section, three};
use super::views::{Part, View, even};
use super::words::{Unit, unbroken};
use std::collections::BTreeMap;
use undercard_engine::model::OPENING;

/// Maximum number of rows for opening hands, and for the largest differences.
const OPENINGS: usize = 80;
const LARGEST: usize = 30;

/// The win shares, outcomes and lengths in a sentence each.
pub(super) fn headline(folder: &Folder, names: &Names) -> Vec<String> {
    let at_limit = folder.table("outcomes").and_then(at_limit);
    let metrics = |sentence: fn(&Table, Option<f64>) -> Option<String>| {
        folder.table("metrics").and_then(|table| sentence(table, at_limit))
    };
    let sentences = [
        folder.table("win_rates").and_then(|table| who_wins(table, names)),
        folder.table("outcomes").and_then(how_games_end),
        metrics(how_long),
        metrics(at_the_table),
    ];
    sentences.into_iter().flatten().map(|sentence| unbroken(&sentence)).collect()
}

/// The extremes of the most informative group: bots if there are several, else the game's own sides or characters, else
/// seats.
fn who_wins(table: &Table, names: &Names) -> Option<String> {
    let mut n_rows: BTreeMap<String, usize> = BTreeMap::new();
    for row in &table.rows {
        *n_rows.entry(table.written(row, "grouped_by")).or_default() += 1;
    }
    let own = |(group, n): &(&String, &usize)| !matches!(group.as_str(), "seat" | "bot") && **n > 1;
    let group = match n_rows.get("bot") {
        Some(n) if *n > 1 => "bot",
        _ => n_rows.iter().find(own).map_or("seat", |(group, _)| group.as_str()),
    };
    let mut rows: Vec<&Vec<Cell>> =
        table.rows.iter().filter(|row| table.written(row, "grouped_by") == group).collect();
    let share = |row: &Vec<Cell>| table.number(row, "win_share").unwrap_or(0.0);
    rows.sort_by(|a, b| share(b).total_cmp(&share(a)));
    let (first, last) = (rows.first()?, rows.last()?);
    let name = |row: &Vec<Cell>| names.player(group, &table.written(row, "key"));
    // The extremes of many members are partly due to chance.
    let is_joint = rows.len() > 2 && table.column_index("joint_low").is_some();
    let interval = if is_joint { ("joint_low", "joint_high") } else { ("win_share_low", "win_share_high") };
    let share = |row: &[Cell]| {
        let ends = table.number(row, interval.0).zip(table.number(row, interval.1));
        value_and_interval(table.number(row, "win_share"), ends)
    };
    let (share_of_first, share_of_last) = (share(first), share(last));
    let Some(even) = even(table, &rows) else {
        return Some(format!("{} wins {share_of_first} of its games.", capital(&name(first))));
    };
    let ends = |row: &Vec<Cell>| table.number(row, interval.0).zip(table.number(row, interval.1));
    let is_clear = |row: &&&Vec<Cell>| ends(row).is_some_and(|(low, high)| low > even || high < even);
    let verdict = match rows.iter().filter(is_clear).count() {
        0 => "No interval excludes this, so this run does not show a difference; there may still be one."
            .into(),
        clear if clear == rows.len() => "Every interval excludes this.".into(),
        clear => format!("{clear} of {} intervals exclude this.", rows.len()),
    };
    let picked = if is_joint {
        let level = names.level.percent();
        format!(" The intervals of all {} hold together at {level} %.", rows.len())
    } else {
        String::new()
    };
    let [first_name, last_name] = [first, last].map(|row| name(row));
    Some(format!(
        "{} wins most often, {share_of_first} of its games; {last_name} wins least often, \
         {share_of_last}. The even share is {} %. {verdict}{picked}",
        capital(&first_name),
        fixed(100.0 * even, 2)
    ))
}

fn how_games_end(table: &Table) -> Option<String> {
    let kind = |(kind, row): (String, &Vec<Cell>)| format!("{kind} {}", percent(table, row, "share"));
    let kinds: Vec<String> = outcomes::occurred(table).map(kind).collect();
    (!kinds.is_empty()).then(|| format!("Outcomes: {}.", kinds.join("; ")))
}

/// A share and its interval.
fn percent(table: &Table, row: &[Cell], column: &str) -> String {
    value_and_interval(table.number(row, column), three(table, row, column).map(|[_, low, high]| (low, high)))
}

fn value_and_interval(value: Option<f64>, ends: Option<(f64, f64)>) -> String {
    let (value, interval) = Unit::Percent.with_interval(value.unwrap_or(0.0), ends);
    if interval.is_empty() { value } else { format!("{value} ({interval})") }
}

pub(super) fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

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
