//! Keeps an earlier result: before a result with another digest takes its place, its files are linked or copied to
//! `earlier/COMMAND-DIGEST` in the same folder, `result.json` last. Until then it also stays where it was.

use super::disk::sync_folder;
use super::disk::{self, attempt};
use super::overwrite::may_fill;
use super::result_file::{self, Earlier, earlier};
use super::write::{Part, WriteError, prepare};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The folder of earlier results, in the folder of a result.
pub const EARLIER: &str = "earlier";

/// The copy of an earlier result. Dropping it before [`Self::confirm`] removes it: then the original is still there.
#[derive(Debug)]
pub(super) struct Kept {
    folder: PathBuf,
    files: Vec<PathBuf>,
    is_confirmed: bool,
}

impl Kept {
    /// Keeps the files of a complete result that a new one with this command and digest would replace. `None` if there is
    /// nothing to keep: no complete result, or an equal one.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(super) fn of(
        into: &Path,
        (command, digest): (&str, &str),
        files: &[PathBuf],
    ) -> Result<Option<Self>, WriteError> {
        let Some(replaced) = earlier(into).filter(Earlier::is_complete) else { return Ok(None) };
        let old_digest = replaced.digest();
        if old_digest == digest || !files.iter().any(|file| file.exists()) {
            return Ok(None);
        }
        let folder = folder(&into.join(EARLIER), command, &old_digest, files);
        let lock = prepare(&folder)?;
        let mut kept = Self { folder, files: Vec::new(), is_confirmed: false };
        let targets = files.iter().filter_map(|file| Some((file, kept.folder.join(file.file_name()?))));
        let targets: Vec<_> = targets.collect();
        // Without `result.json` first, so that no folder mixes two results.
        for (_, target) in targets.iter().filter(|(_, target)| target.exists()) {
            disk::remove(target).map_err(WriteError::of(target))?;
        }
        let (last, first): (Vec<_>, Vec<_>) =
            targets.into_iter().partition(|(_, target)| target.ends_with(result_file::NAME));
        for (file, target) in first.into_iter().chain(last).filter(|(file, _)| file.is_file()) {
            kept.files.push(target.clone());
            copy(file, &target)?;
        }
        [kept.folder.as_path(), &into.join(EARLIER), into].into_iter().for_each(sync_folder);
        drop(lock);
        Ok(Some(kept))
    }

    /// Leaves the copy, and returns its folder.
    pub(super) fn confirm(mut self) -> PathBuf {
        self.is_confirmed = true;
        std::mem::take(&mut self.folder)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if self.is_confirmed {
            return;
        }
        // `result.json` was written last and goes first.
        for file in self.files.iter().rev() {
            let _ = disk::remove(file);
        }
        for folder in self.folder.ancestors().take(2) {
            // Fails if the folder has other files.
            let _ = attempt(|| fs::remove_dir(folder));
        }
    }
}

/// The folder for an earlier result: the first of `COMMAND-DIGEST`, `COMMAND-DIGEST-2`, … that is free or has an equal
/// result.
fn folder(earlier_results: &Path, command: &str, digest: &str, files: &[PathBuf]) -> PathBuf {
    let names = files.iter().filter_map(|file| Some(file.file_name()?.to_str()?.to_owned()));
    let names: Vec<String> = names.collect();
    let short = digest.get(..8).unwrap_or(digest);
    let mut nth = 1;
    loop {
        let number = if nth > 1 { format!("-{nth}") } else { String::new() };
        let folder = earlier_results.join(format!("{command}-{short}{number}"));
        let is_equal = earlier(&folder).is_none_or(|known| known.digest() == digest);
        if is_equal && may_fill(&folder, command, &names).is_ok() {
            return folder;
        }
        nth += 1;
    }
}

/// Links a file to a new name, or copies it where the file system has no links.
fn copy(file: &Path, target: &Path) -> Result<(), WriteError> {
    let is_plain = fs::symlink_metadata(file).is_ok_and(|about| about.is_file());
    if is_plain && attempt(|| fs::hard_link(file, target)).is_ok() {
        return Ok(());
    }
    let copy = |into: &mut dyn io::Write| io::copy(&mut File::open(file)?, into).map(drop);
    Part::of(target, copy)?.persist(target)
}
