//! The histogram of game lengths.

use super::page::run::lengths;
use super::page::views::{Part, View};
use super::{Cell, Column, Report, Results, Table};
use undercard_engine::stats::real;

/// The report's name.
pub const NAME: &str = "game_length";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key("unit", "unit of the length"),
    Column::numbered("length", "length of a game"),
    Column::count("games", "games of this length"),
    Column::share("share", "share of all games"),
    Column::share("cumulative_share", "share of games of this length or shorter"),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run",
    contents: "The histogram of game lengths: one row for each length that occurred, ascending.",
    columns: COLUMNS,
    of_run: Some(table),
    view: Some(View {
        title: "Game length",
        intro: "A taller bar means more games of that length. Half of the games are no longer than the median. A \
                few very long games move the mean to the right of the median.",
        columns: &["length", "games", "share", "cumulative_share"],
        part: |table, row, _| Part::folded(format!("All lengths, in {}", table.written(row, "unit"))),
        figure: lengths,
        ..View::PLAIN
    }),
};

/// The report.
#[must_use]
pub fn table(results: &Results<'_>) -> Table {
    let n = real(results.tally.games);
    let mut so_far = 0;
    let mut rows = Vec::new();
    for (length, games) in results.tally.lengths.iter() {
        so_far += games;
        let mut row = results.row();
        row.extend([Cell::text(results.schema.unit), Cell::Count(length), Cell::Count(games)]);
        row.extend([Cell::Share(Some(real(games) / n)), Cell::Share(Some(real(so_far) / n))]);
        rows.push(row);
    }
    Table { name: NAME, columns: COLUMNS, rows }
}
