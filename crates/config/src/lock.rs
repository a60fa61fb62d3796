//! `undercard.lock`: integer counts of the first games of each config. Equal configs and equal programs give
//! equal counts on any machine, with any number of threads, targets or confidence level. Every change of
//! rules or program that changes a game therefore shows up as a difference, and other changes do not.

use super::effective::printed;
use super::{Plan, clipped_key, config_error, is_setting, tree};
use crate::model::settings::{ConfigError, ConfigErrors, Origin, ReadLog, Section, Value, read_table};
use crate::model::{Outcome, Seats};
use crate::report::FigureId;
use crate::report::result_file::sha256;
use crate::simulation::Simulation;
use crate::stats::lengths::Lengths;
use crate::stats::tally::Tally;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Incremented whenever the same config plays different games, or games are counted differently. Lock files
/// and tallies of different results versions cannot be compared.
pub const RESULTS_VERSION: u64 = 5;

/// Maximum number of games that a lock file counts: the first games, so that an early stop does not change them.
pub const LOCK_GAMES: u64 = 65_536;

/// The advice for a lock file of a newer version.
pub const UPDATE: &str = "update undercard";

/// The version of the file format.
const FORM: i64 = 2;

const OPENING: &str = "\
# Written by `undercard check --update`: for each config the settings that differ from the printed rules, and the
# counts of its first games. Commit it. Paths are relative to this file. `win_rates` are in 840ths of a win.

";

/// A lock file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Lock {
    /// The configs, by name.
    pub entries: BTreeMap<String, Entry>,
}

/// The counts of a config's first games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The results version of the program that wrote it.
    pub results: u64,
    /// The games digest.
    pub digest: String,
    /// The seed.
    pub seed: u64,
    /// The number of games counted.
    pub games: u64,
    /// What was played.
    pub played: Played,
    /// The counts, by name.
    pub counts: Vec<(String, i64)>,
    /// The position of the entry in the file.
    pub at: Origin,
}

/// What an entry was played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The id of the game.
    pub game: String,
    /// The bots, one or one per seat: the name, and the beginning of the digest of a strategy.
    pub bots: Vec<String>,
    /// The settings that differ from the printed rules, and their values.
    pub settings: Vec<(String, Json)>,
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

impl Played {
    /// What a plan plays.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let bot = |bot: &super::bots::NamedBot| {
            let digest = sha256(bot.content.as_bytes());
            if bot.content == bot.name { bot.name.clone() } else { format!("{} {}", bot.name, &digest[..8]) }
        };
        let mut bots: Vec<String> = plan.bots().iter().map(bot).collect();
        if bots.windows(2).all(|two| two[0] == two[1]) {
            bots.truncate(1);
        }
        let settings = plan.used().changes.into_iter().map(|change| (change.key, change.value));
        Self { game: plan.game().id.to_owned(), bots, settings: settings.collect() }
    }

    /// Whether a plan plays another game.
    #[must_use]
    pub fn is_other_game(&self, plan: &Plan) -> bool {
        self.game != plan.game().id
    }

    /// What a plan plays differently: the game, or else settings, then bots. `None` if the game lacks the locked settings.
    #[must_use]
    pub fn changes(&self, plan: &Plan) -> Option<Vec<Change>> {
        if self.is_other_game(plan) {
            let (old, new) = (self.game.clone(), plan.game().id.into());
            return Some(vec![Change { key: "game".into(), old, new }]);
        }
        let mut locked = printed(plan.game()).ok()?.clone();
        for (key, value) in &self.settings {
            tree::set(&mut locked, key, tree::of_json(value)?).ok()?;
        }
        let mut settings = tree::changes(&locked, plan.tree());
        settings.retain(|change| is_setting(&change.path));
        let change = |change: tree::Change| Change { key: change.path, old: change.one, new: change.two };
        let mut changes: Vec<Change> = settings.into_iter().map(change).collect();
        let [old, new] = [&self.bots, &Self::of(plan).bots].map(|bots| bots.join(", "));
        if old != new {
            changes.push(Change { key: "bots".into(), old, new });
        }
        Some(changes)
    }
}

impl Entry {
    /// A new entry of this program.
    #[must_use]
    pub fn new(plan: &Plan, games: u64, counts: Vec<(String, i64)>) -> Self {
        Self {
            results: RESULTS_VERSION,
            digest: plan.digest_of(games),
            seed: plan.seed(),
            games,
            played: Played::of(plan),
            counts,
            at: Origin::whole(""),
        }
    }

