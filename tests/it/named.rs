//! Names of results: `--name`, and results in place of configs.

use super::program::{answer, folder, inside, names, refused_in, unwrapped};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn done(folder: &Path, args: &[&str]) -> String {
    let (code, stdout, stderr) = answer(folder, args);
    assert_eq!(code, 0, "{args:?}: {stderr}");
    stdout
}

fn result(folder: &Path, of: &str) -> Value {
    let result = inside(&folder.join("reports").join(of)).join("result.json");
    let text = fs::read_to_string(result).expect("a result");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_named_result_has_its_own_folder_and_the_same_digest() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    done(folder, &["run", "house.toml", "-n", "300"]);
    done(folder, &["run", "house.toml", "-n", "300", "--name", "mild"]);
    let (plain, mild) = (result(folder, "knife-fight-house"), result(folder, "mild"));
    assert_eq!((&plain["name"], &mild["name"]), (&Value::Null, &"mild".into()));
    assert_eq!(plain["result_digest"], mild["result_digest"]);
    done(folder, &["report", "reports/mild"]);
    let page = fs::read_to_string(folder.join("reports/mild/run.html")).expect("a page");
    assert!(page.contains("2 players: mild</title>"));
    done(folder, &["run", "house.toml", "-n", "300", "--shard", "1/1", "--name", "split"]);
    for args in [
        &["compare", "house.toml", "--set-b", "rules.tie=no-hit", "-n", "300"][..],
        &["check", "house.toml", "-n", "300"],
        &["replay", "house.toml"],
        &["verify", "reports/mild"],
    ] {
        done(folder, &[args, &["--name", "mild"]].concat());
        assert_eq!(result(folder, &format!("mild/{}", args[0]))["name"], "mild", "{args:?}");
    }
    done(folder, &["merge", "reports/mild", "--name", "whole"]);
    assert_eq!(result(folder, "whole")["name"], "whole");
    done(folder, &["report", "whole"]);
    let page = fs::read_to_string(folder.join("reports/whole/run.html")).expect("a page");
    assert!(
        page.contains("2 players: whole</title>") && page.contains("300 games"),
        "the page of a merged run"
    );
    assert_eq!(names(&folder.join("reports")), ["knife-fight-house", "mild", "split", "whole"]);
    refused_in(folder, &["run", "house.toml", "--name", "../x"], &["'../x'", "--name", "letters, digits"]);
    refused_in(folder, &["run", "house.toml", "--name", "x", "--out", "y"], &["--out"]);
}

#[test]
fn a_result_is_a_config() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("house.toml"), "game = 'knife-fight'\n[cards.ten]\ndamage = 9\n").expect("a file");
    let strategy = super::root().join("strategies/knife-fight/medic.toml");
    fs::copy(strategy, folder.join("mine.toml")).expect("a file");
    done(folder, &["run", "house.toml", "-n", "300", "--name", "mild", "--bots", "mine.toml"]);
    done(folder, &["luck", "house.toml", "-n", "400", "--bots", "cutter", "--name", "mild"]);
    fs::remove_file(folder.join("mine.toml")).expect("removed");
    fs::remove_file(folder.join("house.toml")).expect("removed");
    // The stored strategy is played, too.
    done(folder, &["run", "mild", "-n", "300", "--name", "again"]);
    assert_eq!(result(folder, "again")["configs"], result(folder, "mild")["configs"]);
    // Without run.toml, the settings are those of result.json.
    let diff = done(folder, &["compare", "knife-fight", "reports/mild/luck", "--dry-run"]);
    assert!(diff.contains("\n  cards.ten.damage 10 → 9\n"), "{diff}");
    // A game id wins.
    done(folder, &["run", "knife-fight", "-n", "300"]);
    done(
        folder,
        &["compare", "mild", "--set-b", "rules.tie=no-hit", "-n", "200", "--name", "two", "--bots", "random"],
    );
    for (config, parts) in [
        ("milt", &["did you mean `mild`"][..]),
        ("reports/two/compare", &["a result of 2 configs", "expected one config: two:a, two:b"]),
        ("reports/two", &["a directory", "expected one config: two:a, two:b"]),
        ("two:c", &["a result with 2 configs", "two:a, two:b"]),
    ] {
        refused_in(folder, &["run", config], parts);
    }
    let path = folder.join("reports/mild/luck/result.json");
    let text = fs::read_to_string(&path).expect("a result").replace("\"value\": 9", "\"value\": 8");
    fs::write(path, text).expect("a file");
    refused_in(folder, &["run", "reports/mild/luck"], &["rules digest"]);
    fs::write(folder.join("short.toml"), "game = 'taunt'\n").expect("a file");
    refused_in(folder, &["run", "short.tml"], &["did you mean `short.toml`"]);
}

