//! `result.json`: the result of a command, in one format for all commands. It has metadata, every table with
//! typed columns, the SHA-256 of each file beside it, and a checksum of itself, which reveal any change of these
//! files. The same version, config, seed and number of games give the same bytes.

mod read;
mod schema;

pub(super) use read::changed;
pub use read::{Earlier, RESULT_OR_NAME, earlier, head, listed_games, parse, read, recorded_sums};
pub use schema::schema;

use super::claim::{Claim, Sentence};
use super::games::{self, LISTS};
use super::{Cell, Column, Report, Table, csv, figures, runs};
use serde::ser::{Error as _, Serialize, SerializeSeq as _, Serializer};
use serde::{Deserialize, Serialize as DeriveSerialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, BufWriter, IntoInnerError, Write as _};
use std::path::Path;
use undercard_engine::model::SeatOrder;
use undercard_engine::stats::Level;

/// The name of the file.
pub const NAME: &str = "result.json";

/// The command that made a result, as a person types it: for `run-panel`, `undercard run --bots panel`.
#[must_use]
pub fn typed_command(command: &str) -> String {
    match command.strip_suffix("-panel") {
        Some(command) => format!("undercard {command} --bots panel"),
        None => format!("undercard {command}"),
    }
}

/// The version of its format.
pub const FORMAT: u64 = 7;

/// The result of a command.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultFile<'t> {
    /// The metadata.
    pub head: ResultMeta,
    /// The tables.
    pub tables: Vec<Cow<'t, Table>>,
    /// The figures of the tables, for `figures.csv`, if the result has this file and was not read.
    pub figures: Option<Table>,
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
    /// The label of the result in its CSV files. No digest depends on it.
    pub label: String,
    /// SHA-256 of version, command, configs, options and level: complete results with equal digests have equal figures
    /// (that of `verify` also covers what was found).
    pub result_digest: String,
    /// The answer in sentences, the most important first; empty if the tables are the answer.
    pub conclusion: Vec<String>,
    /// What its sentences claim.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// The configs; a comparison has two.
    pub configs: Vec<ConfigUsed>,
    /// The options of the command that affect its figures.
    pub options: Map<String, Value>,
    /// Further results of this command.
    pub details: Map<String, Value>,
    /// The list of single games, if the result has one.
    pub games_csv: Option<ListedGames>,
    /// The files beside the tables, such as `runs.csv` or `tuned.toml`; not `run.toml`, which has a time.
    pub files: Vec<FileSum>,
}

impl ResultMeta {
    /// The metadata with these sentences and their claims.
    #[must_use]
    pub fn concluding(mut self, sentences: Vec<Sentence>) -> Self {
        for (nth, Sentence { text, claims }) in sentences.into_iter().enumerate() {
            self.conclusion.push(text);
            self.claims.extend(claims.into_iter().map(|claim| Claim { sentence: nth, ..claim }));
        }
        self
    }
}

/// A file beside the tables of a result.
#[derive(Clone, Debug, PartialEq, Eq, DeriveSerialize, Deserialize)]
pub struct FileSum {
    /// Its name.
    pub file: String,
    /// SHA-256 of the file.
    pub sha256: String,
}

impl FileSum {
    /// The checksum of a file with this content.
    #[must_use]
    pub fn of(file: &str, content: &[u8]) -> Self {
        Self { file: file.to_owned(), sha256: sha256(content) }
    }

    /// Whether the name is that of a file in the same folder.
    fn is_beside(&self) -> bool {
        Path::new(&self.file).file_name().is_some_and(|name| name == self.file.as_str())
    }
}

/// A list of single games: `games.csv`, and the files beside it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveSerialize, Deserialize)]
pub struct ListedGames {
    /// Number of games.
    pub rows: u64,
    /// Number of games that were to be listed.
    pub planned: u64,
    /// The files, in the order of [`LISTS`].
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