    /// The differences between this entry and a newer one, in the order of the file.
    #[must_use]
    pub fn changes(&self, newer: &Self) -> Vec<Change> {
        let change = |key: &str, old: String, new: String| Change { key: key.into(), old, new };
        let mut changes = vec![
            change("results", self.results.to_string(), newer.results.to_string()),
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
        let is_new = |counts: &[(String, i64)], key: &str| !counts.iter().any(|(name, _)| name == key);
        for (key, _) in newer.counts.iter().chain(gone) {
            // Which pairs are counted depends on the targets, and not on the games.
            if is_of_pair(key) && (is_new(&self.counts, key) || is_new(&newer.counts, key)) {
                continue;
            }
            changes.push(change(key, of(&self.counts, key), of(&newer.counts, key)));
        }
        changes.retain(|change| change.old != change.new);
        changes
    }

    /// Whether all counts that both have are equal; only those of pairs can be missing.
    #[must_use]
    pub fn is_same_result(&self, other: &Self) -> bool {
        let mut counts = [(self, other), (other, self)].map(|(own, others)| {
            let is_shared = |key: &str| others.counts.iter().any(|(name, _)| name == key);
            let kept = own.counts.iter().filter(|(key, _)| !is_of_pair(key) || is_shared(key));
            kept.cloned().collect::<Vec<_>>()
        });
        counts.iter_mut().for_each(|counts| counts.sort());
        counts[0] == counts[1] && self.games == other.games
    }
}

/// Whether a count is of the games of a pair: `matchups/ONE/OTHER/won`.
pub(super) fn is_of_pair(key: &str) -> bool {
    pair_of(key).is_some()
}

/// The pair of a count, and which of its counts this is.
pub(super) fn pair_of(key: &str) -> Option<(FigureId, &str)> {
    let (address, count) = key.rsplit_once('/')?;
    let id: FigureId = address.parse().ok()?;
    id.pair().is_some().then_some((id, count))
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
        if let Some(node) = root.get("undercard").and_then(|about| about.get("lock"))
            && let Value::Int(form) = node.value
            && form != FORM
        {
            let expected = match form > FORM {
                true => format!("{FORM}: a newer version of undercard wrote this file; {UPDATE}"),
                false => FORM.to_string(),
            };
            return Err(ConfigErrors(vec![ConfigError::at(
                &node.at,
                "undercard.lock",
                form.to_string(),
                expected,
            )]));
        }
        let (_, log) = read_table("", &root, ReadLog::default(), |section| {
            section.section("undercard").int::<i64>("lock", FORM..=FORM);
            section.skip(&["configs"]);
        });
        let mut errors = log.faults;
        let mut entries = BTreeMap::new();
        match root.get("configs").map(|node| (node, &node.value)) {
            Some((_, Value::Table(configs))) => {
                for (name, node) in configs {
                    let path = clipped_key("configs", name);
                    let read = |section: &Section<'_>| read(section, &node.at, &mut errors);
                    let (entry, mut log) = read_table(&path, node, ReadLog::default(), read);
                    errors.append(&mut log.faults);
                    entries.insert(name.clone(), entry);
                }
            }
            Some((node, _)) => errors.push(ConfigError::at(&node.at, "configs", node.shown(), "a table")),
            None => {}
        }
        if errors.is_empty() { Ok(Self { entries }) } else { Err(ConfigErrors(errors)) }
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
            let Played { game, bots, settings } = &entry.played;
            let value = |(key, value)| Some((key, tree::toml_value(&tree::of_json(value)?)));
            let settings = settings.iter().map(|(key, value)| (key.as_str(), value)).filter_map(value);
            let bots = bots.iter().map(|bot| toml::Value::String(bot.clone()));
            table(vec![
                ("results", int(entry.results)),
                ("digest", toml::Value::String(entry.digest.clone())),
                ("seed", int(entry.seed)),
                ("games", int(entry.games)),
                ("game", toml::Value::String(game.clone())),
                ("bots", toml::Value::Array(bots.collect())),
                ("settings", table(settings.collect())),
                ("counts", table(counts.collect())),
            ])
        };
        let configs = self.entries.iter().map(|(name, config)| (name.as_str(), entry(config))).collect();
        let about = vec![("lock", toml::Value::Integer(FORM))];
        let root = table(vec![("undercard", table(about)), ("configs", table(configs))]);
        Ok(format!("{OPENING}{}", toml::to_string(&root)?))
    }
}