/// The name of a result is an argument of the other commands.
#[test]
fn the_result_of_every_command_is_used_by_its_name() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    let cards = ["compare", "knife-fight", "--set-b", "rules.tie=no-hit", "-n", "200", "--name", "two"];
    done(folder, &cards);
    done(folder, &["check", "house.toml", "-n", "200", "--name", "mild"]);
    done(folder, &["impact", "house.toml", "--card", "ten", "-n", "50", "--name", "mild"]);
    done(
        folder,
        &["run", "knife-fight", "--set", "cards.ten.damage=9", "-n", "200", "--seed", "7", "--name", "other"],
    );
    for name in ["mild/check", "mild/impact", "other", "two:a", "two:b"] {
        done(folder, &["run", name, "-n", "50", "--quiet", "--out", "o", "--force"]);
        done(folder, &["compare", "knife-fight", name, "--dry-run"]);
    }
    for name in ["mild/check", "mild/impact", "other", "two"] {
        done(folder, &["report", name]);
    }
    assert!(done(folder, &["compare", "two", "-n", "100"]).contains("A: knife-fight\nB: rules.tie"));
    // The games are those of the first, and that is said.
    let (code, _, stderr) = answer(folder, &["compare", "two:a", "other", "-n", "100"]);
    assert!(
        code == 0 && unwrapped(&stderr).contains("has seed 7; both sides now play the games of seed 1"),
        "{stderr}"
    );
    refused_in(
        folder,
        &["report", "mild"],
        &["a folder with 2 results", "one of them: mild/check, mild/impact"],
    );
    let (code, _, stderr) = answer(folder, &["verify", "two"]);
    assert!(
        code == 2 && stderr.contains("found a result of `compare`, expected a result of `run`"),
        "{code} {stderr}"
    );
}

#[test]
fn the_result_of_a_comparison_is_replayed() {
    let folder = folder();
    let folder = folder.path();
    done(folder, &["compare", "knife-fight", "--set-b", "cards.ten.damage=9", "-n", "300", "--name", "cmp"]);
    for name in ["cmp", "reports/cmp/compare"] {
        let story = done(folder, &["replay", name]);
        assert!(story.contains("with another outcome in the second config"), "{name}: {story}");
        assert!(story.contains("The same deal in the second config"), "{name}: {story}");
    }
    refused_in(folder, &["run", "reports/cmp/compare"], &["a result of 2 configs"]);
}

#[test]
fn colour_is_for_terminals_and_text_only() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    let check = |more: &[&str]| done(folder, &[&["check", "house.toml", "-n", "500"], more].concat());
    assert!(!check(&[]).contains('\u{1b}'));
    assert!(check(&["--color", "always"]).starts_with("\u{1b}["));
    for format in ["json", "csv", "markdown"] {
        assert!(!check(&["--color=always", "--format", format]).contains('\u{1b}'), "{format}");
    }
    let (_, _, stderr) = answer(folder, &["run", "none", "--color", "always"]);
    assert!(stderr.starts_with("\u{1b}["), "{stderr}");
    let (_, help, _) = answer(folder, &["run", "--help", "--color", "always"]);
    assert!(help.contains("\u{1b}["));
}

/// A result is what was played: changed settings beside it are no part of it.
#[test]
fn a_changed_config_of_a_result_is_rejected() {
    let folder = folder();
    let folder = folder.path();
    done(folder, &["run", "knife-fight", "-n", "300", "--set", "cards.ten.damage=9", "--name", "mild"]);
    let toml = folder.join("reports/mild/run/run.toml");
    let text = fs::read_to_string(&toml).expect("a config");
    done(folder, &["list", "mild"]);
    for (old, new) in [("damage = 9", "damage = 8"), ("seed = 1", "seed = 2")] {
        assert!(text.contains(old), "{text}");
        fs::write(&toml, text.replacen(old, new, 1)).expect("a file");
        for command in [
            &["list", "mild"][..],
            &["compare", "knife-fight", "mild", "-n", "300"],
            &["run", "mild", "-n", "300"],
        ] {
            let (code, _, stderr) = answer(folder, command);
            assert!(code == 2 && stderr.contains("run.toml"), "{command:?} {new}: {stderr}");
        }
    }
}

/// A service that shows findings beside files knows their paths from the root of the repository only.
#[test]
fn findings_have_paths_from_the_root_of_the_repository() {
    let folder = folder();
    let folder = folder.path();
    fs::create_dir_all(folder.join("cards/.git")).expect("a folder");
    fs::create_dir_all(folder.join("cards/configs")).expect("a folder");
    let house = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.001 }\n";
    fs::write(folder.join("cards/configs/house.toml"), house).expect("a file");
    let args = ["check", "house.toml", "-n", "300", "--bots", "random", "--github"];
    let (code, stdout, stderr) = answer(&folder.join("cards/configs"), &args);
    assert_eq!(code, 10, "{stderr}");
    assert!((stdout + &stderr).contains("file=configs/house.toml,line=3,"), "{stderr}");
}

/// In a game with whole lengths, the interval of a median is one number from some hundred games on.
#[test]
fn a_quantile_is_judged_with_few_games() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'knife-fight'\n[targets]\n'metrics/length-p50' = { min = 4, max = 9 }\n'win_rates/bot/*' = { max = 0.99 }\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    let (code, stdout, stderr) = answer(folder, &["check", "house.toml", "-n", "1000", "--bots", "random"]);
    assert_eq!(code, 0, "{stdout}{stderr}");
}

#[cfg(unix)]
#[test]
fn a_linked_lock_file_is_written_where_it_lies() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    fs::create_dir(folder.join("locks")).expect("a folder");
    fs::write(folder.join("locks/one"), "").expect("a file");
    done(folder, &["check", "house.toml", "-n", "300", "--update", "--lock", "first.lock"]);
    fs::rename(folder.join("first.lock"), folder.join("locks/one")).expect("renamed");
    std::os::unix::fs::symlink("locks/one", folder.join("linked.lock")).expect("a link");
    fs::write(folder.join("house.toml"), house.to_owned() + "[cards.ten]\ndamage = 9\n").expect("a file");
    done(folder, &["check", "house.toml", "-n", "300", "--update", "--lock", "linked.lock"]);
    assert!(fs::symlink_metadata(folder.join("linked.lock")).expect("a link").is_symlink());
    done(folder, &["check", "house.toml", "-n", "300", "--lock", "locks/one"]);
}
