//! `undercard check`, end to end: every exit code, the lock file, and the CI reports, which are validated
//! against their schemas.

use super::program::{answer, unwrapped};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const PASSING: &str = "'outcomes/draw' = { max = 0.9 }\n";
const FAILING: &str = "'metrics/length-mean' = { max = 2 }\n";
const OPEN: &str = "'win_rates/seat/0' = { at = 0.424, within = 0.00001 }\n";

/// A folder with house rules that have these targets.
fn house(targets: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "house.toml", &format!("game = 'knife-fight'\n[targets]\n{targets}"));
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a file");
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("a file")
}

/// Runs `undercard check house.toml --games 8k --bots random` with further arguments; returns exit code, stdout and stderr.
fn check(folder: &Path, more: &[&str]) -> (i32, String, String) {
    let or = |option, default: &'static [&str]| if more.contains(&option) { &[] } else { default };
    let (games, bots) = (or("--games", &["--games", "8k"]), or("--bots", &["--bots", "random"]));
    let output = Command::new(env!("CARGO_BIN_EXE_undercard"))
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .args(["check", "house.toml"])
        .args(games)
        .args(bots)
        .args(more)
        .output()
        .expect("an answer");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn exits(targets: &str, more: &[&str], code: i32, parts: &[&str]) {
    let (found, stdout, stderr) = check(house(targets).path(), more);
    assert_eq!(found, code, "{stdout}\n{stderr}");
    for part in parts {
        assert!(stdout.contains(part) || stderr.contains(part), "{part} is not in\n{stdout}\n{stderr}");
    }
}

#[test]
fn the_exit_code_is_the_verdict() {
    exits(PASSING, &[], 0, &["pass", "1 of 1 target pass", "draws"]);
    exits(FAILING, &["--quiet"], 10, &[]);
    exits(OPEN, &[], 11, &["inconclusive", "about"]);
    exits(OPEN, &["--allow-inconclusive"], 0, &["inconclusive"]);
    exits(&[PASSING, OPEN].concat(), &[], 11, &[]);
    exits(&[OPEN, FAILING, PASSING].concat(), &[], 10, &["fail", "1 of 3 targets pass"]);
    // The rule of a target combines its line-ups.
    let ladder =
        "'outcomes/draw' = { max = 0.9, bots = ['random', 'cutter', 'cutter,random'], rule = 'any-all' }\n";
    exits(ladder, &[], 0, &["cutter,random"]);
    // Targets on wins that leave no room for draws.
    let wins = "'win_rates/side/*' = { at = 0.5, within = 0.01 }\n";
    exits(wins, &[], 10, &["% of games have no winner, but these targets leave at most 2.0 %", "/score"]);
    // No number of games proves "never" or "always".
    exits("'outcomes/stalemate' = { max = 0 }\n", &[], 2, &["house.toml:3", "a band of positive width"]);
    exits("'metrics/length-max' = { max = 9 }", &[], 2, &["house.toml:3", "length-max", "with an interval"]);
    exits("'outcomes/drawn' = { max = 1 }", &[], 2, &["did you mean `outcomes/draw`"]);
    exits("'outcomes/draw' = { max = 1, bots = 'cuter' }", &[], 2, &["house.toml:3", "cutter"]);
    exits("'outcomes/draw' = 1", &[], 2, &["found 1", "a band"]);
    exits("", &[], 2, &["house.toml: found nothing to check, expected targets"]);
    exits(PASSING, &["house.toml"], 2, &["\"house.toml\" more than once"]);
    // An unwritable file, even if a target failed, and before anything is played. A missing folder is created.
    exits(FAILING, &["--out", "house.toml"], 13, &["house.toml"]);
    exits(FAILING, &["--junit", "house.toml/s.xml"], 13, &[]);
    exits(PASSING, &["--update", "--lock", "house.toml/x.lock", "--games", "1e11"], 13, &[]);
    exits(PASSING, &["--update", "--lock", "new/x.lock"], 0, &["added to new/x.lock"]);
    // Reports do not overwrite configs and other files.
    for file in ["house.toml", "undercard.lock", "check.csv"] {
        exits(PASSING, &["--junit", file], 2, &[&format!("--junit: found {file}, expected")]);
    }
}

#[test]
fn a_quiet_check_says_in_a_line_what_failed() {
    let folder = house(&format!("{PASSING}{FAILING}"));
    let (code, stdout, stderr) = check(folder.path(), &["--quiet"]);
    let line = "fail: house.toml: mean length\n";
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (10, "", line));
    let folder = house(PASSING);
    assert_eq!(check(folder.path(), &["--quiet"]), (0, String::new(), String::new()));
}

