//! Checks the layers of ARCHITECTURE.md by reading the paths that source files use.

use super::root;
use std::path::{Path, PathBuf};

/// Each module of the engine, and the others that it may use.
const FLOORS: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("stats", &["model"]),
    ("bots", &["model"]),
    ("simulation", &["model", "stats", "bots"]),
];

/// The sources of each crate, and the module of `undercard` that the crate is; the engine and the program have several.
const SOURCES: [(&str, &str); 6] = [
    ("crates/engine/src", ""),
    ("crates/report/src", "report"),
    ("crates/config/src", "config"),
    ("crates/experiments/src", "experiments"),
    ("crates/studio/src", "studio"),
    ("src", ""),
];

/// The folder of a module.
fn folder(module: &str) -> PathBuf {
    let folders =
        SOURCES.map(|(sources, own)| root().join(sources).join(if own == module { "" } else { module }));
    folders.into_iter().find(|folder| folder.is_dir()).expect("a module")
}

/// The path of a file below the sources of its crate, from its module on.
fn place(file: &Path) -> PathBuf {
    let below = |(sources, own)| Some(Path::new(own).join(file.strip_prefix(root().join(sources)).ok()?));
    SOURCES.into_iter().find_map(below).expect("a source file")
}

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

/// A file's module: `["cli", "check"]` of `src/cli/check/mod.rs`.
fn module(file: &Path) -> Vec<String> {
    let path = place(file).with_extension("");
    let words = path.iter().map(|word| word.to_string_lossy().into_owned());
    words.filter(|word| word != "mod" && word != "lib").collect()
}

/// The product code of a file: everything before its first test module.
fn product(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("a source file");
    let is_module = |at: usize| {
        text[at..].lines().nth(1).is_some_and(|line| line.contains("mod ") && line.ends_with('{'))
    };
    let end = text.match_indices("#[cfg(test)]").map(|(at, _)| at).find(|at| is_module(*at));
    text[..end.unwrap_or(text.len())].to_owned()
}

/// The beginning of paths of the engine in other crates.
const ENGINE: &str = "undercard_engine::";

/// The paths from the root of the program that code in this module uses, by `crate::`, by `super::`, or by the name of the
/// engine. A brace ends a path as the word `{`, because it hides the names that follow.
fn used(code: &str, module: &[String]) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for line in code.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        let mut rest = line;
        while let Some(at) = ["crate::", "super::", ENGINE].iter().filter_map(|start| rest.find(start)).min()
        {
            rest = &rest[at..];
            let mut path = if rest.starts_with("super::") { module.to_vec() } else { Vec::new() };
            while let Some(behind) = rest.strip_prefix("super::") {
                path.pop();
                rest = behind;
            }
            rest = rest.strip_prefix("crate::").or_else(|| rest.strip_prefix(ENGINE)).unwrap_or(rest);
            loop {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                path.push(if rest.starts_with('{') { "{" } else { &rest[..end] }.to_owned());
                match rest[end..].strip_prefix("::") {
                    Some(behind) => rest = behind,
                    None => break,
                }
            }
            paths.push(path);
        }
    }
    paths
}

#[test]
fn every_form_of_path_is_found() {
    let module = ["games", "fight", "play"].map(String::from);
    for (code, path) in [
        ("use crate::simulation::Hall;", "simulation::Hall"),
        ("fn f() -> crate::stats::Sums {", "stats::Sums"),
        ("use crate::{simulation::Hall, model::Seat};", "{"),
        ("use super::super::super::simulation::Hall;", "simulation::Hall"),
        ("use super::super::taunt::Taunt;", "games::taunt::Taunt"),
        ("use super::state::{State, Hand};", "games::fight::state::{"),
        ("pub(in crate::games::{fight, taunt})", "games::{"),
        ("use undercard_engine::stats::Sums;", "stats::Sums"),
    ] {
        let paths: Vec<String> = used(code, &module).iter().map(|path| path.join("::")).collect();
        assert_eq!(paths, [path], "{code}");
    }
}