    /// Its files: that of the decisions is optional.
    pub fn lists(&self) -> impl Iterator<Item = &'static Report> {
        let is_optional = |list: &Report| list.name == games::DECISIONS.name;
        LISTS.into_iter().filter(move |list| !is_optional(list) || self.file(&file_name(list.name)).is_some())
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
    /// The version of the game's own crate; `None` for a printed game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_version: Option<String>,
    /// The description of a described game, as TOML; `None` for a game in Rust.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Number of players.
    pub players: u64,
    /// The bots, one for all seats or one per seat; empty if the tables name the bots.
    pub bots: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Maximum number of games per line-up, pair or combination.
    pub games: u64,
    /// Minutes at the table per round, turn or fight, if known.
    pub table_minutes: Option<f64>,
    /// SHA-256 of the rules alone: equal for equal settings, regardless of bots, seed and games.
    pub rules_digest: String,
    /// SHA-256 of everything that determines which games are played: rules, bots, seed and number of games.
    pub games_digest: String,
    /// The settings that differ from the printed rules.
    pub changes: Vec<SettingChange>,
}

impl ConfigUsed {
    /// The settings that differ from the printed rules, with their values, as a JSON object.
    #[must_use]
    pub fn changes_json(&self) -> String {
        let entries = self.changes.iter().map(|change| (change.key.clone(), change.value.clone()));
        Value::Object(entries.collect()).to_string()
    }
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

/// The settings that choose who plays and what: each value is a choice that the printed rules offer.
pub const CHOICES: [&str; 3] = ["setup.players", "setup.mode", "setup.fighters"];

impl SettingChange {
    /// Whether it only chooses among what the printed rules offer, so that the rules are the printed ones.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        CHOICES.contains(&self.key.as_str())
    }
}

/// The change in words: `cards.ten.damage 10 → 9`.
impl fmt::Display for SettingChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Value| match value {
            Value::Null => "none".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        write!(f, "{} {} → {}", self.key, shown(&self.printed), shown(&self.value))
    }
}

impl<'t> ResultFile<'t> {
    /// The result with this metadata and these tables, and with `runs.csv` among its files; with the order of the seats, also
    /// with `figures.csv`.
    #[must_use]
    pub fn new(mut head: ResultMeta, tables: Vec<Cow<'t, Table>>, order: Option<SeatOrder>) -> Self {
        let figures = order.map(|order| {
            let tables: Vec<&Table> = tables.iter().map(Cow::as_ref).collect();
            figures::table(&tables, order)
        });
        for table in [&runs::table(&head)].into_iter().chain(&figures) {
            head.files.push(FileSum::of(&file_name(table.name), table.csv(&head.run_key()).as_bytes()));
        }
        Self { head, tables, figures }
    }
}

