//! Signals and closed pipes: the exit code, and the partial result.

use super::program::{folder, names};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub(crate) fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("undercard"))
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = folder();
    let mut child = program()
        .current_dir(folder.path())
        .args(["run", "knife-fight", "--games", "300", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a child");
    drop(child.stdout.take());
    let status = child.wait().expect("an end");
    let mut stderr = String::new();
    child.stderr.take().expect("stderr").read_to_string(&mut stderr).expect("text");
    assert_eq!((status.code(), stderr.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_whose_name_is_no_text_is_written_to_all_the_same() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let out = std::ffi::OsStr::from_bytes(b"o\xff");
    let mut command = program();
    command.current_dir(folder.path()).args(["run", "knife-fight", "--games", "300", "--out"]).arg(out);
    let output = command.output().expect("an end");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(folder.path().join(out).join("run.toml").exists());
}

/// Runs a command that takes hours, sends it the signal once it has begun, and closes its stdout
/// beforehand if nobody is to listen; the folder, and what it said on stderr.
pub(crate) fn interrupted(args: &[&str], signal: &str, code: i32, is_heard: bool) -> (TempDir, String) {
    let folder = folder();
    let mut child = program()
        .current_dir(folder.path())
        .args(args)
        .args(["--out", "o"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a child");
    if !is_heard {
        drop(child.stdout.take());
    }
    // Signals are listened to before the folder is made.
    let began = Instant::now();
    while !folder.path().join("o").exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "it does not begin");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    // `timeout` sends it to the program and then, at once, to its whole group: that is one signal.
    for _ in 0..2 {
        let kill = [format!("-{signal}"), child.id().to_string()];
        let sent = Command::new("kill").args(kill).stderr(Stdio::null()).status().expect("kill");
        assert!(sent.success() || child.try_wait().expect("a child").is_some());
    }
    let output = child.wait_with_output().expect("an end");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
    let again = match args {
        ["run", rest @ ..] if rest.contains(&"--resume") => format!("to go on: undercard {}", args.join(" ")),
        ["run", rest @ ..] => format!("to go on: undercard run --resume {}", rest.join(" ")),
        _ => format!("to play all: undercard {}", args.join(" ")),
    };
    let is_told = stderr.contains("partial result is in o") && stderr.contains(&(again + " --out o"));
    assert!(is_told, "{stderr}");
    (folder, stderr)
}

const LONG_RUN: [&str; 6] = ["run", "knife-fight", "--games", "1e11", "--level", "0.9"];

fn is_partial(folder: &Path) {
    let read = |name: &str| std::fs::read_to_string(folder.join("o").join(name)).expect(name);
    let toml = read("run.toml");
    assert!(toml.contains("complete = false"), "{toml}");
    assert!(read("run.json").contains("\"complete\": false"));
    // On a busy machine the signal may come before the first game.
    assert!(
        read("win_rates.csv").contains("-cs") || toml.contains("games-played = 0"),
        "a count that was not fixed beforehand has a confidence sequence"
    );
}

#[test]
fn an_interrupted_run_writes_what_it_has_and_exits_with_130() {
    is_partial(interrupted(&LONG_RUN, "INT", 130, true).0.path());
}

#[test]
fn a_terminated_run_writes_what_it_has_and_exits_with_143() {
    is_partial(interrupted(&LONG_RUN, "TERM", 143, true).0.path());
}

#[test]
fn an_interrupted_run_that_nobody_listens_to_exits_with_130_all_the_same() {
    is_partial(interrupted(&LONG_RUN, "INT", 130, false).0.path());
}

#[test]
fn a_command_that_is_interrupted_between_two_looks_has_a_partial_result() {
    let precision = ["--games", "1e11", "--precision", "0.0001pp"];
    is_partial(interrupted(&[&["run", "knife-fight"], &precision[..]].concat(), "INT", 130, true).0.path());
    let compare = ["compare", "knife-fight", "--set-b", "rules.tie=no-hit"];
    let impact = ["impact", "knife-fight", "--cards", "ten"];
    let sensitivity = ["sensitivity", "knife-fight", "--keys", "rules.max-rounds"];
    let sweep = ["sweep", "knife-fight", "--vary", "rules.tie=no-hit"];
    let matchups = ["matchups", "knife-fight", "--bots", "cutter,random"];
    for args in [&compare[..], &impact, &sensitivity, &sweep, &matchups] {
        let (folder, stderr) = interrupted(&[args, &precision].concat(), "INT", 130, false);
        let file = format!("o/{}.csv", args[0]);
        let csv = std::fs::read_to_string(folder.path().join(&file)).expect(&file);
        let mut csv = csv::Reader::from_reader(csv.as_bytes());
        let rows: Result<Vec<_>, _> = csv.records().collect();
        assert!(!csv.headers().expect("a header").is_empty() && rows.is_ok(), "{file}");
        assert!(!stderr.contains("too few"), "{stderr}");
    }
}

#[test]
fn an_interrupted_training_files_what_it_has_learnt_by_then() {
    let args = ["train", "knife-fight", "--games", "1e11"];
    let (folder, stderr) = interrupted(&args, "INT", 130, true);
    let read = |name: &str| std::fs::read_to_string(folder.path().join("o").join(name)).expect(name);
    assert!(stderr.contains("of 100000000000 games of training"), "{stderr}");
    assert!(read("trained.toml").contains("# PARTIAL: stopped after "), "{}", read("trained.toml"));
    assert!(read("train.csv").starts_with("game,players,phase,") && !read("train.csv").contains("held-out"));
    let lint =
        program().current_dir(folder.path()).args(["lint", "o/trained.toml"]).output().expect("an end");
    assert_eq!(lint.status.code(), Some(0), "{lint:?}");
}

#[test]
fn every_long_command_says_that_its_result_is_partial_and_how_to_play_it_whole() {
    let compare = ["compare", "knife-fight", "--set-b", "rules.tie=no-hit", "--games", "1e11"];
    let sensitivity = ["sensitivity", "knife-fight", "--keys", "rules.max-rounds", "--games", "1e11"];
    let sweep = ["sweep", "knife-fight", "--vary", "rules.tie=no-hit", "--games", "1e11"];
    let matchups = ["matchups", "knife-fight", "--bots", "cutter,random", "--games", "1e11"];
    for (args, files) in [
        (&compare, &["compare.csv"][..]),
        (&sensitivity, &["sensitivity.csv"]),
        (&sweep, &["sweep.csv"]),
        (&matchups, &["field.csv", "matchups.csv", "ratings.csv"]),
    ] {
        let (folder, stderr) = interrupted(args, "INT", 130, false);
        assert_eq!(names(&folder.path().join("o")), files, "{stderr}");
    }
}
