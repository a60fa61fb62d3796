//! How games end, in five kinds.

use super::page::figures::Endings;
use super::page::section::Figure;
use super::page::views::View;
use super::table::{Row, row};
use super::{Column, Report, Results, Table};
use undercard_engine::model::Outcome;
use undercard_engine::stats::Estimate;

/// The report's name.
pub const NAME: &str = "outcomes";

/// How often games end in a way: a row of the report.
#[derive(Clone, Debug)]
pub struct OutcomeShare {
    game: String,
    players: u64,
    /// The kind.
    pub kind: &'static str,
    /// Number of games.
    pub games: u64,
    /// Their share.
    pub share: Estimate,
    informative: u64,
}

row! { OutcomeShare, NAME, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    key "outcome",
        "`win` (one seat or one team won), `shared` (several seats won together), `draw` (a tie), `nobody` \
         (everybody lost), `stalemate` (the limit of rounds or turns was reached)" => row.kind;
    count "games", "games with this outcome" => row.games;
    share "share", "share of all games" => row.share.value;
    share "share_low", "lower end of the interval of `share`" => row.share.low();
    share "share_high", "upper end of the interval of `share`" => row.share.high();
    words "method", "interval method" => row.share.method_name();
    column(Column::INFORMATIVE) as Count => row.informative;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run",
    contents: "How games end: one row for each of the five outcomes, even if it did not occur.",
    columns: OutcomeShare::COLUMNS,
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

/// The report.
#[must_use]
pub fn table(results: &Results<'_>) -> Table {
    Row::table(&rows(results))
}

/// Its rows.
#[must_use]
pub fn rows(results: &Results<'_>) -> Vec<OutcomeShare> {
    let row = |(kind, games): (&'static str, u64)| OutcomeShare {
        game: results.game.to_owned(),
        players: results.players as u64,
        kind,
        games,
        share: results.basis().rate(games, results.tally.games),
        informative: games.min(results.tally.games.saturating_sub(games)),
    };
    Outcome::KINDS.into_iter().zip(results.tally.outcomes()).map(row).collect()
}
