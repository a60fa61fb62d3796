//! `undercard verify`: detects changed results and accepts unchanged ones.

use super::program::{answer, assert_same, damaged_in, folder, quietly, refused, unwrapped, warnings};
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

/// A table in an option changes some keys of a setting, as in a file, and the result can be used.
#[test]
fn a_table_in_an_option_is_merged() {
    let folder = folder();
    let set = "moves.punch={damage=[1,1,1,1]}";
    let args = ["run", "taunt", "--bots", "random", "--games", "300", "--out", "o", "--quiet", "--set", set];
    assert_eq!(answer(folder.path(), &args).0, 0);
    let result = std::fs::read_to_string(folder.path().join("o/run/result.json")).expect("a result");
    let result: serde_json::Value = serde_json::from_str(&result).expect("JSON");
    let changes = result["configs"][0]["changes"].as_array().expect("changes");
    assert!(
        changes
            .iter()
            .all(|change| change["key"].as_str().is_some_and(|key| key.starts_with("moves.punch.damage"))),
        "{changes:?}"
    );
    for command in ["verify", "report"] {
        let (code, _, stderr) = answer(folder.path(), &[command, "o"]);
        assert_eq!(code, 0, "{command}: {stderr}");
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
    for args in [&[][..], &["--sample", "5", "--seed", "9"], &["--sample", "100%", "--threads", "3"]] {
        quietly(folder, &[&["verify", "o"], args].concat());
    }
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
    let (_, csv, _) = answer(folder, &["verify", "o", "--format", "csv"]);
    assert!(
        csv.starts_with("check_name,verdict,seen,run_id,label\ncard_impact.csv,pass,")
            || csv.starts_with("check_name,verdict,seen,run_id,label\nwin"),
        "{csv}"
    );
    refused(&["verify"], &["DIR"]);
    for sample in ["0", "0%", "101%", "x"] {
        refused(&["verify", "o", "--sample", sample], &["--sample", "e.g. 5%"]);
    }
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
    change(
        "win_rates.csv",
        "seat,1",
        "seat,7",
        &[],
        &["FAIL  win_rates.csv: line 3 does not match", "1 of 14"],
    );
    change("result.json", "\"seed\": 1", "\"seed\": 2", &[], &["FAIL  result.json: line "]);
    change("metrics.csv", "\n", "\n\n", &[], &["FAIL  metrics.csv: line 2"]);
    change(
        "games.csv",
        "\n1,",
        "\n2,",
        &["--sample", "100%"],
        &["FAIL  games.csv: the rows of game 1 do not match"],
    );
    for name in ["games_seats.csv", "games_metrics.csv", "games_cards.csv"] {
        let told = format!("FAIL  {name}: the rows of game 1 do not match");
        change(name, "\n1,", "\n2,", &["--sample", "100%"], &[&told]);
    }
    change("games.csv", "length", "width", &[], &["FAIL  games.csv: line 1"]);
    let long = format!("\n1,{}", "x".repeat(900));
    let told = "FAIL  games.csv: o/run/games.csv:3: found 901 bytes, expected a row, of at most 900 bytes";
    change("games.csv", "\n1,", &long, &[], &[told]);
    let more = "FAIL  games.csv: found more rows, expected 64 as in result.json";
    change("games.csv", "\n1,", "\n1,\n1,", &[], &[more]);
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
    fs::rename(folder.join("o/run/outcomes.csv"), folder.join("outcomes.csv")).expect("moved");
    found(folder, &[], &["FAIL  outcomes.csv: "]);
    fs::rename(folder.join("outcomes.csv"), folder.join("o/run/outcomes.csv")).expect("moved");
    let toml = folder.join("o/run/run.toml");
    let whole = fs::read_to_string(&toml).expect("a file");
    fs::write(&toml, whole.replace("max-turns = 2000", "max-turns = 1999")).expect("a file");
    damaged_in(
        folder,
        &["verify", "o"],
        &["o/run/run.tally: found the games digest", "its run.toml has changed"],
    );
    fs::write(&toml, whole.replace("max-turns = 2000", "max-turns = 0")).expect("a file");
    damaged_in(folder, &["verify", "o"], &["o/run/run.toml:", "setup.max-turns: found 0"]);
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

/// Python saves no `run.toml`.
#[test]
fn a_result_without_run_toml_is_verified_by_its_result_json() {
    let folder = folder();
    let folder = folder.path();
    let run =
        ["run", "knife-fight", "--games", "300", "--bots", "random,cutter", "--seed", "4", "--out", "o"];
    quietly(folder, &[&run[..], &["--set", "cards.ten.damage=9", "--table-minutes", "1.5"]].concat());
    fs::remove_file(folder.join("o/run/run.toml")).expect("removed");
    let (code, text, error) = answer(folder, &["verify", "o", "--sample", "100%"]);
    assert!(code == 0 && text.contains("pass  metrics.csv") && !text.contains("run.toml"), "{text}{error}");
    fs::write(folder.join("o/run/outcomes.csv"), "").expect("a file");
    let (code, text, _) = answer(folder, &["verify", "o"]);
    assert!(code != 0 && text.contains("FAIL  outcomes.csv"), "{text}");
}

#[test]
fn a_result_stores_the_strategy_files_of_its_bots() {
    let folder = folder();
    let folder = folder.path();
    let own = "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nparry = 1\n";
    fs::write(folder.join("own.toml"), own).expect("a file");
    quietly(folder, &["run", "knife-fight", "--games", "500", "--bots", "own.toml", "--out", "o"]);
    quietly(folder, &["verify", "o"]);
    // The result has its own copy of the file, wherever it is read.
    fs::write(folder.join("own.toml"), own.replace('1', "2")).expect("a file");
    quietly(folder, &["verify", "o"]);
    fs::remove_file(folder.join("own.toml")).expect("removed");
    quietly(folder, &["verify", "o"]);
    quietly(&folder.join("o/run"), &["verify", "."]);
    quietly(&folder.join("o/run"), &["run", "run.toml", "--out", "again"]);
    assert_same(folder, "o", "o/run/again");
    let toml = folder.join("o/run/run.toml");
    let whole = fs::read_to_string(&toml).expect("a file");
    assert!(whole.contains("[run.strategies]\n\"own.toml\" = "), "{whole}");
    fs::write(&toml, whole.replace("parry = 1", "parry = 2")).expect("a file");
    damaged_in(folder, &["verify", "o"], &["the games digest", "its run.toml has changed since"]);
    fs::write(&toml, whole.replace("[run.strategies]\n\"own.toml\" = ", "strategies = ")).expect("a file");
    damaged_in(folder, &["verify", "o"], &["run.strategies: found", "expected a table of strategy files"]);
}

/// A card becomes an ongoing special, so its printed target and effects mean nothing; `run.toml` repeats them.
#[test]
fn a_result_of_a_config_with_meaningless_printed_keys_can_be_verified() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'stupid-fight'\n[cards.head-laser.special]\nwhen = 'ongoing'\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    quietly(folder, &["run", "house.toml", "--games", "300", "--bots", "random", "--out", "o"]);
    quietly(folder, &["verify", "o"]);
    quietly(folder, &["run", "o/run/run.toml", "--out", "again"]);
    assert_same(folder, "o", "again");
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
    let about = |undercard: &str, results, planned| About {
        undercard: undercard.into(),
        results,
        planned,
        ..one.about.clone()
    };
    for (about, found) in [
        (
            about("0.0.9", 1, 5000),
            "found a tally of undercard 0.0.9, results version 1, expected a tally of undercard ",
        ),
        (about(&one.about.undercard, 99, 5000), "results version 99, expected "),
        (about(&one.about.undercard, one.about.results, 0), "found a run of 0 games, expected "),
        (
            about(&one.about.undercard, one.about.results, u64::MAX),
            "found a run of 18,446,744,073,709,551,615 games",
        ),
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

#[test]
fn a_stopped_verification_reports_its_progress() {
    use std::sync::{Arc, atomic::AtomicBool, atomic::Ordering};
    use undercard::experiments::{Experiment, ExperimentResult, Session, verify::Verify};
    let folder = folder();
    let folder = folder.path();
    quietly(folder, &["run", "knife-fight", "--games", "500", "--games-csv", "300", "--out", "o"]);
    let verify =
        Verify::new(&folder.join("o/run"), "100%".parse().expect("a sample"), None).expect("a result");
    for (stops_at_once, told) in
        [(true, "stopped after 0 of 8 blocks; 0 differ"), (false, "stopped after 1 of 8 blocks; 0 differ")]
    {
        let stop = Arc::new(AtomicBool::new(stops_at_once));
        let flag = stop.clone();
        let session = Session::new(Some(1)).expect("a thread").stopped_by(stop);
        let session = session.on_progress(move |_| flag.store(true, Ordering::Relaxed));
        let verified = verify.play(&session);
        assert_eq!((verified.extent().is_complete(), verified.so_far().as_str()), (false, told));
    }
    quietly(folder, &["verify", "o", "--sample", "100%"]);
}

#[test]
fn a_list_of_which_no_game_was_replayed_is_not_said_to_match() {
    let folder = folder();
    let folder = folder.path();
    let run = ["run", "knife-fight", "--bots", "random", "--games", "30k", "--games-csv", "3", "--out", "o"];
    quietly(folder, &run);
    let (code, text, _) = answer(folder, &["verify", "o", "--sample", "1"]);
    let text = unwrapped(&text);
    assert!(code == 0 && text.contains("3 rows match their checksum; none of their games"), "{text}");
    let (_, text, _) = answer(folder, &["verify", "o", "--sample", "100%"]);
    assert!(text.contains("3 of 3 rows belong to 3 replayed games: all match"), "{text}");
}
