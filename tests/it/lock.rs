//! The lock file: what is written into it, and what a check says about it.

use super::program::{answer, folder};
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
    let announced = "warning: the lock file records --games, --seed; a check without it differs";
    assert!(update(&["--games", "300", "--seed", "3"]).contains(announced));
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
