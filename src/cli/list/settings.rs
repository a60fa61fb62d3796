//! The settings of a section, for people to read.

use super::super::Failure;
use crate::config::listing::{Listed, listed, sections, unset};
use crate::config::{
    ConfigError, ConfigErrors, Plan, PlanOptions, clipped, config_error, nearest, printed_rules,
};
use crate::report::text::Text;
use std::collections::BTreeSet;

/// The settings of a section or an entry. A key that all entries of a section have is explained once.
pub(super) fn of_section(plan: &Plan, section: &str) -> Result<Text, Failure> {
    let settings = within(plan, section)?;
    let mut text = Text::default();
    let mut explained = BTreeSet::new();
    for Listed { key, value, allowed, meaning } in &settings {
        let Some((table, name)) = of_entry(key).filter(|_| section != entry_of(key)) else {
            text += format!("{key} = {value}  ({allowed})\n{}", indented(meaning));
            continue;
        };
        if !explained.insert((table, name)) {
            continue;
        }
        text += format!("{table}.*.{name}  ({allowed})\n{}", indented(meaning));
        // The entries that have each value, so that equal ones are seen at once.
        let mut values: Vec<(&str, Vec<&str>)> = Vec::new();
        for other in &settings {
            if of_entry(&other.key) != Some((table, name)) {
                continue;
            }
            let id = entry_of(&other.key).rsplit('.').next().unwrap_or_default();
            match values.iter_mut().find(|(value, _)| *value == other.value) {
                Some((_, ids)) => ids.push(id),
                None => values.push((&other.value, vec![id])),
            }
        }
        for (value, ids) in values {
            if ids == ["*"] {
                text += "  none has it\n";
                continue;
            }
            text += format!("  {}: {value}\n", ids.join(", "));
        }
    }
    Ok(text)
}

/// The settings that differ from the printed rules, with the printed values.
pub(super) fn changed(plan: &Plan, section: &str) -> Result<Text, Failure> {
    let printed = listed(&Plan::of_config(printed_rules(&plan.game)?, &PlanOptions::default())?);
    let printed = |key: &str| printed.iter().find(|setting| setting.key == key).map(|setting| &setting.value);
    let mut text = Text::default();
    for Listed { key, value, .. } in within(plan, section)? {
        match printed(&key) {
            Some(old) if *old == value => {}
            Some(old) => text += format!("{key} = {value}  (printed: {old})\n"),
            None => text += format!("{key} = {value}  (new)\n"),
        }
    }
    Ok(if text.is_empty() { "All settings have their printed values.\n".into() } else { text })
}

/// The table and the key of a setting that each entry of the table can have, as `moves` and `damage` of
/// `moves.kick.damage`.
fn of_entry(key: &str) -> Option<(&str, &str)> {
    let (table, rest) = key.split_once('.')?;
    Some((table, rest.split_once('.')?.1))
}

/// The entry of such a setting, as `moves.kick`.
fn entry_of(key: &str) -> &str {
    key.match_indices('.').nth(1).map_or(key, |(end, _)| &key[..end])
}

fn indented(meaning: &str) -> String {
    meaning.lines().map(|line| format!("    {line}\n")).collect()
}

/// The settings of a section or an entry.
///
/// # Errors
/// There is no such section.
fn within(plan: &Plan, section: &str) -> Result<Vec<Listed>, Failure> {
    let is_within = |key: &str| {
        let rest = key.strip_prefix(section);
        section == "all" || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let (found, others): (Vec<Listed>, Vec<Listed>) =
        listed(plan).into_iter().partition(|setting| is_within(&setting.key));
    let sections = sections(plan);
    if !found.is_empty() {
        let unset = if section.contains('.') { unset(plan, section) } else { Vec::new() };
        return Ok(found.into_iter().chain(unset).collect());
    }
    let entries = others.iter().filter_map(|setting| setting.key.rsplit_once('.')).map(|(entry, _)| entry);
    let error = ConfigError {
        hint: nearest(section, sections.iter().copied().chain(entries)),
        ..config_error(
            "SECTION",
            "",
            format!("\"{}\"", clipped(section)),
            format!("all, or one of: {}", sections.join(", ")),
        )
    };
    Err(ConfigErrors(vec![error]).into())
}
