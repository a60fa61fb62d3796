//! The numbers of a config that a command moves.

use super::options::matches;
use crate::config::{Plan, fault};
use crate::model::settings::{Allowed, ConfigError, ConfigErrors, Setting, Value, clipped, nearest};
use std::ops::RangeInclusive;

/// A numeric setting or card value.
pub(crate) struct Number {
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: i64,
    /// The values that it may have, as far as other settings allow.
    pub range: RangeInclusive<i64>,
}

/// Which numbers are moved, and how far.
#[derive(clap::Args, Debug)]
pub(crate) struct Moved {
    /// Only settings whose key matches; * stands for any text
    #[arg(long, value_name = "GLOB")]
    keys: Vec<String>,
    /// How far a step goes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..=1000))]
    pub step: i64,
}

impl Moved {
    /// The numbers of a plan that are meant. The number of players is none of them: it changes who plays.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn numbers(&self, plan: &Plan) -> Result<Vec<Number>, ConfigErrors> {
        let wanted = |key: &str| self.keys.is_empty() || self.keys.iter().any(|glob| matches(glob, key));
        let number = |setting: &Setting| {
            let Allowed::Int(low, high) = setting.allowed else { return None };
            let Value::Int(value) = plan.value(&setting.path)?.value else { return None };
            let is_meant = wanted(&setting.path) && setting.path != "setup.players";
            is_meant.then(|| Number { key: setting.path.clone(), value, range: low..=high })
        };
        let numbers: Vec<Number> = plan.rules.settings().iter().filter_map(number).collect();
        if numbers.is_empty() {
            let is_number = |setting: &&Setting| matches!(setting.allowed, Allowed::Int(..));
            let known = plan.rules.settings().iter().filter(is_number).map(|setting| setting.path.as_str());
            let hint = self.keys.first().and_then(|glob| nearest(glob, known));
            let keys =
                self.keys.iter().map(|glob| format!("\"{}\"", clipped(glob))).collect::<Vec<_>>().join(", ");
            let expected = "the keys of numbers, as `undercard list GAME` lists them; * stands for any text";
            return Err(ConfigErrors(vec![ConfigError { hint, ..fault("--keys", "", keys, expected) }]));
        }
        Ok(numbers)
    }
}
