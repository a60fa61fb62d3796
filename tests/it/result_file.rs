//! `result.json` of every command: it equals the output of `--format json`, and has the
//! checksums of the CSV files.

use super::program::{answer, folder, inside, names};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// Every command that writes a result, with few games. `house` makes the files that they read.
const COMMANDS: &[&[&str]] = &[
    &["run", "house.toml", "--games", "600"],
    &["run", "house.toml", "--games", "9000", "--precision", "5pp"],
    &["compare", "house.toml", "--set-b", "rules.tie=no-hit", "--games", "600"],
    &["impact", "house.toml", "--card", "t*", "--games", "300"],
    // A torso cannot be replaced.
    &["impact", "stupid-fight", "--card", "torso-*", "--games", "100"],
    &["sensitivity", "house.toml", "--keys", "rules.bleed-divisor", "--games", "300"],
    &["advise", "house.toml", "--keys", "rules.bleed-divisor", "--games", "200", "--bots", "random"],
    &["sweep", "house.toml", "--vary", "rules.bleed-divisor=2,3", "--games", "300"],
    &["matchups", "house.toml", "--bots", "random,cutter", "--games", "300"],
    &["luck", "house.toml", "--bots", "random", "--games", "400"],
    &["check", "house.toml", "--games", "5000"],
    &["playtest", "games.csv", "house.toml", "--games", "300"],
    &["train", "house.toml", "--games", "1000"],
    &["exploit", "house.toml", "--bots", "random", "--learn", "2000", "--games", "100"],
    &["replay", "house.toml", "--game", "7"],
    &["replay", "house.toml", "--where", "longest", "--games", "500"],
    &["verify", "run"],
];

fn house(folder: &Path) {
    let config =
        "game = 'knife-fight'\n[cards.ten]\ndamage = 9\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.join("house.toml"), config).expect("a file");
    fs::write(folder.join("games.csv"), super::playtest::EVENINGS).expect("a file");
    play(folder, &["run", "house.toml", "--games", "600"], "run");
}

fn play(folder: &Path, args: &[&str], out: &str) -> String {
    let (code, stdout, stderr) =
        answer(folder, &[args, &["--quiet", "--out", out, "--format", "json"]].concat());
    assert_eq!(code, 0, "{args:?}: {stderr}");
    stdout
}

fn json(folder: &Path, out: &str) -> Value {
    let text = fs::read_to_string(inside(&folder.join(out)).join("result.json")).expect("a result");
    serde_json::from_str(&text).expect("JSON")
}

/// Checks that all non-integers have at most twelve significant digits.
fn assert_short(json: &Value) {
    match json {
        Value::Number(number) if number.is_f64() => {
            let text = number.to_string();
            let digits: String =
                text.split('e').next().expect("digits").chars().filter(char::is_ascii_digit).collect();
            assert!(digits.trim_start_matches('0').len() <= 12, "{text}");
        }
        Value::Array(items) => items.iter().for_each(assert_short),
        Value::Object(entries) => entries.values().for_each(assert_short),
        _ => {}
    }
}

/// SHA-256 in hexadecimal.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Changes the result in a folder, and makes all its checksums match, as a forger would.
pub(crate) fn forge(out: &Path, change: impl FnOnce(&mut Value)) {
    let path = out.join("result.json");
    let text = fs::read_to_string(&path).expect("a result");
    let mut json: Value = serde_json::from_str(&text).expect("JSON");
    change(&mut json);
    for (name, table) in json["tables"].as_object_mut().expect("tables") {
        let csv = fs::read(out.join(format!("{name}.csv"))).expect("a file");
        table["sha256"] = sha256(&csv).into();
    }
    for file in json["files"].as_array_mut().expect("files") {
        let name = file["file"].as_str().expect("a name").to_owned();
        if name.ends_with(".csv") {
            file["sha256"] = sha256(&fs::read(out.join(name)).expect("a file")).into();
        }
    }
    json.as_object_mut().expect("an object").remove("checksum");
    let text = serde_json::to_string(&json).expect("JSON");
    let text = format!("{},\n", text.strip_suffix('}').expect("an object"));
    fs::write(&path, format!("{text}  \"checksum\": \"{}\"\n}}\n", sha256(text.as_bytes()))).expect("a file");
}

