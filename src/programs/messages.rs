//! The messages between Undercard and a program, each one a line of JSON.

use crate::bots::Decision;
use crate::games::ListedGame;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The version of the messages.
const VERSION: u32 = 1;

/// The first message to a program.
#[derive(Serialize)]
pub(super) struct Hello<'h> {
    undercard: u32,
    version: &'static str,
    game: &'h str,
    title: &'h str,
    features: Vec<FeatureOf<'h>>,
}

#[derive(Serialize)]
struct FeatureOf<'f> {
    name: &'f str,
    meaning: &'f str,
}

impl<'h> Hello<'h> {
    pub(super) fn new(game: &'h ListedGame) -> Self {
        let feature =
            |feature: &'h crate::model::Feature| FeatureOf { name: feature.name, meaning: feature.meaning };
        let features = game.features.iter().map(feature).collect();
        let version = env!("CARGO_PKG_VERSION");
        Self { undercard: VERSION, version, game: game.id, title: game.title, features }
    }
}

/// The answer of a program to the first message.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    /// What the program wants to know about each decision.
    pub wants: Vec<Want>,
    /// Whether it always gives the same answer to the same decision.
    pub repeatable: bool,
    /// The seconds that it may take for a message.
    pub seconds: u64,
}

/// What a program can want to know about a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Want {
    Moves,
    Features,
    Table,
}

impl Ready {
    /// Reads the first line of a program.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        /// A day.
        const LONGEST: u64 = 86_400;
        let keys: Map<String, Value> =
            serde_json::from_str(line).map_err(|_| "it is not a JSON object".to_owned())?;
        match value(&keys, "undercard", "a number")? {
            Some(VERSION) => {}
            Some(version) => return Err(format!("version {version} of the messages is unknown")),
            None => return Err("it has no \"undercard\"".into()),
        }
        let wants = value(&keys, "wants", "a list of \"moves\", \"features\" and \"table\"")?;
        let seconds = value(&keys, "seconds", "a whole number")?.unwrap_or(10);
        if !(1..=LONGEST).contains(&seconds) {
            return Err(format!("\"seconds\": {seconds} is not from 1 to {LONGEST}"));
        }
        Ok(Self {
            wants: wants.unwrap_or_else(|| vec![Want::Moves, Want::Features, Want::Table]),
            repeatable: value(&keys, "repeatable", "true or false")?.unwrap_or(false),
            seconds,
        })
    }
}

/// The value of a key, if it is there.
fn value<T: DeserializeOwned>(
    keys: &Map<String, Value>,
    key: &str,
    expected: &str,
) -> Result<Option<T>, String> {
    let read =
        |value: &Value| T::deserialize(value).map_err(|_| format!("\"{key}\": {value} is not {expected}"));
    keys.get(key).map(read).transpose()
}

/// The rules of simulations, to which decisions refer by number.
#[derive(Serialize)]
pub(super) struct Rules<'r> {
    pub rules: u64,
    pub settings: &'r RawValue,
}

/// What a program sees of a decision.
#[derive(Serialize)]
pub(super) struct Seen {
    rules: u64,
    seat: usize,
    seed: u64,
    random: f64,
    name: &'static str,
    n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    features: Option<Vec<Vec<f64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
}

impl Seen {
    pub(super) fn new(decision: &Decision<'_>, rules: u64, ready: &Ready) -> Self {
        let wants = |want| ready.wants.contains(&want);
        let features = || {
            let width = decision.feature_names().len().max(1);
            decision.features().chunks(width).map(<[f64]>::to_vec).collect()
        };
        Self {
            rules,
            seat: decision.seat().index(),
            seed: decision.seed(),
            random: decision.random(),
            name: decision.name(),
            n: decision.n_moves(),
            moves: wants(Want::Moves).then(|| decision.moves()),
            features: wants(Want::Features).then(features),
            table: wants(Want::Table).then(|| decision.table()),
        }
    }
}

/// The answer of a program to a batch of decisions.
#[derive(Debug, Deserialize)]
pub(super) struct Answer {
    pub batch: u64,
    pub moves: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_says_what_is_wrong_with_it() {
        let read = |line: &str| Ready::read(line).map(|ready| (ready.wants, ready.repeatable, ready.seconds));
        let all = vec![Want::Moves, Want::Features, Want::Table];
        assert_eq!(read(r#"{ "undercard": 1, "name": "mine" }"#), Ok((all, false, 10)));
        let few = r#"{ "undercard": 1, "wants": ["table"], "repeatable": true, "seconds": 86400 }"#;
        assert_eq!(read(few), Ok((vec![Want::Table], true, 86_400)));
        for (line, wrong) in [
            ("ready", "it is not a JSON object"),
            ("[1]", "it is not a JSON object"),
            ("{}", "it has no \"undercard\""),
            (r#"{ "undercard": "1" }"#, "\"undercard\": \"1\" is not a number"),
            (r#"{ "undercard": 2 }"#, "version 2 of the messages is unknown"),
            (
                r#"{ "undercard": 1, "wants": ["move"] }"#,
                "\"wants\": [\"move\"] is not a list of \"moves\", \"features\" and \"table\"",
            ),
            (r#"{ "undercard": 1, "repeatable": 1 }"#, "\"repeatable\": 1 is not true or false"),
            (r#"{ "undercard": 1, "seconds": 1.5 }"#, "\"seconds\": 1.5 is not a whole number"),
            (r#"{ "undercard": 1, "seconds": 0 }"#, "\"seconds\": 0 is not from 1 to 86400"),
        ] {
            assert_eq!(read(line), Err(wrong.into()), "{line}");
        }
    }
}
