//! The metadata of results.

use super::{Extent, Level};
use crate::config::Plan;
use crate::report::result_file::{FORMAT, ResultMeta, sha256, shortest};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Write;

/// The version of this program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The metadata of a result.
pub(super) fn metadata(
    command: &str,
    plans: &[&Plan],
    extent: &Extent,
    level: Level,
    options: Map<String, Value>,
    details: Map<String, Value>,
) -> ResultMeta {
    ResultMeta {
        format: FORMAT,
        undercard: VERSION.into(),
        command: command.into(),
        complete: extent.is_complete(),
        ended: extent.ended,
        played: extent.played,
        planned: extent.planned,
        unit: extent.unit.into(),
        fixed_beforehand: extent.is_fixed,
        level,
        shard: None,
        name: plans.first().and_then(|plan| plan.result_name.clone()),
        label: label(command, plans),
        result_digest: result_digest(command, plans, level, &options),
        conclusion: Vec::new(),
        claims: Vec::new(),
        configs: plans.iter().map(|plan| plan.used()).collect(),
        options: rounded(options),
        details: with_programs(rounded(details), plans),
        games_csv: None,
        files: Vec::new(),
    }
}

/// The label of a result: the given one, otherwise the names of its configs, or of its command if it has none.
fn label(command: &str, plans: &[&Plan]) -> String {
    if let Some(label) = plans.first().and_then(|plan| plan.label.clone()) {
        return label;
    }
    let mut names: Vec<String> = plans.iter().map(|plan| plan.used().name).collect();
    names.dedup();
    match &names[..] {
        [] => command.to_owned(),
        [name] => name.clone(),
        [one, two] => format!("{one} vs {two}"),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
    }
}

/// SHA-256 of everything that determines the figures of a complete result.
pub(super) fn result_digest(
    command: &str,
    plans: &[&Plan],
    level: Level,
    options: &Map<String, Value>,
) -> String {
    let mut text =
        format!("undercard result\nversion {VERSION}\ncommand {command}\nlevel {}\n", level.level());
    // Writing to a string cannot fail.
    for plan in plans {
        // The games digest has the contents of the bots; results have rows with their names.
        let names: Vec<&str> = plan.bots.iter().map(|bot| bot.name.as_str()).collect();
        let _ = writeln!(text, "games {}\nbots {}", plan.digest, names.join(","));
        if let Some(minutes) = plan.table_minutes() {
            let _ = writeln!(text, "table-minutes {minutes}");
        }
    }
    let _ = writeln!(text, "options {}", Value::from(options.clone()));
    sha256(text.as_bytes())
}

/// The same with all non-integers rounded to twelve significant digits, as in the tables.
pub(super) fn rounded(entries: Map<String, Value>) -> Map<String, Value> {
    fn round(value: Value) -> Value {
        match value {
            Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
                Some(float) => shortest(float).into(),
                None => Value::Number(number),
            },
            Value::Array(items) => items.into_iter().map(round).collect(),
            Value::Object(entries) => Value::Object(rounded(entries)),
            other => other,
        }
    }
    entries.into_iter().map(|(key, value)| (key, round(value))).collect()
}

/// The options of a command that affect its figures.
pub(super) fn options(options: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(options)) => options,
        _ => Map::new(),
    }
}

/// Adds which bots are programs, and whether they say that they always answer alike.
fn with_programs(mut details: Map<String, Value>, plans: &[&Plan]) -> Map<String, Value> {
    let repeatable: Map<String, Value> = plans
        .iter()
        .flat_map(|plan| plan.programs())
        .map(|(name, is_repeatable)| (name.to_owned(), is_repeatable.into()))
        .collect();
    if !repeatable.is_empty() {
        details.insert("programs_repeatable".into(), repeatable.into());
    }
    details
}

/// Further results of a command.
pub(super) fn details<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::result_file::Ended;
    use std::collections::BTreeSet;

    #[test]
    fn partial_results_have_ids_of_their_own() {
        let id = |played, ended, shard: Option<&str>| {
            let extent = Extent { played, planned: Some(9), unit: "games", ended, is_fixed: true };
            let head = metadata("run", &[], &extent, Level::default(), Map::new(), Map::new());
            ResultMeta { shard: shard.map(str::to_owned), ..head }.run_key().run_id
        };
        let whole = id(9, Ended::AllPlayed, None);
        let ids = [
            whole.clone(),
            id(3, Ended::Interrupted, None),
            id(4, Ended::Interrupted, None),
            id(9, Ended::AllPlayed, Some("1/2")),
            id(9, Ended::AllPlayed, Some("2/2")),
        ];
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        assert_eq!(id(9, Ended::AllPlayed, None), whole);
        // An id of digits alone, or with one e, would be read as a number.
        assert!(ids.iter().all(|id| id.len() == 16 && id.starts_with(char::is_alphabetic)), "{ids:?}");
    }
}
