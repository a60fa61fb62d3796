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

/// The numbers of a plan whose keys match one of these patterns, or all if there is none. The number of players is not
/// among them: it changes who plays.
///
/// # Errors
/// There is none.
pub(super) fn numbers(plan: &Plan, globs: &[String]) -> Result<Vec<Number>, ConfigErrors> {
    let wanted = |key: &str| globs.is_empty() || globs.iter().any(|glob| matches(glob, key));
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
        let hint = globs.first().and_then(|glob| nearest(glob, known));
        let keys = globs.iter().map(|glob| format!("\"{}\"", clipped(glob))).collect::<Vec<_>>().join(", ");
        let expected = "the keys of numbers, as `undercard list GAME` lists them; * stands for any text";
        return Err(ConfigErrors(vec![ConfigError { hint, ..fault("--keys", "", keys, expected) }]));
    }
    Ok(numbers)
}
