//! Runs the built program in an empty folder, and returns its output.

use assert_cmd::Command;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use undercard::config::{Catalogue, PlanOptions};

fn undercard(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("undercard").expect("the program");
    command.current_dir(folder).env("NO_COLOR", "1");
    command
}

/// The options of random players, for tests that are not about the default players.
pub(crate) fn random() -> PlanOptions {
    PlanOptions { bots: vec!["random".into()], ..PlanOptions::default() }
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Exit code, stdout and stderr of a command.
pub(crate) fn answer(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = undercard(folder).args(args).output().expect("an answer");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// Stdout of a command that succeeds, as bytes.
pub(crate) fn printed_bytes(folder: &Path, args: &[&str]) -> Vec<u8> {
    undercard(folder).args(args).assert().success().get_output().stdout.clone()
}

/// A text without the line breaks of wrapped lines.
pub(crate) fn unwrapped(text: &str) -> String {
    text.replace("\n  ", " ")
}

/// The part of stderr before the last lines: where the files are, and what to type next.
pub(crate) fn warnings(stderr: &str) -> &str {
    const LAST: [&str; 4] = ["files: ", "no files; ", "open it in ", "to "];
    let mut lines = stderr.split_inclusive('\n').scan(0, |start, line| {
        *start += line.len();
        Some((*start - line.len(), line))
    });
    let last = lines.find(|(_, line)| LAST.iter().any(|last| line.starts_with(last)));
    last.map_or(stderr, |(start, _)| &stderr[..start])
}

/// Checks that input is rejected: exit code 2, nothing on stdout, no files, all parts in the message.
pub(crate) fn refused(args: &[&str], parts: &[&str]) {
    let folder = folder();
    refused_in(folder.path(), args, parts);
}

pub(crate) fn refused_in(folder: &Path, args: &[&str], parts: &[&str]) {
    let before = names(folder);
    let (code, stdout, stderr) = answer(folder, args);
    assert_eq!((code, stdout.as_str()), (2, ""), "{args:?}\n{stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{args:?}: {part:?} is not in\n{stderr}");
    }
    assert_eq!(names(folder), before, "{args:?} wrote something");
}

pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

pub(crate) fn with_file(name: &str, text: impl AsRef<[u8]>, check: impl FnOnce(&Path)) {
    let folder = folder();
    std::fs::write(folder.path().join(name), text).expect("a file");
    check(folder.path());
}

/// The folder of a result in an output folder: of the only one, or of the run.
pub(crate) fn inside(out: &Path) -> PathBuf {
    undercard::config::result_folder(out, Some("run"), Catalogue::printed())
        .unwrap_or_else(|errors| panic!("{errors}"))
}

/// All files of a result by name, except `run.toml`, which contains time and machine.
pub(crate) fn result(out: &Path) -> BTreeMap<String, Vec<u8>> {
    let folder = &inside(out);
    let names = names(folder).into_iter().filter(|name| name != "run.toml");
    let files = names.filter(|name| folder.join(name).is_file());
    files.map(|name| (name.clone(), std::fs::read(folder.join(&name)).expect("a file"))).collect()
}

/// Checks that two folders have the same files with the same bytes.
pub(crate) fn assert_same(folder: &Path, one: &str, other: &str) {
    let [one, other] = [one, other].map(|name| result(&folder.join(name)));
    assert!(one.keys().eq(other.keys()) && one.len() >= 7, "{:?} {:?}", one.keys(), other.keys());
    for (name, bytes) in &one {
        assert!(*bytes == other[name], "{name} differs");
    }
}

/// Checks that incomplete or damaged input is rejected: exit code 12, nothing on stdout, no files, all parts
/// in the message.
pub(crate) fn damaged_in(folder: &Path, args: &[&str], parts: &[&str]) {
    let before = names(folder);
    let (code, stdout, stderr) = answer(folder, args);
    let stderr = stderr.replace('\\', "/");
    assert_eq!((code, stdout.as_str()), (12, ""), "{args:?}\n{stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{args:?}: {part:?} is not in\n{stderr}");
    }
    assert_eq!(names(folder), before, "{args:?} wrote something");
}

/// Runs a command that must succeed without output.
pub(crate) fn quietly(folder: &Path, args: &[&str]) {
    let args = [args, &["--quiet"]].concat();
    assert_eq!(answer(folder, &args), (0, String::new(), String::new()), "{args:?}");
}

/// The columns and rows of a table of a `result.json`, which has more columns than the CSV file, as texts: numbers that are
/// not whole have six decimals.
pub(crate) fn table_of(json: &str, name: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let result: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let table = &result["tables"][name];
    let columns = table["columns"].as_array().expect("columns").iter();
    let columns: Vec<String> =
        columns.map(|column| column["name"].as_str().expect("a name").to_owned()).collect();
    let text = |value: &serde_json::Value| match value {
        serde_json::Value::Null => String::new(),
        serde_json::Value::String(text) => text.clone(),
        value if value.is_f64() => format!("{:.6}", value.as_f64().unwrap_or(f64::NAN)),
        value => value.to_string(),
    };
    let row = |row: &serde_json::Value| columns.iter().map(|column| text(&row[column])).collect();
    let rows = table["rows"].as_array().expect("rows").iter().map(row).collect();
    (columns, rows)
}
