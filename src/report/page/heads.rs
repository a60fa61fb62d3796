//! What lies beside the reports of a command: what was played, whether that is all of it, and how many rows each
//! report has, so that no file that lost some is taken for a whole one.

use super::super::csv::Filed;
use super::super::read::Kind;
use super::super::show::grouped;
use super::super::summary::part;
use super::super::{Cell, REPORTS, check, selftest};
use super::folder::fault;
use super::section::TABLE_ROWS;
use super::words::harmless;
use crate::model::MAX_SEATS;
use crate::model::settings::{ConfigError, LARGEST_TOML, Origin, clipped};
use crate::stats::Level;
use crate::stats::shard::Shard;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::path::Path;

/// More bots than can sit down.
const MANY: usize = MAX_SEATS + 1;
/// `COMMAND.json`: the largest is many times that of any game.
const JSON: Kind = Kind { name: "a file", most: 64 << 20 };
/// A config with its provenance.
const TOML: Kind = Kind { name: "a file", most: LARGEST_TOML };

/// What is known of what a command played.
#[derive(Clone, Debug)]
pub enum Head {
    /// `run.json`.
    Run(Box<Run>),
    /// `check.json`.
    Check(Box<Check>),
    /// `COMMAND.toml`.
    Other(Box<Other>),
}

/// What `run.json` knows beside its reports.
#[derive(Clone, Debug, Deserialize)]
pub struct Run {
    /// The version that played.
    pub undercard: String,
    /// The game's id.
    pub game: String,
    /// Number of players.
    pub players: u64,
    /// The seed.
    pub seed: u64,
    /// The config digest.
    pub config_digest: String,
    /// The different bots.
    pub bots: Vec<String>,
    /// The games asked for.
    pub games_asked: u64,
    /// The games played.
    pub games: u64,
    /// Was everything played that was to be? A part of a run never is all of it.
    pub complete: bool,
    /// Which part of a run it is, if it is one.
    pub shard: Option<String>,
    /// Was their number fixed beforehand?
    pub games_fixed_beforehand: bool,
    /// The level of the intervals.
    pub level: Level,
    /// Everything that it holds; the rows that the files have, by report.
    #[serde(skip)]
    reports: BTreeMap<String, Box<RawValue>>,
}

/// What `check.json` knows.
#[derive(Clone, Debug, Deserialize)]
pub struct Check {
    /// The version that played.
    pub undercard: String,
    /// The verdict on all configs together.
    pub verdict: String,
    /// Did a signal come before all was played?
    pub partial: bool,
    /// Was the number of games fixed beforehand?
    pub games_fixed_beforehand: bool,
    /// The level at which all verdicts hold together.
    pub level: Level,
    /// The level of each interval.
    pub level_of_each_interval: Level,
    targets: Box<RawValue>,
    /// The configs, and how each stands to the lock.
    pub lock: Vec<Held>,
}

/// A config that was checked.
#[derive(Clone, Debug, Deserialize)]
pub struct Held {
    /// As it was named.
    pub config: String,
    digest: String,
    seed: u64,
    games_asked: u64,
    /// How it stands to the lock.
    pub state: String,
    /// The same in a sentence; nothing where there is nothing to say.
    pub message: String,
    /// What is not as filed.
    pub changes: Vec<Change>,
}

/// What is not as filed.
#[derive(Clone, Debug, Deserialize)]
pub struct Change {
    /// What it is.
    pub key: String,
    /// As it was filed.
    pub old: String,
    /// As it is.
    pub new: String,
}

/// What the file of any other command that plays knows.
#[derive(Clone, Debug, Deserialize)]
pub struct Other {
    /// All of it.
    #[serde(skip)]
    text: String,
    game: String,
    run: Played,
    provenance: Provenance,
}

#[derive(Clone, Debug, Deserialize)]
struct Played {
    seed: u64,
    /// None where others meet than a line-up: the reports say who.
    #[serde(default)]
    bots: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Provenance {
    undercard: String,
    config_digest: String,
    /// Of a comparison: in what the second side differs.
    b_differs: Option<Vec<String>>,
    played: String,
    complete: bool,
    games_fixed_beforehand: bool,
    level: Level,
    rows: BTreeMap<String, u64>,
}

/// The file beside a command's reports; a selftest has none.
pub(super) fn file_of(command: &str) -> Option<String> {
    match command {
        selftest::NAME => None,
        "run" | check::NAME => Some(format!("{command}.json")),
        _ => Some(format!("{command}.toml")),
    }
}

impl Head {
    /// Reads that of a command.
    pub(super) fn read(command: &str, path: &Path) -> Result<Self, ConfigError> {
        let mut head = match command {
            "run" => {
                let bytes = JSON.bytes(path)?;
                let run: Box<Run> = json(command, path, &bytes)?;
                Self::Run(Box::new(Run { reports: json(command, path, &bytes)?, ..*run }))
            }
            check::NAME => Self::Check(json(command, path, &JSON.bytes(path)?)?),
            _ => Self::Other(Box::new(toml(command, path)?)),
        };
        if let Self::Run(run) = &head {
            let wrong = match (run.bots.len(), run.shard()) {
                (n @ MANY.., _) => Some(format!("{n} bots")),
                (_, None) => Some(format!("the shard {}", clipped(run.shard.as_deref().unwrap_or_default()))),
                (_, Some(_)) => None,
            };
            if let Some(found) = wrong {
                return Err(fault(path, found, "what `undercard run` wrote"));
            }
        }
        head.texts().into_iter().for_each(|text| *text = harmless(text));
        Ok(head)
    }

