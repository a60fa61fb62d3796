//! What may be replaced: nothing that is lost without `--force`.

use super::{CliResult, Failure};
use crate::experiments::formats::{FORMATS, Format, Saved};
use crate::report::disk::beside;
use crate::report::overwrite::{foreign, has};
use crate::report::read::Kind;
use crate::report::result_file::earlier;
use crate::report::store::{EARLIER, is_result};
use std::path::{Path, PathBuf};

/// What a command does with a partial result in its folder.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Partial {
    /// It continues it.
    Resumed,
    /// It could continue it, but was not asked to.
    Resumable,
    /// It cannot continue it: another result takes its place, which keeps it unless it has everything that was played.
    Superseded,
}

/// Checks that the folder of a result may get another one: it has no file that Undercard did not write, and no partial result
/// that this command could resume. Returns whether it has a complete result, which only another complete one replaces.
///
/// # Errors
/// It has.
pub(crate) fn may_fill(folder: &Path, partial: Partial, force: bool) -> Result<bool, Failure> {
    let refuse = |found: String| Err(Failure::Input(format!("--out: found {found}")));
    let earlier = earlier(folder);
    if let Some(earlier) = &earlier
        && !earlier.is_complete()
        && partial == Partial::Resumable
        && !force
    {
        let (shown, words) = (folder.display(), earlier.words());
        return refuse(format!(
            "{shown}, which holds a part of this run ({words}), expected --resume to continue it, or --force to start again"
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
    Ok(partial != Partial::Resumed && earlier.is_some_and(|earlier| earlier.is_complete()))
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
        may_write_one(path, kind, force).map_err(|error| Failure::Input(format!("{option}: {error}")))?;
        if let Some((other, ..)) = files[..idx].iter().find(|(.., other)| resolved(other) == resolved(path)) {
            let found = path.display();
            return Err(Failure::Input(format!(
                "{option}: found {found}, which {other} names as well, expected another file"
            )));
        }
    }
    Ok(())
}

/// The endings of the files that Undercard writes or reads, besides those of [`FORMATS`].
const ENDINGS: [&str; 6] = ["csv", "json", "lock", "tally", "toml", "xml"];

/// A page, workbook or XML file that is read to recognise it.
const NAMED: Kind = Kind { name: "a file", most: 1 << 26 };

/// Checks that a file that an option names may be written with content of this kind (`html`, `xlsx`, `xml`): its ending does
/// not belong to another kind, and it is free or has an earlier file of this kind that Undercard wrote. Devices are free, and
/// so are the pipes of a shell; a named pipe is an error.
///
/// # Errors
/// What was found there, and what would have been right.
fn may_write_one(path: &Path, kind: &str, force: bool) -> Result<(), String> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let is_known = |ending: &str| ENDINGS.contains(&ending) || saved_as(ending).is_some();
    let is_other = |ending: &str| ending != kind && is_known(ending);
    let found = path.display();
    // A named pipe would wait for a reader, possibly for ever. Pipes of a shell are links.
    if is_named_pipe(path) {
        return Err(format!("found {found}, which is a named pipe, expected a file, or /dev/stdout"));
    }
    if force {
        Ok(())
    } else if ending.as_deref().is_some_and(is_other) {
        let (stem, other) = match saved_as(kind) {
            Some(_) => {
                let formats = FORMATS.iter().filter(|format| format.saved().is_some());
                let options: Vec<String> =
                    formats.map(|format| format!("--format {}", format.name)).collect();
                ("report", format!("; {} chooses the format", options.join(" or ")))
            }
            None => ("check", String::new()),
        };
        Err(format!("found {found}, expected a file like {stem}.{kind}{other}"))
    } else if path.is_file() && !is_own(path, kind) {
        let expected = "expected another file or folder, or --force to replace it";
        let why = format!("which Undercard did not write as .{kind}, or which was changed since");
        Err(format!("found {found}, {why}, {expected}"))
    } else {
        Ok(())
    }
}

#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::symlink_metadata(path).is_ok_and(|about| about.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Path) -> bool {
    false
}

/// Whether a file looks like one of this kind that Undercard wrote.
fn is_own(path: &Path, kind: &str) -> bool {
    let bytes = NAMED.bytes(path).unwrap_or_default();
    match saved_as(kind) {
        Some(saved) => (saved.is_own)(&bytes),
        None => kind == "xml" && has(&bytes, "<testsuites name=\"undercard check\""),
    }
}

/// The format of `report` with this ending.
fn saved_as(ending: &str) -> Option<&'static Saved> {
    Format::find(ending).and_then(Format::saved)
}
