//! `--sarif`, `--junit` and `--github`: written even if nothing can be checked.

use super::overwrite::may_write;
use super::{CliResult, Failure, log};
use crate::experiments::check::Findings;
use crate::report::write;
use std::path::{Path, PathBuf};

/// The files and annotations of a check.
#[derive(clap::Args, Debug)]
pub(crate) struct FindingFiles {
    /// Write a SARIF 2.1.0 report, also if nothing can be checked
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Write a JUnit XML report, also if nothing can be checked
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print GitHub Actions annotations to stderr
    #[arg(long)]
    github: bool,
}

impl FindingFiles {
    /// Checks that the files may be replaced.
    ///
    /// # Errors
    /// One may not, or both are the same.
    pub(crate) fn check(&self, force: bool) -> CliResult {
        let named = [("--sarif", "sarif", &self.sarif), ("--junit", "xml", &self.junit)];
        let named = named.iter().filter_map(|(option, kind, file)| Some((*option, *kind, file.as_deref()?)));
        may_write(&named.collect::<Vec<_>>(), force)
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
        Self {
            sarif: path("--sarif"),
            junit: path("--junit"),
            github: words().any(|word| word == "--github"),
        }
    }

    /// The named files.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        [&self.sarif, &self.junit].into_iter().flatten().map(PathBuf::as_path)
    }

    /// Writes the files and prints the annotations. If a file cannot be written, the others are.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn write(&self, findings: &Findings) -> CliResult {
        if self.github {
            findings.annotations().iter().for_each(|line| log(line));
        }
        let put = |file: &Path, text: &str| {
            write::named(file, |file| file.write_all(text.as_bytes())).map_err(|error| error.to_string())
        };
        let sarif = self.sarif.as_ref().map(|file| put(file, &findings.sarif()));
        let junit = self.junit.as_ref().map(|file| {
            findings.junit().map_err(|error| error.to_string()).and_then(|text| put(file, &text))
        });
        let errors: Vec<String> = [sarif, junit].into_iter().flatten().filter_map(Result::err).collect();
        if errors.is_empty() { Ok(()) } else { Err(Failure::Write(errors.join("\n"))) }
    }

    /// The same for a check that cannot be made. It fails anyway, so a file that cannot be written is only a warning.
    pub(crate) fn write_unchecked(&self, findings: &Findings) {
        // A check that starts creates their folders; this one did not. If one cannot be created, writing reports it.
        self.paths().for_each(|file| drop(write::prepare_named(file)));
        if let Err(failure) = self.write(findings) {
            log(&format!("warning: {}", failure.message()));
        }
    }
}
