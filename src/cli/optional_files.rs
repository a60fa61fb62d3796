//! The output of commands that write files only if they are given a folder.

use super::files::Written;
use super::options::PrintFormat;
use super::overwrite::{Partial, may_fill};
use super::{CliResult, Failure, log};
use crate::config::REPORTS;
use crate::experiments::ExperimentResult;
use crate::experiments::formats::Layout;
use crate::report::store::Place;
use crate::report::text::Width;
use std::path::{Path, PathBuf};

/// Folder and format of the output.
#[derive(clap::Args, Debug)]
pub(crate) struct OptionalFiles {
    /// Output folder; the result is in `DIR/COMMAND` (default: no files)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace an earlier result without keeping it; files that Undercard did not write move to `DIR/earlier`
    #[arg(long)]
    force: bool,
    /// Hide the progress bar and the text
    #[arg(long, short)]
    pub quiet: bool,
    /// Format of the printed result
    #[arg(long, value_parser = PrintFormat::parser(), default_value = PrintFormat::DEFAULT, value_name = "FORMAT")]
    pub format: PrintFormat,
}

/// The folder of the result, ready to be written.
pub(crate) struct OpenFiles {
    place: Place,
    replaces: bool,
}

impl OptionalFiles {
    /// Prepares the folder, if `--out` or `--name` gives one, for a result of this command.
    ///
    /// # Errors
    /// The folder cannot be written, or holds something that would be lost.
    pub(crate) fn open(&self, command: &str, name: Option<&str>) -> Result<Option<OpenFiles>, Failure> {
        let named = || Some(Path::new(REPORTS).join(name?));
        let Some(out) = self.out.clone().or_else(named) else { return Ok(None) };
        let place = Place::open(&out.join(command))?;
        let replaces = may_fill(place.folder(), Partial::Superseded, self.force)?;
        Ok(Some(OpenFiles { place, replaces }))
    }

    /// Says how to keep a result that was only printed.
    pub(crate) fn log_no_files(&self) {
        if !self.quiet && self.format.is_text {
            log("no files; to keep this result: --name NAME or --out DIR");
        }
    }

    /// Prints a result, and writes its files if there is a folder.
    ///
    /// # Errors
    /// The files or stdout cannot be written.
    pub(crate) fn deliver(
        &self,
        result: &impl ExperimentResult,
        files: Option<&OpenFiles>,
        width: Width,
    ) -> CliResult {
        // The result is printed even if its files cannot be written.
        let written = files.map(|files| files.place.write(&[], &result.result_file(), !self.force));
        if !self.format.is_silent(self.quiet) {
            self.format.print(result, Layout { width, is_verbose: false, part: None })?;
        }
        let kept = written.transpose()?.flatten();
        if let Some(OpenFiles { place, replaces }) = files {
            let configs = &result.metadata().configs;
            Written {
                folders: &[place.folder()],
                kept: kept.as_slice(),
                replaced: *replaces,
                configs,
                players: None,
            }
            .log(self.quiet, width);
        } else {
            self.log_no_files();
        }
        Ok(())
    }
}
