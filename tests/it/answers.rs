//! The laws of answers, over all commands: the first lines are the answer, every face prints the same ones, and the figures
//! beside a sentence say what it claims.

use super::program::{answer, folder, inside, table_of};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use undercard::report::claim::{Claim, Says};

/// Commands with few games, in games of all kinds.
const COMMANDS: [&str; 16] = [
    "run knife-fight --games 20k --bots random",
    "run stupid-fight --games 300",
    "run DUEL --games 500 --bots random",
    "run knife-fight --games 500 --bots panel",
    "run fight --players 3 --games 300 --bots random",
    "compare knife-fight --games 2k --bots random --set-b cards.ten.damage=3",
    "impact knife-fight --games 500 --bots random",
    "impact taunt --games 200 --bots random",
    "sweep knife-fight --vary rules.bleed-divisor=2..4 --show metrics/length-mean --games 500 --bots random",
    "sweep fight --vary setup.players=2..4 --games 500 --bots random",
    "sensitivity knife-fight --keys deck.black.* --games 2k --bots random",
    "matchups knife-fight --bots all --games 200",
    "luck stabby-jack --games 200 --bots random",
    "advise knife-fight --games 2k --bots random --set deck.red.joker=4 --keys deck.*",
    "check house.toml --games 5k --bots random",
    "tune house.toml --games 300 --bots random --keys rules.bleed-divisor",
];

const HOUSE: &str = "game = 'knife-fight'\n[targets]\n'metrics/length-mean' = { min = 8.0, max = 9.5 }\n";

/// A text as words: without line breaks, capitals and ends of sentences.
fn words(text: &str) -> String {
    let text = text.replace("&amp;", "&").replace("&#39;", "'").replace("&quot;", "\"");
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The result of a command, and what it printed.
fn played(folder: &Path, command: &str) -> (String, String) {
    let duel = super::root().join("examples/described/duel.toml");
    let duel = duel.to_string_lossy();
    let args: Vec<&str> = command.split(' ').map(|word| if word == "DUEL" { &*duel } else { word }).collect();
    let (code, stdout, stderr) = answer(folder, &[&args[..], &["--out", "o"]].concat());
    assert!(matches!(code, 0 | 10 | 11), "{command}: {stderr}");
    let into = ["report", "o", "--out", "page.html", "--force"];
    assert_eq!(answer(folder, &into).0, 0, "{command}");
    (stdout, fs::read_to_string(result_of(folder).join("result.json")).expect("a result"))
}

fn result_of(folder: &Path) -> std::path::PathBuf {
    let folders =
        fs::read_dir(folder.join("o")).expect("a folder").map(|entry| entry.expect("an entry").path());
    folders
        .into_iter()
        .find(|path| path.join("result.json").is_file())
        .unwrap_or_else(|| inside(&folder.join("o")))
}

#[test]
fn the_first_lines_are_the_answer_on_every_face() {
    for command in COMMANDS {
        let folder = folder();
        let folder = folder.path();
        fs::write(folder.join("house.toml"), HOUSE).expect("a file");
        let (stdout, json) = played(folder, command);
        let result: Value = serde_json::from_str(&json).expect("JSON");
        let sentences: Vec<String> = result["conclusion"]
            .as_array()
            .expect("sentences")
            .iter()
            .map(|sentence| words(sentence.as_str().expect("a text").trim_end_matches('.')))
            .collect();
        let first = sentences.first().unwrap_or_else(|| panic!("{command}: no answer"));
        // The answer follows what was played, before any table.
        let head: Vec<&str> = stdout.split("\n\n").take(2).collect();
        assert!(words(&head.join(" ")).contains(first), "{command}: {first}\n{stdout}");
        // A page names cards and bots by their titles.
        let page = words(&fs::read_to_string(folder.join("page.html")).expect("a page"));
        assert!(page.contains(first), "{command}: {first} is not on the page");
    }
}

/// The columns of intervals, by the column of the value: those that hold together first.
const ENDS: [(&str, &[[&str; 2]]); 6] = [
    ("win_share", &[["joint_low", "joint_high"]]),
    ("score", &[["joint_low", "joint_high"], ["score_low", "score_high"]]),
    ("delta", &[["delta_low", "delta_high"]]),
    ("ablation", &[["ablation_low", "ablation_high"]]),
    ("one_copy", &[["one_copy_low", "one_copy_high"]]),
    ("value", &[["joint_low", "joint_high"], ["low", "high"]]),
];

#[test]
fn a_sentence_claims_what_the_figures_beside_it_say() {
    let mut n_claims = BTreeMap::new();
    for command in COMMANDS {
        let folder = folder();
        let folder = folder.path();
        fs::write(folder.join("house.toml"), HOUSE).expect("a file");
        let (_, json) = played(folder, command);
        let result: Value = serde_json::from_str(&json).expect("JSON");
        let claims: Vec<Claim> = serde_json::from_value(result["claims"].clone()).expect("claims");
        for claim in &claims {
            assert!(claim.sentence < result["conclusion"].as_array().expect("sentences").len(), "{command}");
            let (columns, rows) = table_of(&json, &claim.table);
            let number = |column: &str, row: usize| {
                let at = columns.iter().position(|known| known == column)?;
                rows.get(row)?[at].parse::<f64>().ok()
            };
            let ends = ENDS.iter().find(|(column, _)| *column == claim.column).expect("a known column").1;
            let ends = ends.iter().find(|ends| columns.iter().any(|column| column == ends[0]));
            let [low, high] = ends.expect("an interval");
            // No value within the interval contradicts what is said of one row.
            if matches!(claim.says, Says::Above(_) | Says::Below(_)) {
                for end in [low, high] {
                    // The last digit is rounded.
                    let inside = |row| Some(number(end, row)? + if end == low { 1e-6 } else { -1e-6 });
                    assert!(!claim.is_refuted(inside), "{command}: {claim:?}");
                }
            }
            assert!(!claim.is_refuted(|row| number(&claim.column, row)), "{command}: {claim:?}");
            assert!(
                claim.rows.iter().all(|row| number(&claim.column, *row).is_some()),
                "{command}: {claim:?}"
            );
        }
        *n_claims.entry(command.split(' ').next().expect("a command")).or_insert(0) += claims.len();
    }
    // Every command that compares something claims something.
    for command in ["run", "compare", "impact", "sweep", "sensitivity", "matchups", "advise", "check"] {
        assert!(n_claims[command] > 0, "{n_claims:?}");
    }
}
