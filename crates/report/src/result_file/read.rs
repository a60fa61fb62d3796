//! Reads a result. It may come from an untrusted source, so everything is checked.

use super::super::list_file::LIST;
use super::super::read::{FIGURES, Kind};
use super::super::show::counted;
use super::super::{Cell, Column, ColumnType, Table, all_tables};
use super::{
    CHECKSUM, Ended, FORMAT, FileSum, HashWriter, ListedFile, ListedGames, NAME, ResultFile, ResultMeta,
    file_name, sha256,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};
use undercard_engine::model::settings::{ConfigError, ConfigErrors, Origin, clipped};

/// The file `result.json`. The limit is several times the size of the largest possible sweep.
const RESULT: Kind = Kind { name: "a result", most: 1 << 30 };
/// Files of results of versions before `result.json`.
const OLD: [&str; 2] = ["run.json", "check.json"];

#[derive(Deserialize)]
struct Format {
    format: Option<u64>,
    undercard: Option<String>,
}

#[derive(Deserialize)]
struct Body<'f> {
    #[serde(borrow)]
    tables: BTreeMap<String, TableText<'f>>,
}

#[derive(Deserialize)]
struct TableText<'f> {
    file: String,
    sha256: String,
    columns: Vec<ColumnText>,
    #[serde(borrow)]
    rows: Vec<&'f RawValue>,
}

#[derive(Deserialize, PartialEq)]
struct ColumnText {
    name: String,
    #[serde(rename = "type")]
    column_type: String,
}

/// Reads the result in a folder, and checks its files against their checksums.
///
/// # Errors
/// The folder has no result, a damaged one, or one of another version; or a file is missing or was changed.
pub fn read(folder: &Path) -> Result<ResultFile<'static>, ConfigErrors> {
    let path = folder.join(NAME);
    let one = |error: ConfigError| ConfigErrors(vec![error]);
    is_there(folder, &path).map_err(one)?;
    let bytes = RESULT.bytes(&path).map_err(one)?;
    let text = str::from_utf8(&bytes).map_err(|_| one(fault(&path, "bytes that are not UTF-8", "JSON")))?;
    let result = parse(text, &path).map_err(one)?;
    let listed = result.0.head.games_csv.iter().flat_map(|listed| {
        listed.lists().filter_map(|list| listed.verify(&folder.join(file_name(list.name))).err())
    });
    let files = result.0.head.files.iter().map(|file| (&file.file, &file.sha256));
    let files = result.1.iter().map(|(name, sum)| (name, sum)).chain(files);
    let errors = files.filter_map(|(name, sum)| unlike(folder, name, sum, &path));
    let errors: Vec<ConfigError> = errors.chain(listed).collect();
    if errors.is_empty() { Ok(result.0) } else { Err(ConfigErrors(errors)) }
}

/// What a folder says of its result.
#[derive(Debug, Deserialize)]
pub struct Earlier {
    /// The command that made it.
    pub command: String,
    /// How it ended.
    pub ended: Ended,
    played: u64,
    unit: String,
    /// Its name.
    pub name: Option<String>,
    /// Its label, which was not checked.
    #[serde(default)]
    pub label: String,
    #[serde(default)]
    result_digest: String,
}

impl Earlier {
    /// Whether it ended regularly. A shard can be complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.ended != Ended::Interrupted
    }

    /// Its digest; that of nothing if the file has none.
    #[must_use]
    pub fn digest(&self) -> String {
        let is_digest =
            self.result_digest.len() == 64 && self.result_digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_digest { self.result_digest.clone() } else { sha256(b"") }
    }

    /// Whether it has everything that another result has: the same digest, and all that was played.
    #[must_use]
    pub fn supersedes(&self, other: &Self) -> bool {
        let has_more = self.is_complete() || !other.is_complete() && self.played >= other.played;
        self.digest() == other.digest() && has_more
    }

    /// How much was played.
    #[must_use]
    pub fn words(&self) -> String {
        counted(self.played, &clipped(&self.unit))
    }
}

