//! What the page of a check says beside its targets: the verdict first, and how the configs stand to the lock.

use super::super::check;
use super::super::result_file::Head;
use super::folder::Folder;
use super::section::{Figure, Heading, Row, Section, Shown, TABLE_ROWS};
use crate::stats::Level;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What a check knows beside its targets.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Check {
    verdict: String,
    level_of_each_interval: Level,
    lock: Vec<LockEntry>,
}

/// A config that was checked, and how its result compares with the lock.
#[derive(Clone, Debug, Deserialize)]
struct LockEntry {
    config: String,
    state: String,
    message: String,
    changes: Vec<Change>,
}

/// A figure that differs from the lock.
#[derive(Clone, Debug, Deserialize)]
struct Change {
    key: String,
    old: String,
    new: String,
}

impl Check {
    /// What the result of a check knows; `None` of other results.
    pub(super) fn of(head: &Head) -> Option<Self> {
        let details = (head.command == check::NAME).then(|| Value::Object(head.details.clone()))?;
        serde_json::from_value(details).ok()
    }
}

/// The verdict, and what it is made of.
pub(super) fn headline(check: &Check, head: &Head, folder: &Folder) -> Option<Vec<String>> {
    let Check { verdict, level_of_each_interval, lock } = check;
    let level = head.level;
    let configs: Vec<&str> = lock.iter().take(NAMED).map(|held| held.config.as_str()).collect();
    let more = lock.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let mut told = vec![format!("Verdict: {verdict}, on {}{more}.", configs.join(", "))];
    let table = folder.table(check::NAME)?;
    // A target has a row for each line-up.
    let target = |row| ["config", "target"].map(|column| table.written(row, column));
    let verdicts: BTreeMap<_, _> =
        table.rows.iter().map(|row| (target(row), table.written(row, "verdict"))).collect();
    let of = |verdict: &str| verdicts.values().filter(|known| *known == verdict).count();
    if !verdicts.is_empty() {
        told.push(format!(
            "Of {} targets {} pass, {} fail and {} are inconclusive. All verdicts hold together at {} %, each interval at \
             {} %.",
            verdicts.len(),
            of("pass"),
            of("fail"),
            of("inconclusive"),
            level.percent(),
            level_of_each_interval.percent()
        ));
    }
    let alarms = lock.iter().filter(|held| held.state == CHANGED).count();
    if alarms > 0 {
        told.push(format!("{alarms} of {} configs play otherwise than the lock says.", lock.len()));
    }
    Some(told)
}

/// Configs that are named.
const NAMED: usize = 5;
/// The state that closes the gate.
const CHANGED: &str = "changed";

/// How the configs stand to the lock, if there is anything to say.
pub(super) fn lock(check: &Check) -> Option<Section> {
    let mut told: Vec<&LockEntry> = check.lock.iter().filter(|held| !held.message.is_empty()).collect();
    if told.is_empty() {
        return None;
    }
    let untold = told.len().saturating_sub(TABLE_ROWS);
    told.truncate(TABLE_ROWS);
    let stands = told.iter().map(|held| row(&[&held.config], &[&held.state, &held.message])).collect();
    let mut tables = vec![shown("How each config stands to it", &["config"], &["state", "in words"], stands)];
    let (mut room, mut left_out) = (TABLE_ROWS, 0);
    for held in told.iter().filter(|held| !held.changes.is_empty()) {
        let change = |Change { key, old, new }: &Change| row(&[key], &[old, new]);
        let rows: Vec<Row> = held.changes.iter().take(room).map(change).collect();
        room -= rows.len();
        left_out += held.changes.len() - rows.len();
        if !rows.is_empty() {
            let caption = format!("What differs: {}", held.config);
            tables.push(shown(&caption, &["figure"], &["filed", "now"], rows));
        }
    }
    let left_out = [(untold, "configs"), (left_out, "differences")].into_iter().filter(|(n, _)| *n > 0);
    let left_out = left_out.map(|(n, of_what)| format!("{n} {of_what} more are in result.json."));
    Some(Section {
        id: "lock",
        title: "Against the lock".into(),
        reads: "What was played, held against what was filed: the same config and program play the same games, to the last \
                one. Where they do not, somebody has changed one of the two."
            .into(),
        says: Vec::new(),
        figure: Figure::None,
        tables,
        notes: left_out.collect(),
        columns: Vec::new(),
    })
}

fn row(keys: &[&String], cells: &[&String]) -> Row {
    let cell = |text: &&String| super::section::Field { text: (*text).clone(), is_number: false };
    Row {
        keys: keys.iter().map(|text| (*text).clone()).collect(),
        cells: cells.iter().map(cell).collect(),
        mark: None,
    }
}

fn shown(caption: &str, keys: &[&str], header: &[&str], rows: Vec<Row>) -> Shown {
    let heading = |text: &&str| Heading { text: (*text).to_owned(), is_number: false };
    Shown {
        caption: caption.to_owned(),
        is_folded: false,
        map: None,
        keys: keys.iter().map(|text| (*text).to_owned()).collect(),
        header: header.iter().map(heading).collect(),
        axis: None,
        rows,
    }
}
