//! Decides whether a file may be written. A file that Undercard did not write is never replaced without `--force`.

use super::export::FILE_FORMATS;
use super::result_file::{self, earlier};
use super::{REPORTS, csv, find, runs, stored};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The first words of the config of a result.
pub const RUN_TOML: &str = "# How this result";
/// The first words of a config that `tune` proposes.
pub const TUNED_TOML: &str = "# Found by `undercard tune`";
/// The first words of a strategy that `train` writes.
pub const TRAINED_TOML: &str = "# Trained by `undercard train`";

/// The last line of a file that people may edit: a checksum of the lines above.
const SEAL: &str = "# Undercard replaces this file only while it is unchanged; checksum ";

/// The text of a file that people may edit, with its checksum as the last line.
pub fn sealed(text: &str) -> String {
    let sum = result_file::sha256(text.as_bytes());
    format!("{text}{SEAL}{sum}\n")
}

/// Whether a sealed file is as it was written.
fn is_unchanged(bytes: &[u8]) -> bool {
    let text = str::from_utf8(bytes).unwrap_or_default();
    let parts = text.rsplit_once(SEAL);
    parts.is_some_and(|(text, sum)| sum.trim_end() == result_file::sha256(text.as_bytes()))
}

/// The comment of a workbook in its archive, which programs that change it leave out: a checksum of the rest.
const WORKBOOK_SEAL: &str = "Undercard; checksum ";

/// A workbook, which is a ZIP archive without a comment, with its checksum as the comment.
#[must_use]
pub fn sealed_workbook(mut bytes: Vec<u8>) -> Vec<u8> {
    let comment = format!("{WORKBOOK_SEAL}{}", result_file::sha256(&bytes));
    // An archive ends with the length of its comment, in two bytes, and the comment.
    if bytes.ends_with(&[0, 0])
        && let Ok(length) = u16::try_from(comment.len())
    {
        bytes.truncate(bytes.len() - 2);
        bytes.extend(length.to_le_bytes());
        bytes.extend(comment.into_bytes());
    }
    bytes
}

/// Whether a workbook is as it was written.
fn is_sealed_workbook(bytes: &[u8]) -> bool {
    let comment = WORKBOOK_SEAL.len() + result_file::sha256(b"").len();
    let without = bytes.len().checked_sub(comment + 2).and_then(|length| bytes.get(..length));
    without.is_some_and(|bare| sealed_workbook([bare, &[0, 0]].concat()) == bytes)
}

/// Whether a file begins like this.
pub fn begins(path: &Path, mark: &str) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(mark.len() as u64).read_to_end(&mut start));
    read.is_ok() && start == mark.as_bytes()
}

/// The endings of all files that Undercard writes or reads.
const ENDINGS: [&str; 8] = ["csv", "html", "json", "lock", "tally", "toml", "xlsx", "xml"];

/// How much of a file is read to recognise it.
const MOST_READ: u64 = 1 << 26;

/// Checks that a path may be written with content of this kind (`html`, `xml`, `csv`, …): its ending does not belong to
/// another kind, and it is free or has an earlier file of this kind that Undercard wrote. Devices are free, and so are the
/// pipes of a shell; a named pipe is an error.
///
/// # Errors
/// What was found there, and what would have been right.
pub fn may_write(path: &Path, kind: &str, force: bool) -> Result<(), String> {
    may_replace(path, kind, force, &BTreeMap::new())
}

/// The same for a file of a result with these checksums of its files.
fn may_replace(path: &Path, kind: &str, force: bool, sums: &BTreeMap<String, String>) -> Result<(), String> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let is_other = |ending: &str| ENDINGS.contains(&ending) && ending != kind;
    let is_result = kind != "json" && path.file_name().is_some_and(|name| name == result_file::NAME);
    let found = path.display();
    // A named pipe would wait for a reader, possibly for ever. Pipes of a shell are links.
    if is_named_pipe(path) {
        return Err(format!("found {found}, which is a named pipe, expected a file, or /dev/stdout"));
    }
    if force {
        Ok(())
    } else if is_result || ending.as_deref().is_some_and(is_other) {
        let page = FILE_FORMATS.iter().find(|format| format.name == kind);
        let like = page.map_or_else(|| format!("check.{kind}"), |format| format.file.to_owned());
        let other = page.map_or("", |_| "; --format html or --format xlsx chooses the format");
        Err(format!("found {found}, expected a file like {like}{other}"))
    } else if path.is_file() && !is_own(path, kind, sums) {
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

/// Checks that a folder may get the result of a command. `more` are the files that it writes beside its tables.
///
/// # Errors
/// A file in it was not written by Undercard.
pub fn may_fill(folder: &Path, command: &str, more: &[String]) -> Result<(), String> {
    let is_of = |report: &&&super::Report| report.command.split(' ').next() == Some(command);
    let tables = REPORTS.iter().filter(is_of).map(|report| result_file::file_name(report.name));
    // These are removed, because they would show the earlier result.
    let pages = FILE_FORMATS.iter().map(|format| format.file.to_owned());
    let own = [&result_file::file_name(runs::NAME), result_file::NAME].map(str::to_owned);
    let sums = result_file::recorded_sums(folder);
    // A panel has other tables than its command.
    let is_table = |name: &&String| name.strip_suffix(".csv").is_some_and(|name| find(name).is_some());
    let recorded = sums.keys().filter(is_table).cloned();
    let names = tables.chain(recorded).chain(pages).chain(own).chain(more.iter().cloned());
    names.map(|name| folder.join(name)).try_for_each(|path| {
        let kind = path.extension().map(|ending| ending.to_string_lossy().into_owned()).unwrap_or_default();
        may_replace(&path, &kind, false, &sums)
    })
}

/// Whether a file looks like one of this kind that Undercard wrote. A table that has a checksum must match it.
fn is_own(path: &Path, kind: &str, sums: &BTreeMap<String, String>) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_READ).read_to_end(&mut bytes));
    let has = |mark: &str| bytes.windows(mark.len()).any(|bytes| bytes == mark.as_bytes());
    let starts = |mark: &str| bytes.starts_with(mark.as_bytes());
    read.is_ok()
        && match kind {
            "csv" => path.file_stem().and_then(|name| find(name.to_str()?)).is_some_and(|report| {
                let names = csv::places(report.columns).into_iter().map(|place| report.columns[place].name);
                let names: Vec<&str> = names.collect();
                let sum = sums.get(&result_file::file_name(report.name));
                starts(&names.join(",")) && sum.is_none_or(|sum| *sum == result_file::sha256(&bytes))
            }),
            "html" => has("<meta name=\"generator\" content=\"Undercard\"/>"),
            "json" => path.parent().is_some_and(|folder| earlier(folder).is_some()),
            "tally" => bytes.starts_with(stored::MARK),
            "toml" => {
                starts(RUN_TOML) || [TUNED_TOML, TRAINED_TOML].into_iter().any(starts) && is_unchanged(&bytes)
            }
            // Workbooks of earlier versions have no checksum: only one in its own place is known.
            "xlsx" => {
                is_sealed_workbook(&bytes)
                    || path.parent().is_some_and(|folder| {
                        path.file_name().is_some_and(|name| name == "report.xlsx")
                            && earlier(folder).is_some()
                    })
            }
            "xml" => has("<testsuites name=\"undercard check\""),
            _ => false,
        }
}