/// The error of a lock file in which a merge left both sides.
pub fn conflict(text: &str, file: &str) -> Option<ConfigError> {
    let (line, _) = (1..).zip(text.lines()).find(|(_, line)| line.starts_with("<<<<<<< "))?;
    let expected = format!(
        "a lock file; keep one side, `git checkout --ours {file}`, and then run `undercard check CONFIG... --update` with all \
         configs"
    );
    Some(ConfigError::at(&Origin::line(Arc::from(file), line), "", "a merge conflict", expected))
}

/// Reads an entry.
fn read(section: &Section<'_>, at: &Origin, errors: &mut Vec<ConfigError>) -> Entry {
    let results = section.int("results", 1..=i64::MAX);
    let digest = section.item("digest");
    let hex = digest.text();
    let is_digest = hex.len() == 64 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_digest && !section.is_faulty() {
        digest.fault("64 hexadecimal digits");
    }
    let most = i64::try_from(LOCK_GAMES).unwrap_or(i64::MAX);
    let (seed, games) = (section.int("seed", 0..=i64::MAX), section.int("games", 1..=most));
    let game = section.item("game").text().to_owned();
    let bots = section.item("bots").items(1..=8).iter().map(|bot| bot.text().to_owned()).collect();
    let item = section.item("settings");
    let settings = match &item.node().value {
        Value::Table(entries) => entries.iter().map(|(key, node)| (key.clone(), tree::json(node))).collect(),
        _ => {
            item.fault("a table of settings");
            Vec::new()
        }
    };
    let played = Played { game, bots, settings };
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
    Entry { results, digest: hex.to_owned(), seed, games, played, counts, at: at.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(counts: &[(&str, i64)]) -> Entry {
        let counts = counts.iter().map(|(key, count)| ((*key).to_owned(), *count)).collect();
        let settings =
            vec![("rules.tie".into(), "no-hit".into()), ("cards.a".into(), serde_json::json!([1, {"b": 2}]))];
        let bots = vec!["random".into(), "saver 0123abcd".into()];
        let played = Played { game: "knife-fight".into(), bots, settings };
        let at = Origin::whole("");
        Entry { results: 3, digest: "ab".repeat(32), seed: 1, games: 4096, played, counts, at }
    }

    fn lock() -> Lock {
        let entries = [("house.toml", 5), ("dir/o'dd \"name\".toml", -7)].map(|(name, count)| {
            (name.to_owned(), entry(&[("outcomes/win", count), ("metrics/a:b/numerator", 0)]))
        });
        Lock { entries: entries.into() }
    }

    #[test]
    fn a_lock_file_round_trips_and_errors_of_a_damaged_one_have_lines() {
        let text = lock().text().expect("TOML");
        let mut back = Lock::parse(&text, "undercard.lock").expect("a lock");
        assert_eq!(back.text().expect("TOML"), text);
        let line = text.lines().position(|line| line == "[configs.\"house.toml\"]").expect("an entry") + 1;
        assert_eq!(back.entries["house.toml"].at.to_string(), format!("undercard.lock:{line}"));
        back.entries.values_mut().for_each(|entry| entry.at = Origin::whole(""));
        assert_eq!(back, lock());
        // Errors of a damaged file have lines.
        for (from, to, parts) in [
            ("seed = 1", "seed = -1", vec!["configs.\"house.toml\".seed: found -1", "undercard.lock:"]),
            ("games = 4096", "games = 0", vec![".games: found 0"]),
            ("digest = \"ab", "digest = \"a", vec![".digest", "64 hexadecimal digits"]),
            ("\"outcomes/win\" = 5", "\"outcomes/win\" = 5.5", vec!["outcomes/win", "an integer"]),
            ("seed = 1", "sead = 1", vec![".sead", ".seed", "did you mean"]),
            ("[undercard]", "[poetry]", vec!["a file without the table `undercard`"]),
            ("lock = 2", "lock = 3", vec!["undercard.lock:5: undercard.lock: found 3", "update undercard"]),
            ("lock = 2", "lock = 1", vec!["undercard.lock:5: undercard.lock: found 1, expected 2"]),
            ("bots = [", "bots = 1 # [", vec![".bots: found 1"]),
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

    proptest! {
        #[test]
        fn the_reader_never_panics(text in "\\PC{0,200}", cut in 0_usize..600, insert in "[\\[\\]=\"0-9a-z\n.-]{0,6}") {
            let _ = Lock::parse(&text, "l");
            let _ = Lock::parse(&format!("[undercard]\nlock = 2\n{text}"), "l");
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
