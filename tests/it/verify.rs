//! `undercard verify`: detects changed results and accepts unchanged ones.

use super::program::{answer, assert_same, damaged_in, folder, quietly, unwrapped, warnings};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use undercard::config::{Plan, PlanOptions};
use undercard::report::stored::{self, About};
use undercard::stats::tally::Tally;

/// Checks the errors that it reports for an invalid result.
fn found(folder: &Path, args: &[&str], parts: &[&str]) {
    let args = [&["verify", "o"], args].concat();
    let (code, stdout, stderr) = answer(folder, &args);
    assert_eq!(code, 12, "{stdout}{stderr}");
    for part in parts.iter().chain(&["error: verify: "]) {
        assert!(
            unwrapped(&format!("{stdout}{stderr}")).contains(part),
            "{part:?} is not in\n{stdout}{stderr}"
        );
    }
}

#[test]
fn a_result_matches_its_config() {
    let folder = folder();
    let folder = folder.path();
    quietly(
        folder,
        &["run", "knife-fight", "--games", "70k", "--bots", "random", "--games-csv", "3000", "--out", "o"],
    );
    quietly(folder, &["verify", "o", "--sample", "5", "--seed", "9", "--threads", "3"]);
    let (code, text, stderr) = answer(folder, &["verify", "o", "--sample", "100%"]);
    assert_eq!((code, warnings(&stderr)), (0, ""), "{text}");
    let games = "pass  games: replayed 70,000 of 70,000 games in 547 of 547 blocks: all match";
    assert!(text.contains("pass  win_rates.csv: ") && unwrapped(&text).contains(games), "{text}");
    assert!(text.contains("pass  games.csv: 3000 of 3000 rows"), "{text}");
    assert_eq!(answer(folder, &["verify", "o"]), answer(folder, &["verify", "o"]), "no clock chooses");
    quietly(folder, &["run", "knife-fight", "--games", "100", "--out", "small"]);
    let sampled = |seed: u8| {
        let (_, text, _) = answer(folder, &["verify", "small", "--sample", "1", "--seed", &seed.to_string()]);
        [text.contains("replayed 64 of 100 "), text.contains("replayed 36 of 100 ")]
    };
    let sampled: BTreeSet<_> = (0..9).map(sampled).collect();
    assert_eq!(sampled, [[true, false], [false, true]].into(), "each block has its turn");
}