#[test]
fn every_command_writes_and_prints_the_same_valid_result() {
    let folder = folder();
    let folder = folder.path();
    house(folder);
    for (nth, args) in COMMANDS.iter().enumerate() {
        let out = nth.to_string();
        let printed = play(folder, args, &out);
        let own = inside(&folder.join(&out));
        let written = fs::read_to_string(own.join("result.json")).expect("a result");
        assert_eq!(printed, written, "{args:?}");
        let json: Value = serde_json::from_str(&written).expect("JSON");
        assert_eq!((&json["command"], &json["complete"]), (&args[0].into(), &true.into()));
        let changed = serde_json::json!([{ "key": "cards.ten.damage", "value": 9, "printed": 10 }]);
        let changed =
            if args[0] == "verify" || args.contains(&"house.toml") { changed } else { serde_json::json!([]) };
        assert_eq!(json["configs"][0]["changes"], changed);
        assert_short(&json);
        assert_equals_csv(&json, &own);
        // Other numbers of threads give the same bytes.
        let again = play(folder, &[args, &["--threads", "2"][..]].concat(), "again");
        assert_eq!(again, printed, "{args:?}");
        fs::remove_dir_all(folder.join("again")).expect("removed");
        assert_changes_are_rejected(folder, &out, args);
    }
    // The verification of a run has a folder of its own beside it.
    let before = super::program::result(&folder.join("0"));
    let (code, _, stderr) = answer(folder, &["verify", "0", "--out", "0"]);
    assert!(code == 0 && folder.join("0/verify/result.json").exists(), "{stderr}");
    assert_eq!(super::program::result(&folder.join("0")), before);
}

/// The rows of the JSON file are those of the CSV files.
fn assert_equals_csv(json: &Value, own: &Path) {
    let tables = json["tables"].as_object().expect("tables");
    assert!(!tables.is_empty());
    for (name, table) in tables {
        let mut csv = csv::Reader::from_path(own.join(format!("{name}.csv"))).expect("a file");
        let header = csv.headers().expect("a header").clone();
        let rows = table["rows"].as_array().expect("rows");
        let records: Vec<csv::StringRecord> = csv.records().map(|row| row.expect("a row")).collect();
        assert_eq!(records.len(), rows.len(), "{name}");
        for (record, row) in records.iter().zip(rows) {
            // Addresses follow from the other columns.
            let is_address = |column: &str| column.starts_with("address");
            for (column, cell) in header.iter().zip(record).filter(|(column, _)| !is_address(column)) {
                let own = if ["run_id", "label"].contains(&column) { json } else { row };
                match &own[column] {
                    Value::String(text) => assert_eq!(text, cell, "{name}: {column}"),
                    Value::Null => assert_eq!(cell, "", "{name}: {column}"),
                    number => {
                        let number = number.as_f64().expect("a number");
                        let cell: f64 = cell.parse().expect("a number");
                        let near = (number - cell).abs() <= 0.000_051 || (number / cell - 1.0).abs() < 1e-3;
                        assert!(near, "{name}: {column}: {number} and {cell}");
                    }
                }
            }
        }
    }
}

/// Any change of any file of a result is detected. The settings in `run.toml` have a digest.
fn assert_changes_are_rejected(folder: &Path, result: &str, args: &[&str]) {
    let out = inside(&folder.join(result));
    let refused = |part: &str| {
        let (code, stdout, stderr) = answer(folder, &["report", result]);
        assert_eq!((code, stdout.as_str()), (12, ""), "{args:?}: {stderr}");
        assert!(stderr.contains(part), "{args:?}: {part:?} is not in\n{stderr}");
        assert!(!out.with_extension("html").exists());
    };
    for name in names(&out).into_iter().filter(|name| name != "run.toml") {
        let path = out.join(&name);
        let whole = fs::read(&path).expect("a file");
        fs::remove_file(&path).expect("removed");
        refused(if name == "result.json" { "without result.json" } else { &name });
        let mut changed = whole.clone();
        changed[whole.len() / 2] ^= 1;
        fs::write(&path, changed).expect("a file");
        refused(&format!("{}/{name}", out.file_name().expect("a name").display()));
        fs::write(&path, &whole).expect("a file");
    }
    let (code, _, stderr) = answer(folder, &["report", result, "--quiet"]);
    assert_eq!(code, 0, "{args:?}: {stderr}");
}

