//! The candidates of a search.

use super::check::TargetFigure;
use super::csv::StoredTable;
use super::page::names::Names;
use super::page::section::Section;
use super::page::views::{Part, View};
use super::table::{Row, row};
use super::{Cell, Report, Table};
use serde_json::{Map, Value};
use undercard_engine::stats::verdict::Verdict;

/// The report's name.
pub const NAME: &str = "tune";

/// A target of a candidate in one line-up: a row of the report.
#[derive(Clone, Debug)]
pub struct CandidateFigure {
    /// The number of the candidate.
    pub candidate: u64,
    /// Its changed settings, as a JSON object.
    pub settings: String,
    /// Their number.
    pub n_changes: u64,
    /// The total number of their steps.
    pub steps: u64,
    /// `tried` or `judged`.
    pub phase: &'static str,
    /// The figure and its target.
    pub of: TargetFigure,
}

row! { CandidateFigure, NAME, row {
    key "game", "id of the game" [only_in_json] => row.of.game;
    numbered "players", "number of players" => row.of.players;
    numbered "candidate", "number of the candidate" => row.candidate;
    key "target", "address of the figure" => &row.of.target;
    key "bots", "line-up: one bot for all seats, or one per seat" => &row.of.bots;
    words "settings",
        "changed settings, a JSON object: `{\"cards.ten.damage\":9}`; `tune_settings.csv` has a row for each"
        => &row.settings;
    count "n_changes", "number of changed settings" => row.n_changes;
    count "steps", "total number of steps; another name is one step" [only_in_json] => row.steps;
    words "phase", "`tried`: on the games of the search; `judged`: on held-out games" => row.phase;
    figure "value", "value of the figure" as Cell => row.of.value.clone();
    figure "low", "lower end of its interval" as Cell => row.of.ends[0].clone();
    figure "high", "upper end of its interval" as Cell => row.of.ends[1].clone();
    figure "target_low", "lower limit of the target; empty if it has none" as Cell => row.of.band[0].clone();
    figure "target_high", "upper limit of the target; empty if it has none" as Cell => row.of.band[1].clone();
    count "games", "number of games behind the figure" => row.of.games;
    words "verdict",
        "verdict for this line-up: `pass`, `fail` or `inconclusive`" => row.of.lineup_verdict.map_or("", Verdict::word);
    words "method", "interval method, if the report of the figure has one" [only_in_json] => &row.of.method;
    words "unit", "unit of the figure: `share`, `rounds`, …" [only_in_json] => &row.of.unit;
    count "informative",
        "number of games or deals that the figure rests on, if its report counts them"
        [only_in_json] => row.of.informative;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "tune",
    contents: "All candidates of the search in order: one row for each candidate, target and line-up. The first is the \
                         unchanged config on held-out games; rows with the phase `judged` are verified on held-out games.",
    columns: CandidateFigure::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Candidates",
        intro: "Every candidate that was played, with each figure and its target. The phase “judged” means held-out \
                games: the first row is the unchanged config, the last the proposal.",
        columns: &[
            "candidate",
            "settings",
            "phase",
            "target",
            "bots",
            "value",
            "target_low",
            "target_high",
            "games",
            "verdict",
        ],
        shared: &["bots"],
        part: |_, _, _| Part::folded("All candidates"),
        section,
        ..View::PLAIN
    }),
};

/// The name of the report of the settings of the candidates.
pub const SETTINGS: &str = "tune_settings";

/// A changed setting of a candidate: a row of its report.
#[derive(Clone, Debug)]
pub struct CandidateSetting {
    /// The id of the game.
    pub game: &'static str,
    /// The number of players.
    pub players: u64,
    /// The number of the candidate.
    pub candidate: u64,
    /// The key of the setting.
    pub key: String,
    /// Its value, as `--set` takes it.
    pub value: String,
}

row! { CandidateSetting, SETTINGS, row {
    key "game", "id of the game" => row.game;
    numbered "players", "number of players" => row.players;
    numbered "candidate", "number of the candidate, as in `tune.csv`" => row.candidate;
    key "setting", "key of the setting" => &row.key;
    of "number",
        "its value, as `--set` takes it, if it is a number, or 1 for `true` and 0 for `false`; otherwise empty"
        as Cell => Cell::setting(&row.value)[0].clone();
    words "word",
        "its value, as `--set` takes it, if it is not a number, such as a ruling or a list"
        as Cell => Cell::setting(&row.value)[1].clone();
}}

/// The settings of the candidates.
pub const SETTINGS_REPORT: Report = Report {
    name: SETTINGS,
    command: "tune",
    contents: "The changed settings of the candidates of `tune.csv`: one row for each candidate and setting. The unchanged \
               config has none.",
    columns: CandidateSetting::COLUMNS,
    of_run: None,
    view: None,
};

/// The figures of some candidates with their targets.
pub(super) const FIGURES: View = View {
    columns: &["target", "bots", "verdict", "value", "target_low", "target_high", "games"],
    drawn: "value",
    band: Some(["target_low", "target_high"]),
    part: |table, row, _| {
        let after = if table.written(row, "settings") == NO_CHANGES {
            "Without changes"
        } else {
            "With these changes"
        };
        let held_out =
            if table.written(row, "phase") == "judged" { ", on held-out games" } else { ", in the search" };
        Part::drawn(format!("{after}{held_out}"))
    },
    ..View::PLAIN
};

/// The settings of the unchanged config.
const NO_CHANGES: &str = "{}";

/// The rows of the unchanged config and of the candidate with these changes; those on held-out games, if there are some.
pub(super) fn before_and_after(table: &Table, proposed: &[(String, String)]) -> Table {
    let is_of = |row: &&Vec<Cell>, wanted: &[(String, String)]| {
        changes(&table.written(row, "settings")).is_some_and(|changes| {
            changes.len() == wanted.len() && changes.iter().all(|change| wanted.contains(change))
        })
    };
    let of = |wanted: &[(String, String)]| -> Vec<Vec<Cell>> {
        let (judged, tried): (Vec<_>, Vec<_>) = table
            .rows
            .iter()
            .filter(|row| is_of(row, wanted))
            .partition(|row| table.written(row, "phase") == "judged");
        if judged.is_empty() { tried } else { judged }.into_iter().cloned().collect()
    };
    let after = if proposed.is_empty() { Vec::new() } else { of(proposed) };
    Table { rows: after.into_iter().chain(of(&[])).collect(), ..table.clone() }
}

/// The section, with changes as `--set` takes them.
fn section(view: &View, stored: &StoredTable, names: &Names) -> Section {
    let mut stored = stored.clone();
    let place = stored.table.column_index("settings");
    for row in &mut stored.table.rows {
        let Some(cell) = place.and_then(|place| row.get_mut(place)) else { continue };
        if let Some(changes) = changes(&cell.write()) {
            let set = changes.iter().map(|(key, value)| format!("{key}={value}"));
            *cell = Cell::text(set.collect::<Vec<_>>().join(" "));
        }
    }
    Section::of(view, &stored, names)
}

/// The keys and values of a cell of `settings`.
pub(super) fn changes(cell: &str) -> Option<Vec<(String, String)>> {
    let changes = serde_json::from_str::<Map<String, Value>>(cell).ok()?;
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Some(changes.iter().map(|(key, value)| (key.clone(), text(value))).collect())
}
