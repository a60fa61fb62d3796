//! The files of single games.

use super::Report;
use super::read::Kind;
use super::result_file::{HashWriter, ListedFile, file_name};
use super::runs::RunKey;
use super::write::{Part, PartWriter, WriteError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A list of single games in a result folder, which is read piece by piece.
pub const LIST: Kind = Kind { name: "a list of games", most: u64::MAX };

/// A list that is being written to a temporary file, with its checksum.
pub struct ListFile {
    path: PathBuf,
    name: String,
    rows: u64,
    out: HashWriter<PartWriter>,
}

impl ListFile {
    /// Begins a list of a result folder.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn begin(folder: &Path, list: &Report) -> Result<Self, WriteError> {
        let name = file_name(list.name);
        let path = folder.join(&name);
        let mut out = HashWriter::new(Part::begin(&path)?);
        out.write_all(RunKey::header(list.columns).as_bytes()).map_err(WriteError::of(&path))?;
        Ok(Self { path, name, rows: 0, out })
    }

    /// Adds the rows of a game, as lines of CSV.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, lines: &str) -> Result<(), WriteError> {
        self.rows += lines.lines().map(|_| 1).sum::<u64>();
        self.out.write_all(lines.as_bytes()).map_err(WriteError::of(&self.path))
    }

    /// Completes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self) -> Result<(Part, ListedFile), WriteError> {
        let Self { name, rows, out, .. } = self;
        let (part, sha256) = out.finish();
        part.finish().map(|part| (part, ListedFile { file: name, rows, sha256 }))
    }
}
