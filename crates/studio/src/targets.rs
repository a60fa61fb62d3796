//! The targets of a version: those of its config, and what the page changes.

use super::messages::{FigureName, TargetRow, Version};
use super::places::Places;
use crate::config::addresses::{self, of_plan};
use crate::config::target_edit::{self, NONE};
use crate::config::targets::{BAND, GROUPS};
use crate::config::{ConfigError, ConfigErrors, Node, Plan, Value, config_error, tree};
use crate::report::plain;

/// The changed targets as `--set` takes them.
pub(super) fn sets(version: &Version) -> Vec<String> {
    version.targets.iter().map(|(key, band)| format!("targets.{key}={band}")).collect()
}

/// The errors of changed targets that are no whole targets, or that name files outside of the folder.
pub(super) fn refused(places: &Places, version: &Version, longest: usize) -> Vec<ConfigError> {
    let mut errors = Vec::new();
    for (key, band) in &version.targets {
        let whole = format!("targets.{key}");
        let words = target_edit::words(&whole).filter(|_| !key.contains('='));
        let value = tree::parse_value(band, "--set");
        let is_band = matches!(value.value, Value::Table(_)) || band == NONE;
        let Some(words) = words.filter(|_| is_band && key.len().max(band.len()) <= longest) else {
            errors.push(config_error("--set", &whole, "no target", "the address of a figure, and a band"));
            continue;
        };
        let members = words.last().map(|address| addresses::members(address)).unwrap_or_default();
        let mut bots: Vec<String> = members.into_iter().filter(|name| !name.contains('*')).collect();
        match value.get("bots").map(|bots| &bots.value) {
            Some(Value::Text(one)) => bots.push(one.clone()),
            Some(Value::List(all)) => bots.extend(all.iter().filter_map(text).map(str::to_owned)),
            _ => {}
        }
        let bots: Vec<String> = bots.iter().flat_map(|lineup| lineup.split(',')).map(str::to_owned).collect();
        errors.extend(places.bots(&bots).err().into_iter().flat_map(|ConfigErrors(errors)| errors));
    }
    errors
}

fn text(node: &Node) -> Option<&str> {
    if let Value::Text(text) = &node.value { Some(text) } else { None }
}

/// The targets of a config.
pub(super) fn rows(plan: &Plan) -> Vec<TargetRow> {
    let mut rows = Vec::new();
    let Some(Value::Table(all)) = plan.tree().get("targets").map(|targets| &targets.value) else {
        return rows;
    };
    for (address, node) in all {
        match &node.value {
            Value::Table(groups) if GROUPS.contains(&address.as_str()) => {
                for (group, node) in groups {
                    let Value::Table(targets) = &node.value else { continue };
                    let of_group =
                        |(name, node): &(String, Node)| row(format!("{address}.{group}.{name}"), node);
                    rows.extend(targets.iter().map(of_group));
                }
            }
            _ => rows.push(row(address.clone(), node)),
        }
    }
    rows
}

fn row(key: String, node: &Node) -> TargetRow {
    let Value::Table(entries) = &node.value else { return TargetRow { key, ..TargetRow::default() } };
    let (band, rest): (Vec<_>, Vec<_>) = entries.iter().partition(|(key, _)| BAND.contains(&key.as_str()));
    let shown = |node: &Node| text(node).map_or_else(|| tree::toml_value(node).to_string(), str::to_owned);
    let numbers = band.into_iter().map(|(key, node)| (key.clone(), shown(node))).collect();
    let rest: Vec<String> =
        rest.into_iter().map(|(key, node)| format!("{key} = {}", tree::toml_value(node))).collect();
    TargetRow { key, numbers, rest: rest.join(", ") }
}

/// The figures that targets of a plan can be about.
pub(super) fn figures(plan: &Plan) -> Vec<FigureName> {
    let order = plan.rules().schema().seat_order;
    let name = |figure: addresses::NamedFigure| FigureName {
        name: plain::capitalized(&plain::figure(&figure.id, order)),
        address: figure.id.to_string(),
        unit: figure.unit,
    };
    of_plan(plan).into_iter().map(name).collect()
}
