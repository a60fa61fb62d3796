//! The results in `reports/`.

use super::{Cell, Column, Report, Table};

/// The report's name.
pub const NAME: &str = "history";

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "history",
    contents: "The results in `reports/`, the newest first; `history` prints it and writes no file.",
    columns: &[
        Column::key("result_name", "name of the result, or its folder"),
        Column::words("written", "time of `result.json` in UTC"),
        Column::words("command", "command that made it"),
        Column::words("config", "name of its config, or of the first one"),
        Column::words("config_b", "name of the second config of a comparison"),
        Column::words(
            "bots",
            "line-up of the first config: one bot for all seats, or one per seat; empty if the tables name the bots",
        ),
        Column::count("played", "amount played"),
        Column::words("unit", "unit of `played`"),
        Column::boolean("complete", "`TRUE`, or `FALSE` for a partial result or a shard"),
        Column::words(
            "changes",
            "settings of its first config that differ from the printed rules, a JSON object",
        ),
        Column::words("changes_b", "the same of its second config; empty if it has none"),
        Column::words("result_digest", "digest of version, configs and options"),
        Column::words("run_id", "id of the result in its own CSV files"),
        Column::words("label", "label of the result in its own CSV files"),
    ],
    of_run: None,
    view: None,
};

/// The report of these rows.
#[must_use]
pub const fn table(rows: Vec<Vec<Cell>>) -> Table {
    Table { name: NAME, columns: REPORT.columns, rows }
}
