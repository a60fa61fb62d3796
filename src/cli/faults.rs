//! A run and its page on a disk that fails, or where they are killed, at each operation in turn. All commands write with the
//! same functions. At each moment a reader finds one complete result.

use super::answer;
use crate::config::{Catalogue, result_folder};
use crate::report::disk::faults::{Fault, with_fault};
use crate::report::page::Folder;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The files in a folder, by their relative paths.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// A folder in which a command replaces the result of an earlier one.
struct Case {
    folder: TempDir,
    old: Files,
    new: Files,
    args: Vec<String>,
}

impl Case {
    /// Calls the earlier commands, and then the command once without a fault.
    fn new(before: &[&str], command: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let args = |command: &str| -> Vec<String> {
            let path = folder.path().to_string_lossy();
            let words = command.split(' ').map(|word| word.replace("DIR", &path));
            words.chain(["--quiet".into()]).collect()
        };
        for command in before {
            assert_eq!(called(&args(command)), 0, "{command}");
        }
        let old = files(folder.path());
        let args = args(command);
        assert_eq!(called(&args), 0, "{command}");
        let new = files(folder.path());
        assert_ne!(old, new);
        Self { old, new, args, folder }
    }

    /// Restores the earlier result.
    fn restore(&self) {
        fs::remove_dir_all(self.folder.path()).expect("removed");
        for (path, bytes) in &self.old {
            let path = self.folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
    }

    /// Whether the files of the result that a reader finds in `o` are those of one result, and every other file is that of the
    /// old or the new one. The pages contain a time.
    fn is_old_or_new(&self, now: &Files) -> bool {
        let result = |files: &Files| -> Files {
            let own = files.iter().filter(|(path, _)| is_in(path, "o/run") && is_result(path));
            own.map(|(path, bytes)| (path.clone(), bytes.clone())).collect()
        };
        let now_result = result(now);
        let is_either = |path: &PathBuf| {
            path.starts_with("o")
                || is_hidden(path)
                || [&self.old, &self.new].iter().any(|files| files.get(path) == now.get(path))
        };
        let is_one = [&self.old, &self.new].iter().any(|files| now_result == result(files));
        is_one && now.keys().all(is_either)
    }

    /// Whether the old result is complete in its place, beside it or in a folder of earlier results.
    fn keeps_old(&self, now: &Files) -> bool {
        let old = self.old.iter().filter(|(path, _)| is_in(path, "o/run") && is_result(path));
        let old: Vec<(&PathBuf, &Vec<u8>)> = old.collect();
        let folders = now.keys().filter(|path| path.starts_with("o")).filter_map(|path| path.parent());
        let is_copy = |folder: &Path| {
            let copy = |path: &Path| now.get(&folder.join(path.file_name().unwrap_or_default()));
            old.iter().all(|(path, bytes)| copy(path) == Some(*bytes))
        };
        old.is_empty() || folders.into_iter().any(is_copy)
    }
}

/// Whether a file depends on the result only. `run.toml` contains the time, and the page shows it.
fn is_result(path: &Path) -> bool {
    let is_timed = path.ends_with("run.toml");
    !is_timed && !is_hidden(path)
}

fn is_in(path: &Path, folder: &str) -> bool {
    path.parent() == Some(Path::new(folder))
}

fn is_hidden(path: &Path) -> bool {
    path.iter().any(|name| name.to_string_lossy().starts_with('.'))
}

fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("a path in it").to_owned();
                files.insert(name, fs::read(path).expect("a file"));
            }
        }
    }
    files
}

fn called(args: &[String]) -> u8 {
    answer(["undercard".to_owned()].iter().chain(args).map(Into::into), Catalogue::printed())
}

// Each case writes all tables, and those of Stabby Jack are the smallest.
const RUN: &str = "run stabby-jack --bots random --games 10 --games-csv 5 --out DIR/o";

#[test]
fn a_command_that_cannot_write_keeps_the_old_result_or_completes_the_new_one() {
    keeps_or_completes(&[RUN, "report DIR/o"], &format!("{RUN} --seed 2"));
    keeps_or_completes(&[RUN], "report DIR/o");
    keeps_or_completes(&[RUN], "report DIR/o --out DIR/page.html");
}

fn keeps_or_completes(before: &[&str], command: &str) {
    let case = Case::new(before, command);
    for fault in [Fault::Error, Fault::Kill] {
        // Every operation fails once. A kill comes at every sixth, as each case is slow.
        for nth in (1..).step_by(if fault == Fault::Kill { 6 } else { 1 }) {
            case.restore();
            let (code, has_fired) = with_fault(fault, nth, || called(&case.args));
            let name = format!("{command}: {fault:?} at {nth}");
            // A reader finds the old result, also if the command was killed before the new one took its place.
            let o =
                result_folder(&case.folder.path().join("o"), None, Catalogue::printed()).expect("one result");
            let now = files(case.folder.path());
            if !has_fired {
                assert_eq!(code, 0, "{name}");
                assert!(nth > 5, "{name}");
                break;
            }
            assert!(code == 13 || code == 0, "{name}: exit code {code}");
            assert!(Folder::read(&o).is_ok(), "{name}: {:?}", now.keys());
            assert!(case.is_old_or_new(&now), "{name}: {:?}", now.keys());
            assert!(case.keeps_old(&now), "{name}: {:?}", now.keys());
            if code == 0 && fault == Fault::Error {
                assert!(case.new.keys().all(|path| now.contains_key(path)), "{name}: {:?}", now.keys());
            }
            // Each case is slow: the command is repeated after every twelfth operation.
            if nth % 12 != 1 {
                continue;
            }
            assert_eq!(called(&case.args), 0, "{name}, then again");
            let now = files(case.folder.path());
            assert!(now.keys().eq(case.new.keys()) && case.is_old_or_new(&now), "{name}: {:?}", now.keys());
        }
    }
}
