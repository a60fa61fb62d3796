//! The JSON Schema of a game's configs, for editors that complete and check TOML.

mod grammar;

use self::grammar::{Kind, below, grammar};
use crate::cards::CARDS_TABLE;
use crate::games::is_setting;
use crate::model::Choice;
use crate::model::settings::{Node, Value};
use crate::plan::{HIGHEST_SEED, MOST_GAMES};
use crate::stats::verdict::Rule;
use crate::targets::MOST_LINEUPS;
use crate::{Comments, MOST_MINUTES, Plan, TABLE_MINUTES, comments, shipped};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// The settings of a game: their kinds and comments.
struct Known {
    kinds: BTreeMap<String, Kind>,
    comments: Comments,
}

/// Whether a config must write all keys of a table, or may omit some because the printed rules have the
/// table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    Whole,
    Part,
}

/// The JSON Schema of the configs of a plan's game.
#[must_use]
pub fn schema(plan: &Plan) -> Json {
    let known = Known { kinds: grammar(plan), comments: comments(shipped::printed_text(&plan.game)) };
    let mut properties = Map::new();
    // House rules name a described game by its file.
    let game = match plan.game.description {
        Some(_) => {
            json!({ "type": "string", "description": "Id of the game, or the file that describes it." })
        }
        None => json!({ "const": plan.game.id, "description": "Id of the game." }),
    };
    properties.insert("game".into(), game);
    properties.insert("run".into(), run_table(plan.players()));
    properties.insert(CARDS_TABLE.into(), cards_table());
    properties.insert("targets".into(), targets());
    properties.insert(
        "provenance".into(),
        json!({ "description": "How a result was made; written by undercard." }),
    );
    let keys = known.kinds.get("").and_then(|root| root.keys.as_ref());
    for key in keys.into_iter().flat_map(|keys| keys.keys()).filter(|key| is_setting(key)) {
        properties.insert((*key).into(), known.key("", key, Some(("", &plan.tree)), Is::Part));
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("House rules of {}", plan.game.title),
        "type": "object",
        "required": ["game"],
        "properties": properties,
        "additionalProperties": false,
        "$defs": known.named(),
    })
}

fn run_table(players: usize) -> Json {
    json!({
        "type": "object",
        "description": "Defaults for command-line options.",
        "properties": {
            "games": { "type": "integer", "minimum": 1, "maximum": MOST_GAMES },
            "seed": { "type": "integer", "minimum": 0, "maximum": HIGHEST_SEED },
            TABLE_MINUTES: {
                "type": "number",
                "exclusiveMinimum": 0,
                "maximum": MOST_MINUTES,
                "description": "Minutes at the table per round, turn or fight: lengths are also given in minutes.",
            },
            "bots": {
                "type": "array",
                "items": { "type": "string" },
                "minItems": 1,
                "maxItems": players.max(8),
                "description": "One bot for all seats, or one per seat: names, strategy files or search:PLAYOUTS:BOT; or [\"panel\"].",
            },
            "panel": {
                "type": "array",
                "items": { "type": "string" },
                "minItems": 2,
                "maxItems": MOST_LINEUPS,
                "description": "The line-ups of the panel, each as for --bots.",
            },
        },
        "additionalProperties": false,
    })
}

fn cards_table() -> Json {
    let text = |description: &str| json!({ "type": "string", "description": description });
    json!({
        "type": "object",
        "description": "A table of cards, whose values come before those of this file.",
        "properties": {
            "file": text("Its path, relative to this file: .csv, .xlsx or .ods."),
            "columns": text("The titles of its columns: id=Name, copies=Qty."),
            "header-row": { "type": "integer", "minimum": 1, "description": "The row with the titles." },
            "worksheet": text("The sheet of a workbook."),
            "encoding": text("The encoding of a CSV file, such as windows-1252."),
        },
        "required": ["file"],
        "additionalProperties": false,
    })
}

fn targets() -> Json {
    let rules: Vec<&str> = Rule::ALL.iter().map(|(name, _)| *name).collect();
    let number = json!({ "type": ["number", "string"], "pattern": "^[-+]?[0-9.]+ *(%|pp)$" });
    let target = json!({
        "type": "object",
        "properties": {
            "at": number,
            "within": { "type": number["type"], "pattern": number["pattern"], "exclusiveMinimum": 0 },
            "min": number,
            "max": number,
            "bots": {
                "type": ["string", "array"],
                "items": { "type": "string" },
                "description": "Line-ups to judge, each as for --bots.",
            },
            "rule": { "enum": rules, "description": "Rule that combines several line-ups." },
        },
        "additionalProperties": false,
    });
    let groups = |description: &str| {
        json!({
            "type": "object",
            "description": description,
            "propertyNames": { "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$" },
            "additionalProperties": { "type": "object", "minProperties": 1, "additionalProperties": target },
        })
    };
    json!({
        "type": "object",
        "description": "Targets for `undercard check`, by address (see `undercard list GAME --metrics`); * matches any \
                        text within one part.",
        "properties": {
            "any": groups("Groups of targets of which one must pass, by name."),
            "all": groups("Groups of targets that must all pass, by name."),
        },
        "additionalProperties": target,
    })
}