/// In CI nothing escapes the lock file: neither a new or renamed config, nor a lock file that was deleted.
#[test]
fn a_locked_check_needs_a_lock_file_and_an_entry_for_each_config() {
    let folder = house(PASSING);
    let folder = folder.path();
    // A lock file above the temporary folder is not found.
    std::fs::create_dir(folder.join(".git")).expect("a folder");
    let (code, _, stderr) = check(folder, &["--locked"]);
    let none = "undercard.lock: found no such file, expected a lock file";
    assert!(code == 12 && stderr.contains(none), "{stderr}");
    assert_eq!(check(folder, &["--update"]).0, 0);
    let locked = read(folder, "undercard.lock");
    assert_eq!(check(folder, &["--locked"]).0, 0);
    let (code, stdout, _) = check(folder, &["--locked", "--games", "100", "--allow-inconclusive"]);
    assert!(code == 10 && stdout.contains("but results cannot be compared with the lock file"), "{stdout}");
    std::fs::rename(folder.join("house.toml"), folder.join("new.toml")).expect("a file");
    let check = |more: &[&str]| {
        let base = ["check", "new.toml", "--games", "8k", "--bots", "random", "--force"];
        let (code, stdout, stderr) = answer(folder, &[&base[..], more].concat());
        (code, unwrapped(&stdout), stderr)
    };
    let stale = "lists configs that no longer exist: house.toml; restore them, or remove their entries with `--update`";
    let (code, stdout, stderr) = check(&["--github", "--junit", "check.xml"]);
    assert!(code == 0 && stdout.contains("new.toml is not in undercard.lock"), "{stdout}");
    assert!(
        stderr.contains("::notice") && stderr.contains(stale) && junit(folder)["skipped"] == 1,
        "{stderr}"
    );
    let (code, _, stderr) = check(&["--github", "--locked"]);
    let missing = "::error file=new.toml,line=1,title=undercard.lock::new.toml is not in";
    assert!(code == 10 && stderr.contains(missing), "{stderr}");
    // An entry of another version is not compared.
    let other = locked.replace("house.toml", "new.toml").replace("results = ", "results = 9");
    write(folder, "undercard.lock", &other);
    assert_eq!((check(&[]).0, check(&["--locked"]).0), (0, 10));
    // The only finding is the config that is gone. Names of results and games are no files.
    let entry = |name: &str| {
        let own = locked.replace("house.toml", name);
        own[own.find("[configs").expect("an entry")..].to_owned()
    };
    let all = [locked.clone(), entry("new.toml"), entry("some-result")].join("\n");
    write(folder, "undercard.lock", &all);
    assert_eq!((check(&[]).0, check(&["--locked"]).0), (0, 10));
    let (code, stdout, _) = check(&["--update"]);
    let removed = "removed from undercard.lock, because these configs no longer exist: house.toml";
    assert!(code == 0 && stdout.contains(removed), "{stdout}");
    let updated = read(folder, "undercard.lock");
    assert!(!updated.contains("house.toml") && updated.contains("some-result"), "{updated}");
    assert_eq!(check(&["--locked"]).0, 0);
}

