//! `run --resume`: a resumed run gives the result of an uninterrupted one, and only the same run can be
//! resumed.

use super::program::{answer, assert_same, damaged_in, folder, quietly};
use super::signals::{program, signal, wait};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::AtomicBool;
use undercard::config::lock::RESULTS_VERSION;
use undercard::config::{Plan, PlanOptions};
use undercard::report::show::grouped;
use undercard::report::stored::{self, About};
use undercard::simulation::{Pool, play_all};
use undercard::stats::Level;
use undercard::stats::ratio_sums::RateMethod;
use undercard::stats::shard::Shard;

/// The number of games that the result has; 0 if there is none, as for a moment while another one takes its place.
fn played(folder: &Path) -> u64 {
    let toml = fs::read_to_string(folder.join("o/run/run.toml")).unwrap_or_default();
    let line = toml.lines().find_map(|line| line.strip_prefix("games-played = "));
    line.map_or(0, |line| line.parse().expect("a number"))
}

/// Writes the files of this run to `o`, after this many games.
fn broken_off(
    folder: &Path,
    config: &str,
    asked: &PlanOptions,
    precision: Option<f64>,
    level: f64,
    games: u64,
) {
    let plan = Plan::new(config, asked).expect("a plan");
    let simulation = plan.simulation();
    let pool = Pool::new(Some(1)).expect("a thread");
    let tally = play_all(&*simulation, 0..games, &pool, &AtomicBool::new(false), &|_| {});
    let about = About {
        undercard: env!("CARGO_PKG_VERSION").into(),
        results: RESULTS_VERSION,
        digest: plan.digest().into(),
        planned: plan.games(),
        shard: Shard::WHOLE,
        precision,
        level: Level::new(level).expect("a level"),
        rate: RateMethod::default(),
        complete: false,
    };
    // `result.json` is removed first and written last.
    let _ = fs::remove_file(folder.join("o/run/result.json"));
    fs::create_dir_all(folder.join("o/run")).expect("a folder");
    fs::write(folder.join("o/run/run.tally"), stored::bytes(&about, &tally).expect("bytes")).expect("a file");
}

#[test]
fn a_resumed_run_gives_the_bytes_of_an_uninterrupted_one() {
    let asked = |games| PlanOptions { games: Some(games), ..PlanOptions::default() };
    let three = ["thief", "random", "hunter"].map(String::from).to_vec();
    for (more, asked, precision, level, broken) in [
        (
            &["knife-fight", "--games", "10k", "--games-csv", "100", "--rates", "jeffreys"][..],
            asked(10_000),
            None,
            0.95,
            &[0, 4095, 9_999][..],
        ),
        (
            &["knife-fight", "--games", "1M", "--precision", "1.2pp", "--games-csv", "20", "--level", "0.9"],
            asked(1_000_000),
            Some(0.012),
            0.9,
            &[4096],
        ),
        (
            &["stabby-jack", "--games", "3k", "--players", "3", "--bots", "thief,random,hunter"],
            PlanOptions { players: Some(3), bots: three, ..asked(3000) },
            None,
            0.95,
            &[64, 1001],
        ),
    ] {
        let folder = folder();
        let folder = folder.path();
        let run = [&["run"], more].concat();
        quietly(folder, &[&run[..], &["--out", "unbroken"]].concat());
        for before in broken {
            broken_off(folder, more[0], &asked, precision, level, *before);
            let (code, summary, stderr) =
                answer(folder, &[&run[..], &["--threads", "3", "--resume", "--out", "o"]].concat());
            assert_eq!(code, 0, "{stderr}");
            assert!(stderr.contains(&format!("resuming after {} of ", grouped(*before))), "{stderr}");
            assert!(!summary.contains("PARTIAL") && played(folder) > *before, "{summary}");
            assert_same(folder, "o", "unbroken");
            let toml = fs::read_to_string(folder.join("o/run/run.toml")).expect("a file");
            let resumed = format!("games-before-resuming = {before}");
            assert!(toml.contains("complete = true") && (*before == 0 || toml.contains(&resumed)), "{toml}");
        }
        // A complete run plays nothing more.
        let done = played(folder);
        let again = answer(folder, &[&run[..], &["--resume", "--out", "o"]].concat());
        assert!(
            again.0 == 0 && again.2.contains(&format!("resuming after {} of ", grouped(done))),
            "{}",
            again.2
        );
        assert_same(folder, "o", "unbroken");
        quietly(folder, &["verify", "o"]);
    }
}

/// Starts a run that does not end by itself.
fn begin(folder: &Path, more: &[&str]) -> Child {
    let mut command = program();
    // One thread, because `verify` plays some of its games again.
    let run = ["run", "knife-fight", "--games", "1e11", "--out", "o", "--threads", "1"];
    command.current_dir(folder).args(run).args(more);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a child")
}

