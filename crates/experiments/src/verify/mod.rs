//! Verifies a result: replays a sample of its games, and compares its files with its tally.

mod checks;
mod lists;

use super::metadata::VERSION;
use super::options::refuse;
use super::run::{Run, stored_label};
use super::{Error, Experiment, ExperimentResult, Extent, ResultMeta, Session, details};
use crate::config::{Catalogue, Plan, clipped, config_error};
use crate::model::Seed;
use crate::model::settings::{ConfigErrors, Node, Value};
use crate::report::claim::Sentence;
use crate::report::games::LISTS;
use crate::report::read::FIGURES;
use crate::report::result_file::{Ended, earlier, file_name, listed_games};
use crate::report::show::grouped;
use crate::report::text::Text;
pub use crate::report::verify::Check;
use crate::report::{self, Report, Row, Table};
use crate::simulation::play_each;
use crate::stats::tally::Tally;
use checks::{Found, checks_conclusion, checks_metadata, failed, lines};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// How much to replay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// This share of the blocks of games.
    Share(f64),
    /// This many blocks.
    Blocks(usize),
}

impl Sample {
    /// Checks that it is a share above 0 and up to 1, or at least one block.
    fn check(self) -> Result<(), ConfigErrors> {
        match self {
            Self::Share(share) if !(share > 0.0 && share <= 1.0) => {
                refuse("--sample", share.to_string(), "a share above 0 and up to 1")
            }
            Self::Blocks(0) => refuse("--sample", "0 blocks", "at least 1"),
            _ => Ok(()),
        }
    }

    /// The number of blocks to replay, of `all`.
    fn of(self, all: usize) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "of at most 1,024"
        )]
        let n_blocks = match self {
            Self::Share(share) => (share * all as f64).ceil() as usize,
            Self::Blocks(n_blocks) => n_blocks,
        };
        n_blocks.min(all)
    }
}

impl FromStr for Sample {
    type Err = String;

    /// Parses a share (`5%`) or a number of blocks.
    fn from_str(text: &str) -> Result<Self, String> {
        let sample = match text.strip_suffix('%') {
            Some(percent) => percent
                .parse()
                .ok()
                .filter(|share| *share > 0.0 && *share <= 100.0)
                .map(|share: f64| Sample::Share(share / 100.0)),
            None => text.parse().ok().filter(|n_blocks| *n_blocks > 0).map(Sample::Blocks),
        };
        sample.ok_or_else(|| "expected a share up to 100%, e.g. 5%, or a number of blocks from 1".into())
    }
}

/// A validated request to verify the run in a folder.
pub struct Verify {
    folder: PathBuf,
    run: Run,
    tally: Tally,
    /// The blocks of games to replay, with their stored digests.
    blocks: Vec<(Range<u64>, u64)>,
    n_all: usize,
    /// The seed of the sample.
    seed: u64,
    /// The name of the verification.
    pub name: Option<String>,
}

/// The result of a verification.
pub struct Verified<'v> {
    verify: &'v Verify,
    /// The checks.
    pub checks: Vec<Check>,
    table: Table,
    extent: Extent,
    /// The number of replayed blocks that differ.
    n_differ: usize,
}

impl Verify {
    /// Reads the run in a folder and selects the sample. `seed` is the seed of the sample; `None`: derived from the
    /// result.
    ///
    /// # Errors
    /// The sample is empty; or the folder holds no run, or a damaged one.
    pub fn new(
        folder: &Path,
        sample: Sample,
        seed: Option<u64>,
        catalogue: &Catalogue,
    ) -> Result<Self, Error> {
        sample.check()?;
        if let Some(other) = earlier(folder).filter(|found| found.command != Run::COMMAND) {
            let found = format!("a result of `{}`", clipped(&other.command));
            let expected = "a result of `run`";
            let error = config_error(&folder.display().to_string(), "", found, expected);
            return Err(ConfigErrors(vec![error]).into());
        }
        let (mut run, stored) = Run::find(folder, catalogue)?;
        run.plan.result_name = earlier(folder).and_then(|found| found.name);
        run.plan.label = stored_label(folder);
        let tally =
            stored.open(run.simulation.schema()).map_err(|error| Error::Damaged(error.to_string()))?;
        let first = run.range().start;
        let mut blocks: Vec<_> = tally.digests.blocks(first..first + tally.games).collect();
        let n_all = blocks.len();
        // The sample cannot be known before the result exists. Readers of JSON know integers below 2^53 exactly.
        let seed = seed.unwrap_or(tally.digests.total() % (1 << 53));
        Seed::new(seed).game(0).bot(0).shuffle(&mut blocks);
        blocks.truncate(sample.of(n_all));
        blocks.sort_by_key(|(games, _)| games.start);
        Ok(Self { folder: folder.to_owned(), run, tally, blocks, n_all, seed, name: None })
    }

