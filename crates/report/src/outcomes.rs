//! How games end, in five kinds.

use super::page::figures::Endings;
use super::page::section::Figure;
use super::page::views::View;
use super::{Cell, Column, Report, Results, Table};
use undercard_engine::model::Outcome;

/// The report's name.
pub const NAME: &str = "outcomes";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key(
        "outcome",
        "`win` (one seat or one team won), `shared` (several seats won together), `draw` (a tie), `nobody` \
         (everybody lost), `stalemate` (the limit of rounds or turns was reached)",
    ),
    Column::count("games", "games with this outcome"),
    Column::share("share", "share of all games"),
    Column::share("share_low", "lower end of the interval of `share`"),
    Column::share("share_high", "upper end of the interval of `share`"),
    Column::words("method", "interval method"),
    Column::INFORMATIVE,
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run",
    contents: "How games end: one row for each of the five outcomes, even if it did not occur.",
    columns: COLUMNS,
    of_run: Some(table),
    view: Some(View {
        title: "How games end",
        intro: "The share of games with each outcome. The whole bar represents all games; the table shows the interval of each share.",
        columns: &["outcome", "games", "share"],
        drawn: "share",
        figure: |table, _| Figure::Endings(Endings::of(table)),
        ..View::PLAIN
    }),
};

/// An outcome in words; an unknown outcome is returned unchanged.
#[must_use]
pub fn phrase(outcome: &str) -> &str {
    match outcome {
        "win" => "one winner",
        "shared" => "a shared win",
        "draw" => "a draw",
        "nobody" => "nobody wins",
        "stalemate" => "stalemate (limit reached)",
        other => other,
    }
}

/// The share of games that end at the limit.
pub(super) fn at_limit(table: &Table) -> Option<f64> {
    let row = table.rows.iter().find(|row| table.written(row, "outcome") == "stalemate")?;
    table.number(row, "share")
}

/// The outcomes that occurred, in words, with their rows.
pub(super) fn occurred(table: &Table) -> impl Iterator<Item = (String, &Vec<Cell>)> {
    let has_games = |row: &&Vec<Cell>| table.number(row, "games").is_some_and(|games| games > 0.0);
    table.rows.iter().filter(has_games).map(|row| (phrase(&table.written(row, "outcome")).to_owned(), row))
}

/// The report.
#[must_use]
pub fn table(results: &Results<'_>) -> Table {
    let row = |(kind, games): (&str, u64)| {
        let estimate = results.basis().rate(games, results.tally.games);
        let mut row = results.row();
        row.extend([Cell::text(kind), Cell::Count(games)]);
        row.extend(Cell::shares(&estimate));
        row.push(Cell::method(estimate.method));
        row.push(Cell::Count(games.min(results.tally.games.saturating_sub(games))));
        row
    };
    let rows = Outcome::KINDS.into_iter().zip(results.tally.outcomes()).map(row).collect();
    Table { name: NAME, columns: COLUMNS, rows }
}