/// The result in a folder, if there is one.
#[must_use]
pub fn earlier(folder: &Path) -> Option<Earlier> {
    let bytes = RESULT.bytes(&folder.join(NAME)).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// The checksum of each CSV file and each file beside them of the result in a folder; empty if there is no result. The rest of
/// the file is not checked.
#[must_use]
pub fn recorded_sums(folder: &Path) -> BTreeMap<String, String> {
    #[derive(Deserialize)]
    struct Recorded {
        tables: BTreeMap<String, Sum>,
        #[serde(default)]
        files: Vec<FileSum>,
    }
    #[derive(Deserialize)]
    struct Sum {
        sha256: String,
    }
    let bytes = RESULT.bytes(&folder.join(NAME)).unwrap_or_default();
    let Ok(Recorded { tables, files }) = serde_json::from_slice(&bytes) else { return BTreeMap::new() };
    let tables = tables.into_iter().map(|(name, Sum { sha256 })| FileSum { file: file_name(&name), sha256 });
    // A name in a file of somebody else may be a path.
    let beside = tables.chain(files).filter(FileSum::is_beside);
    beside.map(|FileSum { file, sha256 }| (file, sha256)).collect()
}

/// The metadata of the result in a folder. The tables, the files and the checksum are not checked.
///
/// # Errors
/// The folder has no result of this version, or one of more than 64 MiB.
pub fn head(folder: &Path) -> Result<ResultMeta, ConfigError> {
    const SMALL: Kind = Kind { name: "a result", most: 1 << 26 };
    let path = folder.join(NAME);
    let bytes = SMALL.bytes(&path)?;
    let read = serde_json::from_slice(&bytes);
    let damaged =
        |error: serde_json::Error| fault(&path, clipped(&error.to_string()), "a result of this version");
    read.map_err(damaged).and_then(|head: ResultMeta| {
        let found = || format!("the format {}", head.format);
        if head.format == FORMAT {
            Ok(head)
        } else {
            Err(fault(&path, found(), format!("the format {FORMAT}")))
        }
    })
}

/// The list of single games of the result in a folder, if there is one. The rest of the file is not checked.
#[must_use]
pub fn listed_games(folder: &Path) -> Option<ListedGames> {
    #[derive(Deserialize)]
    struct Listed {
        games_csv: Option<ListedGames>,
    }
    let bytes = RESULT.bytes(&folder.join(NAME)).ok()?;
    serde_json::from_slice(&bytes).ok().and_then(|Listed { games_csv }| games_csv)
}

/// What is expected where there is no folder.
pub const RESULT_OR_NAME: &str = "a result folder, or the name of a result in reports/";

/// Checks that the folder has a `result.json`.
fn is_there(folder: &Path, path: &Path) -> Result<(), ConfigError> {
    let expected = "a result folder with a result.json";
    let about = fs::metadata(folder)
        .map_err(|error| fault(folder, format!("no readable folder ({error})"), RESULT_OR_NAME))?;
    if !about.is_dir() {
        return Err(fault(folder, "a file", "a result folder"));
    }
    if path.exists() {
        return Ok(());
    }
    let csv = all_tables().map(|(name, _)| file_name(name));
    let old = csv.chain(OLD.map(str::to_owned)).find(|old| folder.join(old).exists());
    if let Some(old) = old {
        let found = format!("{old} without {NAME}: an incomplete result, or one of an earlier version");
        let expected = format!("a result of undercard {}: run its command again", env!("CARGO_PKG_VERSION"));
        return Err(fault(folder, found, expected));
    }
    let mut error = fault(folder, "no result", expected);
    let inner = fs::read_dir(folder).ok().into_iter().flatten().filter_map(Result::ok);
    let inner = inner.map(|entry| entry.path()).filter(|inner| inner.join(NAME).exists()).min();
    error.hint = inner.map(|inner| clipped(&inner.display().to_string()));
    Err(error)
}

/// The result, and the SHA-256 of each of its CSV files.
///
/// # Errors
/// It is not a result of this version, or was changed.
pub fn parse(text: &str, path: &Path) -> Result<(ResultFile<'static>, Vec<(String, String)>), ConfigError> {
    let broken =
        |error: serde_json::Error| fault(path, clipped(&error.to_string()), "the bytes that Undercard wrote");
    let Format { format, undercard } = serde_json::from_str(text).map_err(broken)?;
    if format != Some(FORMAT) {
        let version = undercard
            .as_deref()
            .map_or_else(String::new, |version| format!(" of undercard {}", clipped(version)));
        let format = format.map_or_else(|| "none".into(), |format| format.to_string());
        let found = format!("format {format}{version}");
        return Err(fault(path, found, format!("format {FORMAT}: run its command again with this version")));
    }
    let sum = text.rfind(CHECKSUM).map(|at| (sha256(&text.as_bytes()[..at]), &text[at + CHECKSUM.len()..]));
    if sum.is_none_or(|(sum, rest)| rest != format!("{sum}\"\n}}\n")) {
        let expected = "the bytes that Undercard wrote, which end with their checksum";
        return Err(fault(path, "a result that was changed or cut off", expected));
    }
    let head: ResultMeta = serde_json::from_str(text).map_err(broken)?;
    if let Some(file) = head.files.iter().find(|file| !file.is_beside()) {
        let found = format!("the file {}", clipped(&file.file));
        return Err(fault(path, found, "the name of a file in the same folder"));
    }
    let body: Body<'_> = serde_json::from_str(text).map_err(broken)?;
    let (mut tables, mut sums) = (Vec::new(), Vec::new());
    let mut found = body.tables;
    for (name, columns) in all_tables() {
        let Some(table) = found.remove(name) else { continue };
        let own = columns.iter().map(|column| ColumnText {
            name: column.name.into(),
            column_type: column.column_type.type_name().into(),
        });
        if table.file != file_name(name) || !own.eq(table.columns) {
            return Err(fault(path, format!("the table {name} with other columns"), "those of this version"));
        }
        let row = |row: &&RawValue| cells(columns, row.get());
        let rows: Option<Vec<Vec<Cell>>> = table.rows.iter().map(row).collect();
        let Some(rows) = rows else {
            return Err(fault(path, format!("an invalid row of {name}"), "the bytes that Undercard wrote"));
        };
        tables.push(Cow::Owned(Table { name, columns, rows }));
        sums.push((file_name(name), table.sha256));
    }
    if let Some(name) = found.keys().next() {
        return Err(fault(path, format!("the table {}", clipped(name)), "the tables of this version"));
    }
    Ok((ResultFile { head, tables, figures: None }, sums))
}

/// The cells of a row.
fn cells(columns: &[Column], row: &str) -> Option<Vec<Cell>> {
    let row: Map<String, Value> = serde_json::from_str(row).ok()?;
    let unit = row.get("unit").and_then(Value::as_str).unwrap_or_default();
    let cell = |column: &Column| match (row.get(column.name)?, column.column_type) {
        (Value::String(text), ColumnType::Words) => Some(Cell::text(text)),
        (Value::Bool(is_so), ColumnType::Booleans) => Some(Cell::Boolean(*is_so)),
        (Value::Null, other) if other != ColumnType::Words => Some(Cell::Empty),
        (Value::Number(number), ColumnType::Counts) => number.as_u64().map(Cell::Count),
        (Value::Number(number), ColumnType::Integers) => number.as_i64().map(Cell::Integer),
        (Value::Number(number), other) if !matches!(other, ColumnType::Words | ColumnType::Booleans) => {
            number.as_f64().map(|number| other.cell(Some(number), unit))
        }
        _ => None,
    };
    columns.iter().map(cell).collect()
}

/// The error of a file that is missing or does not match its checksum, if any.
fn unlike(folder: &Path, name: &str, sum: &str, result: &Path) -> Option<ConfigError> {
    let path = folder.join(name);
    if !path.exists() {
        let expected = format!("this file, which {} names: run the command again", result.display());
        return Some(fault(&path, "nothing", expected));
    }
    match FIGURES.bytes(&path) {
        Err(error) => Some(error),
        Ok(bytes) if sha256(&bytes) == sum => None,
        Ok(_) => Some(changed(&path, &result.display().to_string(), sum)),
    }
}

impl ListedGames {
    /// Checks that one of its files is the one that was written.
    ///
    /// # Errors
    /// The file is missing, or was changed.
    pub fn verify(&self, path: &Path) -> Result<(), ConfigError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(ListedFile { sha256, .. }) = self.file(&name) else {
            return Err(fault(path, "a file that result.json does not name", "its SHA-256 there"));
        };
        let mut hash = HashWriter::new(io::sink());
        let mut file = LIST.start(path)?;
        match io::copy(&mut file, &mut hash) {
            Ok(_) if hash.sha256() == *sha256 => Ok(()),
            Ok(_) => Err(changed(path, NAME, sha256)),
            Err(error) => Err(fault(path, error.to_string(), "a readable file")),
        }
    }
}

/// The error of a file that does not match the checksum in a result.
pub(in super::super) fn changed(path: &Path, result: &str, sum: &str) -> ConfigError {
    fault(path, "a file that was changed", format!("the file that {result} names, whose SHA-256 is {sum}"))
}

fn fault(path: &Path, found: impl Into<String>, expected: impl Into<String>) -> ConfigError {
    ConfigError::at(&Origin::whole(&path.display().to_string()), "", found, expected)
}
