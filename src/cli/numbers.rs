//! The numbers of a config that a command moves.

use super::Failure;
use super::options::matches;
use crate::config::Plan;
use crate::model::settings::{Allowed, Value, nearest, suggestion};
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

/// The numbers of a plan whose keys match one of these, or all, if there is none. The number of players
/// is none of them: it changes who plays.
///
/// # Errors
/// There is none.
pub(crate) fn numbers(plan: &Plan, keys: &[String]) -> Result<Vec<Number>, Failure> {
    let wanted = |key: &str| keys.is_empty() || keys.iter().any(|glob| matches(glob, key));
    let number = |setting: &crate::model::settings::Setting| {
        let Allowed::Int(low, high) = setting.allowed else { return None };
        let Some(Value::Int(value)) = plan.value(&setting.path).map(|node| &node.value) else { return None };
        let is_meant = wanted(&setting.path) && setting.path != "setup.players";
        is_meant.then(|| Number { key: setting.path.clone(), value: *value, range: low..=high })
    };
    let numbers: Vec<Number> = plan.settings.iter().filter_map(number).collect();
    if numbers.is_empty() {
        let keys_of =
            plan.settings.iter().filter(|s| matches!(s.allowed, Allowed::Int(..))).map(|s| s.path.as_str());
        let near = keys.first().and_then(|glob| nearest(glob, keys_of));
        let hint = suggestion(near.as_deref());
        return Err(Failure::Input(format!("--keys: no numeric setting matches {}{hint}", keys.join(", "))));
    }
    Ok(numbers)
}