#[test]
fn a_lock_file_that_cannot_be_read_is_never_passed_over_or_replaced() {
    let folder = house(PASSING);
    let folder = folder.path();
    let lock = folder.join("undercard.lock");
    let refused = |args: &[&str], part: &str| {
        let (code, _, stderr) = check(folder, args);
        assert!(code == 12 && unwrapped(&stderr).contains(part), "{args:?}: {part} is not in {stderr}");
    };
    refused(&["--lock", "none.lock"], "none.lock");
    for (text, args, part) in [
        ("[undercard]\n\nlock = 'x'\n", &[][..], "undercard.lock:3"),
        ("[package]\nname = 'x'\n", &["--update"], "undercard.lock"),
        ("a = 1\n<<<<<<< HEAD\n", &[], "undercard.lock:2: found a merge conflict, expected a lock file"),
    ] {
        write(folder, "undercard.lock", text);
        refused(args, part);
        assert_eq!(read(folder, "undercard.lock"), text, "it is not overwritten");
    }
    std::fs::remove_file(&lock).expect("removed");
    std::fs::create_dir(&lock).expect("a folder");
    refused(&["--update"], "undercard.lock: found a folder, expected a lock file");
    std::fs::remove_dir(&lock).expect("a folder");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("gone.lock", &lock).expect("a link");
        refused(&[], "found a link to a file that does not exist");
        // A link to a lock file is followed.
        assert_eq!(check(folder, &["--update", "--lock", "gone.lock"]).0, 0);
        let args = ["--update", "--set", "cards.ten.damage=9"];
        assert_eq!(check(folder, &args).0, 0);
        assert!(std::fs::symlink_metadata(&lock).expect("a link").is_symlink());
        assert!(read(folder, "gone.lock").contains("\"cards.ten.damage\" = 9"));
    }
}

#[test]
fn a_config_with_other_games_does_not_bypass_the_lock() {
    let folder = house(PASSING);
    let folder = folder.path();
    let runs = |run: &str| {
        let text = format!("game = 'knife-fight'\n[targets]\n{PASSING}[run]\n{run}\n");
        write(folder, "house.toml", &text);
    };
    runs("games = 8000");
    assert_eq!(answer(folder, &["check", "house.toml", "--update"]).0, 0);
    assert_eq!(answer(folder, &["check", "house.toml"]).0, 0);
    for (run, changes) in [
        ("games = 8000\nseed = 2", "(run.seed 1 → 2): not compared; run"),
        ("games = 4000", "(4,000 games, fewer than the 8,000 locked): not compared; run"),
    ] {
        runs(&format!("{run}\n[cards.ten]\ndamage = 9"));
        let reports = ["--github", "--junit", "check.xml"];
        let (code, stdout, stderr) = answer(folder, &[&["check", "house.toml"], &reports[..]].concat());
        assert!(code == 11 && unwrapped(&stdout).contains(changes), "{stdout}");
        assert!(stderr.contains("::warning file=undercard.lock,line="), "{stderr}");
        assert!(read(folder, "check.xml").contains("lock-not-compared"));
        assert_eq!(answer(folder, &["check", "house.toml", "--seed", "3"]).0, 0);
        let (code, stdout, _) = answer(folder, &["check", "house.toml", "--seed", "3", "--locked"]);
        let told = unwrapped(&stdout);
        assert!(code == 10 && told.contains("not compared; remove --seed and --games"), "{stdout}");
        let args = ["check", "house.toml", "--locked", "--allow-inconclusive"];
        assert_eq!(answer(folder, &args).0, 10, "a required lock file must be compared");
    }
}

