//! The JSON Schema of `result.json`, generated from the tables that a result can have.

use super::super::{Column, ColumnType, all_tables, games};
use super::{FORMAT, NAME, file_name};
use serde_json::{Map, Value, json};

/// The schema.
#[must_use]
pub fn schema() -> Value {
    let tables = all_tables().map(|(name, columns)| (name.to_owned(), table(name, columns)));
    let list_names = games::LISTS.map(|list| file_name(list.name));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("{NAME} of Undercard, format {FORMAT}"),
        "type": "object",
        "properties": {
            "format": { "const": FORMAT },
            "undercard": text("the version of the program"),
            "command": text("the command"),
            "complete": flag("whether everything was played; false for a shard"),
            "ended": {
                "enum": ["all-played", "enough", "interrupted"],
                "description": "how it ended: everything was played, the requested precision was reached or everything was decided, or a signal stopped it",
            },
            "played": count("amount played, in `unit`"),
            "planned": {
                "type": ["integer", "null"],
                "minimum": 0,
                "description": "maximum number to play; null if unknown",
            },
            "unit": text("the unit of `played`: games, pairs of games, combinations, …"),
            "fixed_beforehand": flag(
                "whether the number of games was fixed beforehand; if not, intervals are confidence sequences",
            ),
            "level": { "type": "number", "exclusiveMinimum": 0.5, "exclusiveMaximum": 1, "description": "the confidence level" },
            "shard": { "type": ["string", "null"], "description": "the shard, such as 3/8, if the run is split" },
            "name": { "type": ["string", "null"], "description": "the name that --name gave the result; no digest depends on it" },
            "label": text("the label of the result in its CSV files: that of --label, otherwise the name of the config; no digest depends on it"),
            "run_id": {
                "type": "string",
                "pattern": "^[a-f][0-9a-f]{15}$",
                "description": "the id of the result in its CSV files; partial results and shards have other ids than the whole",
            },
            "result_digest": hex(
                "SHA-256 of version, command, configs, options and level: complete results with equal digests have equal figures (that of verify also covers what was found)",
            ),
            "conclusion": {
                "type": "array",
                "items": { "type": "string" },
                "description": "the answer in sentences, the most important first; empty if the tables are the answer",
            },
            "claims": {
                "type": "array",
                "items": claim(),
                "description": "what the sentences say of true values, beyond the figures of the games that were played; all claims hold together at the level",
            },
            "configs": { "type": "array", "items": config(), "description": "the configs; a comparison has two, A and B" },
            "options": { "type": "object", "description": "the options of the command that affect its figures" },
            "details": { "type": "object", "description": "further results of this command" },
            "games_csv": {
                "type": ["object", "null"],
                "properties": {
                    "rows": count("number of games"),
                    "planned": count("number of games that were to be listed; if there are fewer rows, the result is not complete"),
                    "files": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "file": { "enum": list_names, "description": "its name" },
                                "rows": count("number of rows"),
                                "sha256": hex("SHA-256 of the file"),
                            },
                            "required": ["file", "rows", "sha256"],
                            "additionalProperties": false,
                        },
                        "description": "the files: one row per game, seat, metric, or card event",
                    },
                },
                "required": ["rows", "planned", "files"],
                "additionalProperties": false,
                "description": "games.csv, and the files beside it; null if they were not written",
            },
            "files": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": { "file": text("its name"), "sha256": hex("SHA-256 of the file") },
                    "required": ["file", "sha256"],
                    "additionalProperties": false,
                },
                "description": "the files beside the tables, such as runs.csv, run.tally or tuned.toml; not run.toml, which has a time",
            },
            "tables": {
                "type": "object",
                "properties": Map::from_iter(tables),
                "additionalProperties": false,
                "description": "every table of the result, by name",
            },
            "checksum": hex("SHA-256 of all lines of the file before this one"),
        },
        "required": [
            "format", "undercard", "command", "complete", "ended", "played", "planned", "unit", "fixed_beforehand",
            "level", "shard", "name", "label", "result_digest", "configs", "options", "details", "games_csv", "files", "run_id",
            "tables", "checksum",
        ],
        "additionalProperties": false,
    })
}

