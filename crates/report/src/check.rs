//! Targets and verdicts.

use super::page::views::View;
use super::{Cell, Column, Report, Table};

/// The report's name.
pub const NAME: &str = "check";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game").only_in_json(),
    Column::numbered("players", "number of players"),
    Column::key("config", "config argument"),
    Column::key("target", "address of the figure"),
    Column::key("bots", "line-up: one bot for all seats, or one per seat"),
    Column::figure("value", "value of the figure"),
    Column::figure("low", "lower end of the interval that decides the verdict"),
    Column::figure("high", "upper end of the interval that decides the verdict"),
    Column::figure("target_low", "lower limit of the target; empty if it has none"),
    Column::figure("target_high", "upper limit of the target; empty if it has none"),
    Column::count("games", "number of games behind the figure"),
    Column::words("lineup_verdict", "verdict for this line-up: `pass`, `fail` or `inconclusive`"),
    Column::words("rule", "rule that combines line-ups: `all`, `any` or `any-all`"),
    Column::words("verdict", "verdict for the target"),
    Column::count("games_more", "about how many more games would decide; empty if decided or unknown")
        .only_in_json(),
    Column::words("method", "interval method, if the report of the figure has one").only_in_json(),
    Column::words("unit", "unit of the figure: `share`, `rounds`, …").only_in_json(),
    Column::words(
        "target_group",
        "group of the target, such as `any/fair-sides`; a group has a row of its own, with its name as `target`, `any` or \
         `all` as `rule`, and its verdict",
    ),
    Column::count(
        "informative",
        "number of games or deals that the figure rests on, if its report counts them",
    )
    .only_in_json(),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "check",
    contents: "The targets of all configs: one row for each group, and for each target and line-up, the worst first.",
    columns: COLUMNS,
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

/// The report.
#[must_use]
pub const fn table(rows: Vec<Vec<Cell>>) -> Table {
    Table { name: NAME, columns: COLUMNS, rows }
}
