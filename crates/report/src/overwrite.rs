//! Decides whether a file or the folder of a result may be replaced. A file that Undercard did not write is never lost, and
//! replaced only with `--force`.

use super::read::FIGURES;
use super::result_file::{self, earlier, sha256};
use super::{csv, find, stored};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The first words of the config of a result.
pub const RUN_TOML: &str = "# How this result";

/// The text of a file that people may edit, with a checksum as the last line. `result.json` has the checksum of the file, too;
/// the line stays when the file is copied.
pub fn sealed(text: &str) -> String {
    let sum = sha256(text.as_bytes());
    format!("{text}# Undercard replaces this file only while it is unchanged; checksum {sum}\n")
}

/// The comment of a workbook in its archive, which programs that change it leave out: a checksum of the rest.
const WORKBOOK_SEAL: &str = "Undercard; checksum ";

/// A workbook, which is a ZIP archive without a comment, with its checksum as the comment.
#[must_use]
pub fn sealed_workbook(mut bytes: Vec<u8>) -> Vec<u8> {
    let comment = format!("{WORKBOOK_SEAL}{}", sha256(&bytes));
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
#[must_use]
pub fn is_sealed_workbook(bytes: &[u8]) -> bool {
    let comment = WORKBOOK_SEAL.len() + sha256(b"").len();
    let without = bytes.len().checked_sub(comment + 2).and_then(|length| bytes.get(..length));
    without.is_some_and(|bare| sealed_workbook([bare, &[0, 0]].concat()) == bytes)
}

/// Whether a file has this mark of Undercard.
#[must_use]
pub fn has(bytes: &[u8], mark: &str) -> bool {
    bytes.windows(mark.len()).any(|bytes| bytes == mark.as_bytes())
}

/// Files that file managers put into every folder that they show. They may be lost.
const OF_FILE_MANAGERS: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];

/// The first file or folder in the folder of a result that Undercard did not write, or that was changed since.
#[must_use]
pub fn foreign(folder: &Path) -> Option<PathBuf> {
    let sums = result_file::recorded_sums(folder);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| !is_of_result(path, &sums)).min()
}

/// Whether a file in the folder of a result is as it was written, by its checksum if it has one.
fn is_of_result(path: &Path, sums: &BTreeMap<String, String>) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    if let Some(sum) = sums.get(name) {
        return FIGURES.bytes(path).is_ok_and(|bytes| sha256(&bytes) == *sum);
    }
    let starts = |mark: &[u8]| FIGURES.begins(path, mark);
    match name.rsplit_once('.') {
        _ if OF_FILE_MANAGERS.contains(&name) => true,
        _ if name == result_file::NAME => path.parent().is_some_and(|folder| earlier(folder).is_some()),
        _ if name == stored::NAME => starts(stored::MARK),
        _ if name == "run.toml" => starts(RUN_TOML.as_bytes()),
        // A list of single games, or a table beside a lost `result.json`.
        Some((table, "csv")) => find(table).is_some_and(|report| {
            let names = csv::places(report.columns).into_iter().map(|place| report.columns[place].name);
            let names: Vec<&str> = names.collect();
            starts(names.join(",").as_bytes())
        }),
        _ => false,
    }
}
