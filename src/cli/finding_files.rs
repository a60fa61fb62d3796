//! `--junit` and `--github`: written even if nothing can be checked.

use super::overwrite::may_write;
use super::{CliResult, Failure, log};
use crate::experiments::check::Findings;
use crate::report::write;
use std::path::{Path, PathBuf};

/// The files and annotations of a check.
#[derive(clap::Args, Debug)]
pub(crate) struct FindingFiles {
    /// Write a JUnit XML report, also if nothing can be checked
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print GitHub Actions annotations to stderr
    #[arg(long)]
    github: bool,
}

impl FindingFiles {
    /// Checks that the file may be replaced.
    ///
    /// # Errors
    /// It may not.
    pub(crate) fn check(&self, force: bool) -> CliResult {
        let named = self.junit.as_deref().map(|file| ("--junit", "xml", file));
        may_write(named.as_slice(), force)
    }

    /// What a command line asks for that clap rejects.
    pub(crate) fn of_rejected(words: &[String]) -> Self {
        let words = || words.iter().take_while(|word| *word != "--");
        let path = |option: &str| {
            let value =
                words().find_map(|word| word.strip_prefix(option)?.strip_prefix('=').map(PathBuf::from));
            let next =
                || words().skip_while(|word| *word != option).nth(1).filter(|next| !next.starts_with('-'));
            value.or_else(|| next().map(PathBuf::from))
        };
        Self { junit: path("--junit"), github: words().any(|word| word == "--github") }
    }

    /// The named file.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.junit.as_deref()
    }

    /// Prints the annotations and writes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write(&self, findings: &Findings) -> CliResult {
        if self.github {
            findings.annotations().iter().for_each(|line| log(line));
        }
        let Some(file) = &self.junit else { return Ok(()) };
        let text = findings.junit().map_err(|error| Failure::Write(error.to_string()))?;
        write::named(file, |file| file.write_all(text.as_bytes()))
            .map_err(|error| Failure::Write(error.to_string()))
    }

    /// The same for a check that cannot be made. It fails anyway, so a file that cannot be written is only a warning.
    pub(crate) fn write_unchecked(&self, findings: &Findings) {
        // A check that starts creates its folder; this one did not. If it cannot be created, writing reports it.
        self.path().into_iter().for_each(|file| drop(write::prepare_named(file)));
        if let Err(failure) = self.write(findings) {
            log(&format!("warning: {}", failure.message()));
        }
    }
}
