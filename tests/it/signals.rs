//! Signals and closed pipes: the exit code, and the partial result.

use super::program::{answer, folder, names};
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

/// Starts a command that would take hours. Sends it the signal some time after this file or folder exists;
/// before that, closes its stdout unless `is_heard`. Returns the folder and stderr.
fn interrupted_at(
    there: &str,
    pause: Duration,
    args: &[&str],
    name: &str,
    code: i32,
    is_heard: bool,
) -> (TempDir, String) {
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
    std::thread::sleep(pause);
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
        [command, rest @ ..] => format!("to start again: undercard {command} --force {}", rest.join(" ")),
        [] => String::new(),
    };
    let is_told = stderr.contains("partial result is in o") && stderr.contains(&(again + " --out o"));
    assert!(is_told, "{stderr}");
    (folder, stderr)
}

/// The same with a signal soon after the start: the program listens for signals before it creates the folder.
/// By then it may have played many games or none.
pub(crate) fn interrupted(args: &[&str], name: &str, code: i32, is_heard: bool) -> (TempDir, String) {
    interrupted_at("o", Duration::ZERO, args, name, code, is_heard)
}

/// The same with ever later signals, until the folder satisfies a condition.
pub(crate) fn interrupted_when(args: &[&str], is_so: impl Fn(&Path) -> bool) -> TempDir {
    let mut pause = Duration::from_millis(50);
    loop {
        let (folder, _) = interrupted_at("o", pause, args, "INT", 130, true);
        if is_so(folder.path()) {
            return folder;
        }
        assert!(pause < Duration::from_secs(100), "{args:?} plays nothing");
        pause *= 2;
    }
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
fn an_interrupted_run_saves_its_partial_result_and_exits_with_130() {
    // A run that has saved a file has played games.
    let (folder, _) = interrupted_at("o/run/run.tally", Duration::ZERO, &LONG_RUN, "INT", 130, true);
    is_partial(folder.path());
    let rates = std::fs::read_to_string(folder.path().join("o/run/figures.csv")).expect("a file");
    assert!(rates.contains("sequence"), "{rates}");
    let (code, text, stderr) = answer(folder.path(), &["verify", "o"]);
    assert!(code == 0 && text.contains("replayed "), "{text}{stderr}");
}

/// Before it knows which settings matter, `sensitivity` plays games without a folder.
#[cfg(unix)]
#[test]
fn a_signal_before_there_is_anything_to_save_is_answered() {
    for args in [["sensitivity", "taunt", "--plan"], ["advise", "taunt", "--plan"]] {
        let folder = folder();
        let mut child = program()
            .current_dir(folder.path())
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a child");
        std::thread::sleep(Duration::from_millis(100));
        signal(&mut child, "INT");
        let output = child.wait_with_output().expect("an end");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_told = output.status.code() == Some(130) && stderr.contains("stopped; nothing was saved");
        // The signal can also come after the end.
        assert!(is_told || output.status.code() == Some(0), "{args:?}: {:?} {stderr}", output.status);
    }
}

#[test]
fn a_terminated_run_saves_its_partial_result_and_exits_with_143() {
    is_partial(interrupted(&LONG_RUN, "TERM", 143, true).0.path());
}

#[cfg(unix)]
#[test]
fn a_run_that_is_quit_saves_its_partial_result_and_exits_with_131() {
    is_partial(interrupted(&LONG_RUN, "QUIT", 131, true).0.path());
}

#[cfg(unix)]
#[test]
fn a_hung_up_run_saves_its_partial_result_and_exits_with_129() {
    // Tests that were started with `nohup` pass their ignored SIGHUP on, and the run would never end.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored =
        status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    if ignored.is_some_and(|signals| signals & 1 == 1) {
        return;
    }
    is_partial(interrupted(&LONG_RUN, "HUP", 129, true).0.path());
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
    for delay in 0..60 {
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

#[cfg(unix)]
#[test]
fn a_file_size_limit_is_exit_code_13() {
    let folder = folder();
    let command = format!(
        "ulimit -f 1; exec '{}' run knife-fight --games 2000 --quiet --out o",
        assert_cmd::cargo::cargo_bin("undercard").display()
    );
    let output =
        Command::new("sh").current_dir(folder.path()).args(["-c", &command]).output().expect("an end");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(13), "{:?} {stderr}", output.status);
    assert!(
        stderr.contains("cannot be written") && !folder.path().join("o/run/result.json").exists(),
        "{stderr}"
    );
}

#[test]
fn an_interrupted_run_with_closed_stdout_exits_with_130() {
    is_partial(interrupted(&LONG_RUN, "INT", 130, false).0.path());
}

#[test]
fn a_command_interrupted_between_two_looks_has_a_partial_result() {
    let precision = ["--games", "1e11", "--precision", "0.0001pp"];
    is_partial(interrupted(&[&["run", "knife-fight"], &precision[..]].concat(), "INT", 130, true).0.path());
    let compare = ["compare", "knife-fight", "--set-b", "rules.tie=no-hit"];
    let impact = ["impact", "knife-fight", "--card", "ten"];
    let sensitivity = ["sensitivity", "knife-fight", "--keys", "rules.max-rounds"];
    let sweep = ["sweep", "knife-fight", "--vary", "rules.tie=no-hit"];
    let matchups = ["matchups", "knife-fight", "--bots", "cutter,random"];
    for args in [&compare[..], &impact, &sensitivity, &sweep, &matchups] {
        let (folder, stderr) = interrupted(&[args, &precision].concat(), "INT", 130, false);
        let file = format!("o/{0}/{0}.csv", args[0]);
        let csv = std::fs::read_to_string(folder.path().join(&file)).expect(&file);
        let mut csv = csv::Reader::from_reader(csv.as_bytes());
        let rows: Result<Vec<_>, _> = csv.records().collect();
        assert!(!csv.headers().expect("a header").is_empty() && rows.is_ok(), "{file}");
        assert!(!stderr.contains("too few"), "{stderr}");
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
fn an_interrupted_run_leaves_a_complete_one_and_can_be_resumed_beside_it() {
    let folder = folder();
    let folder = folder.path();
    let args = |games| ["run", "knife-fight", "--games", games, "--out", "o", "--quiet"];
    assert_eq!(answer(folder, &args("100")).0, 0);
    let complete = std::fs::read(folder.join("o/run/result.json")).expect("a result");
    let mut child =
        program().current_dir(folder).args(args("1e11")).stderr(Stdio::piped()).spawn().expect("a child");
    wait("it does not begin", || folder.join("o/.run-writing").exists());
    std::thread::sleep(Duration::from_millis(300));
    signal(&mut child, "INT");
    let output = child.wait_with_output().expect("an end");
    assert_eq!(std::fs::read(folder.join("o/run/result.json")).expect("a result"), complete);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let again = "to resume: undercard run --resume knife-fight --games 1e11 --quiet --out o-partial\n";
    assert!(stderr.contains(again), "{stderr}");
    let partial = std::fs::read_to_string(folder.join("o-partial/run/result.json")).expect("a result");
    assert!(partial.contains("\"complete\": false"), "{partial}");
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

/// The page of a complete result has no warning. An interrupted result in the same folder is marked as
/// partial in its files and on its page, until a complete one replaces it.
#[test]
fn every_long_command_marks_an_incomplete_result_as_partial() {
    let config = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.0001 }\n";
    for (command, more, few, files) in [
        ("compare", &["--set-b", "rules.tie=no-hit"][..], "100", &["compare.csv"][..]),
        ("impact", &["--card", "ten"], "100", &["figures.csv", "impact.csv"]),
        ("sensitivity", &["--keys", "rules.max-rounds"], "100", &["sensitivity.csv"]),
        ("sweep", &["--vary", "rules.tie=no-hit"], "100", &["sweep.csv"]),
        (
            "matchups",
            &["--bots", "cutter,random"],
            "100",
            &["field.csv", "figures.csv", "matchups.csv", "ratings.csv"],
        ),
        ("luck", &["--bots", "cutter,random"], "100", &["luck.csv"]),
        ("train", &[], "1000", &["train.csv", "trained.toml"]),
        (
            "tune",
            &["--keys", "rules.bleed-divisor", "--reach", "1"],
            "10",
            &["tune.csv", "tune_settings.csv"],
        ),
    ] {
        let args = |games: &'static str| [&[command, "house.toml"], more, &["--games", games]].concat();
        let folder = folder();
        let folder = folder.path();
        std::fs::write(folder.join("house.toml"), config).expect("a file");
        let mut files: Vec<&str> = files.iter().copied().chain(["result.json", "runs.csv"]).collect();
        files.sort_unstable();
        let is_whole = |is_whole: bool| {
            let read = |name: &str| {
                std::fs::read_to_string(folder.join("o").join(command).join(name)).expect("a file")
            };
            let mark = format!("\n  \"complete\": {is_whole},\n");
            assert!(read("result.json").contains(&mark), "{}", read("result.json"));
            let (code, _, stderr) = answer(folder, &["report", "o"]);
            assert_eq!(code, 0, "{stderr}");
            let page = std::fs::read_to_string(folder.join(format!("o/{command}.html"))).expect("a page");
            assert_eq!(page.contains("Partial result."), !is_whole, "{command}");
        };
        let whole = || {
            let (code, _, stderr) =
                answer(folder, &[&args(few)[..], &["--out", "o", "--quiet", "--force"]].concat());
            assert!(code == 0 || command == "tune" && (code == 10 || code == 11), "{stderr}");
        };
        whole();
        is_whole(true);
        std::fs::remove_dir_all(folder.join("o")).expect("removed");
        let mut child = program()
            .current_dir(folder)
            .args(args("1e11"))
            .args(["--out", "o"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("a child");
        wait("it does not begin", || folder.join("o").exists());
        signal(&mut child, "INT");
        let output = child.wait_with_output().expect("an end");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{command}: {stderr}");
        let end =
            stderr.split_once(&format!("the partial result is in o/{command}\n")).expect("where it is").1;
        let changes = end.split_once("to start again: undercard").expect("how to go on").0;
        let of_b = "not as printed in B: rules.tie both-hit → no-hit\n";
        assert_eq!(changes, if command == "compare" { of_b } else { "" }, "{stderr}");
        assert_eq!(names(&folder.join("o").join(command)), files);
        is_whole(false);
        whole();
        // The page of the partial result stays until somebody makes another.
        assert!(folder.join(format!("o/{command}.html")).exists());
        is_whole(true);
    }
}

/// A command that saves nothing when it is stopped says so, and leaves no lock file.
#[test]
fn a_stopped_search_leaves_nothing_behind() {
    let search = ["replay", "knife-fight", "--where", "longest", "--games", "1e9"];
    let folder = folder();
    let out = folder.path().join("o");
    let mut command = program();
    command.current_dir(folder.path()).args(search).args(["--out", "o"]).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a child");
    wait("it does not begin", || out.join(".replay-writing").exists());
    std::thread::sleep(Duration::from_millis(300));
    signal(&mut child, "INT");
    let output = child.wait_with_output().expect("an end");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("stopped; nothing was saved"), "{stderr}");
    assert_eq!(names(&out), [""; 0]);
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