#[test]
fn changed_files_are_found() {
    let folder = folder();
    let folder = folder.path();
    quietly(folder, &["run", "taunt", "--games", "300", "--games-csv", "64", "--out", "o"]);
    let change = |name: &str, from: &str, to: &str, args: &[&str], parts: &[&str]| {
        let path = folder.join("o/run").join(name);
        let whole = fs::read_to_string(&path).expect("a file");
        assert!(whole.contains(from), "{name}");
        fs::write(&path, whole.replacen(from, to, 1)).expect("a file");
        found(folder, args, parts);
        fs::write(&path, whole).expect("a file");
        quietly(folder, &["verify", "o"]);
    };
    let long = format!("\n1,{}", "x".repeat(900));
    for (name, from, to, part) in [
        ("win_rates.csv", "seat,1", "seat,7", "FAIL  win_rates.csv: line 3 does not match"),
        ("result.json", "\"seed\": 1", "\"seed\": 2", "FAIL  result.json: line "),
        ("metrics.csv", "\n", "\n\n", "FAIL  metrics.csv: line 2"),
        ("games.csv", "\n1,", "\n2,", "FAIL  games.csv: the rows of game 1 do not match"),
        ("games_seats.csv", "\n1,", "\n2,", "FAIL  games_seats.csv: the rows of game 1 do not match"),
        ("games_metrics.csv", "\n1,", "\n2,", "FAIL  games_metrics.csv: the rows of game 1 do not match"),
        ("games_cards.csv", "\n1,", "\n2,", "FAIL  games_cards.csv: the rows of game 1 do not match"),
        ("games.csv", "length", "width", "FAIL  games.csv: line 1"),
        (
            "games.csv",
            "\n1,",
            &long,
            "o/run/games.csv:3: found 901 bytes, expected a row, of at most 900 bytes",
        ),
        ("games.csv", "\n1,", "\n1,\n1,", "FAIL  games.csv: found more rows, expected 64 as in result.json"),
    ] {
        let all: &[&str] = if part.contains("the rows of") { &["--sample", "100%"] } else { &[] };
        change(name, from, to, all, &[part]);
    }
    let games = fs::read_to_string(folder.join("o/run/games.csv")).expect("a file");
    let last = games.trim_end().rsplit('\n').next().expect("a row");
    let cut = "FAIL  games.csv: found 63 rows, expected 64 as in result.json";
    change("games.csv", &format!("{last}\n"), "", &["--sample", "100%"], &[cut]);
    // The row of a game outside the sample.
    let seeds = ["1", "2", "3", "4", "5", "6", "7", "8"];
    let outside = |seed: &&str| {
        let (_, text, _) = answer(folder, &["verify", "o", "--sample", "1", "--seed", seed]);
        text.contains("games.csv: 64 rows match their checksum; none")
    };
    let seed = seeds.into_iter().find(outside).expect("a sample without listed games");
    let sample = ["--sample", "1", "--seed", seed];
    change("games.csv", "\n1,", "\n1,0", &sample, &["games.csv: found a file that was changed"]);
    fs::remove_file(folder.join("o/run/games.csv")).expect("removed");
    found(folder, &[], &["FAIL  games.csv: "]);
    fs::write(folder.join("o/run/games.csv"), games).expect("a file");
    let toml = folder.join("o/run/run.toml");
    let whole = fs::read_to_string(&toml).expect("a file");
    fs::write(&toml, whole.replace("max-turns = 2000", "max-turns = 1999")).expect("a file");
    damaged_in(
        folder,
        &["verify", "o"],
        &["o/run/run.tally: found the games digest", "its run.toml has changed"],
    );
    fs::remove_file(&toml).expect("removed");
    let json = folder.join("o/run/result.json");
    fs::rename(&json, folder.join("result.json")).expect("moved");
    damaged_in(folder, &["verify", "o"], &["o/run/run.toml: found no such file"]);
    fs::rename(folder.join("result.json"), json).expect("moved");
    fs::remove_file(folder.join("o/run/run.tally")).expect("removed");
    damaged_in(
        folder,
        &["verify", "o"],
        &["o/run/run.tally: found no such file, expected the folder of a run"],
    );
    damaged_in(folder, &["verify", "nowhere"], &["nowhere/run.tally: found no such file"]);
}

/// Results of settings that are written in another way than they are set, and without `run.toml`, as Python saves them.
#[test]
fn a_result_of_any_options_is_verified() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'stupid-fight'\n[cards.head-laser.special]\nwhen = 'ongoing'\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    for (out, run, changes) in [
        // A table in an option changes some keys of a setting, as in a file.
        ("a", "taunt --set moves.punch={damage=[1,1,1,1]}", "moves.punch.damage"),
        // Its printed target and effects mean nothing; `run.toml` repeats them.
        ("b", "house.toml", "cards.head-laser"),
        ("c", "knife-fight --seed 4 --set cards.ten.damage=9 --table-minutes 1.5", ""),
    ] {
        let args = ["run"].into_iter().chain(run.split(' '));
        let args: Vec<&str> = args.chain(["--games", "300", "--bots", "random", "--out", out]).collect();
        quietly(folder, &args);
        quietly(folder, &["verify", out]);
        let result = fs::read_to_string(folder.join(out).join("run/result.json")).expect("a result");
        let result: serde_json::Value = serde_json::from_str(&result).expect("JSON");
        for change in result["configs"][0]["changes"].as_array().expect("changes") {
            assert!(change["key"].as_str().is_some_and(|key| key.starts_with(changes)), "{change}");
        }
    }
    quietly(folder, &["run", "b/run/run.toml", "--out", "again"]);
    assert_same(folder, "b", "again");
    fs::remove_file(folder.join("c/run/run.toml")).expect("removed");
    quietly(folder, &["verify", "c", "--sample", "100%"]);
    fs::write(folder.join("c/run/outcomes.csv"), "").expect("a file");
    let (code, text, _) = answer(folder, &["verify", "c"]);
    assert!(code != 0 && text.contains("FAIL  outcomes.csv"), "{text}");
}

