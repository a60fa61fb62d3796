//! Output folders, and what is said about them.

use super::command_line::quoted;
use super::overwrite::{Destination, may_fill};
use super::{Failure, log};
use crate::config::Plan;
use crate::report;
use crate::report::writer_lock::WriterLock;
use std::path::{Path, PathBuf};

/// The folder of results.
pub(crate) const REPORTS: &str = "reports";

/// The output folder of a command: `out` if given, otherwise `reports/NAME/COMMAND`, or `reports/NAME`
/// without a command. NAME is that of the result, or of the config.
pub(crate) fn output_folder(out: Option<&Path>, plan: &Plan, command: Option<&str>) -> PathBuf {
    let own = || {
        let mut own = Path::new(REPORTS).join(plan.folder());
        own.extend(command);
        own
    };
    out.map_or_else(own, Path::to_owned)
}

/// The folder for a partial result that would replace a complete one in `out`: the first of `OUT-partial`,
/// `OUT-partial-2`, … in which nothing is lost. It is ready to be written.
///
/// # Errors
/// It cannot be written.
pub(crate) fn beside_complete(
    out: &Path,
    command: &str,
    more: &[String],
) -> Result<(PathBuf, WriterLock), Failure> {
    let mut nth = 1;
    loop {
        let mut folder = out.as_os_str().to_owned();
        folder.push("-partial");
        if nth > 1 {
            folder.push(format!("-{nth}"));
        }
        let folder = PathBuf::from(folder);
        let lock = report::write::prepare(&folder)?;
        if may_fill(Destination { folder: &folder, command, more, resume: None, force: false }).is_ok() {
            return Ok((folder, lock));
        }
        nth += 1;
    }
}

/// Says on stderr in which folders the files are, whether an earlier result was replaced or where it is kept, and how to
/// make a page of the first folder; nothing if `is_quiet`.
pub(crate) fn log_files(folders: &[&Path], kept: &[PathBuf], replaced: bool, is_quiet: bool) {
    let replaced = if replaced && kept.is_empty() { " (replaced an earlier result)" } else { "" };
    let (false, Some(first)) = (is_quiet, folders.first()) else { return };
    let shown: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    let kept: String = kept.iter().map(|kept| format!("earlier result: {}\n", kept.display())).collect();
    log(&format!(
        "files: {}{replaced}\n{kept}for a page: undercard report {}",
        shown.join(", "),
        quoted(&first.to_string_lossy())
    ));
}
