//! `tune`: its proposal passes `check`, and old files are removed.

use super::program::{answer, folder, with_file};
use std::path::Path;

/// Four additional aces in one deck, and targets that require balance.
const HOUSE: &str = "# Aces high.
game = 'knife-fight'
[run]
bots = ['random']
[cards.ace]
strength = 11 # once 1
[deck.red]
ace = 6
[targets]
'win_rates/side/black' = { at = 0.425, within = 0.02 }
'win_rates/side/red' = { at = 0.425, within = 0.02 }
'metrics/length-mean' = { min = 5, max = 8 }
";

fn tune<'a>(config: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let tune = ["tune", config, "--games", "8k", "--keys", "cards.a*", "--keys", "rules.b*", "--out", "out"];
    [&tune[..], more].concat()
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).expect("a file")
}

#[test]
fn the_proposal_passes_as_a_config_on_any_number_of_threads() {
    let play = |threads: &str| {
        let folder = folder();
        std::fs::write(folder.path().join("house.toml"), HOUSE).expect("a file");
        let (code, text, error) = answer(folder.path(), &tune("house.toml", &["--threads", threads]));
        assert_eq!(code, 0, "{text}{error}");
        if threads == "2" {
            let (code, checked, _) = answer(folder.path(), &["check", "out/tune/tuned.toml"]);
            assert_eq!(code, 0, "{checked}");
            let (code, checked, _) = answer(folder.path(), &["check", "house.toml"]);
            assert_ne!(code, 0, "it was not met before: {checked}");
        }
        let file = |name: &str| read(folder.path(), &format!("out/tune/{name}"));
        (text, file("tune.csv"), file("tune_settings.csv"), file("tuned.toml"))
    };
    let (text, csv, settings, tuned) = play("1");
    assert!(text.contains("Change one value: "), "{text}");
    let (about, rules) = tuned.split_once("# Aces high.").expect("the house's own comment");
    assert!(about.contains("verified on held-out games: pass"), "{tuned}");
    // Exactly the proposed change.
    let house = HOUSE.replace("strength = 11 #", "strength = 9 #");
    let (rules, seal) =
        rules.rsplit_once("# Undercard replaces this file only while it is unchanged").expect("a checksum");
    assert!(format!("# Aces high.{rules}") == house && seal.lines().count() == 1, "{rules}{seal}");
    assert!(csv.lines().last().is_some_and(|row| row.contains(",1,judged,")), "one change: {csv}");
    assert!(
        settings.lines().last().is_some_and(|row| row.contains(",cards.ace.strength,9.0000,,")),
        "{settings}"
    );
    assert_eq!((text, csv, settings, tuned), play("2"));
}

#[test]
fn options_become_part_of_the_proposed_config() {
    let folder = folder();
    std::fs::write(folder.path().join("house.toml"), HOUSE.replace("ace = 6", "ace = 2")).expect("a file");
    let more = ["--set", "deck.red.ace=6", "--bots", "random,random"];
    let (code, text, error) = answer(folder.path(), &tune("house.toml", &more));
    assert_eq!(code, 0, "{text}{error}");
    let tuned = read(folder.path(), "out/tune/tuned.toml");
    assert!(tuned.contains("ace = 6") && tuned.contains("bots = [\"random\", \"random\"]"), "{tuned}");
    assert!(text.contains("; bots: random\n"), "{text}");
    assert_eq!(answer(folder.path(), &["lint", "out/tune/tuned.toml"]).0, 0);
}

/// An item of a list, in a game that assigns characters to seats at random.
#[test]
fn an_item_of_a_list_can_be_changed() {
    let house = "game = 'taunt'
[run]
bots = ['random']
[moves.kick]
damage = [3, 4, 5, 6]
[targets]
'metrics/length-mean' = { max = 40 }
";
    with_file("t.toml", house, |folder| {
        let tune = [
            "tune",
            "t.toml",
            "--games",
            "2000",
            "--out",
            "out",
            "--step",
            "12",
            "--keys",
            "moves.k*.damage.*",
        ];
        let (code, text, error) = answer(folder, &tune);
        assert_eq!(code, 0, "{text}{error}");
        assert_eq!(answer(folder, &["check", "out/tune/tuned.toml"]).0, 0, "{text}");
    });
}

/// A target with several line-ups, the first of which decides it. The others are played nevertheless.
#[test]
fn every_candidate_plays_every_line_up() {
    let house = "game = 'knife-fight'
[targets]
'metrics/length-mean' = { min = 7.6, bots = ['random', 'medic'] }
";
    with_file("house.toml", house, |folder| {
        let tune = ["tune", "house.toml", "--games", "2k", "--keys", "rules.bleed*", "--out", "out"];
        let (code, text, error) = answer(folder, &tune);
        assert_eq!(code, 0, "{text}{error}");
        assert!(text.contains("rules.bleed-divisor") && text.contains("; bots: random; medic\n"), "{text}");
        assert_eq!(answer(folder, &["check", "out/tune/tuned.toml"]).0, 0, "{text}");
    });
}

