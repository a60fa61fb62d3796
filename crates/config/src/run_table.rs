//! The `[run]` table of a config.

use super::ArgSource;
use super::bots::quoted_names;
use super::plan::{MOST_GAMES, STRATEGIES};
use super::targets::MOST_LINEUPS;
use crate::model::settings::{ConfigError, Item, Node, ReadLog, Value, read_table};
use std::collections::BTreeMap;

/// The `[run]` table of a config.
#[derive(Default)]
pub(super) struct RunTable {
    /// Number of games.
    pub games: Option<u64>,
    /// The seed.
    pub seed: Option<u64>,
    /// The bots, and where they are named.
    pub bots: Option<(Vec<String>, ArgSource)>,
    /// The line-ups of the panel, each as for `--bots`, and where they are named.
    pub panel: Option<(Vec<String>, ArgSource)>,
    /// The strategy files that it stores: path and text.
    pub stored: BTreeMap<String, String>,
}

/// The key of the table time: minutes per round, turn or fight.
pub const TABLE_MINUTES: &str = "table-minutes";

/// The most minutes per unit: a day.
pub const MOST_MINUTES: f64 = 1440.0;

/// The minutes at the table per unit of length, if the config has them.
pub(super) fn table_minutes(tree: &Node) -> Option<f64> {
    tree.get("run").and_then(|run| run.get(TABLE_MINUTES)).and_then(|node| number(&node.value))
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(number) => i32::try_from(*number).ok().map(f64::from),
        Value::Float(number) => Some(*number),
        _ => None,
    }
}

/// Reads the `[run]` table.
pub(super) fn read(tree: &Node, errors: &mut Vec<ConfigError>) -> RunTable {
    let Some(node) = tree.get("run") else { return RunTable::default() };
    if !matches!(node.value, Value::Table(_)) {
        errors.push(ConfigError::at(&node.at, "run", node.shown(), "a table"));
        return RunTable::default();
    }
    let (run, mut log) = read_table("run", node, ReadLog::default(), |run| {
        let most = i64::try_from(MOST_GAMES).unwrap_or(i64::MAX);
        let stored: BTreeMap<String, String> =
            run.maybe(STRATEGIES).map(|item| stored_strategies(&item)).unwrap_or_default();
        let bots = |item: Item<'_>| {
            if let Value::Text(text) = &item.node().value {
                item.fault(format!("a list: [{}]", quoted_names(text)));
            }
            let bots = match item.node().value {
                Value::Text(_) => Vec::new(),
                _ => item.items(1..=8).iter().map(|bot| bot.text().to_owned()).collect(),
            };
            let at = item.node().changed().clone();
            (bots, ArgSource { at, key: "run.bots".into(), stored: stored.clone(), ..ArgSource::by("") })
        };
        let bots = run.maybe("bots").map(bots).filter(|_| !run.is_faulty());
        let panel = run.maybe("panel").map(|item| {
            let items = item.items(2..=MOST_LINEUPS);
            let lineups: Vec<String> = items.iter().map(|lineup| lineup.text().to_owned()).collect();
            if let Some(twice) = (1..lineups.len()).find(|nth| lineups[..*nth].contains(&lineups[*nth])) {
                items[twice].fault("each line-up once");
            }
            let at = item.node().changed().clone();
            (lineups, ArgSource { at, key: "run.panel".into(), stored: stored.clone(), ..ArgSource::by("") })
        });
        if let Some(item) = run.maybe(TABLE_MINUTES)
            && !number(&item.node().value).is_some_and(|minutes| minutes > 0.0 && minutes <= MOST_MINUTES)
        {
            item.fault(format!(
                "minutes at the table per unit of length, above 0 and at most {MOST_MINUTES}, e.g. 2.5"
            ));
        }
        RunTable {
            games: run.maybe("games").map(|item| item.int(1..=most)),
            seed: run.maybe("seed").map(|item| item.int(0..=i64::MAX)),
            bots,
            panel: panel.filter(|_| !run.is_faulty()),
            stored,
        }
    });
    errors.append(&mut log.faults);
    run
}

/// The strategy files that the config of a result has stored: path and text.
fn stored_strategies(item: &Item<'_>) -> BTreeMap<String, String> {
    let text = |(path, node): &(String, Node)| match &node.value {
        Value::Text(text) => Some((path.clone(), text.clone())),
        _ => None,
    };
    let stored = match &item.node().value {
        Value::Table(entries) => entries.iter().map(text).collect(),
        _ => None,
    };
    stored.unwrap_or_else(|| {
        item.fault("a table of strategy files: path and text");
        BTreeMap::new()
    })
}
