//! The numeric settings of a config that an experiment varies.

use super::options::{matches, within};
use crate::config::{Plan, config_error};
use crate::model::settings::{Allowed, ConfigError, ConfigErrors, Node, Setting, Value, clipped, nearest};
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
    select(plan, globs, "numeric settings", number)
}

/// The number of a setting; `None` for a setting of another type, for a word in place of the number, and for the number of
/// players.
pub(super) fn number(setting: &Setting, node: &Node) -> Option<Number> {
    let (Allowed::Int(low, high) | Allowed::IntOr(low, high, _), Value::Int(value)) =
        (&setting.allowed, &node.value)
    else {
        return None;
    };
    let is_meant = setting.path != "setup.players";
    is_meant.then(|| Number { key: setting.path.clone(), value: *value, range: *low..=*high })
}

/// What `of` makes of the settings whose keys match one of the patterns, or of all if there is no pattern. `what` names
/// these settings in the error.
///
/// # Errors
/// No setting matches.
pub(super) fn select<T>(
    plan: &Plan,
    globs: &[String],
    what: &str,
    of: impl Fn(&Setting, &Node) -> Option<T>,
) -> Result<Vec<T>, ConfigErrors> {
    let wanted = |key: &str| globs.is_empty() || globs.iter().any(|glob| matches(glob, key));
    let settings = plan.rules.settings();
    let one = |setting: &Setting| plan.value(&setting.path).and_then(|node| of(setting, node));
    let found: Vec<T> = settings.iter().filter(|setting| wanted(&setting.path)).filter_map(one).collect();
    if found.is_empty() {
        let known = settings.iter().filter(|setting| one(setting).is_some());
        let hint = globs.first().and_then(|glob| nearest(glob, known.map(|setting| setting.path.as_str())));
        let keys = globs.iter().map(|glob| format!("\"{}\"", clipped(glob))).collect::<Vec<_>>().join(", ");
        let mut expected = format!("keys of {what} (see `undercard list GAME`); * matches any text");
        // `counters.health.1`, where both players have the same number.
        let of_player = |glob: &String| {
            let key = glob.strip_suffix(".0").or_else(|| glob.strip_suffix(".1"))?;
            let setting = settings.iter().find(|setting| setting.path == key)?;
            number(setting, plan.value(key)?)
        };
        if let Some(Number { key, value, .. }) = globs.iter().find_map(of_player) {
            expected +=
                &format!("; for a number of each player, write {key} = [{value}, {value}] in the config");
        }
        return Err(ConfigErrors(vec![ConfigError { hint, ..config_error("--keys", "", keys, expected) }]));
    }
    Ok(found)
}
