//! The training curve of a strategy, and its scores on held-out games.

use super::Report;
use super::page::curve;
use super::page::views::{Part, View, half};
use super::table::{Row, row};
use undercard_engine::stats::head_to_head::HeadToHead;
use undercard_engine::stats::{Estimate, Level};

/// The name of the report.
pub const NAME: &str = "train";

/// The score of a bot against an opponent: a row of the report.
#[derive(Clone, Debug)]
pub struct TrainingScore {
    game: String,
    players: u64,
    point: Point,
    score: Estimate,
}

row! { TrainingScore, NAME, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    key "phase",
        "`training` or `held-out`; held-out games are used neither for learning nor for selection" => row.point.phase;
    key "bot",
        "`learner`: the current weights, sampling moves; `trained`: the strategy that was written; `start`: the \
         starting strategy" => row.point.bot;
    key "opponent", "opponent; `self-N` is the learner after N games" => &row.point.opponent;
    numbered "step", "number of steps before the last games of the row" => row.point.step;
    count "games", "number of training games up to the end of the row; 0 for the start" => row.point.games;
    count "deals", "number of deals, each played twice" => row.point.head_to_head.deals.count();
    share "score", "mean score per game: a win is 1, a game without a winner 0.5" => row.score.value;
    share "score_low", "lower end of its interval" => row.score.low();
    share "score_high", "upper end of its interval" => row.score.high();
    words "method", "interval method" => row.score.method_name();
    count "informative",
        "number of deals that `score` rests on: those that differ from the most common score of a deal"
        => row.point.head_to_head.deals.informative();
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "train",
    contents: "The training curve: one row for each opponent and stretch of the training. Then, for each opponent, the \
                         scores of the trained strategy and of its start on held-out games. Every deal is played \
                         twice with swapped seats; both games together are the statistical unit. With more than two \
                         seats the two bots alternate around the table.",
    columns: TrainingScore::COLUMNS,
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

/// The games of a bot against an opponent.
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

/// The rows of the report.
#[must_use]
pub fn rows<'p>(
    game: &str,
    players: usize,
    points: impl IntoIterator<Item = &'p Point>,
    level: Level,
) -> Vec<TrainingScore> {
    let row = |point: &Point| TrainingScore {
        game: game.to_owned(),
        players: players as u64,
        point: point.clone(),
        score: point.score(level),
    };
    points.into_iter().map(row).collect()
}
