//! Runs in folders: a run or a part of it is filed, gone on with, or found again in the folder that it was
//! filed in. Nothing is built on a file that is not wholly of this program and of this run.

use super::super::driver::Far;
use super::super::{Accuracy, Error, Extent};
use super::provenance::{Went, run_toml};
use super::{GAMES_CSV, Run, VERSION, results};
use crate::config::lock::RESULTS_VERSION;
use crate::config::plan::MOST_GAMES;
use crate::config::tree::Change;
use crate::config::{Effective, Plan, PlanOptions, filed};
use crate::model::settings::{ConfigError, ConfigErrors, Origin, Value};
use crate::report::result_file::{Ended, ResultFile};
use crate::report::stored::{self, About, Sealed};
use crate::report::write::WriteError;
use crate::report::{self, Results};
use crate::stats::shard::Shard;
use crate::stats::tally::Tally;
use std::io;
use std::path::Path;

/// What differs between two runs is told up to here: nobody reads more.
const MAX_REPORTED: usize = 3;

impl Run {
    /// The run that a folder holds, and its tally, which is not opened yet.
    ///
    /// # Errors
    /// The folder holds none, or none that this program would have filed there.
    pub fn find(folder: &Path) -> Result<(Self, Sealed), Error> {
        let damaged = |fault: ConfigError| Error::Damaged(fault.to_string());
        let sealed = seal(folder).map_err(damaged)?;
        let About { planned, shard, precision, level, rate, complete, .. } = sealed.about;
        if !(1..=MOST_GAMES).contains(&planned) {
            return Err(damaged(sealed.fault(format!("a run of {planned} games"), "at most 10^11")));
        }
        let plan = filed_plan(folder, planned).map_err(|faults| Error::Damaged(faults.to_string()))?;
        let mut run = Self::new(plan, shard, Accuracy { level, precision }, rate);
        run.about.complete = complete;
        run.is_of(&sealed).map_err(damaged)?;
        Ok((run, sealed))
    }

    /// What the folder holds of this very run, if anything.
    ///
    /// # Errors
    /// It holds another one, or a damaged one.
    pub fn so_far(&self, folder: &Path) -> Result<Option<Tally>, Error> {
        let found = look(&folder.join(stored::NAME)).and_then(|sealed| {
            let Some(sealed) = sealed else { return Ok(None) };
            self.is_of(&sealed)?;
            self.can_go_on(&sealed)?;
            sealed.open(self.simulation.schema()).map(Some)
        });
        found.map_err(|fault| Error::Damaged(fault.to_string()))
    }

    /// Is the tally one of this run?
    ///
    /// # Errors
    /// It is not.
    pub fn is_of(&self, sealed: &Sealed) -> Result<(), ConfigError> {
        let (found, own) = (&sealed.about, &self.about);
        let games = |about: &About| format!("a run of {} games", about.planned);
        if found.planned != own.planned {
            return Err(sealed.fault(games(found), games(own) + ": a run is finished as it was begun"));
        }
        if found.digest == own.digest { Ok(()) } else { Err(self.otherwise(sealed)) }
    }

    /// The fault of a tally of another config: what that says otherwise, as far as `run.toml` beside it knows.
    fn otherwise(&self, sealed: &Sealed) -> ConfigError {
        let digest = &sealed.about.digest;
        let config = |digest: &str| format!("the config digest {digest}");
        let unlike = |why: &str| sealed.fault(config(digest), config(&self.about.digest) + ": " + why);
        let Ok(plan) = filed_plan(sealed.folder(), sealed.about.planned) else {
            return unlike("other settings, bots or seed, or a strategy file that has changed since");
        };
        if plan.digest != *digest {
            let is_its_own = plan
                .value("provenance.config-digest")
                .is_some_and(|node| node.value == Value::Text(digest.clone()));
            return unlike(if is_its_own {
                "its run.toml, or a strategy file that it names, has changed since"
            } else {
                "its run.toml is that of another run"
            });
        }
        let changes = self.plan.changes(&plan);
        let told = |value: fn(&Change) -> &str| {
            let told =
                changes.iter().take(MAX_REPORTED).map(|change| format!("{} {}", change.path, value(change)));
            told.collect::<Vec<_>>().join(", ")
        };
        let more = match changes.len().saturating_sub(MAX_REPORTED) {
            _ if changes.is_empty() => return unlike("a strategy file that is another one"),
            0 => String::new(),
            more => format!(", and {more} more that differ"),
        };
        sealed.fault(format!("a run of {}{more}", told(|change| &change.two)), told(|change| &change.one))
    }

