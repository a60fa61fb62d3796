//! The numeric settings of a config that an experiment varies.

use super::options::{matches, within};
use crate::config::{Plan, config_error};
use crate::model::settings::{Allowed, ConfigError, ConfigErrors, Setting, Value, clipped, nearest};
use std::ops::RangeInclusive;

/// A numeric setting.
pub(crate) struct Number {
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: i64,
    /// The allowed values; other settings may restrict them further.
    pub range: RangeInclusive<i64>,
}

/// The allowed sizes of a step.
pub const STEPS: RangeInclusive<i64> = 1..=1000;

/// Checks the size of a step.
///
/// # Errors
/// It is not in [`STEPS`].
pub(super) fn check_step(step: i64) -> Result<(), ConfigErrors> {
    within("--step", step, STEPS)
}

/// The numeric settings whose keys match one of the patterns, or all if there is no pattern. The number of players is
/// excluded.
///
/// # Errors
/// No setting matches.
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
        let expected = "keys of numeric settings (see `undercard list GAME`); * matches any text";
        return Err(ConfigErrors(vec![ConfigError { hint, ..config_error("--keys", "", keys, expected) }]));
    }
    Ok(numbers)
}
