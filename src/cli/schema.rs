//! `undercard schema`: what a config of a game may hold, as JSON Schema, for editors that complete and
//! check TOML by it.

use super::{Done, print};
use crate::config::plan::{HIGHEST_SEED, MOST_GAMES};
use crate::config::{Asked, Comments, Plan, comments, shipped};
use crate::model::Choice;
use crate::model::settings::{Allowed, Node, Value};
use crate::stats::verdict::Rule;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// Print the JSON Schema of a game's configs.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A game id or a config file
    game: String,
}

const EXAMPLES: &str = "\
Example:
  undercard schema knife-fight > knife-fight.schema.json

An editor that knows JSON Schema for TOML (Taplo, Even Better TOML) then completes keys, shows what
they mean and marks wrong values in a file that begins with
  #:schema ./knife-fight.schema.json
Only `undercard lint` knows everything: the schema lets keys pass that it does not know.";

pub(crate) fn run(args: &Args) -> Done {
    let plan = Plan::new(&args.game, &Asked::default())?;
    let text = serde_json::to_string_pretty(&schema(&plan)).unwrap_or_default();
    print(&format!("{text}\n"))
}

/// What is known of the settings of a game.
struct Known<'p> {
    allowed: BTreeMap<&'p str, &'p Allowed>,
    comments: Comments,
}

fn schema(plan: &Plan) -> Json {
    let known = Known {
        allowed: plan.settings.iter().map(|setting| (setting.path.as_str(), &setting.allowed)).collect(),
        comments: comments(shipped::printed(plan.game.id).unwrap_or_default()),
    };
    let mut properties = Map::new();
    properties.insert("game".into(), json!({ "const": plan.game.id, "description": "The game's id." }));
    properties.insert("run".into(), run_table(plan.players));
    properties.insert("targets".into(), targets());
    if let Value::Table(entries) = &plan.tree.value {
        let tables = entries.iter().filter(|(_, node)| matches!(node.value, Value::Table(_)));
        for (key, node) in tables.filter(|(key, _)| !crate::games::NO_SETTINGS.contains(&key.as_str())) {
            properties.insert(key.clone(), known.of(key, node));
        }
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("House rules of {}", plan.game.title),
        "type": "object",
        "required": ["game"],
        "properties": properties,
    })
}

fn run_table(players: usize) -> Json {
    json!({
        "type": "object",
        "description": "What an option does not say.",
        "properties": {
            "games": { "type": "integer", "minimum": 1, "maximum": MOST_GAMES },
            "seed": { "type": "integer", "minimum": 0, "maximum": HIGHEST_SEED },
            "bots": {
                "type": "array",
                "items": { "type": "string" },
                "minItems": 1,
                "maxItems": players.max(8),
                "description": "One bot for all seats, or one a seat: names, strategy files or search:PLAYOUTS:BOT.",
            },
        },
        "additionalProperties": false,
    })
}

fn targets() -> Json {
    let rules: Vec<&str> = Rule::ALL.iter().map(|(name, _)| *name).collect();
    json!({
        "type": "object",
        "description": "Where figures are meant to lie, by their addresses (`undercard list GAME --metrics`).",
        "additionalProperties": {
            "type": "object",
            "properties": {
                "at": { "type": "number" },
                "within": { "type": "number", "exclusiveMinimum": 0 },
                "min": { "type": "number" },
                "max": { "type": "number" },
                "bots": {
                    "type": ["string", "array"],
                    "items": { "type": "string" },
                    "description": "The line-ups that are meant, each as --bots takes it.",
                },
                "rule": { "enum": rules, "description": "How several line-ups are read." },
            },
            "additionalProperties": false,
        },
    })
}

impl Known<'_> {
    /// The schema of a value at a path; of a list, that of its first item holds for all.
    fn of(&self, path: &str, node: &Node) -> Json {
        let below = |key: &str| format!("{path}.{key}");
        let mut schema = match &node.value {
            Value::Table(entries) => {
                let of = |(key, node): &(String, Node)| (key.clone(), self.of(&below(key), node));
                json!({ "type": "object", "properties": entries.iter().map(of).collect::<Map<_, _>>() })
            }
            Value::List(items) => {
                let first = items.first().map(|first| self.of(&below("0"), first));
                json!({ "type": "array", "items": first.unwrap_or(json!({})) })
            }
            value => self.scalar(path, value),
        };
        if let (Some(said), Json::Object(schema)) = (self.comments.of(path), &mut schema) {
            schema.insert("description".into(), said.into());
        }
        schema
    }

    fn scalar(&self, path: &str, value: &Value) -> Json {
        match (self.allowed.get(path), value) {
            (Some(Allowed::Int(low, high)), Value::Int(default)) => {
                json!({ "type": "integer", "minimum": low, "maximum": high, "default": default })
            }
            (Some(Allowed::Int(low, high)), _) => {
                json!({ "type": "integer", "minimum": low, "maximum": high })
            }
            (Some(Allowed::Choice(names)), Value::Text(default)) => {
                json!({ "enum": names, "default": default })
            }
            (Some(Allowed::Choice(names)), _) => json!({ "enum": names }),
            (Some(Allowed::Flag), Value::Flag(default)) => json!({ "type": "boolean", "default": default }),
            (_, Value::Flag(_)) => json!({ "type": "boolean" }),
            (_, Value::Int(_)) => json!({ "type": "integer" }),
            (_, Value::Float(_)) => json!({ "type": "number" }),
            _ => json!({ "type": "string" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{house, tree};
    use crate::games::SHELF;

    fn plan(game: &str) -> Plan {
        Plan::new(game, &Asked::default()).unwrap_or_else(|faults| panic!("{faults}"))
    }

    fn json(text: &str) -> Json {
        let (_, node) = house(text, "f.toml").unwrap_or_else(|faults| panic!("{faults}"));
        let text = tree::write(&node).expect("TOML");
        serde_json::to_value(toml::from_str::<toml::Table>(&text).expect("TOML")).expect("JSON")
    }

    #[test]
    fn every_shipped_config_follows_the_schema_of_its_game() {
        for game in SHELF {
            let schema = schema(&plan(game.id));
            let validator = jsonschema::validator_for(&schema).expect("a schema");
            for (name, text) in shipped::configs(game.id) {
                let errors: Vec<String> =
                    validator.iter_errors(&json(text)).map(|error| error.to_string()).collect();
                assert!(errors.is_empty(), "{name}: {errors:?}");
            }
        }
    }

    #[test]
    fn wrong_values_are_marked_and_settings_described() {
        let schema = schema(&plan("knife-fight"));
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        for wrong in [
            "[rules]\ntie = 'both'",
            "[rules]\nbleed-divisor = 0",
            "[cards.ten]\ndamage = 'x'",
            "[run]\ngames = 0",
            "[run]\ngame = 5",
            "[targets]\n'outcomes/draw' = { maximum = 1 }",
        ] {
            assert!(!validator.is_valid(&json(&format!("game = 'knife-fight'\n{wrong}"))), "{wrong}");
        }
        assert!(!validator.is_valid(&json("game = 'taunt'")));
        let said = &schema["properties"]["rules"]["properties"]["bleed-divisor"]["description"];
        assert!(said.as_str().is_some_and(|said| said.contains("Bleeding")), "{said}");
    }
}
