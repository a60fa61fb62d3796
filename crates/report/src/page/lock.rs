//! The part of a check's page besides its targets: the comparison with the lock file.

use super::super::result_file::ResultMeta;
use super::super::{check, plain};
use super::names::Names;
use super::section::{Figure, Heading, Row, Section, TABLE_ROWS, TableView};
use serde::Deserialize;
use serde_json::Value;

/// The details of a check's result.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Check {
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

/// The section on the lock file; `None` if no config has a message.
pub(super) fn section(check: &Check, names: &Names) -> Option<Section> {
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
        chart: None,
        axis: None,
        rows,
    }
}
