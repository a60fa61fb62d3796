//! Output folders, and what is said about them.

use super::command_line::quoted;
use super::log;
use crate::config::Plan;
use std::path::{Path, PathBuf};

/// The output folder of a command: `out` if given, otherwise `reports/NAME/COMMAND`, or `reports/NAME`
/// without a command.
pub(crate) fn output_folder(out: Option<&Path>, plan: &Plan, command: Option<&str>) -> PathBuf {
    let own = || {
        let mut own = Path::new("reports").join(&plan.name);
        own.extend(command);
        own
    };
    out.map_or_else(own, Path::to_owned)
}

/// The nth folder for a partial result that would replace a complete one: `OUT-partial`, `OUT-partial-2`, …
pub(crate) fn partial_folder(out: &Path, nth: usize) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push("-partial");
    if nth > 1 {
        name.push(format!("-{nth}"));
    }
    name.into()
}

/// Says on stderr that an earlier result was replaced, unless `is_quiet`.
pub(crate) fn log_replaced(replaced: bool, is_quiet: bool) {
    if replaced && !is_quiet {
        log("note: an earlier result was replaced");
    }
}

/// Says on stderr whether an earlier result was replaced, in which folders the files are, and how to make a page of the
/// first one; nothing if `is_quiet`.
pub(crate) fn log_files(folders: &[&Path], replaced: bool, is_quiet: bool) {
    let replaced = if replaced { " (replaced an earlier result)" } else { "" };
    let (false, Some(first)) = (is_quiet, folders.first()) else { return };
    let shown: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    log(&format!(
        "files: {}{replaced}\nfor a page: undercard report {}",
        shown.join(", "),
        quoted(&first.to_string_lossy())
    ));
}