#[test]
fn equal_rules_have_equal_digests_for_all_bots() {
    let folder = folder();
    let folder = folder.path();
    let digests = |args: &[&str]| {
        play(folder, &[&["run", "knife-fight"], args].concat(), "o");
        let json = json(folder, "o");
        let config = &json["configs"][0];
        [&config["rules_digest"], &config["games_digest"], &json["result_digest"]]
            .map(|digest| digest.as_str().expect("a digest").to_owned())
    };
    let [rules, games, result] = digests(&["--games", "200"]);
    for args in [
        &["--games", "300"][..],
        &["--games", "200", "--seed", "2"],
        &["--games", "200", "--bots", "cutter"],
        &["--games", "200", "--set", "run.seed=3"],
    ] {
        let [same, other_games, other_result] = digests(args);
        assert!(same == rules && other_games != games && other_result != result, "{args:?}");
    }
    let [_, same, other] = digests(&["--games", "200", "--level", "0.9"]);
    assert!(same == games && other != result);
    let [other, ..] = digests(&["--games", "200", "--set", "cards.ten.damage=9"]);
    assert_ne!(other, rules);
}

#[test]
fn a_folder_holds_the_results_of_several_commands() {
    let folder = folder();
    let folder = folder.path();
    house(folder);
    play(folder, COMMANDS[0], "o");
    play(folder, COMMANDS[2], "o");
    let mut commands = [COMMANDS[0][0], COMMANDS[2][0]];
    commands.sort_unstable();
    assert_eq!(names(&folder.join("o")), commands);
    let (code, _, stderr) = answer(folder, &["report", "o"]);
    assert!(code == 2 && stderr.contains("a folder with 2 results"), "{stderr}");
    for command in commands {
        assert!(stderr.contains(&format!("o/{command}")), "{stderr}");
        assert_eq!(answer(folder, &["report", &format!("o/{command}")]).1, format!("o/{command}.html\n"));
    }
    assert_eq!(answer(folder, &["verify", "o"]).0, 0);
    let inside = [COMMANDS[0], &["--out", "o/run", "--quiet"]].concat();
    let (code, _, stderr) = answer(folder, &inside);
    assert!(
        code == 2 && stderr.contains("the folder of a result itself, expected the folder around it, o"),
        "{stderr}"
    );
    // Results of earlier versions.
    fs::create_dir(folder.join("old")).expect("a folder");
    fs::write(folder.join("old/run.json"), "{ \"undercard\": \"0.0.9\" }").expect("a file");
    let (code, _, stderr) = answer(folder, &["report", "old"]);
    assert!(code == 12 && stderr.contains("run.json without result.json"), "{stderr}");
    fs::write(folder.join("old/result.json"), "{ \"format\": 9, \"undercard\": \"2.0.0\" }").expect("a file");
    let (code, _, stderr) = answer(folder, &["report", "old"]);
    assert!(
        code == 12 && stderr.contains("found format 9 of undercard 2.0.0, expected format 7"),
        "{stderr}"
    );
}

/// Settings that do not match their digest are rejected, even with a valid checksum.
#[test]
fn the_rules_digest_protects_the_settings() {
    let folder = folder();
    let folder = folder.path();
    house(folder);
    play(folder, COMMANDS[2], "o");
    let out = inside(&folder.join("o"));
    forge(&out, |_| {});
    assert_eq!(answer(folder, &["report", "o", "--quiet"]).0, 0);
    forge(&out, |json| json["configs"][0]["changes"][0]["value"] = 8.into());
    let (code, _, stderr) = answer(folder, &["report", "o"]);
    assert!(code == 12 && stderr.contains("with the rules digest"), "{stderr}");
}