/// Whether it is a test of a game, or a conformance test.
fn is_test(file: &Path) -> bool {
    file.components().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "conformance")
        || file.file_stem().is_some_and(|stem| stem == "tests")
}

#[test]
fn every_module_uses_only_the_layers_below_it() {
    for (floor, below) in FLOORS {
        for file in sources(&folder(floor)) {
            if file.file_stem().is_some_and(|stem| stem == "tests") {
                continue;
            }
            for path in used(&product(&file), &module(&file)) {
                let fine = path[0] == *floor || below.contains(&path[0].as_str());
                assert!(fine, "{} uses {}", file.display(), path.join("::"));
            }
        }
    }
    // A game uses only `model` and itself; the list of games may also start their simulations.
    for file in sources(&folder("games")).into_iter().filter(|file| !is_test(file)) {
        let module = module(&file);
        let is_list = module.len() < 2;
        if !is_list && !folder("games").join(&module[1]).is_dir() {
            continue;
        }
        for path in used(&product(&file), &module) {
            let is_fine = if is_list {
                ["games", "simulation"].contains(&path[0].as_str()) || path.len() == 1
            } else {
                path[0] == "games" && path.get(1) == module.get(1)
            };
            assert!(path[0] == "model" || is_fine, "{} uses {}", file.display(), path.join("::"));
        }
    }
}

/// Faces show what experiments return. The bots of the Python package are bots made in code.
#[test]
fn faces_use_no_estimates_of_their_own() {
    let faces =
        [("python/src", "undercard::", &["bots"] as &[&str]), ("src/cli", "crate::", &["programs", "cli"])];
    for (folder, start, may) in faces {
        for file in sources(&root().join(folder)) {
            let text = product(&file);
            for used in text.split(start).skip(1) {
                let word = used.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                let fine = ["experiments", "config", "report"].contains(&word) || may.contains(&word);
                assert!(fine, "{} uses {word}", file.display());
            }
        }
    }
}

#[test]
fn threads_and_clock_are_only_used_where_allowed() {
    for file in SOURCES.iter().flat_map(|(folder, _)| sources(&root().join(folder))) {
        let path = place(&file).to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&file).expect("a source file");
        // A program that is a bot has a deadline, and threads that wait for it.
        let is_face = path.starts_with("cli/") || path == "main.rs" || path == "programs/process.rs";
        if !is_face {
            for banned in ["std::time", "std::env::var", "Instant::", "SystemTime"] {
                let may_measure = path.starts_with("experiments/")
                    || ["studio/answer.rs", "studio/searches.rs"].contains(&path.as_str());
                // After it could not accept a connection.
                let may_wait = path == "studio/server.rs" && banned == "std::time";
                // Where a user's files are, and whether tests bless.
                let may_ask =
                    ["studio/secret.rs", "laws.rs"].contains(&path.as_str()) && banned == "std::env::var";
                let is_fine = may_measure || may_wait || may_ask || !text.contains(banned);
                assert!(is_fine, "{path} uses {banned}");
            }
            // Other files may use a pool, but only the first one runs work on its threads. The second answers a page in each,
            // and the third sees whether the writer of workbooks can start its own.
            if !["simulation/threads.rs", "studio/server.rs", "report/workbook.rs"].contains(&path.as_str()) {
                let product = product(&file);
                let threads = ["broadcast", "par_iter", "std::thread", "thread::"];
                assert!(!threads.iter().any(|word| product.contains(word)), "{path} has threads");
            }
        }
        if path.starts_with("games/") && !is_test(&file) {
            assert!(!text.contains("HashMap"), "{path} uses a hash map");
            assert!(!text.contains("unsafe "), "{path} is unsafe");
        }
    }
}

/// Floating-point numbers are allowed in evaluations (bots' features) and in estimates, but not in rules.
#[test]
fn rules_use_no_floating_point() {
    for file in sources(&folder("games")) {
        let path = file.to_string_lossy().replace('\\', "/");
        let opinion = path.ends_with("/bots.rs") || path.contains("/bots/") || is_test(&file);
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
