//! The figures behind an advice.

use super::page::views::View;
use super::{Cell, Column, Report, Table};

/// The report's name.
pub const NAME: &str = "advise";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key(
        "question",
        "`who` is too strong or too weak, which `card` is strongest and weakest, the `length` of a game, or what to `change`",
    ).one_of(&["who", "card", "length", "change"]),
    Column::key("subject", "player, card, length, setting, or figure that the change aims at"),
    Column::words(
        "finding",
        "`too strong`, `too weak`, `even` or `undecided`; `strongest` or `weakest`; for changes, the verdict on held-out \
         games, or `closest` if no change reaches the aim",
    ),
    Column::words("figure", "address of the figure; empty for a setting"),
    Column::figure("value", "value of the figure"),
    Column::figure("low", "lower end of its interval; the intervals of one question hold together"),
    Column::figure("high", "upper end of its interval"),
    Column::count(
        "informative",
        "number of games or deals that the figure rests on, if its report is among the tables",
    ),
    Column::words("unit", "unit of the figure: `share`, `rounds`, …"),
    Column::words("old_set", "the setting and its value in the config, as `--set` takes them: `cards.ten.damage=10`"),
    Column::words("new_set", "the setting and its proposed value"),
    Column::of("old_number", "the value in the config as a number; empty if it is not a number"),
    Column::of("new_number", "the proposed value as a number; empty if it is not a number"),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "advise",
    contents: "The figures behind the advice: one row for each player or side, the strongest and the weakest card, the \
               length of a game, and each proposed change with the figures that it aims at.",
    columns: COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Advice",
        intro: "The figures behind each answer. Scores are judged by whether their whole interval lies beyond the margin \
                around an even score. A proposed change is verified on held-out games.",
        columns: &["question", "subject", "finding", "value", "old_set", "new_set"],
        ..View::PLAIN
    }),
};

/// The report.
#[must_use]
pub const fn table(rows: Vec<Vec<Cell>>) -> Table {
    Table { name: NAME, columns: COLUMNS, rows }
}
