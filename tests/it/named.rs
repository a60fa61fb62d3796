//! Names of results: `--name`, and results in place of configs.

use super::program::{answer, folder, names, refused_in, unwrapped};
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
fn a_misspelt_name_of_a_result_is_recognised() {
    let folder = super::program::folder();
    let args = ["run", "knife-fight", "--bots", "random", "--games", "20", "--quiet"];
    assert_eq!(super::program::answer(folder.path(), &args).0, 0);
    for command in ["report", "verify"] {
        let (code, _, stderr) = super::program::answer(folder.path(), &[command, "knife-figt"]);
        assert!(code == 2 && stderr.contains("(did you mean `knife-fight`?)"), "{command}: {stderr}");
    }
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
    done(folder, &["report", "whole"]);
    let page = fs::read_to_string(folder.join("reports/whole/report.html")).expect("a page");
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
    let diff = done(folder, &["diff", "reports/mild/luck", "--format", "csv"]);
    assert!(
        diff.lines().nth(1).is_some_and(|line| line.contains("cards.ten.damage,10.0000,,9.0000,,")),
        "{diff}"
    );
    // A game id wins.
    done(folder, &["run", "knife-fight", "-n", "300"]);
    let alone = done(folder, &["diff", "knife-fight"]);
    assert!(alone.starts_with("Nothing differs.") && alone.contains("--set-b KEY=VALUE"), "{alone}");
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

#[test]
fn a_difference_is_shown_without_playing() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'knife-fight'\n[cards.ten]\ndamage = 9\n[rules]\ntie = 'no-hit'\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    let (code, stdout, stderr) = answer(folder, &["diff", "house.toml", "--bots", "cutter"]);
    let end = "cards.ten.damage  10 → 9\nrules.tie         \"both-hit\" → \"no-hit\"\nbots              expert → cutter\n";
    assert!(code == 0 && stdout.starts_with("2 settings and the bots differ.\n"), "{stdout}{stderr}");
    assert!(
        stdout.ends_with(end) && stderr.starts_with("to play both: undercard compare "),
        "{stdout}{stderr}"
    );
    let sides = ["diff", "house.toml", "knife-fight", "--set-b", "rules.tie=no-hit", "--format", "csv"];
    let csv = done(folder, &sides);
    assert!(
        csv.starts_with(
            "setting,a_number,a_word,b_number,b_word,run_id,label\ncards.ten.damage,9.0000,,10.0000,,"
        ),
        "{csv}"
    );
    assert!(csv.ends_with(",knife-fight-house vs knife-fight\n"), "{csv}");
    let players = done(folder, &["diff", "fight", "--players", "3"]);
    assert!(players.starts_with("1 setting differs.\n") && players.contains("setup.players"), "{players}");
    refused_in(folder, &["diff", "house.toml", "taunt"], &["the same game on both sides"]);
    let lists =
        done(folder, &["diff", "knife-fight", "--set-b", "setup.extra-cards=[1, 0]", "--format", "csv"]);
    assert!(lists.contains("setup.extra-cards.0,0,1") || lists.contains("[1, 0]"), "{lists}");
    assert_eq!(names(folder), ["house.toml"]);
}

#[test]
fn a_difference_says_how_to_play_both() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'knife-fight'\n[run]\nbots = ['medic']\n[cards.ten]\ndamage = 9\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    for (args, part) in [
        (&["knife-fight", "--bots", "cutter"][..], "compare knife-fight knife-fight --bots-b=cutter"),
        (&["house.toml"], "compare knife-fight house.toml --bots-b=medic"),
        (&["house.toml", "--bots", "cutter,medic", "--set", "rules.tie=no-hit"], "--bots-b=cutter,medic"),
        (&["knife-fight", "house.toml", "--bots", "cutter"], "compare knife-fight house.toml --bots=cutter"),
        (&["fight", "--players", "3"], "run fight --players=3"),
        (&["fight", "--set-b", "setup.players=2"], "run fight --set=setup.players=2"),
        (&["fight", "--players", "3", "--bots-b", "random"], "compare fight --players=3 --bots-b=random"),
    ] {
        let (code, stdout, stderr) = answer(folder, &[&["diff"], args].concat());
        assert!(code == 0 && unwrapped(&stderr).contains(part), "{args:?}: {stdout}{stderr}");
        let command = unwrapped(&stderr).split_once("undercard ").expect("a command").1.trim().to_owned();
        let mut words: Vec<&str> = command.split(' ').collect();
        words.extend(["--games", "100"]);
        done(folder, &words);
    }
}

