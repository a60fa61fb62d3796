//! The parts of a check's page besides its targets: the verdict, and the comparison with the lock file.

use super::super::result_file::ResultMeta;
use super::super::{Cell, Table, check, plain};
use super::folder::Folder;
use super::names::Names;
use super::section::{Figure, Heading, Row, Section, TABLE_ROWS, TableView, three};
use super::words::{Unit, unbroken};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use undercard_engine::stats::Level;
use undercard_engine::stats::verdict::Verdict;

/// The details of a check's result.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Check {
    verdict: String,
    level_of_each_interval: Level,
    lock: Vec<LockEntry>,
}

/// A config that was checked, and its comparison with the lock file.
#[derive(Clone, Debug, Deserialize)]
struct LockEntry {
    config: String,
    state: String,
    message: String,
    changes: Vec<Change>,
}

/// A figure that differs from the lock file.
#[derive(Clone, Debug, Deserialize)]
struct Change {
    key: String,
    old: String,
    new: String,
}

impl Check {
    /// The details of a check's result; `None` for other results.
    pub(super) fn of(head: &ResultMeta) -> Option<Self> {
        let details = (head.command == check::NAME).then(|| Value::Object(head.details.clone()))?;
        serde_json::from_value(details).ok()
    }
}

/// The verdict in a few sentences.
pub(super) fn headline(
    check: &Check,
    head: &ResultMeta,
    folder: &Folder,
    names: &Names,
) -> Option<Vec<String>> {
    let Check { verdict, level_of_each_interval, lock } = check;
    let level = head.level;
    let configs: Vec<&str> = lock.iter().take(NAMED).map(|entry| entry.config.as_str()).collect();
    let more = lock.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let table = folder.table(check::NAME)?;
    let reasons = reasons(table, verdict, lock.len() > 1, names)
        .map_or_else(String::new, |reasons| format!(", because of {reasons}"));
    let mut sentences = vec![format!("Verdict for {}{more}: {verdict}{reasons}.", configs.join(", "))];
    // A target has a row for each line-up.
    let target = |row| ["config", "target"].map(|column| table.written(row, column));
    // The verdict of a group counts in place of those of its targets.
    let own = table.rows.iter().filter(|row| table.written(row, "target_group").is_empty());
    let verdicts: BTreeMap<_, _> = own.map(|row| (target(row), table.written(row, "verdict"))).collect();
    let of = |verdict: &str| verdicts.values().filter(|known| *known == verdict).count();
    if !verdicts.is_empty() {
        sentences.push(format!(
            "{} of {} target{}, {} fail, and {} are inconclusive. All verdicts hold together at {} %, each interval at \
             {} %.",
            of("pass"),
            verdicts.len(),
            if verdicts.len() == 1 { " passes" } else { "s pass" },
            of("fail"),
            of("inconclusive"),
            level.percent(),
            level_of_each_interval.percent()
        ));
    }
    let n_changed = lock.iter().filter(|entry| entry.state == CHANGED).count();
    match (n_changed, lock.len()) {
        (0, _) => {}
        (1, 1) => sentences.push("The results differ from the lock file.".into()),
        (n, all) => sentences.push(format!("The results of {n} of {all} configs differ from the lock file.")),
    }
    Some(sentences.iter().map(|sentence| unbroken(sentence)).collect())
}

