//! Saves, resumes and finds runs in folders. A folder is only used if all its files are from this version of the program and
//! from the same run.

use super::super::driver::StoppedAt;
use super::super::{Accuracy, Error, ExperimentResult, Extent};
use super::provenance::{Provenance, run_toml};
use super::{Run, RunResult, VERSION, results};
use crate::config::lock::RESULTS_VERSION;
use crate::config::plan::MOST_GAMES;
use crate::config::tree::Change;
use crate::config::{Catalogue, Effective, Plan, PlanOptions, check_label, read_config, read_result};
use crate::model::settings::{ConfigError, ConfigErrors, LARGEST_TOML, Origin, Value};
use crate::report::Results;
use crate::report::read::Kind;
use crate::report::result_file::{self, Ended, earlier};
use crate::report::runs::RunKey;
use crate::report::show::grouped;
use crate::report::store::Draft;
use crate::report::stored::{self, About, VerifiedTally};
use crate::report::write::WriteError;
use crate::stats::shard::Shard;
use crate::stats::tally::Tally;
use std::io;
use std::path::{Path, PathBuf};

/// Maximum number of differences between two runs that an error lists.
const MAX_REPORTED: usize = 3;

impl Run {
    /// The run in a folder, and its tally file.
    ///
    /// # Errors
    /// The folder has no run, a damaged one, or one of another version.
    pub fn find(folder: &Path, catalogue: &Catalogue) -> Result<(Self, VerifiedTally), Error> {
        let damaged = |fault: ConfigError| Error::Damaged(fault.to_string());
        let stored = stored_tally(folder).map_err(damaged)?;
        let About { planned, shard, precision, level, rate, complete, .. } = stored.about;
        if !(1..=MOST_GAMES).contains(&planned) {
            return Err(damaged(
                stored.fault(format!("a run of {} games", grouped(planned)), "at most 10^11"),
            ));
        }
        let plan = stored_plan(folder, planned, catalogue);
        let plan = plan.map_err(|faults| Error::Damaged(faults.to_string()))?;
        let mut run = Self::new(plan, shard, Accuracy { level, precision }, rate)
            .map_err(|errors| Error::Damaged(errors.to_string()))?;
        run.about.complete = complete;
        run.is_of(&stored).and_then(|()| stored.verify()).map_err(damaged)?;
        Ok((run, stored))
    }

    /// The saved tally of this run in a folder; `None` if the folder has no run.
    ///
    /// # Errors
    /// The folder has another run, or a damaged one.
    pub fn so_far(&self, folder: &Path) -> Result<Option<Tally>, Error> {
        let found = read(&folder.join(stored::NAME)).and_then(|stored| {
            let Some(stored) = stored else { return Ok(None) };
            self.is_of(&stored)?;
            self.can_resume(&stored)?;
            stored.verify()?;
            stored.open(self.simulation.schema()).map(Some)
        });
        found.map_err(|fault| Error::Damaged(fault.to_string()))
    }

    /// Checks that a tally file is from this run.
    ///
    /// # Errors
    /// The file is from a run with another number of games or another config.
    pub fn is_of(&self, stored: &VerifiedTally) -> Result<(), ConfigError> {
        let (found, own) = (&stored.about, &self.about);
        let games = |about: &About| format!("a run of {} games", grouped(about.planned));
        if found.planned != own.planned {
            return Err(stored.fault(games(found), games(own) + ": another number of games is another run"));
        }
        if found.digest == own.digest { Ok(()) } else { Err(self.other_config(stored)) }
    }

    /// The error of a tally of another config. Lists the differences if the `run.toml` in its folder is intact.
    fn other_config(&self, stored: &VerifiedTally) -> ConfigError {
        let digest = &stored.about.digest;
        let config = |digest: &str| format!("the games digest {digest}");
        let unlike = |why: &str| stored.fault(config(digest), config(&self.about.digest) + ": " + why);
        let catalogue = &self.plan.game.catalogue;
        let Ok(plan) = stored_plan(stored.folder(), stored.about.planned, catalogue) else {
            return unlike("different settings, bots or seed, or a strategy file that has changed since");
        };
        if plan.digest != *digest {
            let is_its_own = plan
                .value("provenance.games-digest")
                .is_some_and(|node| node.value == Value::Text(digest.clone()));
            return unlike(if is_its_own {
                "its run.toml has changed since"
            } else {
                "its run.toml is from another run"
            });
        }
        let (game, other) = (self.plan.game.id, plan.game.id);
        if game != other {
            return stored.fault(format!("a run of {other}"), format!("{game}: the same game"));
        }
        let changes = self.plan.changes(&plan);
        let list = |value: fn(&Change) -> &str| {
            let values =
                changes.iter().take(MAX_REPORTED).map(|change| format!("{} {}", change.path, value(change)));
            values.collect::<Vec<_>>().join(", ")
        };
        let more = match changes.len().saturating_sub(MAX_REPORTED) {
            _ if changes.is_empty() => return unlike("another strategy file"),
            0 => String::new(),
            more => format!(", and {more} more differences"),
        };
        stored.fault(format!("a run of {}{more}", list(|change| &change.two)), list(|change| &change.one))
    }

