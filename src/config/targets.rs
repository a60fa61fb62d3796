//! `[targets]`: the bands that a game's figures are meant to lie in, read once and checked.
//!
//! ```toml
//! [targets]
//! "win_rates/seat/0" = { at = 0.5, within = 0.01 }
//! "metrics/length-mean" = { min = 6, max = 12 }
//! "outcomes/draw" = { max = 0.05, bots = ["random", "cutter"], rule = "any-all" }
//! ```
//!
//! The quoted key is the address of a figure. `bots` names the line-ups for which the target is
//! meant, each as `--bots` takes it: one bot for all seats, or one a seat with commas between; without
//! it, the line-up of the run. `rule` says how several line-ups are read ([`Rule`]).

use super::strategy::Named;
use super::{Said, clipped_key};
use crate::model::settings::{Choice, ConfigError, Node, Origin, ReadLog, Section, Value, clipped, nearest};
use crate::model::{Seats, StatSchema};
use crate::report;
use crate::stats::verdict::{Band, Rule};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Most targets of a file, and most line-ups of a target.
const MOST_TARGETS: usize = 1000;
const MOST_LINEUPS: usize = 16;

/// What can be said of a target.
const KEYS: [&str; 6] = ["at", "within", "min", "max", "bots", "rule"];

/// The band of everything.
const FREE: Band = Band { low: f64::NEG_INFINITY, high: f64::INFINITY };

/// A figure, and where it is meant to lie.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The figure's address: of a plan's targets, as the reports list it.
    pub address: String,
    /// Where the target is written.
    pub at: Origin,
    /// The band.
    pub band: Band,
    /// The line-ups for which it is meant, as `--bots` takes them; empty for the run's own.
    pub bots: Vec<String>,
    /// How several line-ups are read.
    pub rule: Rule,
}

/// Reads the targets of a config, and notes all their faults; a faulty one says what is right of it.
pub fn read(tree: &Node, faults: &mut Vec<ConfigError>) -> Vec<Target> {
    let Some(node) = tree.get("targets") else { return Vec::new() };
    let Value::Table(entries) = &node.value else {
        let expected = "a table of figures and bands";
        faults.push(ConfigError::at(&node.at, "targets", node.shown(), expected));
        return Vec::new();
    };
    if entries.len() > MOST_TARGETS {
        let found = format!("{} targets", entries.len());
        faults.push(ConfigError::at(&node.at, "targets", found, format!("at most {MOST_TARGETS}")));
        return Vec::new();
    }
    entries.iter().map(|(address, node)| one(address, node, faults)).collect()
}

fn one(address: &str, node: &Node, faults: &mut Vec<ConfigError>) -> Target {
    let key = clipped_key("targets", address);
    let target = Target {
        address: address.to_owned(),
        at: node.at.clone(),
        band: FREE,
        bots: Vec::new(),
        rule: Rule::ALL[0].1,
    };
    let Value::Table(entries) = &node.value else {
        let expected = "a band: { at = 0.5, within = 0.01 }, { min = 6, max = 12 }, or one of min and max";
        faults.push(ConfigError::at(&node.at, key, node.shown(), expected));
        return target;
    };
    let notes = RefCell::new(ReadLog::default());
    let (band, bots, rule) = {
        let section = Section::at(key, node, &notes);
        let bots = read_bots(&section);
        let rule = section.maybe("rule").map(|item| item.choice::<Rule>());
        let is_known = entries.iter().all(|(key, _)| KEYS.contains(&key.as_str()));
        let band = read_band(&section, is_known);
        if rule.is_some() && bots.len() < 2 && is_known && !section.is_faulty() {
            section.fault(
                "rule",
                "a rule for several line-ups",
                "`bots` with two line-ups or more beside it",
            );
        }
        (band, bots, rule.unwrap_or(target.rule))
    };
    faults.append(&mut notes.into_inner().faults);
    Target { band, bots, rule, ..target }
}

