//! The messages between Undercard and a program, each one a line of JSON.

use crate::bots::Decision;
use crate::games::GameInfo;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

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
    pub(super) fn new(game: &'h GameInfo) -> Self {
        let feature =
            |feature: &'h crate::model::Feature| FeatureOf { name: feature.name, meaning: feature.meaning };
        let features = game.features.iter().map(feature).collect();
        let version = env!("CARGO_PKG_VERSION");
        Self { undercard: VERSION, version, game: game.id, title: game.title, features }
    }
}

/// The answer of a program to the first message.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Ready {
    undercard: u32,
    /// What the program wants to know about each decision.
    #[serde(default = "Want::all")]
    pub wants: Vec<Want>,
    /// Whether it always gives the same answer to the same decision.
    #[serde(default)]
    pub repeatable: bool,
    /// The seconds that it may take for a message.
    #[serde(default = "seconds")]
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

impl Want {
    fn all() -> Vec<Self> {
        vec![Self::Moves, Self::Features, Self::Table]
    }
}

const fn seconds() -> u64 {
    10
}

impl Ready {
    /// Reads the first line of a program.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        /// A day.
        const LONGEST: u64 = 86_400;
        let ready: Self = serde_json::from_str(line).map_err(|error| error.to_string())?;
        match ready {
            Self { undercard: VERSION, seconds: 1..=LONGEST, .. } => Ok(ready),
            Self { undercard: VERSION, seconds, .. } => {
                Err(format!("\"seconds\": {seconds} is not from 1 to {LONGEST}"))
            }
            Self { undercard, .. } => Err(format!("version {undercard} of the messages is unknown")),
        }
    }
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
