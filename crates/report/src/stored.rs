//! `run.tally`: the integer counts of a run. `run --resume`, `merge` and `verify` read it. The file consists
//! of a magic number, the description of the run, the tally, and the SHA-256 of all preceding bytes.
//! Description and tally are in postcard format.

use super::read::Kind;
use super::result_file::{self, changed, recorded_sums, sha256};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::{fs, io};
use undercard_engine::model::StatSchema;
use undercard_engine::model::settings::{ConfigError, Origin};
use undercard_engine::stats::Level;
use undercard_engine::stats::ratio_sums::RateMethod;
use undercard_engine::stats::shard::Shard;
use undercard_engine::stats::tally::Tally;

/// The name of the file.
pub const NAME: &str = "run.tally";

/// The first bytes of the file; the last one is the version of the format.
pub(super) const MARK: &[u8] = b"undercard tally\n\x03";

/// Length of the checksum in bytes.
const SUM: usize = 32;

/// The type of the file. The limit is many times the size of any game's tally.
const KIND: Kind = Kind { name: "a tally written by `undercard run`", most: 32 << 20 };

/// The description of a run: the games that its tally counts, and the options of its intervals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The version of the program.
    pub undercard: String,
    /// The results version of the program.
    pub results: u64,
    /// The games digest: equal for runs that play the same games.
    pub digest: String,
    /// The requested number of games.
    pub planned: u64,
    /// The shard.
    pub shard: Shard,
    /// The precision at which the run stops; a share.
    pub precision: Option<f64>,
    /// The confidence level.
    pub level: Level,
    /// The interval method of a rate.
    pub rate: RateMethod,
    /// Whether all games were played, or enough of them.
    pub complete: bool,
}

/// A tally file with a valid checksum. The tally itself is parsed by [`VerifiedTally::open`], which needs the schema.
#[derive(Debug)]
pub struct VerifiedTally {
    /// The description of the run.
    pub about: About,
    file: String,
    tally: Vec<u8>,
    /// SHA-256 of the file.
    sha256: String,
}

/// The bytes of the file.
///
/// # Errors
/// Never fails: writing to memory cannot fail.
pub fn bytes(about: &About, tally: &Tally) -> io::Result<Vec<u8>> {
    let mut bytes = postcard::to_extend(about, MARK.to_vec()).map_err(io::Error::other)?;
    bytes = postcard::to_extend(tally, bytes).map_err(io::Error::other)?;
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    Ok(bytes)
}

/// Reads a tally file; `None` if it does not exist.
///
/// # Errors
/// The file cannot be read, is damaged, or is not a tally file.
pub fn read(path: &Path) -> Result<Option<VerifiedTally>, ConfigError> {
    if fs::exists(path).is_ok_and(|is_there| !is_there) {
        return Ok(None);
    }
    parse(&KIND.bytes(path)?, path.display().to_string()).map(Some)
}

fn parse(bytes: &[u8], file: String) -> Result<VerifiedTally, ConfigError> {
    let (mark, form) = MARK.split_at(MARK.len() - 1);
    let refuse = |found: &str| Err(fault(&file, found));
    let Some(rest) = bytes.strip_prefix(mark) else { return refuse("another kind of file") };
    if !rest.starts_with(form) {
        return refuse("a tally in the format of another version");
    }
    let Some((content, sum)) = bytes.split_last_chunk::<SUM>() else {
        return refuse("a file that is cut off");
    };
    if Sha256::digest(content)[..] != sum[..] {
        return refuse("a damaged file: the checksum does not match");
    }
    match postcard::take_from_bytes::<About>(content.get(MARK.len()..).unwrap_or_default()) {
        Ok((about, tally)) => Ok(VerifiedTally { about, tally: tally.to_vec(), file, sha256: sha256(bytes) }),
        Err(_) => refuse("a damaged description of the run"),
    }
}

impl VerifiedTally {
    /// Parses the tally of games with this schema.
    ///
    /// # Errors
    /// The tally does not fit the schema, or does not count the first games of its shard.
    pub fn open(&self, schema: &StatSchema) -> Result<Tally, ConfigError> {
        let read = postcard::take_from_bytes::<Tally>(&self.tally).ok();
        let whole = read.and_then(|(tally, rest)| rest.is_empty().then_some(tally));
        let games = self.about.shard.games(self.about.planned);
        whole
            .filter(|tally| {
                let end = games.start.checked_add(tally.games).filter(|end| *end <= games.end);
                end.is_some_and(|end| tally.could_be(&(games.start..end), schema))
            })
            .ok_or_else(|| fault(&self.file, "counts that are impossible for this game"))
    }

    /// Checks that the file is the one that the `result.json` beside it names. A folder without one is incomplete, and its
    /// tally is not checked.
    ///
    /// # Errors
    /// The file was changed.
    pub fn verify(&self) -> Result<(), ConfigError> {
        match recorded_sums(self.folder()).remove(NAME) {
            Some(sum) if sum != self.sha256 => Err(changed(Path::new(&self.file), result_file::NAME, &sum)),
            _ => Ok(()),
        }
    }

    /// The folder of the file.
    #[must_use]
    pub fn folder(&self) -> &Path {
        Path::new(&self.file).parent().unwrap_or(Path::new(""))
    }

