//! `tune`: its proposal passes `check`, and old files are removed.

use super::program::{answer, folder, refused_in, unwrapped, with_file};
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
    let games = if more.contains(&"--games") { &[][..] } else { &["--games", "8k"] };
    let tune = ["tune", config, "--keys", "cards.a*", "--keys", "rules.b*", "--out", "out"];
    let tune = [&tune[..], games].concat();
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
    assert!(text.contains("Works: ") && text.contains(" not tested with others"), "{text}");
    assert!(text.contains("Also: ") || text.contains("Nothing else measurably changes."), "{text}");
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

/// A search for exploiters at every candidate would take days.
#[test]
fn targets_on_exploiters_are_left_to_check() {
    let only = "game = 'knife-fight'\n[targets]\n'exploit/random' = { max = 0.99 }\n";
    let house = format!("{only}'metrics/length-mean' = {{ min = 8.0, max = 9.5 }}\n");
    with_file("house.toml", house, |folder| {
        let args =
            ["tune", "house.toml", "--keys", "rules.bleed-divisor", "--games", "200", "--bots", "random"];
        let (code, text, error) = answer(folder, &args);
        assert!(code == 0 && text.contains("Not judged: exploit/random, which "), "{text}{error}");
        assert!(
            read(folder, "reports/knife-fight-house/tune/tuned.toml").contains("'exploit/random'"),
            "{text}"
        );
        std::fs::write(folder.join("only.toml"), only).expect("a file");
        let parts =
            ["only.toml: found no [targets] but exploit/random, which only `check` judges, expected targets"];
        refused_in(folder, &["tune", "only.toml"], &parts);
    });
}

#[test]
fn repeated_searches_for_the_same_targets_are_judged_more_strictly() {
    with_file("house.toml", HOUSE, |folder| {
        let search =
            |more: &[&str]| answer(folder, &tune("house.toml", &[&["--games", "1k"], more].concat()));
        let (_, text, stderr) = search(&[]);
        assert!(
            text.contains("All verdicts hold together at 95 %.") && !stderr.contains("earlier"),
            "{text}{stderr}"
        );
        // The same search again is the same search.
        assert!(!search(&[]).2.contains("earlier search"));
        let (_, _, stderr) = search(&["--seed", "2"]);
        assert!(stderr.contains("1 earlier search for these targets; --searched 1 judges"), "{stderr}");
        let (_, text, stderr) = search(&["--seed", "3", "--searched", "2"]);
        assert!(!stderr.contains("--searched"), "{stderr}");
        assert!(
            unwrapped(&text).contains("at 99.6667 %, because this is search 3 for these targets"),
            "{text}"
        );
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
        assert!(text.contains("Nothing was shown to work: no candidate passes every target."), "{text}");
        assert!(!folder.join("out/tune/tuned.toml").exists());
        // A game of a candidate rules nothing out.
        let one_game = ["tune", "house.toml", "--games", "1", "--keys", "cards.ten.damage", "--out", "one"];
        let (code, one, _) = answer(folder, &one_game);
        assert!(code == 11 && one.contains("to rule all out; raise --games"), "{one}");
        assert_eq!(answer(folder, &["check", "out/tune/closest.toml"]).0, 10);
        assert!(text.contains("closest candidate is saved to out/tune/closest.toml"), "{text}");
        assert!(text.contains("The search was exhaustive: it tried all "), "{text}");
        let result: serde_json::Value =
            serde_json::from_str(&read(folder, "out/tune/result.json")).expect("JSON");
        let best = &result["details"]["best"];
        assert_eq!((&best["verified"], best["figures"].as_array().map(Vec::len)), (&false.into(), Some(3)));
        assert_eq!(result["unit"], "candidates");
    });
}

#[test]
fn a_proposal_has_the_options_all_line_ups_and_items_of_lists() {
    let taunt = "game = 'taunt'\n[run]\nbots = ['random']\n[moves.kick]\ndamage = [3, 4, 5, 6]\n\
                 [targets]\n'metrics/length-mean' = { max = 40 }\n";
    // The first line-up decides the target. The other is played nevertheless.
    let two = "game = 'knife-fight'\n[targets]\n'metrics/length-mean' = { min = 7.6, bots = ['random', 'medic'] }\n";
    let house = HOUSE.replace("ace = 6", "ace = 2");
    for (text, args, parts) in [
        (
            house.as_str(),
            "--games 8k --keys cards.a* --keys rules.b* --set deck.red.ace=6 --bots random,random",
            &["ace = 6", "bots = [\"random\", \"random\"]"][..],
        ),
        (taunt, "--games 2000 --step 12 --keys moves.k*.damage.*", &[]),
        (two, "--games 2k --keys rules.bleed*", &["bleed-divisor"]),
    ] {
        with_file("house.toml", text, |folder| {
            let args: Vec<&str> = args.split(' ').chain(["--out", "out"]).collect();
            let (code, text, error) = answer(folder, &[&["tune", "house.toml"], &args[..]].concat());
            assert_eq!(code, 0, "{text}{error}");
            let tuned = read(folder, "out/tune/tuned.toml");
            assert!(parts.iter().all(|part| tuned.contains(part)), "{tuned}");
            let command = if parts.len() > 1 { "lint" } else { "check" };
            assert_eq!(answer(folder, &[command, "out/tune/tuned.toml"]).0, 0, "{text}");
        });
    }
    with_file("house.toml", "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.3 }", |folder| {
        let (code, text, _) = answer(folder, &tune("house.toml", &[]));
        assert!(
            code == 0 && text.contains("No change is needed: the config passes the target on "),
            "{text}"
        );
        assert!(!folder.join("out/tune/tuned.toml").exists());
    });
}