/// Where a key is unknown, one that is missing may be meant by it.
fn read_band(section: &Section<'_>, is_known: bool) -> Band {
    let number = |key| section.maybe(key).map(|item| item.number());
    let (at, within, min, max) = (number("at"), number("within"), number("min"), number("max"));
    if section.is_faulty() || !is_known {
        return FREE;
    }
    match (at, within, min, max) {
        (Some(at), Some(within), None, None) => {
            if within <= 0.0 {
                section.fault("within", within.to_string(), "more than 0");
            }
            Band { low: at - within, high: at + within }
        }
        (None, None, Some(min), Some(max)) => {
            if min >= max {
                section.fault("min", min.to_string(), format!("less than max = {max}"));
            }
            Band { low: min, high: max }
        }
        (None, None, Some(min), None) => Band { low: min, ..FREE },
        (None, None, None, Some(max)) => Band { high: max, ..FREE },
        _ => {
            let named = [("at", at), ("within", within), ("min", min), ("max", max)];
            let named: Vec<&str> =
                named.iter().filter(|(_, value)| value.is_some()).map(|(key, _)| *key).collect();
            let found = if named.is_empty() { "no band".into() } else { named.join(" and ") };
            section.fault("", found, "both `at` and `within`, or `min`, or `max`, or both of these");
            FREE
        }
    }
}

fn read_bots(section: &Section<'_>) -> Vec<String> {
    let Some(item) = section.maybe("bots") else { return Vec::new() };
    if let Value::Text(_) = item.node().value {
        return vec![item.text().to_owned()];
    }
    let items = item.items(1..=MOST_LINEUPS);
    let bots: Vec<String> = items.iter().map(|bots| bots.text().to_owned()).collect();
    if section.is_faulty() {
        return Vec::new();
    }
    if let Some(twice) = (1..bots.len()).find(|place| bots[..*place].contains(&bots[*place])) {
        items[twice].fault("every line-up once");
    }
    bots
}

/// The figures that targets can name.
pub(super) struct Figures<'p> {
    /// The game's id.
    pub game: &'p str,
    /// How many players sit down.
    pub players: usize,
    /// What is counted.
    pub schema: &'p StatSchema,
    /// The ids of things with faults, which leave open what is counted of them.
    pub open: &'p BTreeSet<String>,
}

impl Figures<'_> {
    /// Writes the address of every target as the reports list it, and notes those that they do not. Who plays is
    /// the run's own line-up, or those that the target names, as far as they could be seated.
    ///
    /// Where something else is wrong, only what is wrong in any case is noted: no rows of bots, and none of things
    /// with faults.
    pub(super) fn find(
        &self,
        targets: &mut [Target],
        own: Option<&[Named]>,
        lineups: &BTreeMap<String, Vec<Named>>,
        faults: &mut Vec<ConfigError>,
    ) {
        let is_all_right = faults.is_empty();
        let may_be = |address: &str| {
            // Two characters meet in one word: `one-vs-other`.
            let mut words = address.split(['/', ':']).flat_map(|word| word.split("-vs-").chain([word]));
            words.any(|word| self.open.contains(word))
                || !is_all_right && address.starts_with("win_rates/bot/")
        };
        let (mut lists, mut seen): (BTreeMap<Vec<&str>, Vec<String>>, BTreeSet<String>) = Default::default();
        for target in targets {
            let named = target.bots.iter().map(|lineup| lineups.get(lineup).map(Vec::as_slice));
            let seated: Vec<_> = if target.bots.is_empty() { vec![own] } else { named.collect() };
            let mut found = None;
            for bots in seated {
                let names = bots.unwrap_or_default().iter().map(|bot| bot.name.as_str()).collect();
                let known = lists.entry(names).or_insert_with_key(|names| self.addresses(names));
                found = listed(&target.address, known).map(str::to_owned);
                if found.is_none() {
                    faults.extend((!may_be(&target.address)).then(|| target.unknown(known)));
                    break;
                }
            }
            if let Some(found) = found {
                faults.extend(target.is_idle());
                if !seen.insert(found.clone()) {
                    let key = clipped_key("targets", &target.address);
                    let again = format!("\"{}\" more than once", clipped(&found));
                    faults.push(ConfigError::at(&target.at, key, again, "every figure once"));
                }
                target.address = found;
            }
        }
    }

    fn addresses(&self, bots: &[&str]) -> Vec<String> {
        // In which seats they sit makes no other rows.
        let bots: Vec<_> = bots.iter().map(|name| ((*name).to_owned(), Seats::first(1))).collect();
        report::addresses(self.game, self.players, self.schema, &bots)
    }
}