impl Known {
    /// The definitions of tables that can occur under any id or index, complete and partial.
    fn named(&self) -> Map<String, Json> {
        let tables = self.kinds.iter().filter_map(|(class, kind)| Some((class, kind.keys.as_ref()?)));
        let tables = tables.filter(|(class, _)| is_named(class));
        tables
            .flat_map(|(class, keys)| {
                [Is::Whole, Is::Part].map(|is| (name(class, is), self.table(class, keys, None, is)))
            })
            .collect()
    }

    /// The schema of a key of a table of this class. `table` is the table in the known config, if it exists
    /// there.
    fn key(&self, class: &str, key: &str, table: Option<(&str, &Node)>, is: Is) -> Json {
        match table {
            None => self.of(&below(class, key), None, is),
            Some((path, table)) => match table.get(key) {
                Some(node) => self.of(&below(class, key), Some((&below(path, key), node)), Is::Part),
                None => self.of(&below(class, key), None, Is::Whole),
            },
        }
    }

    /// The schema of a value of this class. `known` is the value in the known config, if it exists there.
    fn of(&self, class: &str, known: Option<(&str, &Node)>, is: Is) -> Json {
        let mut any =
            self.kinds.get(class).map_or_else(Vec::new, |kind| self.alternatives(class, kind, known, is));
        let mut schema = match any.len() {
            0 => json!({}),
            1 => any.swap_remove(0),
            _ => json!({ "anyOf": any }),
        };
        // Items share the comment of their list.
        let is_item = known.is_none() && class.ends_with('*');
        if let (Some(said), false) = (self.comments.of(known.map_or(class, |(path, _)| path)), is_item) {
            schema["description"] = json!(said);
        }
        match known.map(|(_, node)| &node.value) {
            Some(Value::Int(number)) => schema["default"] = json!(number),
            Some(Value::Flag(flag)) => schema["default"] = json!(flag),
            Some(Value::Text(text)) => schema["default"] = json!(text),
            _ => {}
        }
        schema
    }

    /// The schemas of all allowed values of this class.
    fn alternatives(&self, class: &str, kind: &Kind, known: Option<(&str, &Node)>, is: Is) -> Vec<Json> {
        let item = below(class, "*");
        let mut any = Vec::new();
        any.extend(kind.int.map(|(low, high)| json!({ "type": "integer", "minimum": low, "maximum": high })));
        any.extend(kind.flag.then(|| json!({ "type": "boolean" })));
        let zero = kind.zero.then(|| json!(0));
        let words: Vec<Json> = kind.words.iter().map(|word| json!(word)).chain(zero).collect();
        any.extend((!words.is_empty()).then(|| json!({ "enum": words })));
        any.extend(kind.text.then(|| json!({ "type": "string", "maxLength": 200 })));
        any.extend(kind.name.then(|| json!({ "type": "string" })));
        any.extend(kind.list.map(|(least, most)| {
            let mut list = json!({
                "type": "array",
                "items": self.of(&item, None, Is::Whole),
                "minItems": least,
                "maxItems": most,
            });
            if is == Is::Part {
                // A table of indices changes single items of an existing list.
                list["type"] = json!(["array", "object"]);
                list["patternProperties"] = json!({ "^\\+?[0-9]+$": self.of(&item, None, Is::Part) });
                list["additionalProperties"] = json!(false);
            }
            list
        }));
        any.extend(kind.keys.as_ref().map(|keys| {
            if known.is_none() && is_named(class) {
                json!({ "$ref": format!("#/$defs/{}", name(class, is)) })
            } else {
                self.table(class, keys, known, is)
            }
        }));
        any.extend(kind.ids.then(|| {
            let entries = known.and_then(|(path, node)| match &node.value {
                Value::Table(entries) => Some((path, entries)),
                _ => None,
            });
            let of = |path: &str, (id, node): &(String, Node)| {
                (id.clone(), self.of(&item, Some((&below(path, id), node)), Is::Part))
            };
            let ids = entries
                .into_iter()
                .flat_map(|(path, entries)| entries.iter().map(move |entry| of(path, entry)));
            json!({
                "type": "object",
                "properties": ids.collect::<Map<_, _>>(),
                "propertyNames": { "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 40 },
                "additionalProperties": self.of(&item, None, Is::Whole),
            })
        }));
        any
    }

    /// The schema of a table with these keys; a new table needs all required keys.
    fn table(
        &self,
        class: &str,
        keys: &BTreeMap<&'static str, bool>,
        known: Option<(&str, &Node)>,
        is: Is,
    ) -> Json {
        let of = |key: &&str| ((*key).to_owned(), self.key(class, key, known, is));
        let mut table = json!({
            "type": "object",
            "properties": keys.keys().map(of).collect::<Map<_, _>>(),
            "additionalProperties": false,
        });
        let needed: Vec<&str> = keys.iter().filter(|(_, must)| **must).map(|(key, _)| *key).collect();
        if is == Is::Whole && !needed.is_empty() {
            table["required"] = json!(needed);
        }
        table
    }
}

/// Whether the table can occur in many places and therefore has a definition.
fn is_named(class: &str) -> bool {
    class.contains('*')
}

fn name(class: &str, is: Is) -> String {
    match is {
        Is::Whole => class.to_owned(),
        Is::Part => format!("part-of.{class}"),
    }
}
