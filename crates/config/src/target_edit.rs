//! Whole targets as options: `--set 'targets.outcomes/draw={ max = "5%" }'` replaces one or adds it, and
//! `--set targets.outcomes/draw=none` removes it.

use super::config_error;
use super::targets::GROUPS;
use crate::model::settings::{ConfigError, Node, Value, clipped};

/// The value that removes a target.
pub const NONE: &str = "none";

/// The words of the key of a whole target: `targets` and its address, which may contain dots; in a group, with the group
/// and its name between them. `None` for any other key.
pub fn words(key: &str) -> Option<Vec<&str>> {
    let (table, address) = key.split_once('.').filter(|(table, _)| *table == "targets")?;
    let in_group = address.split_once('.').filter(|(group, _)| GROUPS.contains(group));
    Some(match in_group {
        None => vec![table, address],
        Some((group, rest)) => {
            let (name, address) = rest.split_once('.')?;
            vec![table, group, name, address]
        }
    })
}

/// Applies an option that is about a whole target: a table replaces it, also its other keys, and `none` removes it.
/// `None` if the option is about something else.
pub(super) fn apply(
    option: &str,
    tree: &mut Node,
    key: &str,
    value: &Node,
) -> Option<Result<(), ConfigError>> {
    let words = words(key)?;
    match &value.value {
        Value::Table(_) => {
            put(tree, &words, value);
            Some(Ok(()))
        }
        Value::Text(text) if text == NONE => Some(if remove(tree, &words) {
            Ok(())
        } else {
            let found = format!("no target \"{}\" to remove", clipped(key));
            Err(config_error(option, "", found, "the key of a target in the config"))
        }),
        _ => None,
    }
}

fn put(node: &mut Node, words: &[&str], value: &Node) {
    let [word, rest @ ..] = words else {
        *node = value.clone();
        return;
    };
    let Value::Table(entries) = &mut node.value else { return };
    let known = entries.iter().position(|(name, _)| name == word).unwrap_or_else(|| {
        entries.push(((*word).to_owned(), Node { value: Value::Table(Vec::new()), at: value.at.clone() }));
        entries.len() - 1
    });
    put(&mut entries[known].1, rest, value);
}

/// Removes a target, and its group if that is empty then. Returns whether there was one.
fn remove(node: &mut Node, words: &[&str]) -> bool {
    let ([word, rest @ ..], Value::Table(entries)) = (words, &mut node.value) else { return false };
    let Some(known) = entries.iter().position(|(name, _)| name == word) else { return false };
    let is_removed = rest.is_empty() || remove(&mut entries[known].1, rest);
    let is_empty = matches!(&entries[known].1.value, Value::Table(left) if left.is_empty());
    if is_removed && (rest.is_empty() || is_empty) {
        entries.remove(known);
    }
    is_removed
}

#[cfg(test)]
mod tests {
    use crate::{Plan, PlanOptions};

    fn targets(rules: &str, set: &[&str]) -> Result<Vec<(String, String)>, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("house.toml");
        std::fs::write(&file, format!("game = 'knife-fight'\n{rules}")).expect("a file");
        let set = set.iter().map(ToString::to_string).collect();
        let plan = Plan::new(&file.display().to_string(), &PlanOptions { set, ..PlanOptions::default() });
        let plan = plan.map_err(|errors| errors.to_string())?;
        Ok(plan.targets().iter().map(|target| (target.figure.to_string(), target.shown())).collect())
    }

    #[test]
    fn an_option_adds_replaces_and_removes_a_whole_target() {
        const RULES: &str = "[targets]\n'metrics/length-mean' = { at = 6, within = 1 }\n\
                             [targets.any.fair]\n'win_rates/seat/0' = { min = '48%' }\n";
        let shown =
            |set: &[&str]| targets(RULES, set).map(|all| all.iter().map(|one| one.1.clone()).collect());
        let own: Result<Vec<String>, String> = Ok(vec!["5 to 7".into(), "at least 0.48".into()]);
        assert_eq!(shown(&[]), own);
        let some = |all: &[&str]| Ok(all.iter().map(ToString::to_string).collect::<Vec<String>>());
        assert_eq!(
            shown(&["targets.metrics/length-mean={ max = 9 }"]),
            some(&["at most 9", "at least 0.48"])
        );
        assert_eq!(shown(&["targets.metrics/length-mean=none"]), some(&["at least 0.48"]));
        // The group was its only target.
        assert_eq!(shown(&["targets.any.fair.win_rates/seat/0=none"]), some(&["5 to 7"]));
        assert_eq!(
            shown(&["targets.outcomes/draw={ max = '5%' }"]),
            some(&["5 to 7", "at least 0.48", "at most 0.05"])
        );
        let error = targets("", &["targets.outcomes/draw=none"]).expect_err("nothing to remove");
        assert!(error.contains("no target \"targets.outcomes/draw\" to remove"), "{error}");
        let error = targets("", &["targets.outcomes/drow={ max = '5%' }"]).expect_err("no figure");
        assert!(error.contains("found \"outcomes/drow\", expected the address of a figure"), "{error}");
    }
}
