//! All output for people fits a terminal with 80 columns.

use super::program::{answer, folder};
use std::fs;
use std::path::Path;

/// The bots of each game: a shipped strategy, with as many players as possible where it matters.
const GAMES: [(&str, &str, &[&str]); 5] = [
    ("knife-fight", "cutter", &[]),
    ("stabby-jack", "balanced", &["--players", "4"]),
    ("fight", "collector", &[]),
    ("taunt", "brawler", &[]),
    ("stupid-fight", "brawler", &["--players", "6"]),
];

/// Runs a command and checks the width of its lines. A single long word, such as the address of a figure or the bots of a full
/// table, cannot be broken.
fn assert_fits(folder: &Path, args: &[&str]) {
    let (code, stdout, stderr) = answer(folder, args);
    assert!(matches!(code, 0 | 10 | 11), "{args:?}: {stderr}");
    for line in stdout.lines().chain(stderr.lines()) {
        let is_word = line.trim_start().trim_start_matches("--bots ").split_whitespace().count() == 1;
        assert!(is_word || line.chars().count() <= 80, "{args:?}: {line}");
    }
}

#[test]
#[ignore = "plays for long; `just check` runs it"]
fn the_output_of_every_command_fits_80_columns_in_every_game() {
    let folder = folder();
    let folder = folder.path();
    assert_fits(folder, &["list"]);
    for (game, bot, players) in GAMES {
        let fits = |args: &[&str]| assert_fits(folder, &[&args[..1], &[game], &args[1..], players].concat());
        let plays = |args: &[&str]| fits(&[args, &["--bots", "random"]].concat());
        fits(&["run", "--games", "300"]);
        fits(&["run", "--games", "300", "--plan"]);
        plays(&["run", "--games", "300", "--verbose"]);
        plays(&["compare", "--bots-b", bot, "--games", "40", "--explain", "1"]);
        plays(&["impact", "--games", "20"]);
        plays(&["advise", "--keys", "setup.*", "--games", "20"]);
        fits(&["luck", "--bots", &format!("random,{bot}"), "--games", "40"]);
        plays(&["sensitivity", "--keys", "*p*e*", "--keys", "setup.*", "--step", "2", "--games", "4"]);
        fits(&["matchups", "--bots", "all", "--games", "8"]);
        plays(&["compare", "--bots-b", bot, "--games", "40", "--verbose", "--table-minutes", "2"]);
        plays(&["impact", "--games", "20", "--verbose"]);
        plays(&["sensitivity", "--keys", "*p*e*", "--games", "4", "--verbose"]);
        fits(&["train", "--games", "1000"]);
        fits(&["replay"]);
        assert_fits(folder, &["list", game]);
        assert_fits(folder, &["list", game, "--metrics"]);
    }
    assert_fits(folder, &["exploit", "knife-fight", "--bots", "random", "--learn", "2000", "--games", "20"]);
    assert_fits(folder, &["matchups", "taunt", "--characters", "all", "--games", "8"]);
    fs::write(folder.join("games.csv"), super::playtest::EVENINGS).expect("a file");
    assert_fits(folder, &["playtest", "games.csv", "knife-fight", "--games", "300", "--names", "--verbose"]);
    assert_fits(folder, &["playtest", "games.csv", "knife-fight", "--games", "300", "--bots", "skill"]);
    let house = "game = 'knife-fight'\n[targets]\n'metrics/first-blood-win-share' = { max = 0.9, bots = ['random', \
                 'cutter,medic'] }\n'win_rates/side/red' = { min = 0.42, max = 0.43 }\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    assert_fits(folder, &["check", "house.toml", "--games", "5000", "--update"]);
    assert_fits(folder, &["check", "house.toml", "--games", "5000", "--plan"]);
    assert_fits(folder, &["tune", "house.toml", "--keys", "rules.bleed-divisor", "--games", "300"]);
    let (divisor, hand) = ("rules.bleed-divisor=1..4", "setup.hand-size=1..8");
    assert_fits(folder, &["sweep", "knife-fight", "--vary", divisor, "--vary", hand, "--games", "20"]);
    // Without a limit, rows are not wrapped.
    let (_, wide, _) = answer(folder, &["--wide", "list", "knife-fight", "--metrics"]);
    assert!(wide.lines().any(|line| line.chars().count() > 80), "{wide}");
}