    /// All foreign text in it.
    fn texts(&mut self) -> Vec<&mut String> {
        match self {
            Self::Run(run) => {
                let Run { undercard, game, config_digest, bots, shard, .. } = &mut **run;
                [undercard, game, config_digest].into_iter().chain(bots).chain(shard).collect()
            }
            Self::Check(check) => {
                let Check { undercard, verdict, lock, .. } = &mut **check;
                let held = lock.iter_mut().flat_map(|held| {
                    let Held { config, digest, state, message, changes, .. } = held;
                    let changes = changes.iter_mut().flat_map(|Change { key, old, new }| [key, old, new]);
                    [config, digest, state, message].into_iter().chain(changes)
                });
                [undercard, verdict].into_iter().chain(held).collect()
            }
            Self::Other(other) => {
                let Other { text: _, game, run, provenance } = &mut **other;
                let Provenance { undercard, config_digest, played, b_differs, .. } = provenance;
                [game, undercard, config_digest, played]
                    .into_iter()
                    .chain(&mut run.bots)
                    .chain(b_differs.iter_mut().flatten())
                    .collect()
            }
        }
    }

    /// The level of the intervals, and whether the number of games was fixed beforehand.
    pub(super) fn reading(&self) -> (Level, bool) {
        match self {
            Self::Run(run) => (run.level, run.games_fixed_beforehand),
            Self::Check(check) => (check.level_of_each_interval, check.games_fixed_beforehand),
            Self::Other(other) => (other.provenance.level, other.provenance.games_fixed_beforehand),
        }
    }

    /// The config digest, where there is one.
    #[must_use]
    pub fn digest(&self) -> Option<&str> {
        match self {
            Self::Run(run) => Some(&run.config_digest),
            Self::Check(_) => None,
            Self::Other(other) => Some(&other.provenance.config_digest),
        }
    }

    /// The game that was played, if it is one.
    pub(super) fn game(&self) -> Option<&str> {
        match self {
            Self::Run(run) => Some(&run.game),
            Self::Check(_) => None,
            Self::Other(other) => Some(&other.game),
        }
    }

    /// The text of `COMMAND.toml`, where that is what was read.
    #[must_use]
    pub fn toml(&self) -> Option<&str> {
        if let Self::Other(other) = self { Some(&other.text) } else { None }
    }

    /// The rows of a report, of a command that files them as JSON, too.
    pub(super) fn rows(&self, report: &str, own: &Path) -> Result<Option<Vec<&RawValue>>, ConfigError> {
        let rows = match (self, report) {
            (Self::Run(run), report) if REPORTS.iter().any(|known| known.name == report) => run
                .reports
                .get(report)
                .ok_or_else(|| fault(own, "nothing", format!("the rows of {report}.csv")))?,
            (Self::Check(check), check::NAME) => &check.targets,
            _ => return Ok(None),
        };
        let rows = serde_json::from_str(rows.get());
        rows.map(Some)
            .map_err(|error| fault(own, clipped_to(&error.to_string()), format!("the rows of {report}.csv")))
    }

    /// Why a report is not the one that belongs here, if it is not: where JSON has rows, it has so many.
    pub(super) fn misfit(
        &self,
        filed: &Filed,
        in_json: Option<usize>,
        file: &Path,
        own: &Path,
    ) -> Option<ConfigError> {
        let unlike = |found: String, expected: String| {
            Some(fault(file, found, format!("{expected}, as {} says", own.display())))
        };
        let expected = match self {
            Self::Other(other) => other.provenance.rows.get(filed.table.name).copied(),
            Self::Run(_) | Self::Check(_) => in_json.map(|n_rows| n_rows as u64),
        };
        if expected != Some(filed.n_rows) {
            let expected = expected.map_or_else(|| "none".into(), |rows| rows.to_string());
            return unlike(format!("{} rows", filed.n_rows), expected);
        }
        let Self::Run(run) = self else { return None };
        let of_this = [Cell::text(&run.game), Cell::Count(run.players)];
        if let Some(row) = filed.table.rows.iter().find(|row| row[..2] != of_this) {
            let [found, expected] = [&row[..2], &of_this]
                .map(|of| format!("{}, {} players", clipped(&of[0].write()), clipped(&of[1].write())));
            return unlike(found, expected);
        }
        if matches!(filed.table.name, "outcomes" | "game_length") {
            let games = |row: &Vec<Cell>| filed.table.number(row, "games").unwrap_or(0.0);
            let games: f64 = filed.table.rows.iter().map(games).sum();
            if games.to_bits() != crate::stats::real(run.games).to_bits() {
                return unlike(format!("{games} games"), run.games.to_string());
            }
        }
        None
    }

