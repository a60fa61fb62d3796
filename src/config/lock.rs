//! `undercard.lock`: integer counts of the first games of each config. Equal configs and equal programs give
//! equal counts on any machine, with any number of threads, targets or confidence level. Every change of
//! rules or program that changes a game therefore shows up as a difference, and other changes do not.

use super::{clipped_key, config_error, tree};
use crate::model::settings::{ConfigError, ConfigErrors, Origin, ReadLog, Section, Value};
use crate::model::{Outcome, Seats};
use crate::simulation::Simulation;
use crate::stats::lengths::Lengths;
use crate::stats::tally::Tally;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Incremented whenever the same config plays different games, or games are counted differently. Lock files
/// and tallies of different results versions cannot be compared.
pub const RESULTS_VERSION: u64 = 3;

/// Maximum number of games that a lock file counts: the first games, so that an early stop does not change them.
pub const LOCK_GAMES: u64 = 65_536;

/// The version of the file format.
const FORM: i64 = 1;

const OPENING: &str = "\
# Written by `undercard check --update`: the counts of the first games of each config. Commit it
# beside the configs. `win_rates` are in 840ths of a win.

";

/// A lock file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Lock {
    /// The results version of the program that wrote it.
    pub results: u64,
    /// The configs, by name.
    pub entries: BTreeMap<String, Entry>,
}

/// The counts of a config's first games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The games digest.
    pub digest: String,
    /// The seed.
    pub seed: u64,
    /// The number of games counted.
    pub games: u64,
    /// The counts, by name.
    pub counts: Vec<(String, i64)>,
    /// The position of the entry in the file.
    pub at: Origin,
}

/// A number or word that differs between two entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name.
    pub key: String,
    /// The locked value.
    pub old: String,
    /// The new value.
    pub new: String,
}

/// The name of a config in a lock file; the same on every operating system.
#[must_use]
pub fn name(config: &str) -> String {
    let slashes = config.replace('\\', "/");
    slashes.trim_start_matches("./").to_owned()
}

/// The counts of a tally.
#[must_use]
pub fn counts(simulation: &dyn Simulation, tally: &Tally) -> Vec<(String, i64)> {
    let fits = |count: i128| i64::try_from(count).unwrap_or(i64::MAX);
    let mut counts: Vec<(String, i64)> = Vec::new();
    for (kind, games) in Outcome::KINDS.into_iter().zip(tally.outcomes()) {
        counts.push((format!("outcomes/{kind}"), fits(games.into())));
    }
    for seat in Seats::first(simulation.players()) {
        let sums = tally.seated(Seats::only(seat));
        counts.push((format!("win_rates/seat/{seat}"), fits(sums.x)));
    }
    counts.push(("length/sum".into(), fits(total(&tally.lengths))));
    counts.push(("decisions/sum".into(), fits(tally.decisions.x)));
    counts.push(("branching/sum".into(), fits(tally.branching.x)));
    for (metric, sums) in simulation.schema().metrics.iter().zip(&tally.metrics) {
        counts.push((format!("metrics/{}/numerator", metric.id), fits(sums.x)));
        counts.push((format!("metrics/{}/denominator", metric.id), fits(sums.v)));
    }
    counts
}

fn total(lengths: &Lengths) -> i128 {
    lengths.iter().map(|(length, games)| i128::from(length) * i128::from(games)).sum()
}

impl Entry {
    /// A new entry.
    #[must_use]
    pub fn new(digest: &str, seed: u64, games: u64, counts: Vec<(String, i64)>) -> Self {
        Self { digest: digest.into(), seed, games, counts, at: Origin::whole("") }
    }

    /// The differences between this entry and a newer one, in the order of the file.
    #[must_use]
    pub fn changes(&self, newer: &Self) -> Vec<Change> {
        let change = |key: &str, old: String, new: String| Change { key: key.into(), old, new };
        let mut changes = vec![
            change("digest", self.digest.clone(), newer.digest.clone()),
            change("seed", self.seed.to_string(), newer.seed.to_string()),
            change("games", self.games.to_string(), newer.games.to_string()),
        ];
        let of = |counts: &[(String, i64)], key: &str| {
            counts
                .iter()
                .find(|(name, _)| name == key)
                .map_or_else(|| "none".into(), |(_, count)| count.to_string())
        };
        let gone = self.counts.iter().filter(|(key, _)| !newer.counts.iter().any(|(name, _)| name == key));
        for (key, _) in newer.counts.iter().chain(gone) {
            changes.push(change(key, of(&self.counts, key), of(&newer.counts, key)));
        }
        changes.retain(|change| change.old != change.new);
        changes
    }