/// The results of the valid configs are those of a check without the others, and every report names the errors.
#[test]
fn an_invalid_config_does_not_stop_the_others() {
    let folder = house(PASSING);
    let folder = folder.path();
    write(folder, "torn.toml", "game = 'fight'\n[rules\n");
    for idle in ["idle.toml", "none.toml"] {
        write(folder, idle, "game = 'knife-fight'\n");
    }
    let configs = ["torn.toml", "house.toml", "idle.toml", "none.toml", "gone.toml"];
    let check = |configs: &[&str], more: &[&str]| {
        answer(folder, &[&["check", "--games", "300", "--threads", "1"], configs, more].concat())
    };
    assert_eq!(check(&["house.toml"], &["--quiet", "--out", "alone"]).0, 0);
    let reports = ["--junit", "check.xml", "--github", "--out", "o"];
    let (code, stdout, stderr) = check(&configs, &reports);
    assert_eq!(code, 2, "{stdout}{stderr}");
    assert!(
        stdout.starts_with("not checked: torn.toml, gone.toml, idle.toml, none.toml\npass: house.toml\n"),
        "{stdout}"
    );
    for error in ["error: torn.toml:2", "error: gone.toml: ", "error: idle.toml: found nothing to check"] {
        assert!(stderr.contains(error), "{error}: {stderr}");
    }
    assert!(stderr.contains("::error file=torn.toml,line=2,"), "{stderr}");
    for idle in ["idle.toml", "none.toml"] {
        assert!(stderr.contains(&format!("::error file={idle},line=1,")), "{stderr}");
    }
    assert_eq!(read(folder, "o/check/check.csv"), read(folder, "alone/check/check.csv"));
    let result: serde_json::Value = serde_json::from_str(&read(folder, "o/check/result.json")).expect("JSON");
    assert_eq!((&result["details"]["verdict"], &result["details"]["exit_code"]), (&"fail".into(), &2.into()));
    let junit = read(folder, "check.xml");
    assert!(junit.contains("torn.toml:2") && junit.contains("<testsuite name=\"house.toml\""), "{junit}");
    let (code, stdout, _) = check(&configs, &["--format", "markdown", "--force", "--out", "o"]);
    assert!(code == 2 && stdout.starts_with("### Balance: fail\n\nnot checked: torn.toml"), "{stdout}");
    assert_eq!(check(&configs, &["--plan"]).0, 2);
    // A lock file is only written if all configs are valid.
    let (code, _, stderr) = check(&configs, &["--update", "--force", "--out", "o"]);
    assert!(code == 2 && stderr.contains("the lock file is unchanged"), "{stderr}");
    assert!(!folder.join("undercard.lock").exists());
}

#[test]
fn a_lock_reports_all_changes_and_nothing_else() {
    let folder = house(PASSING);
    let folder = folder.path();
    let (code, stdout, _) = check(folder, &["--update"]);
    assert_eq!(code, 0, "{stdout}");
    let filed = read(folder, "undercard.lock");
    // More games do not change the first ones. If not all of those are played, nothing can be compared.
    let (code, stdout, _) = check(folder, &["--games", "12k"]);
    assert!(code == 0 && stdout.contains("house.toml matches undercard.lock"), "{stdout}");
    for other in [["--games", "4k"], ["--seed", "2"]] {
        let (code, stdout, _) = check(folder, &other);
        assert!(code == 0 && unwrapped(&stdout).contains("not compared"), "{stdout}");
    }
    for more in [vec![], vec!["--threads", "1"], vec!["--full"], vec!["--level", "0.6"], vec!["--update"]] {
        let (code, stdout, stderr) = check(folder, &more);
        assert_eq!(code, 0, "{more:?}\n{stdout}{stderr}");
        assert_eq!(read(folder, "undercard.lock"), filed, "{more:?}");
    }
    let (code, stdout, _) = check(folder, &["--set", "cards.ten.damage=3"]);
    assert_eq!(code, 10, "{stdout}");
    for part in ["cards.ten.damage 10 → 3", "locked", "now", "win_rates/seat/0", "--update"] {
        assert!(stdout.contains(part), "{part} is not in\n{stdout}");
    }
    let (code, stdout, _) = check(folder, &["--set", "cards.ten.damage=3", "--update"]);
    assert_eq!(code, 0, "{stdout}");
    assert_ne!(read(folder, "undercard.lock"), filed);
    assert_eq!(check(folder, &["--set", "cards.ten.damage=3"]).0, 0);
    assert_eq!(check(folder, &[]).0, 10);
    // Changes of the program, the game and the version are distinguished.
    write(folder, "undercard.lock", &filed);
    // None of the 8,000 games lasts 999 rounds.
    let (code, stdout, _) = check(folder, &["--set", "rules.max-rounds=999"]);
    assert!(code == 0 && stdout.contains("house.toml matches undercard.lock"), "{stdout}");
    write(folder, "undercard.lock", &filed.replace("\"length/sum\" = ", "\"length/sum\" = 1"));
    let (code, stdout, _) = check(folder, &[]);
    let text = unwrapped(&stdout);
    assert!(code == 10 && text.contains("the program has changed, or the lock file was edited"), "{text}");
    assert!(text.contains("metrics/length-mean"), "{text}");
    write(folder, "undercard.lock", &filed.replace("results = ", "results = 9"));
    let (code, stdout, _) = check(folder, &["--set", "cards.ten.damage=3"]);
    assert!(code == 0 && stdout.contains("not compared"), "{stdout}");
    write(folder, "undercard.lock", &filed);
    write(folder, "house.toml", "game = 'stupid-fight'\n");
    let (code, stdout, _) = check(folder, &[]);
    assert!(code == 10 && stdout.contains("changed settings: game knife-fight → stupid-fight\n"), "{stdout}");
    assert!(!stdout.contains("length-mean"), "{stdout}");
}

