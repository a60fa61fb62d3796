//! Merges the shards of a run into the result of an unsharded run, byte for byte.

use super::run::{Run, RunResult, part, stored_label, stored_tally};
use super::{Error, Experiment, Session};
use crate::config::Plan;
use crate::model::settings::ConfigError;
use crate::report::show::grouped;
use crate::report::stored::About;
use crate::stats::shard::Shard;
use crate::stats::tally::Tally;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Maximum number of errors that are listed.
const MAX_REPORTED: usize = 20;

/// The merged shards of a run.
pub struct Merge {
    /// The run, as if it had not been split.
    pub(crate) run: Run,
    /// Its counts.
    pub(crate) tally: Tally,
}

impl Merge {
    /// Merges the shards in these folders, in any order.
    ///
    /// # Errors
    /// A shard is missing, incomplete, damaged, present twice, or of another run.
    pub fn new(folders: &[PathBuf]) -> Result<Self, Error> {
        let Some(first) = folders.first() else { return Err(Error::Damaged("merge: no shards".into())) };
        let (mut run, _) = Run::find(first)?;
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
    for folder in folders {
        match shard(run, folder) {
            Err(error) => errors.push(error),
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
    let missing = run.about.shard.all().filter(|shard| !found.contains_key(shard));
    // A folder with an error may have been one of them.
    let what = if errors.is_empty() { "missing" } else { "missing, or one of the above" };
    errors.extend(missing.map(|shard| format!("shard {shard}: {what}")));
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

/// A complete shard of this run, and its tally; or its error.
fn shard(run: &Run, folder: &Path) -> Result<(Shard, Tally), String> {
    let text = |error: ConfigError| error.to_string();
    let stored = stored_tally(folder).map_err(text)?;
    run.is_of(&stored).and_then(|()| stored.verify()).map_err(text)?;
    let (found, own) = (&stored.about, &run.about);
    let shard = found.shard;
    if shard.of() != own.shard.of() {
        let error = stored.fault(part(shard), format!("a shard of the same run as {}", part(own.shard)));
        return Err(text(error));
    }
    if (found.level, found.rate) != (own.level, own.rate) {
        return Err(text(stored.fault("another --level or --rates", "those of the first shard")));
    }
    let tally = stored.open(run.simulation.schema()).map_err(text)?;
    let games = shard.games(run.plan.games);
    if !found.complete || tally.games < games.end - games.start {
        return Err(format!(
            "{}: found {} of the {} games of shard {shard}, expected all; to complete it, run the command in its \
             run.toml with --resume",
            folder.display(),
            grouped(tally.games),
            grouped(games.end - games.start),
        ));
    }
    Ok((shard, tally))
}
