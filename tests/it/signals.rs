//! Signals and closed pipes: the exit code, and the partial result.

use super::program::{answer, folder};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub(crate) fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("undercard"))
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = folder();
    let mut child = program()
        .current_dir(folder.path())
        .args(["run", "knife-fight", "--games", "300", "--format", "json", "--quiet"])
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
fn a_folder_name_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let out = std::ffi::OsStr::from_bytes(b"o\xff");
    let mut command = program();
    command.current_dir(folder.path()).args(["run", "knife-fight", "--games", "300", "--out"]).arg(out);
    let output = command.output().expect("an end");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(folder.path().join(out).join("run/run.toml").exists());
    let does = |args: &[&std::ffi::OsStr]| {
        let output = program().current_dir(folder.path()).args(args).output().expect("an end");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    };
    does(&["verify".as_ref(), out]);
    does(&["report".as_ref(), out]);
    let shard = std::ffi::OsStr::from_bytes(b"s\xff");
    does(
        &["run", "knife-fight", "--games=300", "--shard=1/1", "--out"]
            .map(AsRef::as_ref)
            .into_iter()
            .chain([shard])
            .collect::<Vec<_>>(),
    );
    does(&["merge".as_ref(), shard, "--out".as_ref(), std::ffi::OsStr::from_bytes(b"joined\xff")]);
    // The error shows a readable name, without control sequences for the terminal.
    let hostile = std::ffi::OsStr::from_bytes(b"\x1b[31m\xff");
    std::fs::create_dir(folder.path().join(hostile)).expect("a folder");
    let output = program().current_dir(folder.path()).arg("verify").arg(hostile).output().expect("an end");
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(12), "{stderr}");
    assert!(stderr.contains("error: \\u{1b}[31m\u{FFFD}/run.tally: found no such file"), "{stderr}");
}

/// Waits until a condition is true.
pub(crate) fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(300), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal to a program, unless it has ended.
pub(crate) fn signal(child: &mut Child, signal: &str) {
    let kill = [format!("-{signal}"), child.id().to_string()];
    let sent = Command::new("kill").args(kill).stderr(Stdio::null()).status().expect("kill");
    assert!(sent.success() || child.try_wait().expect("a child").is_some());
}

/// Starts a command that would take hours. Sends it the signal as soon as this file or folder exists;
/// before that, closes its stdout unless `is_heard`. Returns the folder and stderr.
fn interrupted_at(there: &str, args: &[&str], name: &str, code: i32, is_heard: bool) -> (TempDir, String) {
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
    wait("it does not begin", || folder.path().join(there).exists());
    // `timeout` sends the signal to the program and immediately afterwards to its whole group. Both count as
    // one signal.
    for _ in 0..2 {
        signal(&mut child, name);
    }
    let output = child.wait_with_output().expect("an end");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
    let again = match args {
        ["run", rest @ ..] => format!("to resume: undercard run --resume {}", rest.join(" ")),
        [command, rest @ ..] => format!("to start again: undercard {command} {}", rest.join(" ")),
        [] => String::new(),
    };
    let is_told = stderr.contains("partial result is in o") && stderr.contains(&(again + " --out o"));
    assert!(is_told, "{stderr}");
    (folder, stderr)
}

/// The same with a signal soon after the start: the program listens for signals before it creates the folder.
/// By then it may have played many games or none.
pub(crate) fn interrupted(args: &[&str], name: &str, code: i32, is_heard: bool) -> (TempDir, String) {
    interrupted_at("o", args, name, code, is_heard)
}

const LONG_RUN: [&str; 8] = ["run", "knife-fight", "--games", "1e11", "--level", "0.9", "--threads", "1"];

fn is_partial(folder: &Path) {
    let read = |name: &str| std::fs::read_to_string(folder.join("o/run").join(name)).expect(name);
    let toml = read("run.toml");
    assert!(toml.contains("complete = false"), "{toml}");
    assert!(read("result.json").contains("\"complete\": false"));
    assert!(
        read("figures.csv").contains(",sequence,") || toml.contains("games-played = 0"),
        "a count that was not fixed beforehand has a confidence sequence"
    );
}