    /// Is the tally one that this run would have had on its way?
    fn can_go_on(&self, sealed: &Sealed) -> Result<(), ConfigError> {
        let (found, own) = (&sealed.about, &self.about);
        if found.shard != own.shard {
            return Err(sealed.fault(part(found.shard), part(own.shard)));
        }
        // What was looked at goes on to be looked at: where it was not precise enough, it is not for less.
        let is_on_the_way = match (found.precision, own.precision) {
            (None, None) => true,
            (Some(found_precision), Some(precision)) => {
                precision <= found_precision && found.level == own.level
            }
            _ => false,
        };
        let said = |about: &About| match about.precision {
            None => "a run without --precision".to_owned(),
            Some(precision) => {
                let points = format!("{:.6}", 100.0 * precision);
                let points = points.trim_end_matches('0').trim_end_matches('.');
                format!("--precision {points}pp at the level {}", about.level.level())
            }
        };
        let wider = own.precision.map_or("", |_| ", or a wider one");
        if is_on_the_way { Ok(()) } else { Err(sealed.fault(said(found), said(own) + wider)) }
    }

    /// The statistics of a tally of this run.
    #[must_use]
    pub fn results_of<'r>(&'r self, tally: &'r Tally, ended: Ended) -> Results<'r> {
        let About { shard, precision, level, rate, .. } = self.about;
        let is_done = ended != Ended::Interrupted;
        let is_fixed = precision.is_none() && is_done;
        let complete = is_done && shard.is_whole();
        Results { rate, complete, shard, ..results(&self.plan, &*self.simulation, tally, level, is_fixed) }
    }

    /// The files that are the same bytes for the same games.
    #[must_use]
    pub fn files(&self, tally: &Tally) -> Vec<(String, Vec<u8>)> {
        self.result_file(tally).files()
    }

    /// The result of a tally.
    #[must_use]
    pub fn result_file(&self, tally: &Tally) -> ResultFile {
        let extent = self.extent(tally);
        let tables = report::tables(&self.results_of(tally, extent.ended));
        ResultFile { head: self.head(&extent), tables }
    }

    /// How much of this run a tally is, whose end is stored beside it.
    #[must_use]
    pub fn extent(&self, tally: &Tally) -> Extent {
        let games = self.range();
        let planned = games.end - games.start;
        let is_enough = self.about.precision.is_some() && self.about.complete && tally.games < planned;
        let far = Far { games: tally.games, is_enough, is_done: self.about.complete };
        Extent::of(far, planned, "games", self.about.precision.is_some())
    }

    /// Files all that a tally comes to.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn file(&self, folder: &Path, tally: &Tally, went: &Went) -> Result<(), WriteError> {
        let wrong = |source: io::Error| WriteError { path: folder.to_owned(), source };
        let toml = run_toml(&self.plan, &self.about, went).map_err(|error| wrong(io::Error::other(error)))?;
        let beside = vec![
            // The list of an earlier run would be of other games; that of this one follows.
            (GAMES_CSV.into(), None),
            ("run.toml".into(), Some(toml.into_bytes())),
            (stored::NAME.into(), Some(stored::bytes(&self.about, tally).map_err(wrong)?)),
        ];
        report::write::result(folder, beside, &self.result_file(tally))
    }
}

/// What a folder says that was played there, and of how many games.
fn filed_plan(folder: &Path, planned: u64) -> Result<Plan, ConfigErrors> {
    // A run that knew enough says there as many games as were played.
    let asked = PlanOptions { games: Some(planned), ..PlanOptions::default() };
    let Effective { game, name, tree, .. } = filed(&folder.join("run.toml"))?;
    Plan::of_tree(game, name, tree, &asked, Vec::new())
}

/// The tally of the run that a folder holds.
///
/// # Errors
/// There is none, or a damaged one, or another program's.
pub fn seal(folder: &Path) -> Result<Sealed, ConfigError> {
    let path = folder.join(stored::NAME);
    look(&path)?.ok_or_else(|| {
        let at = Origin::whole(&path.display().to_string());
        ConfigError::at(&at, "", "no such file", "the folder of a run, which has one")
    })
}

/// The same, if there is one.
fn look(path: &Path) -> Result<Option<Sealed>, ConfigError> {
    let Some(sealed) = stored::read(path)? else { return Ok(None) };
    let version =
        |undercard: &str, results| format!("a tally of undercard {undercard}, results version {results}");
    let found = version(&sealed.about.undercard, sealed.about.results);
    let own = version(VERSION, RESULTS_VERSION);
    if found == own { Ok(Some(sealed)) } else { Err(sealed.fault(found, own)) }
}

/// How a part is called.
pub fn part(shard: Shard) -> String {
    if shard.is_whole() { "a run that is not split".into() } else { format!("shard {shard}") }
}
