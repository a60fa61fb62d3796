//! The parts of a search's page beside its candidates: the proposal, or the closest candidate.

use super::super::csv::StoredTable;
use super::super::tune;
use super::folder::Folder;
use super::lock::{row, table};
use super::names::Names;
use super::section::{Figure, Section};
use super::words::harmless;
use serde::Deserialize;
use serde_json::Value;

/// The details of a search.
#[derive(Deserialize)]
struct Search {
    verdict: Option<String>,
    best: Option<Best>,
    search: Option<String>,
    file: Option<String>,
}

#[derive(Deserialize)]
struct Best {
    verified: bool,
    changes: Vec<Change>,
    figures: Vec<Reached>,
}

#[derive(Deserialize)]
struct Change {
    key: String,
    old: String,
    new: String,
}

#[derive(Deserialize)]
struct Reached {
    target: String,
    bots: String,
    value: String,
    band: String,
    distance: String,
}

/// Names the config with the changes.
fn saved(file: &str) -> String {
    format!("{file} is the config with these changes.")
}

/// The first section of a search's page; `None` for other results.
pub(super) fn proposal(folder: &Folder, names: &Names) -> Option<Section> {
    let head = &folder.head;
    let details = (head.command == tune::NAME).then(|| Value::Object(head.details.clone()))?;
    let Search { verdict, best, search, file } = serde_json::from_value(details).ok()?;
    let Best { verified, changes, figures } = best?;
    let (title, intro) = match (verdict.as_deref(), changes.is_empty()) {
        (Some("pass"), true) => ("No change is necessary", "Every target passes without changes."),
        (Some("pass"), false) => ("Proposal", "Every target passes with these changes, on held-out games."),
        (Some("inconclusive"), _) if verified => (
            "Proposal",
            "In the search, every figure was within its target. The held-out games are too few to decide; raise --games.",
        ),
        (Some(_), _) if verified => {
            ("Proposal", "In the search, every figure was within its target, but not on held-out games.")
        }
        _ if !head.complete && figures.iter().all(|figure| figure.distance == "within") => (
            "Not verified",
            "With these values, every figure was within its target in the search, which was stopped before it verified them.",
        ),
        (_, true) if !head.complete => {
            ("No solution yet", "The search was stopped. So far, the unchanged config is the closest.")
        }
        (_, false) if !head.complete => {
            ("No solution yet", "The search was stopped. So far, these changes are the closest.")
        }
        (_, true) => (
            "No solution",
            "No candidate had every figure within its target. The unchanged config is the closest.",
        ),
        (_, false) => {
            ("No solution", "No candidate had every figure within its target. These changes are the closest.")
        }
    };
    let mut tables = Vec::new();
    let change = |Change { key, old, new }: &Change| {
        let [key, old, new] = [key, old, new].map(|text| harmless(text));
        row(&[&key], &[&old, &new])
    };
    let rows: Vec<_> = changes.iter().map(change).collect();
    if !rows.is_empty() {
        tables.push(table("Settings to change", &["setting"], &["now", "proposed"], rows));
    }
    let reached = |Reached { target, bots, value, band, distance }: &Reached| {
        let [target, bots, value, band, distance] =
            [target, bots, value, band, distance].map(|text| harmless(text));
        row(&[&names.figure(&target), &bots], &[&value, &band, &distance])
    };
    let header = ["value", "target", "distance"];
    let figures = table("Figures", &["figure", "bots"], &header, figures.iter().map(reached).collect());
    let proposed: Vec<(String, String)> =
        changes.iter().map(|Change { key, new, .. }| (key.clone(), new.clone())).collect();
    let played = folder.table(tune::NAME).map(|table| tune::before_and_after(table, &proposed));
    if let Some(table) = played.filter(|table| !table.rows.is_empty()) {
        let n_rows = table.rows.len() as u64;
        tables.extend(Section::of(&tune::FIGURES, &StoredTable { table, n_rows }, names).tables);
    }
    tables.push(figures);
    Some(Section {
        id: "proposal",
        title: title.into(),
        intro: intro.into(),
        reading: String::new(),
        findings: Vec::new(),
        figure: Figure::None,
        tables,
        notes: search.into_iter().chain(file.as_deref().map(saved)).map(|note| harmless(&note)).collect(),
        columns: Vec::new(),
        addresses: Vec::new(),
    })
}