#[test]
fn a_signal_saves_the_partial_result_and_is_the_exit_code() {
    // Tests that were started with `nohup` pass their ignored SIGHUP on, and the run would never end.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored =
        status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    let is_ignored = ignored.is_some_and(|signals| signals & 1 == 1);
    for (name, code, is_heard) in
        [("INT", 130, false), ("TERM", 143, true), ("QUIT", 131, true), ("HUP", 129, true)]
    {
        if name != "HUP" || !is_ignored {
            is_partial(interrupted(&LONG_RUN, name, code, is_heard).0.path());
        }
    }
    // A run that has saved a file has played games.
    let (folder, _) = interrupted_at("o/run/run.tally", &LONG_RUN, "INT", 130, true);
    is_partial(folder.path());
    let rates = std::fs::read_to_string(folder.path().join("o/run/figures.csv")).expect("a file");
    assert!(rates.contains("sequence"), "{rates}");
    let (code, text, stderr) = answer(folder.path(), &["verify", "o"]);
    assert!(code == 0 && text.contains("replayed "), "{text}{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_under_nohup_ignores_the_hangup() {
    let folder = folder();
    let mut child = Command::new("nohup")
        .arg(assert_cmd::cargo::cargo_bin("undercard"))
        .current_dir(folder.path())
        .args(["run", "knife-fight", "--games", "1e11", "--quiet", "--out", "o"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a child");
    wait("it does not begin", || folder.path().join("o").exists());
    signal(&mut child, "HUP");
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().expect("a child").is_none(), "it ended");
    signal(&mut child, "TERM");
    assert_eq!(child.wait().expect("an end").code(), Some(143));
}

#[cfg(unix)]
#[test]
fn no_early_signal_is_lost() {
    use std::os::unix::process::ExitStatusExt;
    for delay in (0..60).step_by(3) {
        let folder = folder();
        let mut child = program()
            .current_dir(folder.path())
            .args(["run", "knife-fight", "--games", "1e11", "--quiet", "--out", "o"])
            .stderr(Stdio::null())
            .spawn()
            .expect("a child");
        std::thread::sleep(Duration::from_micros(delay * 200));
        signal(&mut child, "TERM");
        // If a signal were lost, the run would continue for days.
        let began = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("a child") {
                break status;
            }
            if began.elapsed() > Duration::from_secs(60) {
                child.kill().expect("killed");
                panic!("a signal after {} µs is lost", delay * 200);
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(status.code() == Some(143) || status.signal() == Some(15), "{status:?}");
    }
}

#[test]
fn a_partial_result_and_other_files_stay_beside_a_complete_result() {
    let folder = folder();
    let folder = folder.path();
    let args =
        |games| ["sweep", "knife-fight", "--vary", "rules.max-rounds=20,30", "--games", games, "--out", "o"];
    assert_eq!(answer(folder, &args("100")).0, 0);
    let read = |name: &str| std::fs::read_to_string(folder.join(name).join("sweep/result.json"));
    let complete = read("o").expect("a result");
    std::fs::create_dir_all(folder.join("o-partial/sweep")).expect("a folder");
    std::fs::write(folder.join("o-partial/sweep/sweep.csv"), "mine").expect("a file");
    let mut child =
        program().current_dir(folder).args(args("1e11")).stderr(Stdio::piped()).spawn().expect("a child");
    wait("it does not begin", || folder.join("o/.sweep-writing").exists());
    signal(&mut child, "INT");
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(read("o").expect("a result"), complete);
    assert_eq!(std::fs::read_to_string(folder.join("o-partial/sweep/sweep.csv")).expect("a file"), "mine");
    assert!(read("o-partial-2").expect("a result").contains("\"complete\": false"));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("to start again: undercard sweep") && !stderr.contains("--force"), "{stderr}");
}

#[test]
fn an_interrupted_training_saves_the_weights_so_far() {
    let args = ["train", "knife-fight", "--games", "1e11"];
    let (folder, stderr) = interrupted(&args, "INT", 130, true);
    let read = |name: &str| std::fs::read_to_string(folder.path().join("o/train").join(name)).expect(name);
    assert!(stderr.contains("of 100,000,000,000 training games"), "{stderr}");
    assert!(read("trained.toml").contains("# PARTIAL: stopped after "), "{}", read("trained.toml"));
    assert!(read("train.csv").starts_with("game,players,phase,") && !read("train.csv").contains("held-out"));
    let lint =
        program().current_dir(folder.path()).args(["lint", "o/train/trained.toml"]).output().expect("an end");
    assert_eq!(lint.status.code(), Some(0), "{lint:?}");
}

/// A stack that no system has room for is a limit of threads for everybody who runs the tests.
#[test]
fn a_system_that_starts_no_thread_is_an_error() {
    let folder = folder();
    let folder = folder.path();
    std::fs::write(folder.join("house.toml"), "game = \"knife-fight\"\n").expect("a file");
    let (code, _, stderr) =
        answer(folder, &["run", "knife-fight", "--games", "300", "--bots", "random", "--out", "o"]);
    assert_eq!(code, 0, "{stderr}");
    for (args, code, part) in [
        (&["lint", "house.toml"][..], 0, ""),
        (&["run", "knife-fight", "--games", "300", "--out", "r"], 2, "the system cannot start the threads"),
        (&["studio", "--no-open", "--port", "0"], 2, "the system cannot start the threads"),
        (&["lint", "exec:cat"], 2, "the system cannot start a thread"),
        (&["cards", "knife-fight", "--out", "c.xlsx"], 13, "the system cannot start threads"),
        (&["report", "o", "--format", "xlsx"], 12, "the system cannot start threads"),
        (&["report", "o"], 0, ""),
    ] {
        let mut command = program();
        command.current_dir(folder).args(args).env("RUST_MIN_STACK", (1_u64 << 50).to_string());
        let output = command.output().expect("an end");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && stderr.contains(part), "{args:?}: {output:?}");
    }
}