#[test]
fn results_are_named_and_listed_by_the_names_that_were_given() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("house.toml"), "game = 'knife-fight'\n[cards.ten]\ndamage = 9\n").expect("a file");
    done(folder, &["run", "house.toml", "-n", "200", "--name", "k1"]);
    done(folder, &["run", "house.toml", "-n", "200", "--name", "k2", "--set", "rules.tie=no-hit"]);
    done(folder, &["impact", "house.toml", "-n", "200", "--name", "imp"]);
    done(folder, &["run", "fight", "-n", "50", "--name", "other"]);
    let two = done(folder, &["diff", "k1", "k2"]);
    assert!(two.contains("A: k1\nB: k2\n"), "{two}");
    let with_ten = "cards.ten.damage  10 → 9";
    for name in ["imp", "k1", "reports/k1"] {
        let one = done(folder, &["diff", name]);
        assert!(one.contains("A: knife-fight\n") && one.contains(with_ten), "{name}: {one}");
        let history = done(folder, &["history", name]);
        let own = name.trim_start_matches("reports/");
        let first = format!("3 results in reports of the config of {own}; {own} first, then the newest");
        assert!(
            unwrapped(&history).starts_with(&first) && history.contains(&format!("\n\n{own}\n")),
            "{name}: {history}"
        );
        assert!(history.find(&format!("\n{own}\n")) <= history.find("\nk2\n"), "{name}: {history}");
    }
    assert!(done(folder, &["history", "other"]).starts_with("1 result in reports"));
}

