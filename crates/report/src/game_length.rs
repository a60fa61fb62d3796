//! The histogram of game lengths.

use super::page::run::lengths;
use super::page::views::{Part, View};
use super::table::{Row, row};
use super::{Report, Results, Table};
use undercard_engine::stats::real;

/// The report's name.
pub const NAME: &str = "game_length";

/// The games of a length: a row of the report.
#[derive(Clone, Debug)]
pub struct LengthShare {
    game: String,
    players: u64,
    unit: &'static str,
    length: u64,
    games: u64,
    share: f64,
    cumulative_share: f64,
}

row! { LengthShare, NAME, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    key "unit", "unit of the length" => row.unit;
    numbered "length", "length of a game" => row.length;
    count "games", "games of this length" => row.games;
    share "share", "share of all games" => row.share;
    share "cumulative_share", "share of games of this length or shorter" => row.cumulative_share;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run",
    contents: "The histogram of game lengths: one row for each length that occurred, ascending.",
    columns: LengthShare::COLUMNS,
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
    let row = |(length, games)| {
        so_far += games;
        LengthShare {
            game: results.game.to_owned(),
            players: results.players as u64,
            unit: results.schema.unit,
            length,
            games,
            share: real(games) / n,
            cumulative_share: real(so_far) / n,
        }
    };
    Row::table(&results.tally.lengths.iter().map(row).collect::<Vec<_>>())
}