/// The targets with the verdict of the check, the worst first, with their values: `mean length 7.44 (target 3 to 4)`.
fn reasons(table: &Table, verdict: &str, several: bool, names: &Names) -> Option<String> {
    const SHOWN: usize = 3;
    let is_own = |row: &&Vec<Cell>| {
        verdict != Verdict::Pass.word()
            && table.written(row, "target_group").is_empty()
            && table.written(row, "verdict") == verdict
            // Of several line-ups, those that are the reason.
            && ["", verdict].contains(&table.written(row, "lineup_verdict").as_str())
    };
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(is_own).collect();
    let reason = |row: &&Vec<Cell>| {
        let config = if several { format!("{}: ", table.written(row, "config")) } else { String::new() };
        let name = names.figure(&table.written(row, "target"));
        let Some(value) = table.cell(row, "value").filter(|cell| cell.number().is_some()) else {
            return config + &name;
        };
        let unit = Unit::of(value, table.is_signed_in(row, "value"));
        let ends = three(table, row, "value").map(|[_, low, high]| (low, high));
        let value = unit.with_interval(value.number().unwrap_or(0.0), ends).0;
        let end = |column| {
            let text = unit.with_interval(table.number(row, column)?, None).0;
            Some(text.replace(".00", ""))
        };
        let target = match (end("target_low"), end("target_high")) {
            (Some(low), Some(high)) => format!("{} to {high}", low.trim_end_matches(unit.suffix())),
            (Some(low), None) => format!("at least {low}"),
            (None, Some(high)) => format!("at most {high}"),
            (None, None) => return format!("{config}{name} {value}"),
        };
        format!("{config}{name} {value} (target {target})")
    };
    let mut reasons: Vec<String> = rows.iter().take(SHOWN).map(reason).collect();
    if rows.len() > SHOWN {
        reasons.push(format!("{} more", rows.len() - SHOWN));
    }
    let last = reasons.pop()?;
    Some(if reasons.is_empty() { last } else { format!("{} and {last}", reasons.join(", ")) })
}

/// Maximum number of configs that the verdict names.
const NAMED: usize = 5;
/// The state that fails the check.
const CHANGED: &str = "changed";

/// The section on the lock file; `None` if no config has a message.
pub(super) fn lock(check: &Check, names: &Names) -> Option<Section> {
    let mut entries: Vec<&LockEntry> = check.lock.iter().filter(|entry| !entry.message.is_empty()).collect();
    if entries.is_empty() {
        return None;
    }
    let n_more = entries.len().saturating_sub(TABLE_ROWS);
    entries.truncate(TABLE_ROWS);
    let rows = entries.iter().map(|entry| row(&[&entry.config], &[&entry.state, &entry.message])).collect();
    let mut tables = vec![table("Status of each config", &["config"], &["status", "explanation"], rows)];
    let (mut room, mut n_more_changes) = (TABLE_ROWS, 0);
    for entry in entries.iter().filter(|entry| !entry.changes.is_empty()) {
        let change = |Change { key, old, new }: &Change| row(&[&names.figure(key)], &[old, new]);
        let rows: Vec<Row> = entry.changes.iter().take(room).map(change).collect();
        room -= rows.len();
        n_more_changes += entry.changes.len() - rows.len();
        if !rows.is_empty() {
            let caption = format!("Differences: {}", entry.config);
            tables.push(table(&caption, &["figure"], &["locked", "now"], rows));
        }
    }
    let changes = entries.iter().flat_map(|entry| &entry.changes).take(TABLE_ROWS);
    let addresses =
        changes.map(|change| (plain::capitalized(&names.figure(&change.key)), change.key.clone()));
    let addresses = addresses.filter(|(name, address)| name != address).collect();
    let omitted = [(n_more, "configs"), (n_more_changes, "differences")].into_iter().filter(|(n, _)| *n > 0);
    let notes = omitted.map(|(n, what)| format!("{n} more {what} are in result.json.")).collect();
    Some(Section {
        id: "lock",
        title: "Lock file".into(),
        intro: "The results of this check compared with those in the lock file. The same config and program play exactly \
                the same games, so a difference means that one of them has changed."
            .into(),
        reading: String::new(),
        findings: Vec::new(),
        figure: Figure::None,
        tables,
        notes,
        columns: Vec::new(),
        addresses,
    })
}

pub(super) fn row(keys: &[&String], cells: &[&String]) -> Row {
    let cell = |text: &&String| super::section::Field { text: (*text).clone(), is_number: false };
    Row {
        keys: keys.iter().map(|text| (*text).clone()).collect(),
        cells: cells.iter().map(cell).collect(),
        mark: None,
    }
}

pub(super) fn table(caption: &str, keys: &[&str], header: &[&str], rows: Vec<Row>) -> TableView {
    let heading = |text: &&str| Heading { text: (*text).to_owned(), is_number: false };
    TableView {
        caption: caption.to_owned(),
        is_folded: false,
        map: None,
        keys: keys.iter().map(|text| (*text).to_owned()).collect(),
        header: header.iter().map(heading).collect(),
        is_drawn: false,
        axis: None,
        rows,
    }
}
