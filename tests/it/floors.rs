//! The floors of ARCHITECTURE.md, held by reading the `use crate::` lines.

use super::root;
use std::path::{Path, PathBuf};

/// Module, and the modules that it may use besides itself.
const FLOORS: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("stats", &["model"]),
    ("bots", &["model"]),
    ("engine", &["model", "stats", "bots"]),
    ("report", &["model", "stats", "engine"]),
    ("config", &["model", "stats", "bots", "engine", "games"]),
    ("cli", &["model", "stats", "bots", "engine", "games", "report", "config"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files.extend(sources(&entry));
        } else if entry.extension().is_some_and(|ext| ext == "rs") {
            files.push(entry);
        }
    }
    files
}

/// The `crate::` paths that a file's product code uses: what stands before its first test module.
fn used(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("a source file");
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("//"))
        .flat_map(|line| {
            line.match_indices("crate::").map(|(at, _)| line[at + 7..].to_owned()).collect::<Vec<_>>()
        })
        .map(|path| path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .filter(|module: &String| !module.is_empty())
        .collect()
}

fn is_test(file: &Path) -> bool {
    file.components().any(|part| part.as_os_str() == "tests")
        || file.file_stem().is_some_and(|stem| stem == "tests")
}

#[test]
fn every_module_uses_only_the_floors_below_it() {
    for (module, below) in FLOORS {
        for file in sources(&root().join("src").join(module)) {
            if file.file_stem().is_some_and(|stem| stem == "tests") {
                continue;
            }
            for used in used(&file) {
                // `choices!` lives at the crate's root, as every exported macro does.
                let fine = used == *module || below.contains(&used.as_str()) || used == "choices";
                assert!(fine, "{} uses crate::{used}", file.display());
            }
        }
    }
}

#[test]
fn a_game_uses_model_and_itself_and_no_sibling() {
    let games = root().join("src/games");
    for entry in std::fs::read_dir(&games).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let Some(game) = entry.file_name().and_then(|name| name.to_str()).filter(|_| entry.is_dir()) else {
            continue;
        };
        for file in sources(&entry) {
            if is_test(&file) {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("a source file");
            for used in used(&file) {
                let own = used == "games" && !text.contains("crate::games::")
                    || text.contains(&format!("crate::games::{game}"));
                assert!(used == "model" || used == "choices" || own, "{} uses crate::{used}", file.display());
            }
        }
    }
}

#[test]
fn threads_are_in_one_file_and_the_clock_in_the_command_line_only() {
    for file in sources(&root().join("src")) {
        let path =
            file.strip_prefix(root().join("src")).expect("below src").to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&file).expect("a source file");
        let below_cli = !path.starts_with("cli/") && path != "main.rs";
        if below_cli {
            for banned in ["std::time", "std::env::var", "Instant::", "SystemTime"] {
                // Golden documents are rewritten by a test that the environment asks to.
                let fine = path.starts_with("report/") && banned == "std::env::var";
                assert!(fine || !text.contains(banned), "{path} uses {banned}");
            }
            if path != "engine/threads.rs" {
                // Others may be handed a pool; only that file makes its threads work.
                assert!(
                    !text.contains("broadcast")
                        && !text.contains("par_iter")
                        && !text.contains("std::thread"),
                    "{path} has threads"
                );
            }
        }
        if path.starts_with("games/") && !path.contains("/tests") && !path.ends_with("laws.rs") {
            assert!(!text.contains("HashMap"), "{path} uses a hash map");
            assert!(!text.contains("unsafe "), "{path} is unsafe");
        }
    }
}

/// Doubles are for opinions (bots' features) and estimates, never for rules.
#[test]
fn rules_know_no_floating_point() {
    for file in sources(&root().join("src/games")) {
        let path = file.to_string_lossy().replace('\\', "/");
        let opinion = path.ends_with("/bots.rs")
            || path.contains("/bots/")
            || path.contains("/tests")
            || path.ends_with("laws.rs");
        if opinion {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a source file");
        for (nth, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let signature = line.contains("rows: &mut [f64]");
            assert!(
                signature || !line.contains("f64") && !line.contains("f32"),
                "{path}:{}: {line}",
                nth + 1
            );
        }
    }
}