/// Windows may check out a strategy with other ends of lines.
#[test]
fn a_lock_records_options_that_the_config_lacks_and_not_ends_of_lines() {
    let folder = house(PASSING);
    let folder = folder.path();
    let mine = "game = 'knife-fight'\nbelieves = 'Strikes.'\n[weights]\ndamage-dealt = 1\n";
    write(folder, "mine.toml", mine);
    let update = |more: &[&str]| {
        let args = ["check", "house.toml", "--bots", "mine.toml", "--update"];
        let (code, _, stderr) = answer(folder, &[&args[..], more].concat());
        assert_eq!(code, 0, "{stderr}");
        unwrapped(&stderr)
    };
    let stderr = update(&["--games", "300", "--seed", "3"]);
    assert!(stderr.contains("with --games, the lock file counts only 300 games"), "{stderr}");
    update(&[]);
    write(folder, "mine.toml", &mine.replace('\n', "\r\n"));
    let (code, text, stderr) = answer(folder, &["check", "house.toml", "--bots", "mine.toml", "--locked"]);
    assert!(code == 0 && !text.contains("changed") && !stderr.contains("changed"), "{text}{stderr}");
}

/// Two targets that are missed, one of them about a card that the file sets.
const FINDINGS: &str = "'metrics/length-mean' = { max = 2 }\n\
    'card_impact/ten/all/played' = { max = -0.9 }\n\
    'win_rates/seat/0' = { at = 0.424, within = 0.00001 }\n\
    'outcomes/draw' = { max = 0.9 }\n\
    [cards.ten]\ndamage = 11\n";

#[test]
fn reports_have_every_finding_at_every_exit_code() {
    let reports = ["--junit", "check.xml", "--github"];
    let folder = house(FINDINGS);
    let (code, stdout, stderr) = check(folder.path(), &[&reports[..], &["--update"]].concat());
    assert!(code == 10 && !stdout.contains("::error"), "{stdout}");
    assert!(stderr.contains("::error file=house.toml,line=3,title=metrics/length-mean::"), "{stderr}");
    assert!(stderr.contains("::warning file=house.toml,line=5,"), "{stderr}");
    // Four targets and the lock file.
    let seen = junit(folder.path());
    assert_eq!(["testcase", "failure", "error"].map(|name| seen[name]), [5, 2, 1]);
    // A skip instead of the error.
    let args = ["--quiet", "--junit", "check.xml", "--allow-inconclusive"];
    assert_eq!(check(folder.path(), &args).0, 10);
    let seen = junit(folder.path());
    assert_eq!((seen["failure"], seen["skipped"], seen.get("error")), (2, 1, None));
    // Also if nothing can be checked, in place of those of an earlier check.
    let found = |folder: &Path, args: &[&str], code: i32, rule: &str, at: &str| {
        let (exit, _, stderr) = check(folder, &[&reports[..], args].concat());
        assert!(exit == code && stderr.contains(&format!("::error file={at},title=")), "{stderr}");
        let seen = junit(folder);
        let xml = read(folder, "check.xml");
        assert!(seen["error"] >= 1 && xml.contains(&format!("type=\"{rule}\"")), "{xml}");
    };
    let folder = house("'outcomes/drawn' = { max = 1 }\n");
    found(folder.path(), &[], 2, "config-error", "house.toml,line=3");
    let folder = house(PASSING);
    let folder = folder.path();
    found(folder, &["--set", "cards.ten.damage=x"], 2, "config-error", "house.toml,line=1");
    found(folder, &["--gamez", "3"], 2, "not-checked", "house.toml,line=1");
    found(folder, &["--update", "--locked"], 2, "not-checked", "house.toml,line=1");
    write(folder, "undercard.lock", "[undercard]\n\nlock = 'x'\n");
    found(folder, &[], 12, "lock-damaged", "undercard.lock,line=3");
    std::fs::remove_file(folder.join("undercard.lock")).expect("removed");
    found(folder, &["--out", "house.toml"], 13, "not-checked", "house.toml,line=1");
    // A later check replaces them.
    assert_eq!(check(folder, &reports).0, 0);
    assert!(!junit(folder).contains_key("error"));
    // Paths are relative to the root of the repository.
    std::fs::create_dir_all(folder.join("cards/.git")).expect("a folder");
    std::fs::create_dir_all(folder.join("cards/configs")).expect("a folder");
    write(folder, "cards/configs/house.toml", &format!("game = 'knife-fight'\n[targets]\n{FAILING}"));
    let args = ["check", "house.toml", "-n", "300", "--bots", "random", "--github"];
    let (code, _, stderr) = answer(&folder.join("cards/configs"), &args);
    assert!(code == 10 && stderr.contains("file=configs/house.toml,line=3,"), "{stderr}");
}