#[test]
fn impossible_targets_are_reported_and_old_files_removed() {
    let house = HOUSE.replace("min = 5, max = 8", "min = 50");
    with_file("house.toml", house, |folder| {
        std::fs::create_dir_all(folder.join("out/tune")).expect("a folder");
        let old = "# Found by `undercard tune`; verified on held-out games: pass.\n# My own changes.\n";
        std::fs::write(folder.join("out/tune/tuned.toml"), old).expect("a file");
        let search = ["--changes", "1", "--reach", "1"];
        // A proposal that somebody has edited is not lost.
        let (code, _, error) = answer(folder, &tune("house.toml", &search));
        assert!(
            code == 2 && error.contains("or which was changed since") && error.contains("--force"),
            "{error}"
        );
        assert_eq!(read(folder, "out/tune/tuned.toml"), old);
        let (code, text, _) = answer(folder, &tune("house.toml", &[&search[..], &["--force"]].concat()));
        assert_eq!(code, 10, "{text}");
        assert!(text.contains("No candidate passes every target."), "{text}");
        assert!(!folder.join("out/tune/tuned.toml").exists());
        // The closest attempt is a config, too.
        let attempt = read(folder, "out/tune/best-attempt.toml");
        let about = attempt.lines().next().expect("a line");
        assert!(
            about.starts_with(
                "# Found by `undercard tune`, the closest attempt. It misses: metrics/length-mean ("
            ) && about.contains(", target at least 50, ")
                && about.ends_with(". Changes:"),
            "{about}"
        );
        // A game of a candidate rules nothing out.
        let one_game = ["tune", "house.toml", "--games", "1", "--keys", "cards.ten.damage", "--out", "one"];
        let (code, one, _) = answer(folder, &one_game);
        assert!(code == 11 && one.contains("to rule all out; raise --games"), "{one}");
        assert_eq!(answer(folder, &["lint", "out/tune/best-attempt.toml"]).0, 0, "{attempt}");
        assert_eq!(answer(folder, &["check", "out/tune/best-attempt.toml"]).0, 10);
        assert!(text.contains("closest attempt is saved to out/tune/best-attempt.toml"), "{text}");
        // How near each figure is, and how much was tried.
        let distance = text.lines().find(|line| line.starts_with("mean length"));
        assert!(
            distance.is_some_and(|line| line.contains("at least 50") && !line.ends_with("within")),
            "{text}"
        );
        assert!(text.contains("The search was exhaustive: it tried all "), "{text}");
        let result: serde_json::Value =
            serde_json::from_str(&read(folder, "out/tune/result.json")).expect("JSON");
        let best = &result["details"]["best"];
        assert_eq!((&best["verified"], best["figures"].as_array().map(Vec::len)), (&false.into(), Some(3)));
        assert_eq!(result["unit"], "candidates");
        assert_eq!(answer(folder, &["report", "out"]).0, 0);
        let page = read(folder, "out/tune.html");
        assert!(page.contains("best-attempt.toml is the config with these changes."), "{page}");
        // Also if the unchanged config is the closest: no game has 100 rounds.
        let never = "game = 'knife-fight'\n[targets]\n'metrics/length-mean' = { min = 100 }\n";
        std::fs::write(folder.join("never.toml"), never).expect("a file");
        let args = [
            "tune",
            "never.toml",
            "--games",
            "2k",
            "--keys",
            "rules.max-rounds",
            "--reach",
            "1",
            "--out",
            "never",
        ];
        let (code, text, error) = answer(folder, &args);
        assert!(code == 10 && text.contains("saved to never/tune/best-attempt.toml"), "{text}{error}");
        assert_eq!(answer(folder, &["lint", "never/tune/best-attempt.toml"]).0, 0);
        let place = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part} is not in {page}"));
        assert!(place("<h2 id=\"proposal-title\">No solution") < place("<h2 id=\"tune-title\">"));
    });
}

#[test]
fn the_size_of_a_search_is_estimated() {
    with_file("house.toml", HOUSE, |folder| {
        let (code, text, _) = answer(folder, &["tune", "house.toml", "--plan", "--games", "200"]);
        assert!(code == 0 && text.contains("candidates of 200 games; about "), "{text}");
        assert!(!folder.join("reports").exists());
        let worth = ["--set", "targets.impact/*/all={ at = 0, within = 0.04 }", "--games", "200", "--plan"];
        let (code, text, stderr) = answer(folder, &[&["tune", "knife-fight"], &worth[..]].concat());
        let each = "candidates of 200 games with and without each of 14 cards: 8,400 games; about ";
        assert!(code == 0 && super::program::unwrapped(&text).contains(each), "{text}{stderr}");
    });
}

#[test]
fn a_config_that_meets_its_targets_is_unchanged() {
    with_file("house.toml", "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.3 }", |folder| {
        let (code, text, _) = answer(folder, &tune("house.toml", &[]));
        assert!(code == 0 && text.contains("No change is needed. The target passes on "), "{text}");
        assert!(!folder.join("out/tune/tuned.toml").exists());
    });
}
