//! Checks of options that several experiments have.

use crate::config::strategy::Named;
use crate::config::{Asked, Plan, fault};
use crate::model::settings::{ConfigErrors, clipped};

/// Both, or all errors of both.
///
/// # Errors
/// Either has errors.
pub(crate) fn both<A, B>(
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

/// The error of an option.
pub(crate) fn refuse<T>(
    option: &str,
    found: impl Into<String>,
    expected: impl Into<String>,
) -> Result<T, ConfigErrors> {
    Err(ConfigErrors(vec![fault(option, "", found, expected)]))
}

/// Is the number of games a multiple of this one, as it must be where every deal is played so many times?
///
/// # Errors
/// It is not, and this is what is expected.
pub(crate) fn is_multiple(
    plan: &Plan,
    asked: &Asked,
    times: u64,
    expected: impl Into<String>,
) -> Result<(), ConfigErrors> {
    if plan.games.is_multiple_of(times) {
        return Ok(());
    }
    let option = if asked.games.is_some() { "--games" } else { "run.games" };
    refuse(option, plan.games.to_string(), expected)
}

/// These bots, if there are at most so many.
///
/// # Errors
/// There are more.
pub(crate) fn at_most(most: usize, option: &str, bots: Vec<Named>) -> Result<Vec<Named>, ConfigErrors> {
    if bots.len() <= most {
        return Ok(bots);
    }
    refuse(option, format!("{} bots", bots.len()), format!("at most {most}"))
}

/// Checks that no name is given twice.
///
/// # Errors
/// One is.
pub(crate) fn each_once(option: &str, names: &[String]) -> Result<(), ConfigErrors> {
    let Some(again) = (0..names.len()).find(|place| names[..*place].contains(&names[*place])) else {
        return Ok(());
    };
    refuse(option, format!("\"{}\" more than once", clipped(&names[again])), "every member once")
}

/// Does the key match? `*` stands for any text.
pub(crate) fn matches(glob: &str, key: &str) -> bool {
    let mut parts = glob.split('*');
    let Some(mut rest) = parts.next().and_then(|head| key.strip_prefix(head)) else { return false };
    let Some(tail) = parts.next_back() else { return rest.is_empty() };
    // What stands between two stars may as well be taken where it comes first.
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (glob, key) in [
            ("rules.*", "rules.max-rounds"),
            ("*.damage", "cards.ten.damage"),
            ("cards.*.damage", "cards.ten.damage"),
            ("*", "x"),
            ("a.b", "a.b"),
            ("*a*b*", "xaab"),
            ("**", ""),
        ] {
            assert!(matches(glob, key), "{glob} {key}");
        }
        for (glob, key) in [
            ("rules.*", "setup.x"),
            ("a", "ab"),
            ("cards.*.damage", "cards.ten.strength"),
            ("a*a", "a"),
            ("", "a"),
        ] {
            assert!(!matches(glob, key), "{glob} {key}");
        }
    }

    #[test]
    fn no_pattern_takes_long() {
        let (glob, key) = ("*a".repeat(5_000), "a".repeat(4_999));
        assert!(!matches(&glob, &key) && matches(&glob, &format!("{key}a")));
    }
}
