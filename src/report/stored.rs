//! `run.tally`: what a run counted, for this program: so that it can be gone on with, joined with other
//! parts, or played again in part. The file is a mark, what the tally is of, the tally, and the SHA-256
//! of all this; the two in the middle in postcard's form.

use super::read::Kind;
use crate::model::StatSchema;
use crate::model::settings::{ConfigError, Origin};
use crate::stats::Level;
use crate::stats::ratio_sums::RateMethod;
use crate::stats::shard::Shard;
use crate::stats::tally::Tally;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::Path;

/// The file's name.
pub const NAME: &str = "run.tally";

/// What the file begins with, up to the byte that numbers the form of what follows.
const MARK: &[u8] = b"undercard tally\n\x01";

/// Bytes of the checksum.
const SUM: usize = 32;

/// What it is: the largest is many times that of any game.
const KIND: Kind = Kind { name: "a tally as `undercard run` writes it", most: 32 << 20 };

/// What a tally is of, and how the figures beside it were made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The version that counted.
    pub undercard: String,
    /// Its results version.
    pub results: u64,
    /// The config digest.
    pub digest: String,
    /// The games asked for.
    pub planned: u64,
    /// Which part of them this is.
    pub shard: Shard,
    /// The precision that ends the run.
    pub precision: Option<f64>,
    /// How sure its intervals are.
    pub level: Level,
    /// How the interval of a plain rate is made.
    pub rate: RateMethod,
    /// Was everything played that was to be?
    pub complete: bool,
}

/// A file whose checksum fits; the tally is not read yet, since only a ledger tells what it must look like.
#[derive(Debug)]
pub struct Sealed {
    /// What it is of.
    pub about: About,
    file: String,
    tally: Vec<u8>,
}

/// The bytes of the file.
///
/// # Errors
/// None that a tally can have.
pub fn bytes(about: &About, tally: &Tally) -> io::Result<Vec<u8>> {
    let mut bytes = postcard::to_extend(about, MARK.to_vec()).map_err(io::Error::other)?;
    bytes = postcard::to_extend(tally, bytes).map_err(io::Error::other)?;
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    Ok(bytes)
}

/// Reads a file; `None` if it is not there.
///
/// # Errors
/// It cannot be read, or is no stored tally, or a damaged one.
pub fn read(path: &Path) -> Result<Option<Sealed>, ConfigError> {
    if fs::exists(path).is_ok_and(|is_there| !is_there) {
        return Ok(None);
    }
    parse(&KIND.named(path)?, path.display().to_string()).map(Some)
}

fn parse(bytes: &[u8], file: String) -> Result<Sealed, ConfigError> {
    let (mark, form) = MARK.split_at(MARK.len() - 1);
    let refuse = |found: &str| Err(fault(&file, found));
    let Some(rest) = bytes.strip_prefix(mark) else { return refuse("a file of something else") };
    if !rest.starts_with(form) {
        return refuse("a tally in the form of another version");
    }
    let Some((content, sum)) = bytes.split_last_chunk::<SUM>() else {
        return refuse("a file that is cut short");
    };
    if Sha256::digest(content)[..] != sum[..] {
        return refuse("bytes that were changed or lost: the checksum does not fit");
    }
    match postcard::take_from_bytes::<About>(content.get(MARK.len()..).unwrap_or_default()) {
        Ok((about, tally)) => Ok(Sealed { about, tally: tally.to_vec(), file }),
        Err(_) => refuse("no tally behind its mark"),
    }
}

impl Sealed {
    /// The tally, which is of games with these names.
    ///
    /// # Errors
    /// It is not, or not of the first games of its shard.
    pub fn open(&self, schema: &StatSchema) -> Result<Tally, ConfigError> {
        let read = postcard::take_from_bytes::<Tally>(&self.tally).ok();
        let whole = read.and_then(|(tally, rest)| rest.is_empty().then_some(tally));
        let games = self.about.shard.games(self.about.planned);
        whole
            .filter(|tally| {
                let end = games.start.checked_add(tally.games).filter(|end| *end <= games.end);
                end.is_some_and(|end| tally.could_be(&(games.start..end), schema))
            })
            .ok_or_else(|| fault(&self.file, "a tally that these games cannot have"))
    }

    /// The folder in which it lies.
    #[must_use]
    pub fn folder(&self) -> &Path {
        Path::new(&self.file).parent().unwrap_or(Path::new(""))
    }

    /// A fault of the file.
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

    /// The content of a file with the checksum that belongs to it.
    fn sealed(content: &[u8]) -> Vec<u8> {
        [content, &Sha256::digest(content)[..]].concat()
    }

    #[test]
    fn a_tally_round_trips() {
        let run = Run::new();
        let results = run.results();
        let bytes = bytes(&about(&results), results.tally).expect("bytes");
        let back = parse(&bytes, "f".into()).expect("a tally");
        assert_eq!(back.about, about(&results));
        assert_eq!(back.open(results.schema).as_ref(), Ok(results.tally));
        assert!(read(Path::new("nowhere/run.tally")).expect("no fault").is_none());
        assert!(read(Path::new(".")).expect_err("a fault").to_string().contains("a directory"));
    }

    #[test]
    fn a_tally_of_other_games_is_rejected() {
        let run = Run::new();
        let results = run.results();
        let (about, whole) = (about(&results), bytes(&about(&results), results.tally).expect("bytes"));
        assert!(found(b"").contains("something else") && found(b"game,players\n").contains("something else"));
        assert!(found(&[&whole[..16], b"\x02", &whole[17..]].concat()).contains("another version"));
        assert!(found(MARK).contains("cut short"));
        assert!(found(&whole[..whole.len() - 1]).contains("checksum"));
        for place in (16..whole.len()).step_by(97) {
            let mut changed = whole.clone();
            changed[place] ^= 4;
            assert!(parse(&changed, "f".into()).is_err(), "byte {place}");
        }
        assert!(found(&sealed(MARK)).contains("behind its mark"));
        // A list that says that it is as long as can be.
        let hostile = [MARK, &[0xff; 9], &[1]].concat();
        assert!(found(&sealed(&hostile)).contains("behind its mark"));
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
        /// Whatever a file says that has the right checksum: it is refused, or figures can be made of it.
        #[test]
        fn no_file_makes_a_report_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4), cut in any::<prop::sample::Index>()) {
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
                for (place, byte) in &changes {
                    let place = place.index(changed.len());
                    changed[place] = *byte;
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
