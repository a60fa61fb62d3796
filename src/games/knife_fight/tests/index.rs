//! `RULES.md` keeps its word: what it names is there.

use std::fs;
use std::path::Path;

/// All Rust files of a folder, one text each.
fn texts(folder: &Path) -> Vec<String> {
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.iter().map(|file| fs::read_to_string(file).expect("text")).collect()
}

/// Does a comment of this text name the clause?
fn names_clause(text: &str, clause: &str) -> bool {
    let words = |line: &str| {
        line.split(|c: char| !c.is_alphanumeric() && c != '.')
            .any(|word| word.trim_end_matches('.') == clause)
    };
    text.lines().any(|line| line.to_lowercase().contains("clause") && words(line))
}

#[test]
fn the_index_of_the_rules_names_what_is_there() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/knife_fight");
    let code = texts(&here);
    let mut tests = texts(&here.join("tests"));
    tests.push(fs::read_to_string(here.join("../laws.rs")).expect("text"));
    let index = fs::read_to_string(here.join("RULES.md")).expect("text");
    let rows: Vec<Vec<&str>> = index
        .lines()
        .filter(|line| line.starts_with("| ") && !line.contains("---") && !line.starts_with("| clause"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 30);
    for row in &rows {
        let [clause, rule, function, test] = row[..] else { panic!("{row:?}") };
        let [function, test] = [function, test].map(|name| name.trim_matches('`'));
        let define = |text: &&String, name: &str| {
            ["(", "<"].iter().any(|after| text.contains(&format!("fn {name}{after}")))
        };
        let homes: Vec<&String> = code.iter().filter(|text| define(text, function)).collect();
        let held: Vec<&String> = tests.iter().filter(|text| define(text, test)).collect();
        assert!(!homes.is_empty(), "{rule}: no function {function}");
        assert!(!held.is_empty(), "{rule}: no test {test}");
        assert!(
            homes.iter().chain(&held).any(|text| names_clause(text, clause)),
            "{rule}: neither the file of {function} nor that of {test} names clause {clause}"
        );
    }
    for clause in ["2", "3", "4", "5", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "7", "8", "9", "10", "11"] {
        assert!(rows.iter().any(|row| row[0] == clause), "clause {clause} is not in the index");
    }
}
