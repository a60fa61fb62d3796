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
    done(folder, &["merge", "reports/split", "--name", "whole"]);
    assert_eq!(result(folder, "whole")["name"], "whole");
    assert_eq!(names(&folder.join("reports")), ["knife-fight-house", "mild", "split", "whole"]);
    refused_in(folder, &["run", "house.toml", "--name", "x", "--out", "y"], &["--out"]);
}

/// The name of a result is an argument of the other commands.
#[test]
fn a_result_is_a_config() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'knife-fight'\n[cards.ten]\ndamage = 9\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    let strategy = super::root().join("strategies/knife-fight/medic.toml");
    fs::copy(strategy, folder.join("mine.toml")).expect("a file");
    done(folder, &["run", "house.toml", "-n", "300", "--name", "mild", "--bots", "mine.toml"]);
    done(folder, &["luck", "house.toml", "-n", "400", "--bots", "cutter", "--name", "mild"]);
    done(folder, &["check", "house.toml", "-n", "200", "--name", "mild"]);
    fs::remove_file(folder.join("mine.toml")).expect("removed");
    fs::remove_file(folder.join("house.toml")).expect("removed");
    // The stored strategy is played, too.
    done(folder, &["run", "mild/run", "-n", "300", "--name", "again"]);
    assert_eq!(result(folder, "again")["configs"], result(folder, "mild/run")["configs"]);
    // Without run.toml, the settings are those of result.json.
    let diff = done(folder, &["compare", "knife-fight", "reports/mild/luck", "--dry-run"]);
    assert!(diff.contains("\n  cards.ten.damage 10 → 9\n"), "{diff}");
    // A game id wins.
    done(folder, &["run", "knife-fight", "-n", "300", "--seed", "7"]);
    let two = ["compare", "mild/run", "--set-b", "cards.ten.damage=8", "-n", "300", "--name", "two"];
    done(folder, &[&two[..], &["--bots", "random"]].concat());
    for name in ["mild/check", "again", "two:a", "two:b"] {
        done(folder, &["run", name, "-n", "50", "--quiet", "--out", "o", "--force"]);
    }
    for name in ["mild/check", "again", "two"] {
        done(folder, &["report", name]);
    }
    assert!(done(folder, &["replay", "two"]).contains("The same deal in the second config"));
    // The games are those of the first, and that is said.
    let (code, _, stderr) =
        answer(folder, &["compare", "two:a", "reports/knife-fight", "-n", "100", "--bots", "random"]);
    let seed = "has seed 7; both sides now play the games of seed 1";
    assert!(code == 0 && unwrapped(&stderr).contains(seed), "{stderr}");
    for (args, parts) in [
        (["run", "milt"], &["did you mean `mild`"][..]),
        (["run", "reports/two/compare"], &["a result of 2 configs", "expected one config: two:a, two:b"]),
        (["run", "two:c"], &["a result with 2 configs", "two:a, two:b"]),
        (["report", "mild"], &["a folder with 3 results", "one of them: "]),
    ] {
        refused_in(folder, &args, parts);
    }
    let (code, _, stderr) = answer(folder, &["verify", "two"]);
    assert!(code == 2 && stderr.contains("expected a result of `run`"), "{code} {stderr}");
    // A result is what was played: changed settings beside it are no part of it.
    let toml = folder.join("reports/mild/run/run.toml");
    let text = fs::read_to_string(&toml).expect("a config");
    fs::write(&toml, text.replacen("damage = 9", "damage = 8", 1)).expect("a file");
    for args in [&["list", "mild/run"][..], &["compare", "knife-fight", "mild/run"], &["run", "mild/run"]] {
        let (code, _, stderr) = answer(folder, args);
        assert!(code == 2 && stderr.contains("run.toml"), "{args:?}: {stderr}");
    }
    let path = folder.join("reports/mild/luck/result.json");
    let text = fs::read_to_string(&path).expect("a result").replace("\"value\": 9", "\"value\": 8");
    fs::write(path, text).expect("a file");
    refused_in(folder, &["run", "reports/mild/luck"], &["rules digest"]);
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
