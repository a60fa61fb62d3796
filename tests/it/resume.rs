//! `run --resume`: what was broken off ends as if it had not been, and nothing else is gone on with.

use super::program::{answer, assert_same, damaged_in, folder, quietly};
use super::signals::{interrupted, program};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

fn played(folder: &Path) -> u64 {
    let toml = std::fs::read_to_string(folder.join("o/run.toml")).expect("a file");
    let line = toml.lines().find_map(|line| line.strip_prefix("games-played = ")).expect("a line");
    line.parse().expect("a number")
}

#[test]
fn a_run_that_was_broken_off_ends_with_the_bytes_of_one_that_was_not() {
    for more in [
        &["knife-fight", "--games", "2500k", "--games-csv", "100", "--rates", "jeffreys"][..],
        &["knife-fight", "--games", "9M", "--precision", "0.12pp", "--games-csv", "20", "--level", "0.9"],
        &["stabby-jack", "--games", "60k", "--players", "3", "--bots", "thief,random,hunter"],
    ] {
        let run = [&["run"], more].concat();
        let begin = [&run[..], &["--threads", "1"]].concat();
        let (folder, _) = interrupted(&begin, "INT", 130, true);
        let folder = folder.path();
        let before = played(folder);
        let text = std::fs::read_to_string(folder.join("o/run.json")).expect("a file");
        assert!(text.contains("\"complete\": false"), "{text}");
        let (code, summary, stderr) =
            answer(folder, &[&run[..], &["--threads", "3", "--resume", "--out", "o"]].concat());
        assert_eq!(code, 0, "{stderr}");
        assert!(stderr.contains(&format!("{before} games of this run were played before")), "{stderr}");
        assert!(!summary.contains("PARTIAL"), "{summary}");
        quietly(folder, &[&run[..], &["--out", "unbroken"]].concat());
        assert_same(folder, "o", "unbroken");
        let toml = std::fs::read_to_string(folder.join("o/run.toml")).expect("a file");
        let resumed = format!("games-before-resuming = {before}");
        assert!(toml.contains("complete = true") && (before == 0 || toml.contains(&resumed)), "{toml}");
        // What is done is done.
        let done = played(folder);
        let again = answer(folder, &[&run[..], &["--resume", "--out", "o"]].concat());
        assert!(again.0 == 0 && again.2.contains(&format!("{done} games of this run")), "{}", again.2);
        assert_same(folder, "o", "unbroken");
        quietly(folder, &["verify", "o"]);
    }
}

#[test]
fn a_partial_run_says_so_to_people() {
    let (folder, _) = interrupted(&["run", "knife-fight", "--games", "1e11"], "TERM", 143, true);
    let (code, text, stderr) = answer(folder.path(), &["verify", "o"]);
    assert!(code == 0 && text.contains(" played again"), "{text}{stderr}");
    let (_, stdout) = interrupted_text(folder.path());
    assert!(stdout.contains("\nPARTIAL: stopped before all games were played.\n"), "{stdout}");
}

/// Goes on with the run in `o` and stops it again; how far it was before, and what it printed.
fn interrupted_text(folder: &Path) -> (u64, String) {
    let before = played(folder);
    let child = begin(folder, &["--resume"]);
    std::thread::sleep(Duration::from_millis(1200));
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130));
    (before, String::from_utf8(output.stdout).expect("text"))
}

fn begin(folder: &Path, more: &[&str]) -> Child {
    let mut command = program();
    command.current_dir(folder).args(["run", "knife-fight", "--games", "1e11", "--out", "o"]).args(more);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a child")
}

fn signal(child: &Child, signal: &str) {
    let kill = [signal.to_owned(), child.id().to_string()];
    assert!(std::process::Command::new("kill").args(kill).status().expect("kill").success());
}

