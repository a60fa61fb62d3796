//! What may be replaced: nothing that is lost without `--force`.

use super::{CliResult, Failure};
use crate::config::clipped;
use crate::report::overwrite;
use crate::report::result_file::{Ended, earlier, typed_command};
use std::path::{Path, PathBuf};

/// A folder that is about to get a result.
#[derive(Clone, Copy)]
pub(crate) struct Destination<'f> {
    /// The folder.
    pub folder: &'f Path,
    /// The command of the result.
    pub command: &'f str,
    /// The files beside its tables.
    pub more: &'f [String],
    /// Whether a partial result is resumed; `None` if the command cannot resume.
    pub resume: Option<bool>,
    /// Whether a partial result, and files of others, are replaced.
    pub force: bool,
}

/// Checks that a folder may get a result: it has no result of another command, no partial result that would be lost, and
/// no file that Undercard did not write. Returns whether it has an earlier result that is replaced.
///
/// # Errors
/// It has.
pub(crate) fn may_fill(into: Destination<'_>) -> Result<bool, Failure> {
    let Destination { folder, command, more, resume, force } = into;
    let shown = folder.display();
    let refuse = |found: String, expected: &str| {
        Err(Failure::Input(format!("--out: found {shown}, which holds {found}, expected {expected}")))
    };
    let earlier = earlier(folder);
    match &earlier {
        Some(earlier) if earlier.command != command => {
            let other = typed_command(&clipped(&earlier.command));
            return refuse(format!("a result of `{other}`"), "another folder: a folder holds one result");
        }
        Some(earlier) if earlier.ended == Ended::Interrupted && resume != Some(true) && !force => {
            let next = if resume.is_some() { ", --resume to continue it" } else { "" };
            let next = format!("another folder{next}, or --force to replace it");
            return refuse(format!("a partial result ({})", earlier.words()), &next);
        }
        _ => {}
    }
    if !force {
        overwrite::may_fill(folder, command, more)
            .map_err(|error| Failure::Input(format!("--out: {error}")))?;
    }
    Ok(earlier.is_some() && resume != Some(true))
}

/// Checks that the files that options name may be written, each with content of this kind (`html`, `xml`, …).
///
/// # Errors
/// One may not, or two options name one file.
pub(crate) fn may_write(files: &[(&str, &str, &Path)], force: bool) -> CliResult {
    let resolved = |path: &Path| {
        path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| PathBuf::from(path))
    };
    for (idx, (option, kind, path)) in files.iter().enumerate() {
        overwrite::may_write(path, kind, force)
            .map_err(|error| Failure::Input(format!("{option}: {error}")))?;
        if let Some((other, ..)) = files[..idx].iter().find(|(.., other)| resolved(other) == resolved(path)) {
            let found = path.display();
            return Err(Failure::Input(format!(
                "{option}: found {found}, which {other} names as well, expected another file"
            )));
        }
    }
    Ok(())
}