impl Target {
    /// Where it says something under this key.
    pub(super) fn said(&self, key: &str) -> Said {
        Said { at: self.at.clone(), key: format!("{}.{key}", clipped_key("targets", &self.address)) }
    }

    /// The band as people write it.
    #[must_use]
    pub fn shown(&self) -> String {
        let Band { low, high } = self.band;
        match (low.is_finite(), high.is_finite()) {
            (true, true) => format!("{} to {}", short(low), short(high)),
            (true, false) => format!("at least {}", short(low)),
            _ => format!("at most {}", short(high)),
        }
    }

    /// The fault of a band that no share can miss (20 % is easily written as 20), or that no games can prove.
    fn is_idle(&self) -> Option<ConfigError> {
        let Band { low, high } = self.band;
        let is_share = ["win_rates/", "outcomes/"].iter().any(|report| self.address.starts_with(report));
        let is_beyond = low.is_finite() && low < 0.0 || high.is_finite() && high > 1.0;
        let expected = if is_beyond && low <= 0.0 && high >= 1.0 {
            "a band that a share can miss: it is 0 to 1, so that 20 % is 0.2"
        } else if high <= 0.0 || low >= 1.0 {
            "a band with room in it, as { max = 0.0001 }: no number of games proves never or always"
        } else {
            return None;
        };
        let key = clipped_key("targets", &self.address);
        is_share.then(|| ConfigError::at(&self.at, key, self.shown(), expected))
    }

    /// The fault of a target on what is none of these figures.
    fn unknown(&self, known: &[String]) -> ConfigError {
        let mut near: Vec<(f64, &str)> =
            known.iter().map(|name| (strsim::jaro_winkler(&self.address, name), name.as_str())).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let near: Vec<&str> = near.into_iter().take(6).map(|(_, name)| name).collect();
        let expected = format!(
            "the address of a figure that has an interval, as {} (`undercard list GAME --metrics` lists all {})",
            near.join(", "),
            known.len()
        );
        let found = format!("\"{}\"", clipped(&self.address));
        let mut fault = ConfigError::at(&self.at, clipped_key("targets", &self.address), found, expected);
        fault.hint = nearest(&self.address, near);
        fault
    }
}

/// An address as the reports list it, if it is one of these; the name of the column that is meant anyway
/// may be written.
#[must_use]
pub fn listed<'k>(address: &str, known: &'k [String]) -> Option<&'k str> {
    let (row, column) = address.rsplit_once('/')?;
    let is_default = matches!(column, "win_share" | "share" | "value" | "difference");
    let is_it = |name: &&String| **name == address || (is_default && *name == row);
    known.iter().find(is_it).map(String::as_str)
}