#[test]
fn a_run_that_is_killed_goes_on_from_what_was_saved() {
    let folder = folder();
    let folder = folder.path();
    let child = begin(folder, &[]);
    let began = Instant::now();
    while !folder.join("o/run.tally").exists() {
        assert!(began.elapsed() < Duration::from_secs(100), "nothing is saved");
        std::thread::sleep(Duration::from_millis(20));
    }
    signal(&child, "-KILL");
    child.wait_with_output().expect("an end");
    quietly(folder, &["verify", "o"]);
    let saved = played(folder);
    assert!(saved > 0);
    let (before, _) = interrupted_text(folder);
    assert!(before == saved && played(folder) > saved, "{saved}");
    quietly(folder, &["verify", "o"]);
}

#[test]
fn only_the_same_run_is_gone_on_with() {
    let folder = folder();
    let folder = folder.path();
    let run = ["run", "knife-fight", "--games", "60k", "--out", "o"];
    let (code, _, stderr) = answer(folder, &[&run[..], &["--resume"]].concat());
    assert!(code == 0 && stderr.contains("o holds no run to go on with: this one begins"), "{stderr}");
    let refused = |more: &[&str], parts: &[&str]| {
        damaged_in(
            folder,
            &[&run[..], &["--resume"], more].concat(),
            &[&["error: o/run.tally: found"], parts].concat(),
        );
    };
    refused(&["--seed", "2"], &[" a run of seed 1, expected seed 2"]);
    let tie = [" a run of rules.tie \"both-hit\", expected rules.tie \"no-hit\""];
    refused(&["--set", "rules.tie=no-hit"], &tie);
    refused(&["--bots", "cutter"], &[" a run of bots random,random, expected bots cutter,cutter"]);
    let all = [
        "--set",
        "rules.tie=no-hit",
        "--set",
        "cards.ten.damage=3",
        "--set",
        "deck.red.ace=1",
        "--seed",
        "2",
    ];
    refused(&all, &[" a run of ", ", and 1 more that differ, expected "]);
    refused(&["--precision", "1pp"], &["a run without --precision", "expected --precision 1pp at"]);
    refused(&["--shard", "1/2"], &["a run that is not split", "expected shard 1/2"]);
    for games in ["70k", "50k"] {
        let run = ["run", "knife-fight", "--games", games, "--out", "o", "--resume"];
        damaged_in(folder, &run, &["a run of 60000 games", "finished as it was begun"]);
    }
    let bots = ["--bots", "bot.toml", "--out", "b"];
    let bot = |hit: &str| {
        let text = format!("game = 'knife-fight'\nbelieves = 'x'\n[weights]\ndamage-dealt = {hit}\n");
        std::fs::write(folder.join("bot.toml"), text).expect("a file");
    };
    bot("1");
    quietly(folder, &[&run[..4], &bots].concat());
    bot("2");
    let found = ["b/run.tally: found the config digest", "its run.toml, or a strategy file that it names,"];
    damaged_in(folder, &[&run[..4], &bots, &["--resume"]].concat(), &found);
    // Another level asks for other intervals of the same games.
    quietly(folder, &[&run[..], &["--resume", "--level", "0.8"]].concat());
    quietly(folder, &["run", "knife-fight", "--games", "60k", "--level", "0.8", "--out", "p"]);
    assert_same(folder, "o", "p");
    let precise = ["run", "knife-fight", "--games", "60k", "--out", "o", "--precision", "2pp"];
    quietly(folder, &precise);
    let precise = |precision: &'static str, more: &[&'static str]| {
        let run =
            ["run", "knife-fight", "--games", "60k", "--out", "o", "--resume", "--precision", precision];
        [&run[..], more].concat()
    };
    damaged_in(folder, &precise("3pp", &[]), &["found --precision 2pp", "expected --precision 3pp"]);
    damaged_in(folder, &precise("2pp", &["--level", "0.9"]), &["at the level 0.95", "at the level 0.9,"]);
    damaged_in(folder, &[&run[..], &["--resume"]].concat(), &["expected a run without --precision"]);
    quietly(folder, &precise("1.2pp", &[]));
    quietly(folder, &["run", "knife-fight", "--games", "60k", "--precision", "1.2pp", "--out", "q"]);
    assert_same(folder, "o", "q");
    std::fs::write(folder.join("o/run.tally"), "mine").expect("a file");
    damaged_in(folder, &[&run[..], &["--resume"]].concat(), &["o/run.tally: found a file of something else"]);
}
