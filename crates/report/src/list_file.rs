//! The files of single games.

use super::Report;
use super::read::Kind;
use super::result_file::{HashWriter, ListedFile, file_name};
use super::runs::RunKey;
use super::store::{Draft, DraftFile};
use super::write::WriteError;
use std::io::Write;
use std::path::PathBuf;

/// A list of single games in a result folder, which is read piece by piece.
pub const LIST: Kind = Kind { name: "a list of games", most: u64::MAX };

/// A list that is being written, with its checksum.
pub struct ListFile {
    name: String,
    path: PathBuf,
    rows: u64,
    out: HashWriter<DraftFile>,
}

impl ListFile {
    /// Begins a list of a result.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn begin(draft: &Draft<'_>, list: &Report) -> Result<Self, WriteError> {
        let name = file_name(list.name);
        let (path, out) = (draft.path(&name), HashWriter::new(draft.create(&name)?));
        let mut file = Self { name, path, rows: 0, out };
        file.write(&RunKey::header(list.columns))?;
        Ok(file)
    }

    /// Adds the rows of a game, as lines of CSV.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, lines: &str) -> Result<(), WriteError> {
        self.rows += lines.lines().map(|_| 1).sum::<u64>();
        self.write(lines)
    }

    fn write(&mut self, text: &str) -> Result<(), WriteError> {
        self.out.write_all(text.as_bytes()).map_err(WriteError::of(&self.path))
    }

    /// Completes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self) -> Result<ListedFile, WriteError> {
        let Self { name, rows, out, .. } = self;
        let (file, sha256) = out.finish();
        file.finish().map(|()| ListedFile { file: name, rows, sha256 })
    }
}