/// A lock file protects its configs from every folder, and its paths are relative to it.
#[test]
fn the_lock_file_is_found_above_the_config() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let below = root.join("configs");
    std::fs::create_dir_all(below.join("deep")).expect("a folder");
    let rules = |name: &str, ten: u8| {
        let text = format!("game = 'knife-fight'\n[run]\ngames = 5000\n[cards.ten]\ndamage = {ten}\n");
        write(&below, name, &text);
    };
    rules("x.toml", 10);
    rules("y.toml", 9);
    assert_eq!(answer(root, &["check", "configs/x.toml", "configs/y.toml", "--update"]).0, 0);
    let locked = read(root, "undercard.lock");
    assert_eq!(answer(&below, &["check", "x.toml"]).0, 0);
    rules("x.toml", 8);
    let reports = ["--github", "--junit", "check.xml"];
    for (from, config) in
        [(&below, "x.toml"), (&below.join("deep"), "../x.toml"), (&root.to_owned(), "configs/x.toml")]
    {
        let (code, stdout, stderr) = answer(from, &[&["check", config], &reports[..]].concat());
        assert_eq!(code, 10, "{config}: {stdout}{stderr}");
        let stdout = unwrapped(&stdout);
        assert!(stdout.contains("changed settings: cards.ten.damage 10 → 8"), "{stdout}");
        assert!(stdout.contains("metrics/length-mean") && stdout.contains("win_rates/seat/0"), "{stdout}");
        assert!(!stdout.contains("length/sum") && !stdout.contains("digest"), "integers only with --verbose");
        for text in [&stderr, &read(from, "check.xml")] {
            assert!(text.contains("cards.ten.damage 10 → 8") && text.contains(" pp)"), "{text}");
        }
    }
    let (_, stdout, _) = answer(&below, &["check", "x.toml", "--verbose"]);
    assert!(stdout.contains("length/sum"), "{stdout}");
    // The update of one config keeps the other entry, also one of another results version.
    let other = locked.replacen("results = 5", "results = 2", 2).replacen("results = 2", "results = 5", 1);
    write(root, "undercard.lock", &other);
    assert_eq!(answer(&below, &["check", "x.toml", "--update"]).0, 0);
    let updated = read(root, "undercard.lock");
    let entry = |text: &str| text[text.find("[configs.\"configs/y.toml\"]").expect("an entry")..].to_owned();
    assert_eq!(entry(&updated), entry(&other));
    assert!(updated.contains("\"cards.ten.damage\" = 8"), "{updated}");
    assert_eq!(answer(root, &["check", "configs/x.toml"]).0, 0);
    assert!(!below.join("undercard.lock").exists());
}

