//! What a strategy learnt: how it did while it learnt, and on games that it never learnt from.

use super::{Cell, Column, Table};
use crate::stats::head_to_head::HeadToHead;
use crate::stats::{Estimate, Level};

/// The name of the report.
pub const NAME: &str = "train";

/// What it holds.
pub const HOLDS: &str = "A strategy that learns: one row for each opponent and stretch of the training, all games of \
                         which were played with what was learnt by then, and for each opponent the result on games \
                         that were kept apart, of what was learnt and of what it began with. Every deal is played \
                         twice with the seats exchanged, and both games together are the unit. With more than two \
                         seats the two alternate round the table.";

/// Its columns.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "the game's id"),
    Column::numbered("players", "number of players"),
    Column::key("phase", "`training`, or `held-out`: games that nothing was learnt or chosen by"),
    Column::key(
        "bot",
        "`learner`: as it was by then, drawing its moves; `trained`: as it is filed; `start`: what it began with",
    ),
    Column::key("opponent", "the bot that it met; `self-N` is itself after N games"),
    Column::numbered("step", "steps that had been taken when the last of the row's games were played"),
    Column::count("games", "games of training by the end of the row; 0 for the start"),
    Column::count("deals", "the row's deals, each played twice"),
    Column::share("score", "mean score of a game: a win 1, a game that nobody won a half"),
    Column::share("score_low", "lower end of its interval"),
    Column::share("score_high", "upper end of its interval"),
    Column::words("method", "how the interval is made"),
];

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// `training` or `held-out`.
    pub phase: &'static str,
    /// Whose result it is.
    pub bot: &'static str,
    /// Against whom.
    pub opponent: String,
    /// Steps taken.
    pub step: u64,
    /// Games of training by its end.
    pub games: u64,
    /// What the two came to.
    pub head_to_head: HeadToHead,
}

impl Point {
    /// The mean score of a game, and where it lies.
    #[must_use]
    pub fn score(&self, level: Level) -> Estimate {
        self.head_to_head.deals.estimate(true, self.head_to_head.deals.count(), level)
    }
}

/// The report.
#[must_use]
pub fn table<'p>(
    game: &str,
    players: usize,
    points: impl IntoIterator<Item = &'p Point>,
    level: Level,
) -> Table {
    let row = |point: &Point| {
        let score = point.score(level);
        let mut row = vec![Cell::text(game), Cell::Count(players as u64), Cell::text(point.phase)];
        row.extend([Cell::text(point.bot), Cell::text(&point.opponent), Cell::Count(point.step)]);
        row.extend([Cell::Count(point.games), Cell::Count(point.head_to_head.deals.count())]);
        row.extend(Cell::shares(&score));
        row.push(Cell::method(score.method));
        row
    };
    Table { name: NAME, columns: COLUMNS, rows: points.into_iter().map(row).collect() }
}
