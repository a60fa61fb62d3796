//! Merges the shards of a run into the result of an unsharded run, byte for byte.

use super::run::{Run, RunResult, part, stored_label, stored_tally};
use super::{Error, Experiment, Session};
use crate::config::{Catalogue, Plan};
use crate::model::settings::ConfigError;
use crate::report::show::grouped;
use crate::report::stored::About;
use crate::stats::shard::Shard;
use crate::stats::tally::Tally;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Maximum number of errors that are listed.
const MAX_REPORTED: usize = 20;

/// The merged shards of a run.
pub struct Merge {
    /// The run, as if it had not been split.
    pub run: Run,
    /// Its counts.
    pub tally: Tally,
}

impl Merge {
    /// Merges the shards in these folders, in any order.
    ///
    /// # Errors
    /// A shard is missing, incomplete, damaged, present twice, or of another run.
    pub fn new(folders: &[PathBuf], catalogue: &Catalogue) -> Result<Self, Error> {
        let Some(first) = folders.first() else { return Err(Error::Damaged("merge: no shards".into())) };
        let (mut run, _) = Run::find(first, catalogue)?;
        run.plan.label = stored_label(first);
        let tally = join(&run, folders)?;
        run.about = About { shard: Shard::WHOLE, complete: true, ..run.about };
        Ok(Self { run, tally })
    }

    /// The same result with a name, and with a label if it is given; otherwise it has that of the first shard.
    #[must_use]
    pub fn named(mut self, name: Option<String>, label: Option<String>) -> Self {
        self.run.plan.result_name = name;
        self.run.plan.label = label.or(self.run.plan.label);
        self
    }
}

impl Experiment for Merge {
    type Result<'r> = RunResult<'r>;
    const COMMAND: &'static str = "merge";

    fn plans(&self) -> Vec<&Plan> {
        self.run.plans()
    }

    /// Nothing is played.
    fn games(&self) -> u64 {
        0
    }

    fn play(&self, _: &Session) -> RunResult<'_> {
        self.run.result_of(self.tally.clone())
    }
}

/// The tally of all shards, or all errors.
fn join(run: &Run, folders: &[PathBuf]) -> Result<Tally, Error> {
    let mut errors: Vec<String> = Vec::new();
    let mut found: BTreeMap<Shard, &Path> = BTreeMap::new();
    let mut all = Tally::new(run.simulation.schema());
    let (mut damaged, mut n_unreadable) = (BTreeSet::new(), 0);
    for folder in folders {
        match shard(run, folder) {
            Err(Fault { error, shard }) => {
                errors.push(error);
                match shard {
                    FaultyShard::Known(shard) => drop(damaged.insert(shard)),
                    FaultyShard::Unreadable => n_unreadable += 1,
                    FaultyShard::OfAnotherRun => {}
                }
            }
            Ok((shard, tally)) => {
                if let Some(other) = found.insert(shard, folder) {
                    let (one, other) = (folder.display(), other.display());
                    errors.push(format!(
                        "{one}: found shard {shard}, which is also in {other}; expected each shard once"
                    ));
                } else {
                    all = all.merge(&tally);
                }
            }
        }
    }
    let is_missing = |shard: &Shard| !found.contains_key(shard) && !damaged.contains(shard);
    let missing: Vec<Shard> = run.about.shard.all().filter(is_missing).collect();
    // Folders that cannot be read can be the missing shards, which are named only once.
    if missing.len() > n_unreadable {
        let what = if n_unreadable == 0 { "missing" } else { "missing, or one of the folders above" };
        errors.extend(missing.iter().map(|shard| format!("shard {shard}: {what}")));
    }
    if errors.is_empty() {
        return Ok(all);
    }
    let more = errors.len().saturating_sub(MAX_REPORTED);
    errors.truncate(MAX_REPORTED);
    if more > 0 {
        errors.push(format!("… and {more} more"));
    }
    Err(Error::Damaged(errors.join("\n")))
}

/// Why a folder is no complete shard of a run.
struct Fault {
    error: String,
    shard: FaultyShard,
}

/// Which shard a faulty folder has.
enum FaultyShard {
    /// This one of the run, damaged or incomplete.
    Known(Shard),
    /// The shard is unknown.
    Unreadable,
    /// It is no shard of this run.
    OfAnotherRun,
}

/// A complete shard of this run, and its tally; or its error.
fn shard(run: &Run, folder: &Path) -> Result<(Shard, Tally), Fault> {
    let fault = |shard, error: ConfigError| Fault { error: error.to_string(), shard };
    let foreign = |error| fault(FaultyShard::OfAnotherRun, error);
    let stored = stored_tally(folder).map_err(|error| fault(FaultyShard::Unreadable, error))?;
    run.is_of(&stored).map_err(foreign)?;
    let (found, own) = (&stored.about, &run.about);
    let shard = found.shard;
    if shard.of() != own.shard.of() {
        let expected = format!("a shard of the same run as {}", part(own.shard));
        return Err(foreign(stored.fault(part(shard), expected)));
    }
    if (found.level, found.rate) != (own.level, own.rate) {
        return Err(foreign(stored.fault("another --level or --rates", "those of the first shard")));
    }
    let damaged = |error| fault(FaultyShard::Known(shard), error);
    stored.verify().map_err(damaged)?;
    let tally = stored.open(run.simulation.schema()).map_err(damaged)?;
    let games = shard.games(run.plan.games);
    if !found.complete || tally.games < games.end - games.start {
        let error = format!(
            "{}: found {} of the {} games of shard {shard}, expected all; to complete it, run the command in its \
             run.toml with --resume",
            folder.display(),
            grouped(tally.games),
            grouped(games.end - games.start),
        );
        return Err(Fault { error, shard: FaultyShard::Known(shard) });
    }
    Ok((shard, tally))
}