/// The number of elements of each kind in `check.xml`. Checks the nesting of elements, their attributes, and that the counts
/// of each suite and of the whole report add up.
fn junit(folder: &Path) -> BTreeMap<String, u64> {
    let text = read(folder, "check.xml");
    let mut reader = Reader::from_str(&text);
    let (mut open, mut counts): (Vec<String>, BTreeMap<String, u64>) = Default::default();
    let mut totals: Vec<(String, BTreeMap<String, String>)> = Vec::new();
    loop {
        let event = reader.read_event().expect("well-formed");
        let is_empty = matches!(event, Event::Empty(_));
        match event {
            Event::Start(element) | Event::Empty(element) => {
                let (name, attributes) = parts(&element);
                let totals_of = ["name", "tests", "skipped", "errors", "failures", "time"];
                let (parent, required): (&str, &[&str]) = match name.as_str() {
                    "testsuites" => ("", &totals_of),
                    "testsuite" => ("testsuites", &totals_of),
                    "properties" => ("testsuite", &[]),
                    "testcase" => ("testsuite", &["name", "classname", "time"]),
                    "property" => ("properties", &["name", "value"]),
                    "failure" | "error" | "skipped" => ("testcase", &["type", "message"]),
                    other => panic!("{other} is no element of a report"),
                };
                assert_eq!(open.last().map_or("", String::as_str), parent, "{name}");
                assert!(required.iter().all(|key| attributes.contains_key(*key)), "{name}: {attributes:?}");
                *counts.entry(name.clone()).or_default() += 1;
                if name.starts_with("testsuite") {
                    totals.push((name.clone(), attributes));
                }
                if !is_empty {
                    open.push(name);
                }
            }
            Event::End(_) => {
                open.pop();
            }
            Event::Eof => break,
            _ => {}
        }
    }
    for kind in ["testsuites", "testsuite"] {
        for (attribute, name) in
            [("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]
        {
            let of_kind = totals.iter().filter(|(own, _)| own == kind);
            let sum: u64 = of_kind.map(|(_, own)| own[attribute].parse::<u64>().expect("a number")).sum();
            assert_eq!(sum, counts.get(name).copied().unwrap_or(0), "{kind} {name}");
        }
    }
    counts
}

fn parts(element: &BytesStart<'_>) -> (String, BTreeMap<String, String>) {
    let attributes = element.attributes().map(|attribute| {
        let attribute = attribute.expect("an attribute");
        (attribute.key.as_ref().to_owned(), attribute.value.to_string())
    });
    (element.name().as_ref().to_owned(), attributes.collect())
}

#[cfg(unix)]
#[test]
fn an_interrupted_check_says_so_and_exits_with_130() {
    let folder = house(OPEN);
    let child = Command::new(env!("CARGO_BIN_EXE_undercard"))
        .current_dir(folder.path())
        .args(["check", "house.toml", "--games", "1e11", "--junit", "check.xml"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("a child");
    // The program listens for signals before it creates the folder.
    let began = std::time::Instant::now();
    while !folder.path().join("reports/knife-fight-house").exists() {
        assert!(began.elapsed().as_secs() < 60, "it does not begin");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success());
    let output = child.wait_with_output().expect("an end");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    let again = "partial result is in reports/knife-fight-house/check\nto start again: undercard check house.toml --games 1e11";
    assert!(stderr.contains(again), "{stderr}");
    let json: Value =
        serde_json::from_str(&read(folder.path(), "reports/knife-fight-house/check/result.json"))
            .expect("JSON");
    assert_eq!((&json["complete"], &json["details"]["exit_code"]), (&Value::Bool(false), &Value::Null));
    // The target that is still undecided, and the note that the check is incomplete.
    let seen = junit(folder.path());
    assert_eq!(["testcase", "error"].map(|name| seen[name]), [2, 2]);
    assert!(
        read(folder.path(), "check.xml")
            .contains("<error message=\"partial result: interrupted before all games were played\"")
    );
}
