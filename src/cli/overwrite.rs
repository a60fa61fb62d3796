//! What may be replaced: nothing that is lost without `--force`.

use super::{CliResult, Failure};
use crate::report::disk::beside;
use crate::report::overwrite::{self, foreign};
use crate::report::result_file::{Ended, earlier};
use crate::report::store::{EARLIER, is_result};
use std::path::{Path, PathBuf};

/// Checks that the folder of a result may get another one: it has no partial result that would be lost, and no file that
/// Undercard did not write. `resume` says whether a partial result is resumed; `None` if the command cannot resume. Returns
/// whether the folder has an earlier result that is replaced.
///
/// # Errors
/// It has.
pub(crate) fn may_fill(folder: &Path, resume: Option<bool>, force: bool) -> Result<bool, Failure> {
    let refuse = |found: String| Err(Failure::Input(format!("--out: found {found}")));
    let earlier = earlier(folder);
    if let Some(earlier) = &earlier
        && earlier.ended == Ended::Interrupted
        && resume != Some(true)
        && !force
    {
        let (shown, words) = (folder.display(), earlier.words());
        let next = if resume.is_some() { ", --resume to continue it" } else { "" };
        return refuse(format!(
            "{shown}, which holds a partial result ({words}), expected another folder{next}, or --force to replace it"
        ));
    }
    let out = beside(folder);
    if is_result(out) {
        let (out, outer) = (out.display(), beside(out).display().to_string());
        return refuse(format!(
            "{out}, which is the folder of a result itself, expected the folder around it, {outer}"
        ));
    }
    if let Some(file) = foreign(folder).filter(|_| !force) {
        let file = file.display();
        return refuse(format!(
            "{file}, which Undercard did not write, or which was changed since, expected another folder, or --force to \
             move the folder to {}",
            folder.with_file_name(EARLIER).display()
        ));
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