/// A number without the dust of binary fractions: 0.5 + 0.01 is 0.51.
fn short(number: f64) -> String {
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tree::parse;
    use proptest::prelude::*;

    fn targets(text: &str) -> (Vec<Target>, String) {
        let mut faults = Vec::new();
        let targets = parse(text, "f.toml").map(|tree| read(&tree, &mut faults));
        (targets.unwrap_or_default(), faults.iter().map(|fault| format!("{fault}\n")).collect())
    }

    #[test]
    fn a_band_is_written_in_four_ways() {
        let text = "[targets]\n'a/x' = { at = 0.5, within = 0.01 }\n'a/y' = { min = 6, max = 12 }\n\
                    'a/z' = { max = 0.05 }\n['targets'.'a/w']\nmin = 1\nbots = ['random', 'cutter,medic']\nrule = 'any'\n";
        let (targets, faults) = targets(text);
        assert_eq!(faults, "");
        let shown: Vec<String> = targets.iter().map(Target::shown).collect();
        assert_eq!(shown, ["0.49 to 0.51", "6 to 12", "at most 0.05", "at least 1"]);
        assert_eq!(targets[1].at.to_string(), "f.toml:3");
        assert_eq!((targets[3].bots.len(), targets[3].rule), (2, Rule::Any));
        assert_eq!(targets[0].rule, Rule::All);
    }

    #[test]
    fn every_fault_is_told_with_its_line_and_key() {
        for (value, parts) in [
            ("0.5", vec!["f.toml:2: targets.\"a/x\": found 0.5, expected a band"]),
            ("{}", vec!["found no band"]),
            ("{ at = 1 }", vec!["found at,", "`at` and `within`"]),
            ("{ at = 1, within = 0 }", vec!["targets.\"a/x\".within", "more than 0"]),
            ("{ at = 1, within = 1, max = 2 }", vec!["at and within and max"]),
            ("{ min = 2, max = 2 }", vec![".min", "less than max = 2"]),
            ("{ min = nan }", vec![".min", "a number"]),
            ("{ mim = 1 }", vec![".mim", "did you mean `min`"]),
            ("{ min = 1, rule = 'any' }", vec![".rule", "two line-ups"]),
            ("{ min = 1, rule = 'any', bot = ['a', 'b'] }", vec![".bot:", "did you mean `bots`"]),
            ("{ min = 1, bots = ['a', 'b'], rule = 'al' }", vec![".rule", "did you mean `all`"]),
            ("{ min = 1, bots = ['a', 'a'] }", vec![".bots.1", "every line-up once"]),
            ("{ min = 1, bots = [] }", vec![".bots", "a list of 1 to 16"]),
            ("{ min = 1, bots = 3 }", vec![".bots"]),
        ] {
            let (_, faults) = targets(&format!("[targets]\n'a/x' = {value}"));
            assert_eq!(faults.lines().count(), 1, "{faults}");
            for part in parts {
                assert!(faults.contains(part) && faults.contains("f.toml:2"), "{part} is not in\n{faults}");
            }
        }
        assert!(targets("targets = 3").1.contains("f.toml:1: targets: found 3, expected a table"));
    }

    #[test]
    fn a_figure_that_has_no_interval_is_refused_with_what_was_meant() {
        let (targets, _) = targets(
            "[targets]\n'metrics/length-max' = { max = 5 }\n'metrics/length-mean/value' = { max = 5 }",
        );
        let known = ["metrics/length-mean", "metrics/length-p95", "outcomes/draw"].map(String::from);
        assert_eq!(listed(&targets[1].address, &known), Some("metrics/length-mean"));
        assert_eq!(listed(&targets[0].address, &known), None);
        let fault = targets[0].unknown(&known).to_string();
        for part in
            ["f.toml:2", "metrics/length-max", "metrics/length-mean, ", "did you mean", "list GAME --metrics"]
        {
            assert!(fault.contains(part), "{part} is not in\n{fault}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC{0,80}") {
            let _ = targets(&format!("[targets]\n{text}"));
        }

        #[test]
        fn no_target_makes_the_reader_panic(
            address in "[a-z/_0-9.:-]{0,30}",
            keys in prop::collection::vec((
                "(at|within|min|max|bots|rule|[a-z]{1,4})",
                "(-?[0-9]{1,20}|-?[0-9]\\.[0-9]{1,3}|nan|-?inf|true|'(all|any|cutter)?'|\\['random', 3\\]|\\{\\}|\\[\\])",
            ), 0..5),
        ) {
            let band: Vec<String> = keys.iter().map(|(key, value)| format!("{key} = {value}")).collect();
            let (targets, faults) = targets(&format!("[targets]\n'{address}' = {{ {} }}", band.join(", ")));
            for target in targets {
                prop_assert!(target.band.low < target.band.high || !faults.is_empty());
                let _ = (target.shown(), listed(&target.address, &[]), target.unknown(&["metrics/x".into()]));
            }
        }
    }
}
