//! `result.json`: the result of a command, in one format for all commands. It has metadata, every table with
//! typed columns, the SHA-256 of each CSV file, and a checksum of itself, which reveal any change of these
//! files. The same version, config, seed and number of games give the same bytes.

mod read;
mod schema;

pub use read::{Earlier, earlier, head, listed_games, read, recorded_sums};
pub use schema::schema;

use super::{Cell, Column, Table, csv};
use crate::stats::Level;
use serde::ser::{Serialize, Serializer};
use serde::{Deserialize, Serialize as DeriveSerialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::io;

/// The name of the file.
pub const NAME: &str = "result.json";

/// The version of its format.
pub const FORMAT: u64 = 3;

/// The result of a command.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultFile {
    /// The metadata.
    pub head: ResultMeta,
    /// The tables.
    pub tables: Vec<Table>,
}

/// The metadata of a result: what was played, and how.
#[derive(Clone, Debug, PartialEq, DeriveSerialize, Deserialize)]
pub struct ResultMeta {
    /// The version of the format.
    pub format: u64,
    /// The version of the program.
    pub undercard: String,
    /// The command.
    pub command: String,
    /// Whether everything was played. False for a shard of a run.
    pub complete: bool,
    /// How it ended.
    pub ended: Ended,
    /// Amount played, in `unit`.
    pub played: u64,
    /// Maximum amount, if known.
    pub planned: Option<u64>,
    /// The unit: `games`, `pairs of games`, `combinations`, …
    pub unit: String,
    /// Whether the number of games was fixed beforehand. If not, intervals are confidence sequences.
    pub fixed_beforehand: bool,
    /// The confidence level of the intervals.
    pub level: Level,
    /// The shard, such as `3/8`, if the run is split.
    pub shard: Option<String>,
    /// The name that `--name` gave the result. No digest depends on it.
    pub name: Option<String>,
    /// SHA-256 of version, command, configs, options and level: complete results with equal digests have equal figures
    /// (except those of `verify` and `selftest`, which describe files and a machine).
    pub result_digest: String,
    /// The answer in sentences, the most important first; empty if the tables are the answer.
    pub conclusion: Vec<String>,
    /// The configs; a comparison has two.
    pub configs: Vec<ConfigUsed>,
    /// The options of the command that affect its figures.
    pub options: Map<String, Value>,
    /// Further results of this command.
    pub details: Map<String, Value>,
    /// The list of single games, if the result has one.
    pub games_csv: Option<ListedGames>,
}

/// A list of single games: `games.csv`, and the files beside it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveSerialize, Deserialize)]
pub struct ListedGames {
    /// Number of games.
    pub rows: u64,
    /// Number of games that were to be listed.
    pub planned: u64,
    /// The files, in the order of [`LISTS`](crate::report::games::LISTS).
    pub files: Vec<ListedFile>,
}

/// A file of a list of single games.
#[derive(Clone, Debug, PartialEq, Eq, DeriveSerialize, Deserialize)]
pub struct ListedFile {
    /// Its name.
    pub file: String,
    /// Number of rows.
    pub rows: u64,
    /// SHA-256 of the file.
    pub sha256: String,
}

impl ListedGames {
    /// Whether it has all games that were to be listed.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.rows == self.planned
    }

    /// The file with this name, if the list has it.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&ListedFile> {
        self.files.iter().find(|listed| listed.file == name)
    }
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeriveSerialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// Everything was played.
    AllPlayed,
    /// The requested precision was reached, or everything was decided.
    Enough,
    /// It was interrupted.
    Interrupted,
}

/// A config that was played.
#[derive(Clone, Debug, PartialEq, DeriveSerialize, Deserialize)]
pub struct ConfigUsed {
    /// Its name: the game id, or game id and file stem.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// Number of players.
    pub players: u64,
    /// The bots, one for all seats or one per seat; empty if the tables name the bots.
    pub bots: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Maximum number of games per line-up, pair or combination.
    pub games: u64,
    /// SHA-256 of the rules alone: equal for equal settings, regardless of bots, seed and games.
    pub rules_digest: String,
    /// SHA-256 of everything that determines which games are played: rules, bots, seed and number of games.
    pub games_digest: String,
    /// The settings that differ from the printed rules.
    pub changes: Vec<SettingChange>,
}

