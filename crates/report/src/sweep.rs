//! All figures of a grid of settings.

use super::csv::StoredTable;
use super::page::names::Names;
use super::page::section::Section;
use super::page::views::{Part, View};
use super::plain::capitalized;
use super::table::{Row, row};
use super::{Cell, Column, FigureId, REPORTS, Report, Results, Table};
use undercard_engine::stats::Interval;

/// The report's name.
pub const NAME: &str = "sweep";

/// The reports whose figures are included. A figure of another report has rows if it is asked for.
pub const SHOWN: [&str; 3] = ["win_rates", "outcomes", "metrics"];

/// Maximum number of settings.
pub const MOST_SETTINGS: usize = 3;

/// The value of a setting: in the first column, or else in the second one.
const NUMBER: Column = Column::of(
    "number",
    "its value, as `--set` takes it, if it is a number, or 1 for `true` and 0 for `false`; otherwise empty",
)
.identifying();
const WORD: Column = Column::words(
    "word",
    "its value, as `--set` takes it, if it is not a number, such as a ruling or a list",
)
.identifying();

/// A figure of a combination of settings: a row of the report.
#[derive(Clone, Debug)]
pub struct GridFigure {
    /// The id of the game.
    pub game: String,
    /// Number of players.
    pub players: u64,
    /// The settings and their values.
    pub settings: Vec<(String, String)>,
    /// The figure.
    pub id: FigureId,
    /// Its address.
    pub figure: String,
    /// Its value.
    pub value: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
    /// Its interval that holds together with those of all combinations.
    pub joint: Option<Interval>,
    /// Number of games of the combination.
    pub games: u64,
    /// The unit.
    pub unit: String,
    /// Number of games that it rests on, if known.
    pub informative: Option<u64>,
}

row! { GridFigure, NAME, row {
    key "game", "id of the game" [only_in_json] => &row.game;
    numbered "players", "number of players" => row.players;
    key "key_1", "first setting" => row.key(1);
    column(NUMBER.named("number_1")) as Cell => row.setting(1)[0].clone();
    column(WORD.named("word_1")) as Cell => row.setting(1)[1].clone();
    key "key_2", "second setting, if any" => row.key(2);
    column(NUMBER.named("number_2")) as Cell => row.setting(2)[0].clone();
    column(WORD.named("word_2")) as Cell => row.setting(2)[1].clone();
    key "key_3", "third setting, if any" => row.key(3);
    column(NUMBER.named("number_3")) as Cell => row.setting(3)[0].clone();
    column(WORD.named("word_3")) as Cell => row.setting(3)[1].clone();
    key "figure", "address of the figure" => &row.figure;
    figure "value", "value of the figure" => (row.value, &row.unit);
    figure "low", "lower end of its interval" => (row.ends()[0], &row.unit);
    figure "high", "upper end of its interval" => (row.ends()[1], &row.unit);
    count "games",
        "number of games of the combination; with `--precision` it depends on the results, and intervals are \
         confidence sequences" [only_in_json] => row.games;
    words "unit", "unit of the figure: `share`, `rounds`, …" [only_in_json] => &row.unit;
    count "informative",
        "number of games or deals that the figure rests on, if its report counts them"
        [only_in_json] => row.informative;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "sweep",
    contents: "A grid over up to three settings: one row for each combination of values and each win rate, outcome \
                         and metric, and for the figure of `--show`.",
    columns: GridFigure::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "All combinations",
        intro: "Each figure for every combination of values, with its interval. If two settings vary, a map \
                comes first; darker means higher.",
        columns: &["word_1", "word_2", "word_3", "value", "games"],
        drawn: "value",
        part: |table, row, names| {
            let name = capitalized(&names.figure(&table.written(row, "figure")));
            let unit = table.written(row, "unit");
            Part::drawn(if is_relative(table, row) {
                format!("{name}, relative to an even share (1)")
            } else if matches!(unit.as_str(), "" | "share") || name.ends_with(&unit) {
                name
            } else {
                format!("{name} ({unit})")
            })
        },
        reference: |table, rows| rows.iter().any(|row| is_relative(table, row)).then_some(1.0),
        section,
        map: Some(["word_1", "word_2", "value"]),
        ..View::PLAIN
    }),
};

