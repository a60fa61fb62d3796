//! The training curve of a strategy, and its scores on held-out games.

use super::page::curve;
use super::page::views::{Part, View, half};
use super::{Cell, Column, Report, Table};
use undercard_engine::stats::head_to_head::HeadToHead;
use undercard_engine::stats::{Estimate, Level};

/// The name of the report.
pub const NAME: &str = "train";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key(
        "phase",
        "`training` or `held-out`; held-out games are used neither for learning nor for selection",
    ),
    Column::key(
        "bot",
        "`learner`: the current weights, sampling moves; `trained`: the strategy that was written; `start`: the starting \
         strategy",
    ),
    Column::key("opponent", "opponent; `self-N` is the learner after N games"),
    Column::numbered("step", "number of steps before the last games of the row"),
    Column::count("games", "number of training games up to the end of the row; 0 for the start"),
    Column::count("deals", "number of deals, each played twice"),
    Column::share("score", "mean score per game: a win is 1, a game without a winner 0.5"),
    Column::share("score_low", "lower end of its interval"),
    Column::share("score_high", "upper end of its interval"),
    Column::words("method", "interval method"),
    Column::count(
        "informative",
        "number of deals that `score` rests on: those that differ from the most common score of a deal",
    ),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "train",
    contents: "The training curve: one row for each opponent and stretch of the training. Then, for each opponent, the \
                         scores of the trained strategy and of its start on held-out games. Every deal is played \
                         twice with swapped seats; both games together are the statistical unit. With more than two \
                         seats the two bots alternate around the table.",
    columns: COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Training",
        intro: "The mean score against each opponent: 1 for a win, 0.5 for a game without a winner, so 50 % is \
                even. Held-out games, which are used neither for learning nor for selection, show how good the \
                strategy is. The training curve shows how it improved.",
        columns: &["bot", "opponent", "step", "games", "deals", "score"],
        drawn: "score",
        reference: half,
        figure: |table, _| curve::training(table),
        part: |table, row, _| match table.written(row, "phase").as_str() {
            "held-out" => Part::drawn("Held-out games"),
            _ => Part::folded("Training curve"),
        },
        ..View::PLAIN
    }),
};

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// `training` or `held-out`.
    pub phase: &'static str,
    /// The bot: `learner`, `trained` or `start`.
    pub bot: &'static str,
    /// The opponent.
    pub opponent: String,
    /// Number of steps so far.
    pub step: u64,
    /// Number of training games so far.
    pub games: u64,
    /// The games of the two.
    pub head_to_head: HeadToHead,
}

impl Point {
    /// The mean score per game, with its interval.
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
        row.push(Cell::Count(point.head_to_head.deals.informative()));
        row
    };
    Table { name: NAME, columns: COLUMNS, rows: points.into_iter().map(row).collect() }
}