fn config() -> Value {
    let change = json!({
        "type": "object",
        "properties": { "key": text("the key of a setting"), "value": true, "printed": true },
        "required": ["key", "value", "printed"],
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": {
            "name": text("the game id, or game id and name of the config file"),
            "game": text("the game id"),
            "game_version": text("the version of the game's own crate; printed games have none"),
            "description": text("the description of a described game, as TOML; other games have none"),
            "players": count("number of players"),
            "bots": {
                "type": "array",
                "items": { "type": "string" },
                "description": "one bot for all seats, or one per seat; empty if the tables name the bots",
            },
            "seed": count("the seed"),
            "games": count("maximum number of games per line-up, pair or combination"),
            "table_minutes": {
                "type": ["number", "null"],
                "description": "minutes at the table per round, turn or fight; null if unknown",
            },
            "rules_digest": hex("SHA-256 of the rules alone: equal for equal settings, regardless of bots, seed and games"),
            "games_digest": hex(
                "SHA-256 of everything that determines which games are played: rules, bots, seed and number of games",
            ),
            "changes": {
                "type": "array",
                "items": change,
                "description": "the settings that differ from the printed rules, with both values",
            },
        },
        "required": [
            "name", "game", "players", "bots", "seed", "games", "table_minutes", "rules_digest", "games_digest", "changes",
        ],
        "additionalProperties": false,
    })
}

fn table(name: &str, columns: &[Column]) -> Value {
    let cells = columns.iter().map(|column| (column.name.to_owned(), cell(column)));
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let types = columns.iter().map(|column| {
        json!({ "const": { "name": column.name, "type": column.column_type.type_name(), "key": column.key } })
    });
    json!({
        "type": "object",
        "properties": {
            "file": { "const": format!("{name}.csv"), "description": "the CSV file with the same rows" },
            "sha256": hex("SHA-256 of that file"),
            "columns": {
                "type": "array",
                "prefixItems": types.collect::<Vec<Value>>(),
                "minItems": columns.len(),
                "maxItems": columns.len(),
            },
            "rows": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": Map::from_iter(cells),
                    "required": names,
                    "additionalProperties": false,
                },
            },
        },
        "required": ["file", "sha256", "columns", "rows"],
        "additionalProperties": false,
    })
}

/// A claim of a sentence.
fn claim() -> Value {
    let row = || json!({ "type": "integer", "minimum": 0 });
    let says = ["above", "below", "within", "highest", "lowest", "largest"];
    json!({
        "type": "object",
        "properties": {
            "sentence": { "type": "integer", "minimum": 0, "description": "the number of the sentence, from 0" },
            "table": text("the table"),
            "column": text("the column"),
            "rows": { "type": "array", "items": row(), "description": "the rows of the table that it is about, from 0" },
            "says": {
                "enum": says,
                "description": "each value is above or below `than`, no two are further apart, or the highest value, the lowest or the one furthest from 0 of the rows in `than` is among them",
            },
            "than": { "anyOf": [{ "type": "number" }, { "type": "array", "items": row() }] },
        },
        "required": ["sentence", "table", "column", "rows", "says", "than"],
        "additionalProperties": false,
    })
}

/// The schema of a cell; null means unknown.
fn cell(column: &Column) -> Value {
    let meaning = column.meaning;
    match column.column_type {
        ColumnType::Words => text(meaning),
        ColumnType::Booleans => json!({ "type": ["boolean", "null"], "description": meaning }),
        ColumnType::Counts => json!({ "type": ["integer", "null"], "minimum": 0, "description": meaning }),
        ColumnType::Integers => json!({ "type": ["integer", "null"], "description": meaning }),
        ColumnType::Shares | ColumnType::PValues => {
            json!({ "type": ["number", "null"], "minimum": 0, "maximum": 1, "description": meaning })
        }
        ColumnType::Differences | ColumnType::Sums | ColumnType::Numbers | ColumnType::Figures => {
            json!({ "type": ["number", "null"], "description": meaning })
        }
    }
}

fn text(meaning: &str) -> Value {
    json!({ "type": "string", "description": meaning })
}

fn flag(meaning: &str) -> Value {
    json!({ "type": "boolean", "description": meaning })
}

fn count(meaning: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": meaning })
}

fn hex(meaning: &str) -> Value {
    json!({ "type": "string", "pattern": "^[0-9a-f]{64}$", "description": meaning })
}