/// The section: the figure of `--show` first. With different numbers of players, win shares are divided by an even share.
fn section(view: &View, stored: &StoredTable, names: &Names) -> Section {
    let mut stored = stored.clone();
    let table = &mut stored.table;
    table.rows.sort_by_cached_key(|row| !names.is_shown(&written(row, "figure")));
    // A table of the page has one column for each setting.
    for nth in 1..=MOST_SETTINGS {
        let index = table.column_index(&format!("word_{nth}")).unwrap_or(usize::MAX);
        for row in &mut table.rows {
            let value = Cell::text(names.value(row, nth));
            row.get_mut(index).into_iter().for_each(|cell| *cell = value.clone());
        }
    }
    let players = |row: &Vec<Cell>| written(row, "players");
    if table.rows.iter().any(|row| players(row) != players(&table.rows[0])) {
        table.rows.iter_mut().for_each(|row| relate(row));
    }
    Section::of(view, &stored, names)
}

/// The cells of the value of the setting with this number, from 1, in a row: its number and its word.
#[must_use]
pub fn value(row: &[Cell], nth: usize) -> Option<[&Cell; 2]> {
    let [number, word] = ["number", "word"].map(|name| table_cell(row, &format!("{name}_{nth}")));
    Some([number?, word?])
}

/// Divides a player's win share by an even share.
fn relate(row: &mut [Cell]) {
    let id: Option<FigureId> = written(row, "figure").parse().ok();
    let is_share = id.is_some_and(|id| id.win_group().is_some_and(|group| group != "team"));
    let players = table_cell(row, "players").and_then(Cell::number);
    let (true, Some(players)) = (is_share, players) else { return };
    for name in ["value", "low", "high"] {
        let place = GridFigure::COLUMNS.iter().position(|column| column.name == name);
        if let Some(cell @ Cell::Share(_)) = place.and_then(|place| row.get_mut(place)) {
            *cell = Cell::Mean(cell.number().map(|share| players * share));
        }
    }
}

/// Whether a win share was divided by an even share.
fn is_relative(table: &Table, row: &[Cell]) -> bool {
    table.written(row, "unit") == "share" && matches!(table.cell(row, "value"), Some(Cell::Mean(_)))
}

fn table_cell<'r>(row: &'r [Cell], name: &str) -> Option<&'r Cell> {
    row.get(GridFigure::COLUMNS.iter().position(|column| column.name == name)?)
}

fn written(row: &[Cell], name: &str) -> String {
    table_cell(row, name).map(Cell::write).unwrap_or_default()
}

/// Whether a figure is included in any case.
#[must_use]
pub fn includes(id: &FigureId) -> bool {
    SHOWN.contains(&id.table())
}

impl GridFigure {
    /// The row of a figure of one combination of keys and values.
    #[must_use]
    pub fn new(
        results: &Results<'_>,
        settings: &[(&str, &str)],
        id: &FigureId,
        figure: &super::Figure<'_>,
    ) -> Self {
        Self {
            game: results.game.to_owned(),
            players: results.players as u64,
            settings: settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
            figure: id.to_string(),
            id: id.clone(),
            value: figure.value,
            interval: figure.low.zip(figure.high).and_then(|(low, high)| Interval::new(low, high)),
            joint: None,
            games: results.tally.games,
            unit: figure.unit.to_owned(),
            informative: figure.informative,
        }
    }

    /// The rows of one combination of keys and values: one for each win rate, outcome and metric.
    #[must_use]
    pub fn all(results: &Results<'_>, settings: &[(&str, &str)]) -> Vec<Self> {
        let shown = REPORTS.iter().filter(|report| SHOWN.contains(&report.name));
        let tables = shown.filter_map(|report| report.of_run).map(|table| table(results));
        let of_table = |table: Table| {
            let row = |(id, row, column): (FigureId, &Vec<Cell>, &Column)| {
                Some(Self::new(results, settings, &id, &table.figure_in(row, column.name)?))
            };
            table.figures().filter_map(row).collect::<Vec<_>>()
        };
        tables.flat_map(of_table).collect()
    }

    fn ends(&self) -> [Option<f64>; 2] {
        [self.interval.map(|ends| ends.low), self.interval.map(|ends| ends.high)]
    }

    fn key(&self, nth: usize) -> &str {
        self.settings.get(nth - 1).map_or("", |(key, _)| key)
    }

    fn setting(&self, nth: usize) -> [Cell; 2] {
        Cell::setting(self.settings.get(nth - 1).map_or("", |(_, value)| value))
    }
}
