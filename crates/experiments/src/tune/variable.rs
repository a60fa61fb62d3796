//! A setting that the search changes: a number moves by steps, a named choice takes its other names.

use super::super::numeric_settings::{Number, number, select};
use super::search_space::Reach;
use crate::config::Plan;
use crate::model::settings::{Allowed, ConfigErrors, Node, Setting, Value};

/// A setting that may be changed.
pub(super) enum Variable {
    /// A number.
    Number(Number),
    /// A named choice or a flag.
    Named {
        /// Its key.
        key: String,
        /// Its value.
        value: String,
        /// The other names.
        others: Vec<String>,
    },
}

impl Variable {
    /// Its key.
    pub(super) fn key(&self) -> &str {
        match self {
            Self::Number(number) => &number.key,
            Self::Named { key, .. } => key,
        }
    }

    /// Its value in the config.
    pub(super) fn value(&self) -> String {
        match self {
            Self::Number(number) => number.value.to_string(),
            Self::Named { value, .. } => value.clone(),
        }
    }

    /// The steps after which a number has doubled; at least three.
    pub(super) fn near(&self, size: i64) -> i64 {
        match self {
            Self::Number(number) => (number.value.saturating_abs() / size).max(3),
            Self::Named { .. } => i64::MAX,
        }
    }

    /// The allowed steps, at most `most` of this size. Unless zero is allowed, numbers keep their sign.
    pub(super) fn reach(&self, size: i64, most: i64, allow_zero: bool) -> Reach {
        match self {
            Self::Number(Number { value, range, .. }) => {
                let (mut lowest, mut highest) = (*range.start(), *range.end());
                match value.signum() {
                    1 if !allow_zero => lowest = lowest.max(1),
                    -1 if !allow_zero => highest = highest.min(-1),
                    _ => {}
                }
                let steps = |room: i64| (room / size).clamp(0, most);
                Reach::Steps(-steps(value.saturating_sub(lowest))..=steps(highest.saturating_sub(*value)))
            }
            Self::Named { others, .. } => Reach::Names(i64::try_from(others.len()).unwrap_or(0)),
        }
    }

    /// The value after a step; numbers move by `size`.
    pub(super) fn after(&self, step: i64, size: i64) -> String {
        match self {
            Self::Number(number) => (number.value + step * size).to_string(),
            Self::Named { value, others, .. } => {
                let other = usize::try_from(step - 1).ok().and_then(|place| others.get(place));
                other.unwrap_or(value).clone()
            }
        }
    }
}

/// The numbers, named choices and flags whose keys match one of the patterns. Without a pattern, all except the choices
/// and flags of `[setup]`, which choose the mode of play.
///
/// # Errors
/// No setting matches.
pub(super) fn variables(plan: &Plan, globs: &[String]) -> Result<Vec<Variable>, ConfigErrors> {
    let variable = |setting: &Setting, node: &Node| {
        if let Some(number) = number(setting, node) {
            return Some(Variable::Number(number));
        }
        let (value, names): (String, Vec<String>) = match (&setting.allowed, &node.value) {
            (Allowed::Choice(names), Value::Text(value)) => {
                (value.clone(), names.iter().map(ToString::to_string).collect())
            }
            (Allowed::Flag, Value::Flag(value)) => (value.to_string(), vec!["false".into(), "true".into()]),
            _ => return None,
        };
        if globs.is_empty() && setting.path.starts_with("setup.") {
            return None;
        }
        let others = names.into_iter().filter(|name| *name != value).collect();
        Some(Variable::Named { key: setting.path.clone(), value, others })
    };
    select(plan, globs, "numbers, named choices or flags", variable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::PlanOptions;

    #[test]
    fn numbers_names_and_flags_can_be_changed() {
        let plan = Plan::new("taunt", &PlanOptions::default()).expect("the printed rules");
        let all = variables(&plan, &[]).expect("settings");
        let found = |key: &str| all.iter().find(|variable| variable.key() == key);
        let name = found("rules.equal-level-cancel").expect("a named choice");
        assert_eq!(
            (name.value(), name.after(1, 5), name.after(9, 1)),
            ("shared".into(), "all".into(), "shared".into())
        );
        assert_eq!(found("rules.team-spirits").map(|flag| flag.after(1, 1)), Some("false".into()));
        assert_eq!(found("rules.regen").map(|number| number.after(2, 3)), Some("7".into()));
        let reach = |allow_zero| match found("moves.kick.order").map(|number| number.reach(2, 3, allow_zero))
        {
            Some(Reach::Steps(steps)) => steps,
            _ => panic!("a number"),
        };
        // From 6 in 0 to 9.
        assert_eq!([reach(true), reach(false)], [-3..=1, -2..=1]);
        assert!(found("setup.mode").is_none() && found("setup.players").is_none());
        let modes = variables(&plan, &["setup.mode".into()]).expect("a named choice");
        assert!(matches!(modes[0].reach(1, 3, true), Reach::Names(4)));
    }
}
