//! The lock file: what is written into it, and what a check says about it.

use super::program::{answer, folder, unwrapped};
use std::fs;

const HOUSE: &str =
    "game = 'knife-fight'\n[run]\nbots = ['mine.toml']\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
const MINE: &str = "game = 'knife-fight'\nbelieves = 'Strikes.'\n[weights]\ndamage-dealt = 1\n";

#[test]
fn a_lock_with_other_options_than_the_config_is_announced() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("house.toml"), HOUSE).expect("a file");
    fs::write(folder.join("mine.toml"), MINE).expect("a file");
    let update = |more: &[&str]| {
        let (code, _, stderr) = answer(folder, &[&["check", "house.toml", "--update"], more].concat());
        assert_eq!(code, 0, "{stderr}");
        stderr
    };
    let announced = "warning: the lock file records --seed; a check without it differs; with --games, the lock file counts only 300 games";
    let stderr = update(&["--games", "300", "--seed", "3"]);
    assert!(unwrapped(&stderr).contains(announced), "{stderr}");
    assert!(!update(&[]).contains("warning: the lock file records"));
    // Windows may check out the strategy with other ends of lines.
    fs::write(folder.join("mine.toml"), MINE.replace('\n', "\r\n")).expect("a file");
    let (code, text, stderr) = answer(folder, &["check", "house.toml", "--locked"]);
    assert!(code == 0 && !text.contains("changed") && !stderr.contains("changed"), "{text}{stderr}");
    let lock = fs::read_to_string(folder.join("undercard.lock")).expect("a lock file");
    fs::write(folder.join("undercard.lock"), lock.replace("lock = 2", "lock = 3")).expect("a lock file");
    let (code, _, stderr) = answer(folder, &["check", "house.toml"]);
    assert!(code == 12 && stderr.contains("wrote this file; update undercard\n"), "{stderr}");
}

/// Every part of a required lock file that cannot be compared is a failure, also where inconclusive targets are allowed.
#[test]
fn a_required_lock_must_be_compared() {
    let folder = folder();
    let folder = folder.path();
    let house = HOUSE.replace("[run]", "[run]\ngames = 300");
    fs::write(folder.join("house.toml"), &house).expect("a file");
    fs::write(folder.join("mine.toml"), MINE).expect("a file");
    let check =
        |more: &[&str]| answer(folder, &[&["check", "house.toml", "--junit", "new/x.xml"], more].concat());
    assert_eq!(check(&["--update"]).0, 0);
    let other = house.replace("[run]", "[run]\nseed = 2") + "[cards.ten]\ndamage = 9\n";
    fs::write(folder.join("house.toml"), other).expect("a file");
    assert_eq!(check(&[]).0, 11);
    assert_eq!(check(&["--allow-inconclusive"]).0, 0);
    let (code, text, _) = check(&["--locked", "--allow-inconclusive"]);
    assert!(code == 10 && text.contains("cards.ten.damage 10 → 9"), "{text}");
    let junit = fs::read_to_string(folder.join("new/x.xml")).expect("a report");
    assert!(junit.contains("failures=\"1\""), "{junit}");
    // Reports exist also if their folder did not, and nothing could be checked.
    fs::remove_dir_all(folder.join("new")).expect("removed");
    fs::write(folder.join("undercard.lock"), "a = 1\n<<<<<<< HEAD\n").expect("a lock file");
    let (code, _, stderr) = check(&[]);
    let stderr = unwrapped(&stderr);
    assert!(
        code == 12 && stderr.contains("undercard.lock:2: found a merge conflict, expected a lock file"),
        "{stderr}"
    );
    assert!(stderr.contains("git checkout --ours undercard.lock") && !stderr.contains("restore"), "{stderr}");
    assert!(folder.join("new/x.xml").exists());
    let (code, ..) = answer(folder, &["check", "--games", "x", "--junit", "third/x.xml"]);
    let junit = fs::read_to_string(folder.join("third/x.xml")).expect("a report");
    assert!(code == 2 && junit.contains("not-checked"), "{junit}");
}

#[test]
fn a_required_lock_fails_without_the_configs_it_has() {
    let folder = folder();
    let folder = folder.path();
    let house = HOUSE.replace("[run]", "[run]\ngames = 300").replace("'mine.toml'", "'cutter'");
    for name in ["a.toml", "b.toml"] {
        fs::write(folder.join(name), &house).expect("a file");
    }
    assert_eq!(answer(folder, &["check", "a.toml", "b.toml", "--update"]).0, 0);
    let check = |more: &[&str]| answer(folder, &[&["check", "a.toml"], more].concat());
    assert_eq!(check(&["--locked"]).0, 0, "b.toml exists");
    fs::remove_file(folder.join("b.toml")).expect("removed");
    assert_eq!(check(&[]).0, 0);
    let (code, text, _) = check(&["--locked", "--allow-inconclusive", "--junit", "x.xml"]);
    assert!(code == 10 && text.starts_with("fail: ") && text.contains("no longer exist: b.toml;"), "{text}");
    let junit = fs::read_to_string(folder.join("x.xml")).expect("a report");
    assert!(junit.contains("failures=\"1\"") && junit.contains("b.toml does not exist"), "{junit}");
    let (code, text, _) = check(&["--update"]);
    assert!(code == 0 && text.contains("removed from undercard.lock"), "{text}");
    assert_eq!(check(&["--locked"]).0, 0);
}
