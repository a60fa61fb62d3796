//! The output of commands that write files only if they are given a folder.

use super::files::log_files;
use super::options::Format;
use super::overwrite::{Destination, may_fill};
use super::{CliResult, Failure};
use crate::experiments::ExperimentResult;
use crate::report;
use crate::report::writer_lock::WriterLock;
use std::path::{Path, PathBuf};

/// Folder and format of the output.
#[derive(clap::Args, Debug)]
pub(crate) struct OptionalFiles {
    /// Folder for the CSV file and result.json (default: no files)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace files that Undercard did not write
    #[arg(long, requires = "out")]
    force: bool,
    /// Hide the progress bar and the text
    #[arg(long, short)]
    pub quiet: bool,
    /// Format of the printed result
    #[arg(long, value_parser = Format::parser(), default_value = Format::DEFAULT, value_name = "FORMAT")]
    pub format: Format,
}

/// The output folder, ready to be written.
pub(crate) struct OpenFiles<'o> {
    folder: &'o Path,
    replaces: bool,
    /// Prevents other commands from writing to the folder.
    _lock: WriterLock,
}

impl OptionalFiles {
    /// Prepares the folder, if there is one, for a result of this command.
    ///
    /// # Errors
    /// The folder cannot be written, or holds something that would be lost.
    pub(crate) fn open(&self, command: &str) -> Result<Option<OpenFiles<'_>>, Failure> {
        let Some(folder) = self.out.as_deref() else { return Ok(None) };
        let lock = report::write::prepare(folder)?;
        let into = Destination { folder, command, more: &[], resume: None, force: self.force };
        Ok(Some(OpenFiles { folder, replaces: may_fill(into)?, _lock: lock }))
    }

    /// Prints a result, and writes its files if there is a folder.
    ///
    /// # Errors
    /// The files or stdout cannot be written.
    pub(crate) fn deliver(&self, result: &impl ExperimentResult, files: Option<&OpenFiles<'_>>) -> CliResult {
        // The result is printed even if its files cannot be written.
        let written =
            files.map(|files| report::write::result(files.folder, Vec::new(), &result.result_file()));
        if !self.format.is_silent(self.quiet) {
            self.format.print(result)?;
        }
        written.transpose()?;
        if let Some(OpenFiles { folder, replaces, .. }) = files {
            log_files(&[folder], *replaces, self.quiet);
        }
        Ok(())
    }
}
