//! Targets and verdicts.

use super::Report;
use super::claim::{Claim, Says};
use super::page::views::View;
use super::table::{Cell as Value, Row, row};
use undercard_engine::stats::verdict::Verdict;

/// The report's name.
pub const NAME: &str = "check";

/// A target in one line-up, or a group of targets: a row of the report.
#[derive(Clone, Debug)]
pub struct TargetFigure {
    /// The id of the game.
    pub game: &'static str,
    /// The number of players.
    pub players: u64,
    /// The config argument.
    pub config: String,
    /// The address of the figure, or the name of the group.
    pub target: String,
    /// The line-up.
    pub bots: String,
    /// The value of the figure.
    pub value: Value,
    /// The ends of its interval.
    pub ends: [Value; 2],
    /// The limits of the target.
    pub band: [Value; 2],
    /// The number of games behind the figure.
    pub games: Option<u64>,
    /// The verdict for this line-up; a group has none.
    pub lineup_verdict: Option<Verdict>,
    /// The rule that combines line-ups, or the targets of a group.
    pub rule: &'static str,
    /// The verdict.
    pub verdict: Verdict,
    /// About how many more games would decide, if this is known.
    pub games_more: Option<u64>,
    /// The interval method.
    pub method: String,
    /// The unit of the figure.
    pub unit: String,
    /// The group of the target.
    pub group: String,
    /// The number of games or deals that the figure rests on, if its report counts them.
    pub informative: Option<u64>,
}

row! { TargetFigure, NAME, row {
    key "game", "id of the game" [only_in_json] => row.game;
    numbered "players", "number of players" => row.players;
    key "config", "config argument" => &row.config;
    key "target", "address of the figure" => &row.target;
    key "bots", "line-up: one bot for all seats, or one per seat" => &row.bots;
    figure "value", "value of the figure" as Cell => row.value.clone();
    figure "low", "lower end of the interval that decides the verdict" as Cell => row.ends[0].clone();
    figure "high", "upper end of the interval that decides the verdict" as Cell => row.ends[1].clone();
    figure "target_low", "lower limit of the target; empty if it has none" as Cell => row.band[0].clone();
    figure "target_high", "upper limit of the target; empty if it has none" as Cell => row.band[1].clone();
    count "games", "number of games behind the figure" => row.games;
    words "lineup_verdict",
        "verdict for this line-up: `pass`, `fail` or `inconclusive`" => row.lineup_verdict.map_or("", Verdict::word);
    words "rule", "rule that combines line-ups: `all`, `any` or `any-all`" => row.rule;
    words "verdict", "verdict for the target" => row.verdict.word();
    count "games_more",
        "about how many more games would decide; empty if decided or unknown" [only_in_json] => row.games_more;
    words "method", "interval method, if the report of the figure has one" [only_in_json] => &row.method;
    words "unit", "unit of the figure: `share`, `rounds`, …" [only_in_json] => &row.unit;
    words "target_group",
        "group of the target, such as `any/fair-sides`; a group has a row of its own, with its name as `target`, \
         `any` or `all` as `rule`, and its verdict" => &row.group;
    count "informative",
        "number of games or deals that the figure rests on, if its report counts them"
        [only_in_json] => row.informative;
}}

impl TargetFigure {
    /// What the verdict of a line-up claims, in this row: that the figure lies within the target, or not.
    #[must_use]
    pub fn claims(&self, row: usize) -> Vec<Claim> {
        let claim = |says| Claim::new(NAME, "value", [row], says);
        let [low, high] = [0, 1].map(|end| self.band[end].number());
        let value = self.value.number();
        match self.lineup_verdict {
            Some(Verdict::Pass) => {
                let ends = [low.map(Says::Above), high.map(Says::Below)];
                ends.into_iter().flatten().map(claim).collect()
            }
            Some(Verdict::Fail) => {
                let below = low.filter(|low| value.is_some_and(|value| value < *low)).map(Says::Below);
                let above = high.filter(|high| value.is_some_and(|value| value > *high)).map(Says::Above);
                below.or(above).map(claim).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "check",
    contents: "The targets of all configs: one row for each group, and for each target and line-up, the worst first.",
    columns: TargetFigure::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Targets",
        intro: "Each figure and its target. In the chart, the shaded area is the target, the line the interval, and the dot \
                the figure; every row has its own scale. A target passes if the whole interval lies within the target, and \
                fails if the whole interval lies outside. Otherwise it is inconclusive, and more games are \
                needed.",
        drawn: "value",
        shared: &["config", "bots"],
        band: Some(["target_low", "target_high"]),
        columns: &[
            "config",
            "target",
            "bots",
            "verdict",
            "lineup_verdict",
            "value",
            "target_low",
            "target_high",
            "games",
            "games_more",
            "target_group",
        ],
        ..View::PLAIN
    }),
};