    /// Checks that this run can be resumed from a tally file: same shard, same or wider precision, same level.
    fn can_resume(&self, stored: &VerifiedTally) -> Result<(), ConfigError> {
        let (found, own) = (&stored.about, &self.about);
        if found.shard != own.shard {
            return Err(stored.fault(part(found.shard), part(own.shard)));
        }
        // The earlier looks did not reach the earlier precision, so they would not have reached a narrower one.
        let can_resume = match (found.precision, own.precision) {
            (None, None) => true,
            (Some(found_precision), Some(precision)) => {
                precision <= found_precision && found.level == own.level
            }
            _ => false,
        };
        let described = |about: &About| match about.precision {
            None => "a run without --precision".to_owned(),
            Some(precision) => {
                let points = format!("{:.6}", 100.0 * precision);
                let points = points.trim_end_matches('0').trim_end_matches('.');
                format!("--precision {points}pp at the level {}", about.level.level())
            }
        };
        let wider = own.precision.map_or("", |_| ", or a wider one");
        if can_resume { Ok(()) } else { Err(stored.fault(described(found), described(own) + wider)) }
    }

    /// The statistics from a tally of this run.
    #[must_use]
    pub fn results_of<'r>(&'r self, tally: &'r Tally, ended: Ended) -> Results<'r> {
        let About { shard, precision, level, rate, .. } = self.about;
        let is_done = ended != Ended::Interrupted;
        let is_fixed = precision.is_none() && is_done;
        let complete = is_done && shard.is_whole();
        Results { rate, complete, shard, ..results(&self.plan, &*self.simulation, tally, level, is_fixed) }
    }

    /// What names the result of a tally.
    pub fn key(&self, tally: &Tally) -> RunKey {
        self.metadata(&self.extent(tally)).run_key()
    }

    /// The name and content of the tally file.
    pub(super) fn tally_file(&self, tally: &Tally, extent: &Extent) -> io::Result<(String, Vec<u8>)> {
        let about = About { complete: extent.is_complete(), ..self.about.clone() };
        Ok((stored::NAME.to_owned(), stored::bytes(&about, tally)?))
    }

    /// The extent of this run that a tally covers.
    #[must_use]
    pub fn extent(&self, tally: &Tally) -> Extent {
        let games = self.range();
        let planned = games.end - games.start;
        let is_enough = self.about.precision.is_some() && self.about.complete && tally.games < planned;
        let stopped = StoppedAt { games: tally.games, is_enough, is_done: self.about.complete };
        Extent::of(stopped, planned, "games", self.about.precision.is_some())
    }
}

impl RunResult<'_> {
    /// Writes all files of the run: tally, `run.toml`, CSV files and `result.json`. The draft has its list of single games.
    /// Returns the folder of the earlier result that was kept.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn file(
        &self,
        draft: Draft<'_>,
        origin: &Provenance,
        keeps_earlier: bool,
    ) -> Result<Option<PathBuf>, WriteError> {
        let toml = run_toml(&self.run.plan, &self.run.about, origin).map_err(io::Error::other);
        draft.write("run.toml", |file| file.write_all(toml?.as_bytes()))?;
        let tally = self.run.tally_file(&self.tally, &self.extent);
        draft.write(stored::NAME, |file| file.write_all(&tally?.1))?;
        draft.publish(&self.result_file(), keeps_earlier)
    }
}

/// The plan in the `run.toml` of a folder, with this number of games.
fn stored_plan(folder: &Path, planned: u64, catalogue: &Catalogue) -> Result<Plan, ConfigErrors> {
    // The `run.toml` of a run with a precision has the number of games that were played.
    let plan_options = PlanOptions { games: Some(planned), ..PlanOptions::default() };
    const KIND: Kind = Kind { name: "the run.toml of a run", most: LARGEST_TOML };
    let path = folder.join("run.toml");
    // Python saves none; `result.json` has the same settings, bots and seed.
    let is_whole = path.exists() || !folder.join(result_file::NAME).exists();
    let Effective { game, name, tree, tables, .. } = if is_whole {
        KIND.is_regular(&path).map_err(|error| ConfigErrors(vec![error]))?;
        read_config(&path, catalogue)?
    } else {
        let head = result_file::head(folder).map_err(|error| ConfigErrors(vec![error]))?;
        let name = head.configs.into_iter().next().map(|config| config.name).unwrap_or_default();
        Effective { name, ..read_result(folder, catalogue)? }
    };
    Plan::of_tree(game, name, tree, &plan_options, tables)
}

/// The tally file of the run in a folder.
///
/// # Errors
/// There is none, or it is damaged or of another version.
pub fn stored_tally(folder: &Path) -> Result<VerifiedTally, ConfigError> {
    let path = folder.join(stored::NAME);
    read(&path)?.ok_or_else(|| {
        let at = Origin::whole(&path.display().to_string());
        ConfigError::at(&at, "", "no such file", "the folder of a run, which has this file")
    })
}

/// The label of the result in a folder, if it is valid.
pub fn stored_label(folder: &Path) -> Option<String> {
    earlier(folder).map(|found| found.label).filter(|label| check_label(label).is_ok())
}

/// Reads a tally file of this version; `None` if it does not exist.
fn read(path: &Path) -> Result<Option<VerifiedTally>, ConfigError> {
    let Some(stored) = stored::read(path)? else { return Ok(None) };
    let version =
        |undercard: &str, results| format!("a tally of undercard {undercard}, results version {results}");
    let found = version(&stored.about.undercard, stored.about.results);
    let own = version(VERSION, RESULTS_VERSION);
    if found == own { Ok(Some(stored)) } else { Err(stored.fault(found, own)) }
}

/// A shard in words.
pub fn part(shard: Shard) -> String {
    if shard.is_whole() { "a run that is not split".into() } else { format!("shard {shard}") }
}
