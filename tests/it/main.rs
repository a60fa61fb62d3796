//! Tests of everything above single games, and of the built program, end to end. They form one crate, so that
//! it links only once.

mod advise;
mod against;
mod answers;
mod at_once;
mod cards;
mod chances;
mod check;
mod cli;
mod configs;
mod copies;
mod described;
mod determinism;
mod docs;
mod exploit;
mod figures;
mod floors;
mod games_csv;
mod golden;
mod impact;
mod joined;
mod library;
mod long_games;
mod luck;
mod matchups;
mod named;
mod pairing;
mod panel;
mod plain;
mod playtest;
mod precision;
mod program;
#[cfg(unix)]
mod programs;
mod readme;
mod refused;
mod replaced;
mod report;
mod report_refused;
mod result_file;
#[cfg(unix)]
mod resume;
mod rules;
mod sets;
mod shards;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod special_files;
mod spreadsheet;
mod stories;
mod strategies;
#[cfg(feature = "studio")]
mod studio;
#[cfg(unix)]
mod submit;
mod train;
mod tune;
mod two_commands;
mod verify;
mod width;
mod workbench;

use std::path::PathBuf;

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a text with a golden file, or writes the file if the environment variable `BLESS` is 1.
fn assert_golden(path: &str, text: &str) {
    assert_document(&format!("tests/golden/{path}"), text);
}

/// The same for a file whose path is relative to the root.
fn assert_document(path: &str, text: &str) {
    let path = root().join(path);
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a golden file");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    if golden != text {
        let line = golden.lines().zip(text.lines()).position(|(a, b)| a != b);
        let line = line.unwrap_or(golden.lines().count().min(text.lines().count()));
        panic!(
            "{} differs from line {}:\n  golden: {:?}\n  now:    {:?}\nif that is meant, `just bless` rewrites it",
            path.display(),
            line + 1,
            golden.lines().nth(line),
            text.lines().nth(line)
        );
    }
}

/// Requires a table of a page, found by its first line, to be this one.
fn assert_table(path: &str, table: &str) {
    let page = std::fs::read_to_string(root().join(path)).expect("a page").replace("\r\n", "\n");
    let head = table.lines().next().expect("a first line");
    let start = page.find(head).unwrap_or_else(|| panic!("{path} has no table {head}"));
    let end = page[start..].find("\n\n").map_or(page.len(), |length| start + length + 1);
    assert_document(path, &format!("{}{table}{}", &page[..start], &page[end..]));
}