    /// Whether all counts are equal.
    #[must_use]
    pub fn is_same_result(&self, other: &Self) -> bool {
        let mut counts = [self.counts.clone(), other.counts.clone()];
        counts.iter_mut().for_each(|counts| counts.sort());
        counts[0] == counts[1] && self.games == other.games
    }
}

impl Lock {
    /// Parses a lock file.
    ///
    /// # Errors
    /// It is damaged, not a lock file, or has an unknown format version.
    pub fn parse(text: &str, file: &str) -> Result<Self, ConfigErrors> {
        let root = tree::parse(text, file)?;
        if root.get("undercard").is_none() {
            let expected = "a lock file written by `undercard check --update`";
            return Err(ConfigErrors(vec![config_error(
                file,
                "",
                "a file without the table `undercard`",
                expected,
            )]));
        }
        let notes = RefCell::new(ReadLog::default());
        let results = {
            let section = Section::root(&root, &notes);
            let about = section.section("undercard");
            about.int::<i64>("lock", FORM..=FORM);
            section.skip(&["configs"]);
            about.int("results", 1..=i64::MAX)
        };
        let mut errors = notes.into_inner().faults;
        let mut entries = BTreeMap::new();
        match root.get("configs").map(|node| (node, &node.value)) {
            Some((_, Value::Table(configs))) => {
                for (name, node) in configs {
                    let notes = RefCell::new(ReadLog::default());
                    let section = Section::at(clipped_key("configs", name), node, &notes);
                    let entry = read(&section, &node.at, &mut errors);
                    drop(section);
                    errors.append(&mut notes.into_inner().faults);
                    entries.insert(name.clone(), entry);
                }
            }
            Some((node, _)) => errors.push(ConfigError::at(&node.at, "configs", node.shown(), "a table")),
            None => {}
        }
        if errors.is_empty() { Ok(Self { results, entries }) } else { Err(ConfigErrors(errors)) }
    }

