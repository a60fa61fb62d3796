//! Validation of options that several experiments share.

use crate::config::bots::NamedBot;
use crate::config::{Plan, PlanOptions, config_error};
use crate::model::settings::{ConfigErrors, clipped};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// The default number of games of each of many parts (steps, combinations, pairs, bots, candidates) is a run's divided by
/// this.
pub const FRACTION: u64 = 10;

/// Both values, or the errors of both.
///
/// # Errors
/// Either has errors.
pub fn both<A, B>(
    one: Result<A, ConfigErrors>,
    other: Result<B, ConfigErrors>,
) -> Result<(A, B), ConfigErrors> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (one, other) => {
            let errors = [one.err(), other.err()].into_iter().flatten();
            Err(ConfigErrors(errors.flat_map(|ConfigErrors(errors)| errors).collect()))
        }
    }
}

/// An error of an option.
pub fn refuse<T>(
    option: &str,
    found: impl Into<String>,
    expected: impl Into<String>,
) -> Result<T, ConfigErrors> {
    Err(ConfigErrors(vec![config_error(option, "", found, expected)]))
}

/// Checks that a share, if there is one, is above 0 and below 1.
///
/// # Errors
/// It is not.
pub fn proper_share(option: &str, share: Option<f64>) -> Result<(), ConfigErrors> {
    match share {
        Some(share) if !(share > 0.0 && share < 1.0) => {
            refuse(option, share.to_string(), "a share above 0 and below 1, such as 0.01")
        }
        _ => Ok(()),
    }
}

/// Checks that a number lies in a range.
///
/// # Errors
/// It does not.
pub fn within<T: Copy + PartialOrd + Display>(
    option: &str,
    number: T,
    range: RangeInclusive<T>,
) -> Result<(), ConfigErrors> {
    if range.contains(&number) {
        return Ok(());
    }
    let expected = format!("a number from {} to {}", range.start(), range.end());
    refuse(option, number.to_string(), expected)
}

/// Checks that the number of games is a multiple of `times`, as it must be if every deal is played that often.
///
/// # Errors
/// It is not; `expected` describes the allowed numbers.
pub fn is_multiple(
    plan: &Plan,
    plan_options: &PlanOptions,
    times: u64,
    expected: impl Into<String>,
) -> Result<(), ConfigErrors> {
    if plan.games.is_multiple_of(times) {
        return Ok(());
    }
    let option = if plan_options.games.is_some() { "--games" } else { "run.games" };
    refuse(option, plan.games.to_string(), expected)
}

/// Checks that there are at most `most` bots.
///
/// # Errors
/// There are more.
pub fn at_most(most: usize, option: &str, bots: Vec<NamedBot>) -> Result<Vec<NamedBot>, ConfigErrors> {
    if bots.len() <= most {
        return Ok(bots);
    }
    refuse(option, format!("{} bots", bots.len()), format!("at most {most}"))
}

/// Checks that no name occurs twice.
///
/// # Errors
/// A name occurs twice.
pub fn each_once(option: &str, names: &[String]) -> Result<(), ConfigErrors> {
    let Some(again) = (0..names.len()).find(|index| names[..*index].contains(&names[*index])) else {
        return Ok(());
    };
    refuse(option, format!("\"{}\" more than once", clipped(&names[again])), "each name once")
}

pub use crate::config::globs::matches;

/// Whether a flag is not set.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
pub(super) const fn is_false(flag: &bool) -> bool {
    !*flag
}
