//! The index of each game's `RULES.md`: everything that it names exists, and it has every clause that a
//! comment cites.

use super::root;
use std::fs;
use std::path::{Path, PathBuf};

/// Rust files of a game: path and text.
type Texts = Vec<(PathBuf, String)>;

fn texts(folder: &Path) -> Texts {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            texts.extend(self::texts(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&entry).expect("text");
            texts.push((entry, text));
        }
    }
    texts
}

/// The games with an index: name, folder, all code, and the rows of the index.
fn games() -> Vec<(String, PathBuf, Texts, Vec<Vec<String>>)> {
    let folders = fs::read_dir(root().join("crates/engine/src/games")).expect("a folder");
    let folders = folders.map(|entry| entry.expect("an entry").path());
    // A described game has its rules in its description.
    let others = ["conformance", "described", "template"];
    let folders = folders.filter(|path| path.is_dir() && !others.iter().any(|other| path.ends_with(other)));
    let game = |folder: PathBuf| {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let index =
            fs::read_to_string(folder.join("RULES.md")).unwrap_or_else(|_| panic!("{name}: RULES.md"));
        let rows = index.lines().filter(|line| line.starts_with('|') && !line.starts_with("|-"));
        let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        (name, folder.clone(), texts(&folder), rows.map(cells).collect())
    };
    folders.map(game).collect()
}

/// The names in backticks in a cell.
fn named(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Whether something with this name is defined. `name_…` means all names with this prefix.
fn defines(text: &str, name: &str) -> bool {
    let (name, is_start) = match name.strip_suffix('…') {
        Some(start) => (start, true),
        None => (name, false),
    };
    ["fn", "struct", "enum", "const", "trait", "type"].iter().any(|kind| {
        let found = format!("{kind} {name}");
        let mut rests = text.match_indices(&found).map(|(at, found)| &text[at + found.len()..]);
        rests.any(|rest| is_start || rest.starts_with(['(', '<', ' ', ':', ';', '{']))
    })
}

/// Whether the name exists: a file, a module, or a definition (`module::thing` in that module).
fn leads(name: &str, folder: &Path, texts: &Texts) -> bool {
    if name.contains('/') || name.ends_with(".rs") {
        return folder.join(name).exists() || root().join(name).exists();
    }
    let is_in = |path: &Path, module: &str| path.file_stem().is_some_and(|stem| stem == module);
    let (module, things) = name.split_once("::").unwrap_or((name, ""));
    let here: Vec<&String> =
        texts.iter().filter(|(path, _)| is_in(path, module)).map(|(_, text)| text).collect();
    let is_defined = |thing: &str, among: &[&String]| among.iter().any(|text| defines(text, thing));
    if here.is_empty() {
        let all: Vec<&String> = texts.iter().map(|(_, text)| text).collect();
        return name.split("::").all(|thing| is_defined(thing, &all));
    }
    things.split("::").all(|thing| thing.is_empty() || is_defined(thing, &here))
}

#[test]
fn every_name_in_an_index_of_rules_exists() {
    let mut laws = texts(&root().join("crates/engine/src/games/conformance"));
    laws.extend(
        texts(&root().join("tests/it")).into_iter().filter(|(path, _)| path.ends_with("strategies.rs")),
    );
    for (game, folder, code, rows) in games() {
        let is_test = |path: &Path| path.starts_with(folder.join("tests"));
        let (mut tests, product): (Texts, Texts) = code.into_iter().partition(|(path, _)| is_test(path));
        tests.extend_from_slice(&laws);
        assert_eq!(rows[0], ["clause", "rule", "where", "test"], "{game}");
        for row in &rows[1..] {
            let [clause, rule, place, test] = &row[..] else { panic!("{game}: {row:?}") };
            assert!(!rule.is_empty(), "{game}: clause {clause} says nothing");
            assert!(named(test).next().is_some(), "{game}: {rule}: no test");
            for name in named(place) {
                assert!(
                    leads(name, &folder, &product) || leads(name, &folder, &tests),
                    "{game}: {rule}: no {name}"
                );
            }
            for name in named(test) {
                assert!(leads(name, &folder, &tests), "{game}: {rule}: no test {name}");
            }
        }
    }
}

/// The numbers of the clauses that a comment line cites: `clauses 6.2.2 to 6.2.7, and 7`.
fn cited(line: &str) -> Vec<String> {
    let mut cited = Vec::new();
    for (at, word) in line.to_lowercase().match_indices("clause") {
        let rest = line[at + word.len()..].trim_start_matches('s');
        for word in rest.split([' ', ',', ';', ')', ':']).filter(|word| !word.is_empty()) {
            let number = word.trim_end_matches('.');
            let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            if is_number {
                cited.push(number.to_owned());
            }
            if word.ends_with('.') || !(is_number || matches!(word, "and" | "to")) {
                break;
            }
        }
    }
    cited
}

#[test]
fn every_clause_cited_in_a_comment_is_in_the_index() {
    for (game, _, code, rows) in games() {
        let clauses: Vec<&str> = rows[1..].iter().flat_map(|row| row[0].split([',', ' '])).collect();
        let is_known = |cited: &str| {
            clauses.iter().any(|clause| *clause == cited || clause.starts_with(&format!("{cited}.")))
        };
        let mut n_cited = 0;
        for (path, text) in &code {
            for line in text.lines().filter(|line| line.trim_start().starts_with("//")) {
                for clause in cited(line) {
                    n_cited += 1;
                    assert!(is_known(&clause), "{game}: {}: no clause {clause}", path.display());
                }
            }
        }
        assert!(n_cited > 5, "{game}: comments name {n_cited} clauses");
    }
}