impl ResultFile<'_> {
    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        self.files().pop().and_then(|(_, text)| String::from_utf8(text).ok()).unwrap_or_default()
    }

    /// The files of the result: the CSV files, then `runs.csv`, and `result.json` with their checksums.
    #[must_use]
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        // Writing to memory cannot fail.
        let _ = self.write(|name, write| {
            let mut content = Vec::new();
            write(&mut content)?;
            files.push((name, content));
            Ok::<_, io::Error>(())
        });
        files
    }

    /// Writes the files of the result, row by row: the CSV files, then `runs.csv`, and `result.json` with
    /// their checksums. `file` gets the name of each file and writes it with the given function.
    ///
    /// # Errors
    /// Those of `file`.
    pub fn write<E>(&self, mut file: impl FnMut(String, WriteFile<'_>) -> Result<(), E>) -> Result<(), E> {
        let (mut sums, run) = (Vec::new(), self.head.run_key());
        for table in &self.tables {
            file(file_name(table.name), &mut |out| {
                let mut hash = HashWriter::new(out);
                csv::write(table, &run, &mut hash)?;
                sums.push(hash.sha256());
                Ok(())
            })?;
        }
        for table in [&runs::table(&self.head)].into_iter().chain(&self.figures) {
            file(file_name(table.name), &mut |out| csv::write(table, &run, out))?;
        }
        file(NAME.to_owned(), &mut |out| self.write_json(&sums, out))
    }

    /// Writes `result.json` for CSV files with these checksums.
    fn write_json(&self, sums: &[String], out: impl io::Write) -> io::Result<()> {
        let run_id = self.head.run_key().run_id;
        let whole = Whole { head: &self.head, run_id, tables: Tables { tables: &self.tables, sums } };
        let mut out = BufWriter::new(WithoutEnd { inner: HashWriter::new(out), held: Vec::new() });
        serde_json::to_writer_pretty(&mut out, &whole)?;
        // The last field is the checksum of everything before it.
        let WithoutEnd { mut inner, .. } = out.into_inner().map_err(IntoInnerError::into_error)?;
        inner.write_all(b",\n")?;
        let (mut out, checksum) = inner.finish();
        writeln!(out, "{CHECKSUM}{checksum}\"\n}}")?;
        out.flush()
    }

    /// A table by its name.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().map(Cow::as_ref).find(|table| table.name == name)
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
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A function that writes the content of a file.
pub type WriteFile<'f> = &'f mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>;

/// Writes everything but [`Self::END`], the end of the JSON, to another writer.
struct WithoutEnd<W> {
    inner: W,
    /// The last bytes, which may be the end.
    held: Vec<u8>,
}

impl WithoutEnd<()> {
    const END: &str = "\n}";
}

impl<W: io::Write> io::Write for WithoutEnd<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend(bytes);
        let n_known = self.held.len().saturating_sub(WithoutEnd::END.len());
        self.inner.write_all(&self.held[..n_known])?;
        self.held.drain(..n_known);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
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
        self.finish().1
    }

    /// The other writer, and the SHA-256.
    pub(crate) fn finish(self) -> (W, String) {
        (self.inner, hexadecimal(&self.hash.finalize()))
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
    run_id: String,
    tables: Tables<'r>,
}

struct Tables<'r> {
    tables: &'r [Cow<'r, Table>],
    /// The SHA-256 of the CSV file of each table.
    sums: &'r [String],
}

impl Serialize for Tables<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tables = self.tables.iter().zip(self.sums);
        serializer.collect_map(tables.map(|(table, sum)| (table.name, OneTable::of(table, sum))))
    }
}

#[derive(DeriveSerialize)]
struct OneTable<'t> {
    file: String,
    sha256: &'t str,
    columns: Vec<Box<RawValue>>,
    rows: Rows<'t>,
}

impl<'t> OneTable<'t> {
    fn of(table: &'t Table, sha256: &'t str) -> Self {
        let column = |column: &Column| {
            let (of_type, key) = (column.column_type.type_name(), column.key);
            to_raw_value(&json!({ "name": column.name, "type": of_type, "key": key })).unwrap_or_default()
        };
        Self {
            file: file_name(table.name),
            sha256,
            columns: table.columns.iter().map(column).collect(),
            rows: Rows(table),
        }
    }
}

struct Rows<'t>(&'t Table);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // One row per line: half the size, and a line can be read.
        let mut rows = serializer.serialize_seq(Some(self.0.rows.len()))?;
        for row in &self.0.rows {
            rows.serialize_element(&to_raw_value(&Row(self.0, row)).map_err(S::Error::custom)?)?;
        }
        rows.end()
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
            Self::Boolean(is_so) => serializer.serialize_bool(*is_so),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Empty | Self::Share(_) | Self::Mean(_) | Self::P(_) => {
                self.number().map(shortest).serialize(serializer)
            }
        }
    }
}

/// Rounds to twelve significant digits, which removes rounding errors of arithmetic (`0.40499999999999997`).
pub fn shortest(number: f64) -> f64 {
    format!("{number:.11e}").parse().unwrap_or(number)
}