/// A setting that differs from the printed rules.
#[derive(Clone, Debug, PartialEq, DeriveSerialize, Deserialize)]
pub struct SettingChange {
    /// Its key.
    pub key: String,
    /// Its value; null if there is none.
    pub value: Value,
    /// Its value in the printed rules; null if there is none.
    pub printed: Value,
}

impl ResultFile {
    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        self.text_with(&self.csv())
    }

    /// The files of the result: the CSV files, then `result.json` with their checksums.
    #[must_use]
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let csv = self.csv();
        let text = self.text_with(&csv);
        let csv = self.tables.iter().zip(csv).map(|(table, csv)| (file_name(table.name), csv.into_bytes()));
        csv.chain([(NAME.to_owned(), text.into_bytes())]).collect()
    }

    /// The text of each CSV file.
    fn csv(&self) -> Vec<String> {
        self.tables.iter().map(csv::text).collect()
    }

    /// The text of the file for these CSV files.
    fn text_with(&self, csv: &[String]) -> String {
        let whole = Whole { head: &self.head, tables: Tables { tables: &self.tables, csv } };
        // Names and numbers can always be written as JSON.
        let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
        // The last field is the checksum of everything before it.
        text.truncate(text.strip_suffix("\n}").map_or(0, str::len));
        text.push_str(",\n");
        let checksum = sha256(text.as_bytes());
        let _ = writeln!(text, "{CHECKSUM}{checksum}\"\n}}");
        text
    }

    /// A table by its name.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }
}

/// The name of a table's CSV file.
#[must_use]
pub fn file_name(table: &str) -> String {
    format!("{table}.csv")
}

/// The start of the last field.
const CHECKSUM: &str = "  \"checksum\": \"";

/// SHA-256 in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Writes to another writer, and hashes what it writes.
pub(crate) struct HashWriter<W> {
    inner: W,
    hash: Sha256,
}

impl<W> HashWriter<W> {
    pub(crate) fn new(inner: W) -> Self {
        Self { inner, hash: Sha256::new() }
    }

    /// The SHA-256 of everything that was written, in hexadecimal.
    pub(crate) fn sha256(self) -> String {
        hexadecimal(&self.hash.finalize())
    }
}

impl<W: io::Write> io::Write for HashWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..n_written]);
        Ok(n_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[derive(DeriveSerialize)]
struct Whole<'r> {
    #[serde(flatten)]
    head: &'r ResultMeta,
    tables: Tables<'r>,
}

struct Tables<'r> {
    tables: &'r [Table],
    /// The CSV text of each table.
    csv: &'r [String],
}

impl Serialize for Tables<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tables = self.tables.iter().zip(self.csv);
        serializer.collect_map(tables.map(|(table, csv)| (table.name, OneTable::of(table, csv))))
    }
}

#[derive(DeriveSerialize)]
struct OneTable<'t> {
    file: String,
    sha256: String,
    columns: Vec<Value>,
    rows: Rows<'t>,
}

impl<'t> OneTable<'t> {
    fn of(table: &'t Table, csv: &str) -> Self {
        let column = |column: &Column| json!({ "name": column.name, "type": column.column_type.type_name(), "key": column.key });
        Self {
            file: file_name(table.name),
            sha256: sha256(csv.as_bytes()),
            columns: table.columns.iter().map(column).collect(),
            rows: Rows(table),
        }
    }
}

struct Rows<'t>(&'t Table);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.rows.iter().map(|row| Row(self.0, row)))
    }
}

struct Row<'t>(&'t Table, &'t [Cell]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.columns.iter().map(|column| column.name).zip(self.1))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Empty | Self::Share(_) | Self::Mean(_) | Self::P(_) => {
                self.number().map(shortest).serialize(serializer)
            }
        }
    }
}

/// Rounds to twelve significant digits, which removes rounding errors of arithmetic (`0.40499999999999997`).
pub(crate) fn shortest(number: f64) -> f64 {
    format!("{number:.11e}").parse().unwrap_or(number)
}