    /// Whether the numbers of games in `run.toml` are those of the tally; its settings were compared before.
    fn provenance(&self) -> Found {
        let Self { run: Run { plan, about, .. }, tally, .. } = self;
        let is_whole = about.complete && about.shard.is_whole();
        let games = if is_whole { tally.games } else { plan.games };
        let int = |number: u64| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
        let expected = [
            ("run.games", int(games)),
            ("provenance.undercard", Value::Text(VERSION.into())),
            ("provenance.games-digest", Value::Text(plan.digest_of(plan.games))),
            ("provenance.games-asked", int(plan.games)),
            ("provenance.games-played", int(tally.games)),
            ("provenance.complete", Value::Flag(is_whole)),
        ];
        for (key, expected) in expected {
            let found = plan.value(key);
            if found.is_none_or(|found| found.value != expected) {
                let found = found.map_or_else(|| "nothing".to_owned(), Node::shown);
                let expected = Node { value: expected, at: plan.tree.at.clone() }.shown();
                return Err(format!("{key}: found {found}, expected {expected}"));
            }
        }
        Ok("matches the stored counts".into())
    }

    /// What the replayed blocks show.
    fn finding(&self, sampled: &Sampled) -> Found {
        let Self { tally, blocks, n_all, .. } = self;
        let of = format!(
            "replayed {} of {} games in {} of {n_all} blocks",
            grouped(self.games()),
            grouped(tally.games),
            blocks.len()
        );
        match sampled.differ.first() {
            Some(Range { start, end }) => Err(format!(
                "{of}: {} of {} blocks differ, the first with games {start} to {}",
                sampled.differ.len(),
                blocks.len(),
                end - 1
            )),
            None if blocks.len() == *n_all && sampled.tally != *tally => {
                Err(format!("{of}: the games match, but the stored counts differ"))
            }
            None => Ok(format!("{of}: all match")),
        }
    }

    /// Replays the blocks of the sample.
    fn replay(&self, session: &Session) -> Sampled {
        let blocks: Vec<Range<u64>> = self.blocks.iter().map(|(games, _)| games.clone()).collect();
        let progress = |n| session.played(n);
        let tally = play_each(&*self.run.simulation, &blocks, session.pool(), session.stop(), &progress);
        // If the session was stopped, the first games of the sample were played.
        let mut left = tally.games;
        let is_whole = |(games, _): &&(Range<u64>, u64)| {
            let n_games = games.end - games.start;
            let is_whole = n_games <= left;
            left = left.saturating_sub(n_games);
            is_whole
        };
        let n_whole = self.blocks.iter().take_while(is_whole).count();
        let digest = |games: &Range<u64>| {
            tally.digests.blocks(games.clone()).fold(0_u64, |sum, (_, more)| sum.wrapping_add(more))
        };
        let whole = self.blocks.iter().take(n_whole);
        let differ = whole.filter(|(games, known)| digest(games) != *known).map(|(games, _)| games.clone());
        Sampled { differ: differ.collect(), tally, n_whole }
    }
}

/// The replayed blocks of a sample.
struct Sampled {
    tally: Tally,
    /// The number of blocks that were replayed completely.
    n_whole: usize,
    /// The blocks that differ from the result.
    differ: Vec<Range<u64>>,
}