    /// The text of the file.
    ///
    /// # Errors
    /// It cannot be written as TOML.
    pub fn text(&self) -> Result<String, toml::ser::Error> {
        let int = |number: u64| toml::Value::Integer(i64::try_from(number).unwrap_or(i64::MAX));
        let table = |entries: Vec<(&str, toml::Value)>| {
            toml::Value::Table(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
        };
        let entry = |entry: &Entry| {
            let counts = entry.counts.iter().map(|(key, count)| (key.as_str(), toml::Value::Integer(*count)));
            table(vec![
                ("digest", toml::Value::String(entry.digest.clone())),
                ("seed", int(entry.seed)),
                ("games", int(entry.games)),
                ("counts", table(counts.collect())),
            ])
        };
        let configs = self.entries.iter().map(|(name, config)| (name.as_str(), entry(config))).collect();
        let about = vec![("lock", toml::Value::Integer(FORM)), ("results", int(self.results))];
        let root = table(vec![("undercard", table(about)), ("configs", table(configs))]);
        Ok(format!("{OPENING}{}", toml::to_string(&root)?))
    }
}

fn read(section: &Section<'_>, at: &Origin, errors: &mut Vec<ConfigError>) -> Entry {
    let digest = section.item("digest");
    let hex = digest.text();
    let is_digest = hex.len() == 64 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_digest && !section.is_faulty() {
        digest.fault("64 hexadecimal digits");
    }
    let most = i64::try_from(LOCK_GAMES).unwrap_or(i64::MAX);
    let (seed, games) = (section.int("seed", 0..=i64::MAX), section.int("games", 1..=most));
    let mut counts = Vec::new();
    let item = section.item("counts");
    match &item.node().value {
        Value::Table(entries) if section.has("counts") => {
            for (key, node) in entries {
                match node.value {
                    Value::Int(count) => counts.push((key.clone(), count)),
                    _ => {
                        let key = clipped_key(&format!("{}.counts", section.path()), key);
                        errors.push(ConfigError::at(&node.at, key, node.shown(), "an integer"));
                    }
                }
            }
        }
        _ => item.fault("a table of integers"),
    }
    Entry { digest: hex.to_owned(), seed, games, counts, at: at.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(counts: &[(&str, i64)]) -> Entry {
        let counts = counts.iter().map(|(key, count)| ((*key).to_owned(), *count)).collect();
        Entry::new(&"ab".repeat(32), 1, 4096, counts)
    }

    fn lock() -> Lock {
        let entries = [("house.toml", 5), ("dir/o'dd \"name\".toml", -7)].map(|(name, count)| {
            (name.to_owned(), entry(&[("outcomes/win", count), ("metrics/a:b/numerator", 0)]))
        });
        Lock { results: 3, entries: entries.into() }
    }

    #[test]
    fn a_lock_file_round_trips() {
        let text = lock().text().expect("TOML");
        let mut back = Lock::parse(&text, "undercard.lock").expect("a lock");
        assert_eq!(back.text().expect("TOML"), text);
        assert_eq!(back.entries["house.toml"].at.to_string(), "undercard.lock:17");
        back.entries.values_mut().for_each(|entry| entry.at = Origin::whole(""));
        assert_eq!(back, lock());
    }

    #[test]
    fn errors_of_a_damaged_lock_file_have_lines() {
        let text = lock().text().expect("TOML");
        for (from, to, parts) in [
            ("seed = 1", "seed = -1", vec!["configs.\"house.toml\".seed: found -1", "undercard.lock:"]),
            ("games = 4096", "games = 0", vec![".games: found 0"]),
            ("digest = \"ab", "digest = \"a", vec![".digest", "64 hexadecimal digits"]),
            ("\"outcomes/win\" = 5", "\"outcomes/win\" = 5.5", vec!["outcomes/win", "an integer"]),
            ("seed = 1", "sead = 1", vec![".sead", ".seed", "did you mean"]),
            ("[undercard]", "[poetry]", vec!["a file without the table `undercard`"]),
            ("lock = 1", "lock = 2", vec!["undercard.lock:5: undercard.lock: found 2"]),
            ("[configs.", "[[configs.", vec!["invalid TOML"]),
        ] {
            let damaged = text.replace(from, to);
            assert_ne!(damaged, text, "{from}");
            let errors = Lock::parse(&damaged, "undercard.lock").expect_err(to).to_string();
            for part in parts {
                assert!(errors.contains(part), "{part} is not in\n{errors}");
            }
        }
    }

    #[test]
    fn changes_have_old_and_new_values() {
        let old = entry(&[("a", 1), ("b", 2), ("gone", 3)]);
        let new = Entry { seed: 2, ..entry(&[("a", 1), ("b", 5), ("new", 4)]) };
        let changes: Vec<String> =
            old.changes(&new).iter().map(|c| format!("{} {} {}", c.key, c.old, c.new)).collect();
        assert_eq!(changes, ["seed 1 2", "b 2 5", "new none 4", "gone 3 none"]);
        assert!(old.changes(&old).is_empty() && old.is_same_result(&old) && !old.is_same_result(&new));
    }

    #[test]
    fn config_names_do_not_depend_on_the_platform() {
        assert_eq!(["./a/b.toml", "a\\b.toml", "a/b.toml"].map(name), ["a/b.toml"; 3]);
    }

    proptest! {
        #[test]
        fn the_reader_never_panics(text in "\\PC{0,200}", cut in 0_usize..600, insert in "[\\[\\]=\"0-9a-z\n.-]{0,6}") {
            let _ = Lock::parse(&text, "l");
            let _ = Lock::parse(&format!("[undercard]\nlock = 1\nresults = 1\n{text}"), "l");
            let mut torn = lock().text().expect("TOML");
            let cut = cut.min(torn.len());
            if torn.is_char_boundary(cut) {
                torn.insert_str(cut, &insert);
                let _ = Lock::parse(&torn, "l");
                torn.truncate(cut);
                let _ = Lock::parse(&torn, "l");
            }
        }
    }
}
