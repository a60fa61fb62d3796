//! The candidates of a search.

use super::check::TargetFigure;
use super::csv::StoredTable;
use super::page::names::Names;
use super::page::section::Section;
use super::page::views::{Part, View};
use super::table::From::{Cell as Any, Count, Words};
use super::table::{Field, Row, columns};
use super::{Cell, Column, Report, Table};
use serde_json::{Map, Value};
use undercard_engine::stats::verdict::Verdict;

/// The report's name.
pub const NAME: &str = "tune";

/// The columns of the report.
pub const COLUMNS: &[Column] = CandidateFigure::COLUMNS;

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

impl Row for CandidateFigure {
    const NAME: &'static str = NAME;
    const COLUMNS: &'static [Column] = &columns::<_, { Self::FIELDS.len() }>(Self::FIELDS);
    const FIELDS: &'static [Field<Self>] = &[
        Field(Column::key("game", "id of the game").only_in_json(), Words(|row| row.of.game)),
        Field(Column::numbered("players", "number of players"), Count(|row| Some(row.of.players))),
        Field(Column::numbered("candidate", "number of the candidate"), Count(|row| Some(row.candidate))),
        Field(Column::key("target", "address of the figure"), Words(|row| &row.of.target)),
        Field(
            Column::key("bots", "line-up: one bot for all seats, or one per seat"),
            Words(|row| &row.of.bots),
        ),
        Field(
            Column::words(
                "settings",
                "changed settings, a JSON object: `{\"cards.ten.damage\":9}`; `tune_settings.csv` has a row for each",
            ),
            Words(|row| &row.settings),
        ),
        Field(Column::count("n_changes", "number of changed settings"), Count(|row| Some(row.n_changes))),
        Field(
            Column::count("steps", "total number of steps; another name is one step").only_in_json(),
            Count(|row| Some(row.steps)),
        ),
        Field(
            Column::words("phase", "`tried`: on the games of the search; `judged`: on held-out games"),
            Words(|row| row.phase),
        ),
        Field(Column::figure("value", "value of the figure"), Any(|row| row.of.value.clone())),
        Field(Column::figure("low", "lower end of its interval"), Any(|row| row.of.ends[0].clone())),
        Field(Column::figure("high", "upper end of its interval"), Any(|row| row.of.ends[1].clone())),
        Field(
            Column::figure("target_low", "lower limit of the target; empty if it has none"),
            Any(|row| row.of.band[0].clone()),
        ),
        Field(
            Column::figure("target_high", "upper limit of the target; empty if it has none"),
            Any(|row| row.of.band[1].clone()),
        ),
        Field(Column::count("games", "number of games behind the figure"), Count(|row| row.of.games)),
        Field(
            Column::words("verdict", "verdict for this line-up: `pass`, `fail` or `inconclusive`"),
            Words(|row| row.of.lineup_verdict.map_or("", Verdict::word)),
        ),
        Field(
            Column::words("method", "interval method, if the report of the figure has one").only_in_json(),
            Words(|row| &row.of.method),
        ),
        Field(
            Column::words("unit", "unit of the figure: `share`, `rounds`, …").only_in_json(),
            Words(|row| &row.of.unit),
        ),
        Field(
            Column::count(
                "informative",
                "number of games or deals that the figure rests on, if its report counts them",
            )
            .only_in_json(),
            Count(|row| row.of.informative),
        ),
    ];
}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "tune",
    contents: "All candidates of the search in order: one row for each candidate, target and line-up. The first is the \
                         unchanged config on held-out games; rows with the phase `judged` are verified on held-out games.",
    columns: COLUMNS,
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

impl Row for CandidateSetting {
    const NAME: &'static str = SETTINGS;
    const COLUMNS: &'static [Column] = &columns::<_, { Self::FIELDS.len() }>(Self::FIELDS);
    const FIELDS: &'static [Field<Self>] = &[
        Field(Column::key("game", "id of the game"), Words(|row| row.game)),
        Field(Column::numbered("players", "number of players"), Count(|row| Some(row.players))),
        Field(
            Column::numbered("candidate", "number of the candidate, as in `tune.csv`"),
            Count(|row| Some(row.candidate)),
        ),
        Field(Column::key("setting", "key of the setting"), Words(|row| &row.key)),
        Field(
            Column::of(
                "number",
                "its value, as `--set` takes it, if it is a number, or 1 for `true` and 0 for `false`; otherwise empty",
            ),
            Any(|row| Cell::setting(&row.value)[0].clone()),
        ),
        Field(
            Column::words(
                "word",
                "its value, as `--set` takes it, if it is not a number, such as a ruling or a list",
            ),
            Any(|row| Cell::setting(&row.value)[1].clone()),
        ),
    ];
}

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