#[test]
fn a_killed_run_resumes_from_its_last_save() {
    let folder = folder();
    let folder = folder.path();
    let saved = || fs::read(folder.join("o/run/run.tally")).ok();
    let mut child = begin(folder, &[]);
    // The file with the checksums is written last.
    wait("nothing is saved", || folder.join("o/run/result.json").exists());
    signal(&mut child, "KILL");
    child.wait_with_output().expect("an end");
    quietly(folder, &["verify", "o", "--sample", "2%"]);
    let (before, bytes) = (played(folder), saved());
    assert!(before > 0);
    let mut child = begin(folder, &["--resume"]);
    wait("nothing more is saved", || saved() != bytes && played(folder) > before);
    signal(&mut child, "INT");
    let output = child.wait_with_output().expect("an end");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains(&format!("resuming after {} of ", grouped(before))), "{stderr}");
    let again = "to resume: undercard run knife-fight --games 1e11 --out o --threads 1 --resume";
    assert!(stderr.contains(again), "{stderr}");
    assert!(stdout.contains("\nPARTIAL: stopped when "), "{stdout}");
    assert!(played(folder) > before, "{before}");
    quietly(folder, &["verify", "o", "--sample", "2%"]);
}

#[test]
fn only_the_same_run_is_resumed() {
    let folder = folder();
    let folder = folder.path();
    let run = ["run", "knife-fight", "--games", "20k", "--out", "o"];
    let (code, _, stderr) = answer(folder, &[&run[..], &["--resume"]].concat());
    assert!(code == 0 && stderr.contains("o/run contains no run to resume; starting a new one"), "{stderr}");
    let refused = |more: &[&str], parts: &[&str]| {
        damaged_in(
            folder,
            &[&run[..], &["--resume"], more].concat(),
            &[&["error: o/run/run.tally: found"], parts].concat(),
        );
    };
    refused(&["--seed", "2"], &[" a run of seed 1, expected seed 2"]);
    let tie = [" a run of rules.tie \"both-hit\", expected rules.tie \"no-hit\""];
    refused(&["--set", "rules.tie=no-hit"], &tie);
    refused(&["--bots", "cutter"], &[" a run of bots expert, expected bots cutter"]);
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
    refused(&all, &[" a run of ", ", and 1 more differences, expected "]);
    refused(&["--precision", "1pp"], &["a run without --precision", "expected --precision 1pp at"]);
    refused(&["--shard", "1/2"], &["a run that is not split", "expected shard 1/2"]);
    for games in ["30k", "10k"] {
        let run = ["run", "knife-fight", "--games", games, "--out", "o", "--resume"];
        damaged_in(folder, &run, &["a run of 20,000 games", "another number of games is another run"]);
    }
    let bots = ["--bots", "bot.toml", "--out", "b"];
    let bot = |hit: &str| {
        let text = format!("game = 'knife-fight'\nbelieves = 'x'\n[weights]\ndamage-dealt = {hit}\n");
        std::fs::write(folder.join("bot.toml"), text).expect("a file");
    };
    bot("1");
    quietly(folder, &[&run[..4], &bots].concat());
    bot("2");
    let found = ["found a run of bots bot.toml (changed), expected bots bot.toml"];
    damaged_in(folder, &[&run[..4], &bots, &["--resume"]].concat(), &found);
    // Another level gives other intervals of the same games.
    quietly(folder, &[&run[..], &["--resume", "--level", "0.8"]].concat());
    quietly(folder, &["run", "knife-fight", "--games", "20k", "--level", "0.8", "--out", "p"]);
    assert_same(folder, "o", "p");
    let precise = ["run", "knife-fight", "--games", "20k", "--out", "o", "--precision", "2pp"];
    quietly(folder, &precise);
    let precise = |precision: &'static str, more: &[&'static str]| {
        let run =
            ["run", "knife-fight", "--games", "20k", "--out", "o", "--resume", "--precision", precision];
        [&run[..], more].concat()
    };
    damaged_in(folder, &precise("3pp", &[]), &["found --precision 2pp", "expected --precision 3pp"]);
    damaged_in(folder, &precise("2pp", &["--level", "0.9"]), &["at the level 0.95", "at the level 0.9,"]);
    damaged_in(folder, &[&run[..], &["--resume"]].concat(), &["expected a run without --precision"]);
    quietly(folder, &precise("1.6pp", &[]));
    quietly(folder, &["run", "knife-fight", "--games", "20k", "--precision", "1.6pp", "--out", "q"]);
    assert_same(folder, "o", "q");
    fs::write(folder.join("o/run/run.tally"), "mine").expect("a file");
    damaged_in(folder, &[&run[..], &["--resume"]].concat(), &["o/run/run.tally: found another kind of file"]);
}
