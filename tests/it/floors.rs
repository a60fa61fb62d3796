//! Checks the layers of ARCHITECTURE.md by reading the paths that source files use.

use super::root;
use std::path::{Path, PathBuf};

/// Each layer of the engine, and the others that it may use.
const FLOORS: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("stats", &["model"]),
    ("bots", &["model"]),
    ("simulation", &["model", "stats", "bots"]),
];

/// The sources of each crate but the engine.
const OTHERS: [&str; 6] = [
    "crates/report/src",
    "crates/config/src",
    "crates/experiments/src",
    "crates/studio/src",
    "web/src",
    "src",
];

fn engine() -> PathBuf {
    root().join("crates/engine/src")
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

/// The product code of a file: everything before its first test module.
fn product(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("a source file");
    let is_module = |at: usize| {
        text[at..].lines().nth(1).is_some_and(|line| line.contains("mod ") && line.ends_with('{'))
    };
    let end = text.match_indices("#[cfg(test)]").map(|(at, _)| at).find(|at| is_module(*at));
    text[..end.unwrap_or(text.len())].to_owned()
}

/// Checks that the product code of a file below `folder` of the engine uses, by `crate::`, only these modules, and nothing
/// above the folder by `super::`.
fn assert_uses(file: &Path, folder: &Path, is_fine: impl Fn(&str) -> bool) {
    let code = product(file);
    let lines = || code.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    for path in lines().flat_map(|line| line.split("crate::").skip(1)) {
        // A brace hides the names that follow.
        assert!(!path.starts_with('{') && is_fine(path), "{} uses {path}", file.display());
    }
    let below = file.strip_prefix(folder).expect("a file of the folder").with_extension("");
    let depth = below.iter().filter(|part| *part != "mod").count();
    let climbs = "super::".repeat(depth + 1);
    assert!(!lines().any(|line| line.contains(&climbs)), "{} leaves its layer", file.display());
}

/// Whether it is a test of a game, or a conformance test.
fn is_test(file: &Path) -> bool {
    file.components().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "conformance")
        || file.file_stem().is_some_and(|stem| stem == "tests")
}

#[test]
fn every_module_uses_only_the_layers_below_it() {
    let is_in = |path: &str, module: &str| {
        path.strip_prefix(module)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    for (floor, below) in FLOORS {
        let folder = engine().join(floor);
        for file in sources(&folder).iter().filter(|file| !is_test(file)) {
            assert_uses(file, &folder, |path| {
                is_in(path, floor) || below.iter().any(|below| is_in(path, below))
            });
        }
    }
    // A game uses only `model` and itself; the list of games may also start their simulations.
    let games = engine().join("games");
    for file in sources(&games).iter().filter(|file| !is_test(file)) {
        let name =
            file.strip_prefix(&games).expect("a game").iter().next().expect("a name").to_string_lossy();
        let folder = games.join(&*name);
        if folder.is_dir() {
            let own = format!("games::{name}");
            assert_uses(file, &folder, |path| is_in(path, "model") || is_in(path, &own));
        } else if name == "mod.rs" {
            assert_uses(file, &games, |path| {
                ["model", "games", "simulation"].iter().any(|may| is_in(path, may))
            });
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
    let all =
        sources(&engine()).into_iter().chain(OTHERS.iter().flat_map(|folder| sources(&root().join(folder))));
    for file in all {
        let path = file.strip_prefix(root()).expect("a source").to_string_lossy().replace('\\', "/");
        let path = path.trim_start_matches("crates/").replace("src/", "");
        let text = std::fs::read_to_string(&file).expect("a source file");
        let is = |paths: &[&str]| paths.contains(&path.as_str());
        // A program that is a bot has a deadline, and threads that wait for it.
        if !(path.starts_with("cli/") || is(&["main.rs", "programs/process.rs"])) {
            for banned in ["std::time", "std::env::var", "Instant::", "SystemTime"] {
                let is_fine = path.starts_with("experiments/")
                    || is(&["studio/answer.rs", "studio/searches.rs"])
                    // After it could not accept a connection.
                    || is(&["studio/server.rs"]) && banned == "std::time"
                    // Where a user's files are, and whether tests bless.
                    || is(&["studio/secret.rs", "laws.rs"]) && banned == "std::env::var";
                assert!(is_fine || !text.contains(banned), "{path} uses {banned}");
            }
            // Other files may use a pool, but only the first one runs work on its threads. The second answers a page in each,
            // and the third sees whether the writer of workbooks can start its own.
            if !is(&["engine/simulation/threads.rs", "studio/server.rs", "report/workbook.rs"]) {
                let threads = ["broadcast", "par_iter", "std::thread", "thread::"];
                assert!(!threads.iter().any(|word| product(&file).contains(word)), "{path} has threads");
            }
        }
        if path.starts_with("engine/games/") && !is_test(&file) {
            assert!(!text.contains("HashMap"), "{path} uses a hash map");
            assert!(!text.contains("unsafe "), "{path} is unsafe");
        }
    }
}

/// Floating-point numbers are allowed in evaluations (bots' features) and in estimates, but not in rules.
#[test]
fn rules_use_no_floating_point() {
    for file in sources(&engine().join("games")) {
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