/// Every name that `history` prints is an argument of the other commands.
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
    let csv = done(folder, &["history", "--format", "csv"]);
    let mut names: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    names.sort_unstable();
    assert_eq!(names, ["mild/check", "mild/impact", "other", "two"]);
    for name in ["mild/check", "mild/impact", "other", "two:a", "two:b"] {
        done(folder, &["run", name, "-n", "50", "--quiet", "--out", "o", "--force"]);
        done(folder, &["diff", "knife-fight", name]);
    }
    for name in &names {
        done(folder, &["report", name]);
        done(folder, &["diff", name]);
        assert!(done(folder, &["history", name]).contains(&format!("\n\n{name}\n")), "{name}");
    }
    assert!(done(folder, &["diff", "two"]).contains("A: two:a\nB: two:b\n"));
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
fn the_history_lists_every_readable_result() {
    let folder = folder();
    let folder = folder.path();
    assert!(done(folder, &["history"]).starts_with("0 results in reports"));
    fs::write(folder.join("house.toml"), "game = 'knife-fight'\n[cards.ten]\ndamage = 9\n").expect("a file");
    done(folder, &["run", "house.toml", "-n", "200", "--name", "mild"]);
    done(folder, &["run", "house.toml", "-n", "200", "--name", "mild", "--seed", "2"]);
    done(folder, &["compare", "knife-fight", "--set-b", "rules.tie=no-hit", "-n", "200"]);
    for (name, content) in [("bad", "{"), ("mine", "{\"format\": 1}")] {
        fs::create_dir_all(folder.join("reports").join(name)).expect("a folder");
        fs::write(folder.join("reports").join(name).join("result.json"), content).expect("a file");
    }
    let text = done(folder, &["history"]);
    assert!(text.starts_with("3 results in reports") && text.contains("2 folders skipped"), "{text}");
    assert!(text.contains("cards.ten.damage=9") && text.contains("rules.tie=no-hit"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let csv = done(folder, &["history", "house.toml", "--format", "csv"]);
    let mut lines: Vec<&str> =
        csv.lines().skip(1).map(|line| line.split(',').next().unwrap_or_default()).collect();
    lines.sort_unstable();
    assert!(lines.len() == 2 && lines[0] == "mild" && lines[1].starts_with("mild/earlier/run-"), "{csv}");
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

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_with_the_script() {
    let folder = folder();
    let program = env!("CARGO_BIN_EXE_undercard");
    let script = done(folder.path(), &["completions", "bash"]);
    for name in ["my first.toml", "my&2.toml"] {
        fs::write(folder.path().join(name), "").expect("a file");
    }
    for (line, expected) in [
        ("undercard check my", r"my\ first.toml my\&2.toml"),
        (r"undercard check my\ fi", r"my\ first.toml"),
        (r"undercard check my\ first.toml --set=deck.red.jo", "deck.red.joker="),
        ("undercard check \"my fi", ""),
        ("undercard run knife-fight --set rules.tie=n", "no-hit"),
        ("undercard run knife-fight --bots cutter,me", "cutter,medic"),
        ("undercard comp", "compare completions"),
    ] {
        let code = format!(
            "{script}\nCOMP_WORDBREAKS=' =:'; COMP_LINE='{line}'; COMP_POINT={}; _undercard '{program}'; echo \"${{COMPREPLY[*]}}\"",
            line.len()
        );
        let output = std::process::Command::new("bash")
            .args(["--norc", "-c", &code])
            .current_dir(folder.path())
            .output();
        let output = output.expect("bash");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), expected, "{line}");
    }
}

/// A result is what was played: changed settings beside it are no part of it.
#[test]
fn a_changed_config_of_a_result_is_rejected() {
    let folder = folder();
    let folder = folder.path();
    done(folder, &["run", "knife-fight", "-n", "300", "--set", "cards.ten.damage=9", "--name", "mild"]);
    let toml = folder.join("reports/mild/run.toml");
    let text = fs::read_to_string(&toml).expect("a config");
    done(folder, &["list", "mild"]);
    for (old, new) in [("damage = 9", "damage = 8"), ("seed = 1", "seed = 2")] {
        assert!(text.contains(old), "{text}");
        fs::write(&toml, text.replacen(old, new, 1)).expect("a file");
        for command in [
            &["list", "mild"][..],
            &["compare", "knife-fight", "mild", "-n", "300"],
            &["diff", "knife-fight", "mild"],
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
    let args = ["check", "house.toml", "-n", "300", "--bots", "random", "--github", "--sarif", "x.sarif"];
    let (code, stdout, stderr) = answer(&folder.join("cards/configs"), &args);
    assert_eq!(code, 10, "{stderr}");
    assert!((stdout + &stderr).contains("file=configs/house.toml,line=3,"), "{stderr}");
    let sarif = fs::read_to_string(folder.join("cards/configs/x.sarif")).expect("SARIF");
    assert!(sarif.contains("\"uri\": \"configs/house.toml\""), "{sarif}");
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
fn a_link_to_a_missing_lock_file_is_an_error() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    std::os::unix::fs::symlink("nowhere", folder.join("undercard.lock")).expect("a link");
    let (code, stdout, stderr) = answer(folder, &["check", "house.toml", "-n", "300"]);
    assert!(
        code == 12 && stdout.is_empty() && stderr.contains("found a link to a file that does not exist"),
        "{stderr}"
    );
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

#[test]
fn pages_and_verifications_take_the_name_of_a_result() {
    let folder = folder();
    let folder = folder.path();
    let run = ["run", "knife-fight", "--bots", "random", "--games", "300", "--name", "first", "--quiet"];
    assert_eq!(answer(folder, &run).0, 0);
    let impact = ["impact", "knife-fight", "--bots", "random", "--games", "20", "--name", "worth", "--quiet"];
    assert_eq!(answer(folder, &impact).0, 0);
    for (args, page) in [
        (&["report", "first"][..], "reports/first/report.html"),
        (&["report", "worth"], "reports/worth/impact/report.html"),
    ] {
        let (code, text, stderr) = answer(folder, args);
        assert!(code == 0 && text == format!("{page}\n"), "{text}{stderr}");
    }
    assert_eq!(answer(folder, &["verify", "first", "--quiet"]).0, 0);
    assert_eq!(answer(folder, &["report", "second"]).0, 12);
}