    /// An error of the file.
    #[must_use]
    pub fn fault(&self, found: impl Into<String>, expected: impl Into<String>) -> ConfigError {
        ConfigError::at(&Origin::whole(&self.file), "", found, expected)
    }
}

fn fault(file: &str, found: impl Into<String>) -> ConfigError {
    ConfigError::at(&Origin::whole(file), "", found, KIND.name)
}

#[cfg(test)]
mod tests {
    use super::super::tests::Run;
    use super::super::{Results, tables};
    use super::*;
    use proptest::prelude::*;

    fn about(run: &Results<'_>) -> About {
        About {
            undercard: "1.2.3".into(),
            results: 1,
            digest: "0".into(),
            planned: run.planned,
            shard: Shard::WHOLE,
            precision: Some(0.01),
            level: run.level,
            rate: RateMethod::Jeffreys,
            complete: true,
        }
    }

    fn found(bytes: &[u8]) -> String {
        parse(bytes, "f".into()).expect_err("a fault").to_string()
    }

    /// The content of a file followed by its checksum.
    fn sealed(content: &[u8]) -> Vec<u8> {
        [content, &Sha256::digest(content)[..]].concat()
    }

    #[test]
    fn a_tally_round_trips_and_that_of_other_games_is_rejected() {
        let run = Run::new();
        let results = run.results();
        let filed = bytes(&about(&results), results.tally).expect("bytes");
        let back = parse(&filed, "f".into()).expect("a tally");
        assert_eq!(back.about, about(&results));
        assert_eq!(back.open(results.schema).as_ref(), Ok(results.tally));
        assert!(read(Path::new("nowhere/run.tally")).expect("no fault").is_none());
        assert!(read(Path::new(".")).expect_err("a fault").to_string().contains("a directory"));
        // A tally of other games is rejected.
        let (about, whole) = (about(&results), bytes(&about(&results), results.tally).expect("bytes"));
        assert!(
            found(b"").contains("another kind of file")
                && found(b"game,players\n").contains("another kind of file")
        );
        assert!(found(&[&whole[..16], b"\x01", &whole[17..]].concat()).contains("another version"));
        assert!(found(MARK).contains("cut off"));
        assert!(found(&whole[..whole.len() - 1]).contains("checksum"));
        for index in (16..whole.len()).step_by(97) {
            let mut changed = whole.clone();
            changed[index] ^= 4;
            assert!(parse(&changed, "f".into()).is_err(), "byte {index}");
        }
        assert!(found(&sealed(MARK)).contains("damaged description"));
        // A list with the largest possible length.
        let hostile = [MARK, &[0xff; 9], &[1]].concat();
        assert!(found(&sealed(&hostile)).contains("damaged description"));
        let opened = |about: &About, tally: &Tally, more: &[u8]| {
            let bytes = bytes(about, tally).expect("bytes");
            let content = [&bytes[..bytes.len() - SUM], more].concat();
            parse(&sealed(&content), "f".into()).expect("a file").open(results.schema)
        };
        assert!(opened(&about, results.tally, b"").is_ok());
        assert!(opened(&about, results.tally, b"more").is_err());
        let fewer = About { planned: results.tally.games - 1, ..about.clone() };
        let second = About { shard: "2/2".parse().expect("a shard"), ..about.clone() };
        let wrong: [&dyn Fn(&mut Tally); 8] = [
            &|tally| tally.endings[0][1] += 1,
            &|tally| tally.endings[0].push(0),
            &|tally| tally.groups[0].push(Default::default()),
            &|tally| tally.metrics.clear(),
            &|tally| tally.lengths.add(3),
            &|tally| tally.impact.rows[0].ya = u64::MAX,
            &|tally| tally.decisions.xx = u128::MAX,
            &|tally| tally.branching.n -= 1,
        ];
        assert!(opened(&fewer, results.tally, b"").is_err() && opened(&second, results.tally, b"").is_err());
        for (number, change) in wrong.iter().enumerate() {
            let mut tally = results.tally.clone();
            change(&mut tally);
            assert!(opened(&about, &tally, b"").is_err(), "{number}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
        /// A file with a valid checksum is either rejected or gives reports.
        #[test]
        fn a_file_never_makes_a_report_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4), cut in any::<prop::sample::Index>()) {
            thread_local! {
                static RUN: (Run, Vec<u8>) = {
                    let run = Run::new();
                    let results = run.results();
                    let bytes = bytes(&about(&results), results.tally).expect("bytes");
                    (run, bytes[..bytes.len() - SUM].to_vec())
                };
            }
            RUN.with(|(run, content)| {
                let mut changed = content.clone();
                for (index, byte) in &changes {
                    let index = index.index(changed.len());
                    changed[index] = *byte;
                }
                let torn = &changed[..cut.index(changed.len())];
                let _ = parse(&sealed(torn), "f".into()).map(|sealed| sealed.open(run.results().schema));
                if let Ok(sealed) = parse(&sealed(&changed), "f".into())
                    && let Ok(tally) = sealed.open(run.results().schema)
                {
                    for fixed in [true, false] {
                        let _ = tables(&Results { tally: &tally, fixed, ..run.results() });
                    }
                    let _ = tally.clone().merge(&tally);
                }
            });
        }
    }
}