impl Experiment for Verify {
    type Result<'v> = Verified<'v>;
    const COMMAND: &'static str = report::verify::NAME;

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.run.plan]
    }

    /// The number of games to replay.
    fn games(&self) -> u64 {
        self.blocks.iter().map(|(games, _)| games.end - games.start).sum()
    }

    /// Compares the files, and replays the sample.
    fn play(&self, session: &Session) -> Verified<'_> {
        let Self { folder, run, tally, blocks, .. } = self;
        let listed = listed_games(folder);
        let mut checks: Vec<Check> = Vec::new();
        let mut result = run.result_of(tally.clone());
        result.games_csv.clone_from(&listed);
        for (name, expected) in result.result_file().files() {
            let found = FIGURES.bytes(&folder.join(&name));
            let same = found.map_err(|error| error.to_string()).and_then(|found| same(&found, &expected));
            checks.push(Check::new(name, same));
        }
        if folder.join("run.toml").exists() {
            checks.push(Check::new("run.toml", self.provenance()));
        }
        let sampled = self.replay(session);
        let mut is_stopped = sampled.n_whole < blocks.len();
        if !is_stopped {
            checks.push(Check::new("games", self.finding(&sampled)));
        }
        let is_there = |report: &&Report| folder.join(file_name(report.name)).exists();
        if !is_stopped && (listed.is_some() || LISTS.iter().any(is_there)) {
            match lists::checks(self, listed.as_ref(), session) {
                Ok(found) => checks.extend(found),
                Err(lists::Stopped) => is_stopped = true,
            }
        }
        let extent = Extent {
            ended: if is_stopped { Ended::Interrupted } else { Ended::AllPlayed },
            ..Extent::of_parts(sampled.n_whole, blocks.len(), "blocks", false)
        };
        let table = Row::table(&checks);
        Verified { verify: self, checks, table, extent, n_differ: sampled.differ.len() }
    }
}

impl Verified<'_> {
    /// The number of checks that failed.
    #[must_use]
    pub fn n_failed(&self) -> usize {
        failed(&self.checks).count()
    }

    /// What was found so far, in words, for a verification that was stopped.
    #[must_use]
    pub fn so_far(&self) -> String {
        format!("stopped after {}; {} differ", self.extent.words(), self.n_differ)
    }
}

impl ExperimentResult for Verified<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn metadata(&self) -> ResultMeta {
        let Verify { run, tally, blocks, n_all, seed, name, .. } = self.verify;
        let sample = details([
            ("verified_run_id", run.key(tally).run_id.into()),
            ("blocks", blocks.len().into()),
            ("of", (*n_all).into()),
            ("seed", (*seed).into()),
        ]);
        let metadata =
            checks_metadata(Verify::COMMAND, &self.verify.plans(), &self.extent, sample, &self.checks);
        ResultMeta { name: name.clone(), ..metadata }
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn conclusion(&self) -> Vec<Sentence> {
        let all_pass = "The files match, and the sampled games give the same results again";
        checks_conclusion(&self.checks, all_pass).into_iter().map(Sentence::from).collect()
    }

    fn summary(&self) -> Text {
        lines(&self.checks)
    }
}

/// Compares a file with the bytes computed from the tally.
fn same(found: &[u8], expected: &[u8]) -> Found {
    if found == expected {
        return Ok("matches the stored counts".into());
    }
    let lines =
        |bytes: &[u8]| -> Vec<Vec<u8>> { bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect() };
    let (found, expected) = (lines(found), lines(expected));
    let line = found.iter().zip(&expected).position(|(found, expected)| found != expected);
    let line = line.unwrap_or(found.len().min(expected.len()));
    Err(format!("line {} does not match the stored counts", line + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_a_share_or_a_number_of_blocks() {
        for (text, all, n_blocks) in [
            ("1%", 1000, 10),
            ("1%", 977, 10),
            ("1%", 16, 1),
            ("0.001%", 5, 1),
            ("100%", 7, 7),
            ("3", 7, 3),
            ("30", 7, 7),
            ("1%", 0, 0),
        ] {
            assert_eq!(text.parse().map(|sample: Sample| sample.of(all)), Ok(n_blocks), "{text} of {all}");
        }
        for text in ["", "%", "0", "0%", "-1%", "101%", "nan%", "1.5", "x", "inf%"] {
            assert!(text.parse::<Sample>().is_err(), "{text}");
        }
    }
}