/// A tally file with arbitrary counts, whose checksum and structure are valid.
#[test]
fn a_forged_tally_is_found() {
    let folder = folder();
    let folder = folder.path();
    let asked = |seed| PlanOptions { games: Some(5000), seed: Some(seed), ..PlanOptions::default() };
    let plan = |seed| Plan::new("knife-fight", &asked(seed)).expect("a plan");
    for seed in ["1", "2"] {
        quietly(folder, &["run", "knife-fight", "--games", "5000", "--seed", seed, "--out", seed]);
    }
    let schema = plan(1).simulation().schema().clone();
    let read = |folder: &Path| {
        stored::read(&folder.join("run").join(stored::NAME)).expect("a tally").expect("a file")
    };
    let (one, other) = (read(&folder.join("1")), read(&folder.join("2")));
    let open = |sealed: &stored::VerifiedTally| sealed.open(&schema).expect("a tally");
    let forge = |tally: &Tally| {
        let _ = fs::remove_dir_all(folder.join("o"));
        quietly(folder, &["run", "knife-fight", "--games", "5000", "--out", "o"]);
        let bytes = stored::bytes(&one.about, tally).expect("bytes");
        fs::write(folder.join("o/run/run.tally"), bytes).expect("a file");
        let changed = ["o/run/run.tally: found a file that was changed", "the file that result.json names"];
        damaged_in(folder, &["verify", "o"], &changed);
        let resume = ["run", "knife-fight", "--games", "5000", "--out", "o", "--resume"];
        damaged_in(folder, &resume, &changed);
        // A forger of the tally would also forge the figures.
        fs::remove_file(folder.join("o/run/result.json")).expect("removed");
        quietly(folder, &["run", "knife-fight", "--games", "5000", "--out", "o", "--resume"]);
    };
    forge(&open(&other));
    found(
        folder,
        &[],
        &[
            "FAIL  games: replayed 64 of 5,000 games in 1 of 79 blocks: 1 of 1 blocks differ, the first with games ",
            "1 of 7",
        ],
    );
    let mut tally = open(&one);
    tally.metrics[0].x += 1;
    forge(&tally);
    quietly(folder, &["verify", "o"]);
    found(
        folder,
        &["--sample", "100%"],
        &["FAIL  games: replayed 5,000 of 5,000 games", "the games match, but the stored counts differ"],
    );
    for (about, found) in [
        (About { results: 99, ..one.about.clone() }, "results version 99, expected "),
        (About { planned: 0, ..one.about.clone() }, "found a run of 0 games, expected "),
    ] {
        let bytes = stored::bytes(&about, &tally).expect("bytes");
        fs::write(folder.join("o/run/run.tally"), bytes).expect("a file");
        damaged_in(folder, &["verify", "o"], &["o/run/run.tally: ", found]);
        let run = ["run", "knife-fight", "--games", "5000", "--out", "o", "--resume"];
        damaged_in(folder, &run, &["o/run/run.tally: ", found]);
    }
    tally.endings[0][1] += 1;
    fs::remove_file(folder.join("o/run/result.json")).expect("removed");
    fs::write(folder.join("o/run/run.tally"), stored::bytes(&one.about, &tally).expect("bytes"))
        .expect("a file");
    damaged_in(
        folder,
        &["verify", "o"],
        &["o/run/run.tally: found counts that are impossible for this game"],
    );
}