    /// What to say of what was broken off, or of a part of a run.
    pub(super) fn partial(&self, command: &str) -> Option<String> {
        const HOLDS: &str =
            "What there is holds all the same: intervals are as wide as the games played make them.";
        match self {
            Self::Run(run) => {
                let shard = run.shard().unwrap_or(Shard::WHOLE);
                let own = shard.games(run.games_asked);
                let hint = match (shard.is_whole(), run.games < own.end - own.start) {
                    (true, _) => HOLDS,
                    (false, false) => "`undercard merge` joins all shards.",
                    (false, true) => "Its command goes on with --resume; then `undercard merge` joins all shards.",
                };
                let part = part(shard, run.complete, run.games, run.games_asked)?;
                Some(format!("`undercard run`, {part}. {hint}"))
            }
            Self::Check(check) => check.partial.then(|| {
                "`undercard check` was stopped by a signal: what is inconclusive may be so for want of games.".into()
            }),
            Self::Other(other) => (!other.provenance.complete)
                .then(|| format!("`undercard {command}` was stopped after {}. {HOLDS}", other.provenance.played)),
        }
    }

    /// Where the result comes from.
    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Run(run) => vec![
                ("Played by Undercard", run.undercard.clone()),
                ("Game", run.game.clone()),
                ("Players", run.players.to_string()),
                ("Bots", run.bots.join(", ")),
                ("Games", run.told_games()),
                ("Seed", run.seed.to_string()),
                ("Config digest", run.config_digest.clone()),
            ],
            Self::Check(check) => {
                let config = |held: &Held| {
                    let Held { config, digest, seed, games_asked, .. } = held;
                    let games = grouped(*games_asked);
                    (
                        "Config",
                        format!(
                            "{config}: seed {seed}, at most {games} games of a line-up, config digest {digest}"
                        ),
                    )
                };
                let version = ("Played by Undercard", check.undercard.clone());
                [version].into_iter().chain(check.lock.iter().take(TABLE_ROWS).map(config)).collect()
            }
            Self::Other(other) => {
                let Provenance { undercard, config_digest, played, b_differs, .. } = &other.provenance;
                let mut facts = vec![("Played by Undercard", undercard.clone()), ("Played", played.clone())];
                if !other.run.bots.is_empty() {
                    facts.push(("Bots", other.run.bots.join(", ")));
                }
                facts.extend(b_differs.iter().flatten().map(|change| ("B differs", change.clone())));
                facts
                    .extend([("Seed", other.run.seed.to_string()), ("Config digest", config_digest.clone())]);
                facts
            }
        }
    }
}

impl Run {
    /// Which part of a run it is; `None` if that is no part.
    fn shard(&self) -> Option<Shard> {
        self.shard.as_ref().map_or(Some(Shard::WHOLE), |shard| shard.parse().ok())
    }

    fn told_games(&self) -> String {
        let games = grouped(self.games);
        let why = match (self.games < self.games_asked, &self.shard, self.complete) {
            (false, ..) => return games,
            (true, Some(_), _) => "a shard of them",
            (true, None, true) => "which was as precise as was asked for",
            (true, None, false) => "stopped by a signal",
        };
        format!("{games} of at most {}, {why}", grouped(self.games_asked))
    }
}

fn json<T: DeserializeOwned>(command: &str, path: &Path, bytes: &[u8]) -> Result<T, ConfigError> {
    serde_json::from_slice(bytes).map_err(|error| {
        fault(path, clipped_to(&error.to_string()), format!("what `undercard {command}` wrote"))
    })
}

fn toml(command: &str, path: &Path) -> Result<Other, ConfigError> {
    let expected = format!("what `undercard {command}` wrote");
    let text = String::from_utf8(TOML.bytes(path)?)
        .map_err(|_| fault(path, "bytes that are no UTF-8", expected.clone()))?;
    let other: Other = toml::from_str(&text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map_or(0, |before| 1 + before.matches('\n').count());
        let at = Origin { line, ..Origin::whole(&path.display().to_string()) };
        ConfigError::at(&at, "", clipped_to(error.message()), expected)
    })?;
    Ok(Other { text, ..other })
}

/// An error that repeats foreign text, on one line.
fn clipped_to(text: &str) -> String {
    harmless(text).chars().take(160).collect()
}
