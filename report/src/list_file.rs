//! The files of single games, as CSV or Parquet. Everything that reads a list reads CSV: a Parquet file is read as the text of
//! its CSV file.

#[cfg(feature = "parquet")]
use super::parquet::{CsvText, ParquetWriter};
use super::read::Kind;
use super::result_file::{HashWriter, ListedFile, ListedGames};
use super::runs::RunKey;
use super::write::{Part, PartWriter, WriteError};
use super::{Column, Report};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use undercard_engine::model::settings::ConfigError;

/// A list of single games in a result folder, which is read piece by piece.
pub(super) const LIST: Kind = Kind { name: "a list of games", most: u64::MAX };

/// The format of the lists of single games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListFormat {
    /// CSV.
    #[default]
    Csv,
    /// Parquet, if the program was built with it.
    Parquet,
}

impl ListFormat {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Csv, Self::Parquet];

    /// The name of the file of a list.
    #[must_use]
    pub fn file_name(self, list: &Report) -> String {
        let end = match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        };
        format!("{}.{end}", list.name)
    }

    /// Checks that this program has the format.
    ///
    /// # Errors
    /// How to get a program that has it.
    pub fn check(self) -> Result<(), &'static str> {
        if self == Self::Csv || cfg!(feature = "parquet") { Ok(()) } else { Err(WITHOUT) }
    }
}

/// How to get a program with Parquet.
const WITHOUT: &str = "this program was built without Parquet, expected a released program, or one that was built with `cargo \
                       install --path . --features parquet`";

impl ListedGames {
    /// The format of a list, if the result has it.
    #[must_use]
    pub fn format_of(&self, list: &Report) -> Option<ListFormat> {
        ListFormat::ALL.into_iter().find(|format| self.file(&format.file_name(list)).is_some())
    }

    /// The name of the file of a list; that of its CSV file if the result does not have it.
    #[must_use]
    pub fn name_of(&self, list: &Report) -> String {
        self.format_of(list).unwrap_or_default().file_name(list)
    }
}

/// Opens a list of a result folder as CSV.
///
/// # Errors
/// The file is missing, is no regular file, or is not a list with these columns; or this program cannot read it.
pub fn open(columns: &'static [Column], path: &Path) -> Result<Box<dyn Read>, ConfigError> {
    let is_parquet = path.extension().is_some_and(|end| end == "parquet");
    if !is_parquet {
        return Ok(Box::new(LIST.start(path)?));
    }
    LIST.is_regular(path)?;
    parquet(columns, path).map_err(|error| LIST.unreadable(path, &error))
}

#[cfg(feature = "parquet")]
fn parquet(columns: &'static [Column], path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(Box::new(CsvText::open(columns, std::fs::File::open(path)?)?))
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &'static [Column], _: &Path) -> io::Result<Box<dyn Read>> {
    Err(io::Error::other(WITHOUT))
}

/// A list that is being written to a temporary file.
pub struct ListFile {
    path: PathBuf,
    name: String,
    rows: u64,
    out: Out,
}

/// A file that is being written, with its checksum.
type Hashed = HashWriter<PartWriter>;

enum Out {
    Csv(Hashed),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetWriter<Hashed>>),
}

impl Out {
    fn begin(format: ListFormat, columns: &'static [Column], mut part: Hashed) -> io::Result<Self> {
        match format {
            ListFormat::Csv => {
                part.write_all(RunKey::header(columns).as_bytes())?;
                Ok(Self::Csv(part))
            }
            #[cfg(feature = "parquet")]
            ListFormat::Parquet => Ok(Self::Parquet(Box::new(ParquetWriter::new(columns, part)?))),
            #[cfg(not(feature = "parquet"))]
            ListFormat::Parquet => Err(io::Error::other(WITHOUT)),
        }
    }

    fn add(&mut self, lines: &str) -> io::Result<()> {
        match self {
            Self::Csv(out) => out.write_all(lines.as_bytes()),
            #[cfg(feature = "parquet")]
            Self::Parquet(out) => out.add(lines),
        }
    }

    fn finish(self) -> io::Result<Hashed> {
        match self {
            Self::Csv(out) => Ok(out),
            #[cfg(feature = "parquet")]
            Self::Parquet(out) => out.finish(),
        }
    }
}

impl ListFile {
    /// Begins a list of a result folder.
    ///
    /// # Errors
    /// The file cannot be created, or this program does not have the format.
    pub fn begin(folder: &Path, list: &Report, format: ListFormat) -> Result<Self, WriteError> {
        let name = format.file_name(list);
        let path = folder.join(&name);
        let part = HashWriter::new(Part::begin(&path)?);
        let out = Out::begin(format, list.columns, part).map_err(WriteError::of(&path))?;
        Ok(Self { path, name, rows: 0, out })
    }

    /// Adds the rows of a game, as lines of CSV.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, lines: &str) -> Result<(), WriteError> {
        self.rows += lines.lines().map(|_| 1).sum::<u64>();
        self.out.add(lines).map_err(WriteError::of(&self.path))
    }

    /// Completes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self) -> Result<(Part, ListedFile), WriteError> {
        let Self { path, name, rows, out } = self;
        let (part, sha256) = out.finish().map_err(WriteError::of(&path))?.finish();
        part.finish().map(|part| (part, ListedFile { file: name, rows, sha256 }))
    }
}
