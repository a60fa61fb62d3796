//! Names of results: `--name`, and results in place of configs.

use super::program::{answer, folder, names, refused_in};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn done(folder: &Path, args: &[&str]) -> String {
    let (code, stdout, stderr) = answer(folder, args);
    assert_eq!(code, 0, "{args:?}: {stderr}");
    stdout
}

fn result(folder: &Path, of: &str) -> Value {
    let text = fs::read_to_string(folder.join("reports").join(of).join("result.json")).expect("a result");
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
    let page = fs::read_to_string(folder.join("reports/mild/report.html")).expect("a page");
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
    assert_eq!(names(&folder.join("reports")), ["knife-fight-house", "mild", "split", "whole"]);
    refused_in(folder, &["run", "house.toml", "--name", "../x"], &["'../x'", "--name", "letters, digits"]);
    refused_in(folder, &["run", "house.toml", "--name", "x", "--out", "y"], &["--out"]);
}
