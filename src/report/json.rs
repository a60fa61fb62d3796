//! `run.json`: the same results as the CSVs, for programs. Numbers are numbers, unknown is null.

use super::{Cell, Results, Table, tables};
use serde_json::{Map, Value, json};

/// The text of `run.json`.
#[must_use]
pub fn text(results: &Results<'_>) -> String {
    let reports: Map<String, Value> =
        tables(results).iter().map(|table| (table.name.to_owned(), rows(table))).collect();
    let value = json!({
        "game": results.game,
        "players": results.players,
        "seed": results.seed,
        "config_digest": results.digest,
        "games_asked": results.planned,
        "games_played": results.tally.games,
        "count_fixed_beforehand": results.fixed,
        "level": results.level.level(),
        "reports": reports,
    });
    format!("{value:#}\n")
}

/// One report as a list of rows.
#[must_use]
pub fn table(table: &Table) -> String {
    format!("{:#}\n", rows(table))
}

fn rows(table: &Table) -> Value {
    let row = |row: &Vec<Cell>| {
        let named = table.columns.iter().zip(row).map(|(column, cell)| (column.name.to_owned(), value(cell)));
        Value::Object(named.collect())
    };
    Value::Array(table.rows.iter().map(row).collect())
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Text(text) => text.as_str().into(),
        Cell::Count(count) => (*count).into(),
        // JSON has no infinity: what is no number is null.
        cell => cell.number().map_or(Value::Null, Value::from),
    }
}
