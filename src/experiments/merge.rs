//! Joins the shards of a run into the result of one machine, byte for byte.

use super::Error;
use super::run::{Run, part, seal};
use crate::model::settings::ConfigError;
use crate::report::stored::About;
use crate::stats::shard::Shard;
use crate::stats::tally::Tally;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Errors that are reported one by one: nobody reads more.
const MAX_REPORTED: usize = 20;

/// The whole run whose shards these folders hold, in any order, and its tally.
///
/// # Errors
/// A shard is missing, incomplete, damaged, there twice, or of another run.
pub fn merge(folders: &[PathBuf]) -> Result<(Run, Tally), Error> {
    let Some(first) = folders.first() else { return Err(Error::Damaged("merge: no shards".into())) };
    let (mut run, _) = Run::find(first)?;
    let tally = join(&run, folders)?;
    run.about = About { shard: Shard::WHOLE, complete: true, ..run.about };
    Ok((run, tally))
}

/// The tally of all shards; all that is wrong with them at once.
fn join(run: &Run, folders: &[PathBuf]) -> Result<Tally, Error> {
    let mut faults: Vec<String> = Vec::new();
    let mut found: BTreeMap<Shard, &Path> = BTreeMap::new();
    let mut all = Tally::new(run.simulation.schema());
    for folder in folders {
        match shard(run, folder) {
            Err(fault) => faults.push(fault),
            Ok((shard, tally)) => {
                if let Some(other) = found.insert(shard, folder) {
                    let (one, other) = (folder.display(), other.display());
                    faults.push(format!(
                        "{one}: found shard {shard}, which is in {other}, too; expected each once"
                    ));
                } else {
                    all = all.merge(&tally);
                }
            }
        }
    }
    if faults.is_empty() {
        let missing = run.about.shard.all().filter(|shard| !found.contains_key(shard));
        faults.extend(missing.map(|shard| format!("shard {shard} is missing")));
    }
    if faults.is_empty() {
        return Ok(all);
    }
    let more = faults.len().saturating_sub(MAX_REPORTED);
    faults.truncate(MAX_REPORTED);
    if more > 0 {
        faults.push(format!("… and {more} more"));
    }
    Err(Error::Damaged(faults.join("\n")))
}

/// A shard of this run, whole; or what is wrong with it.
fn shard(run: &Run, folder: &Path) -> Result<(Shard, Tally), String> {
    let told = |fault: ConfigError| fault.to_string();
    let sealed = seal(folder).map_err(told)?;
    run.is_of(&sealed).map_err(told)?;
    let (found, own) = (&sealed.about, &run.about);
    let shard = found.shard;
    if shard.of() != own.shard.of() {
        let fault = sealed.fault(part(shard), format!("a shard of the same run as {}", part(own.shard)));
        return Err(told(fault));
    }
    if (found.level, found.rate) != (own.level, own.rate) {
        return Err(told(sealed.fault("another --level or --rates", "those of the first shard")));
    }
    let tally = sealed.open(run.simulation.schema()).map_err(told)?;
    let games = shard.games(run.plan.games);
    if !found.complete || tally.games < games.end - games.start {
        return Err(format!(
            "{}: found {} of the {} games of shard {shard}, expected all; its command, which run.toml says, goes on \
             with --resume",
            folder.display(),
            tally.games,
            games.end - games.start,
        ));
    }
    Ok((shard, tally))
}
