//! Bots that are programs of their own, with a bot for the shell that plays the first move.

use super::program::{answer, folder, refused};
use std::path::Path;
use std::{fs, thread, time};

/// The command of the bot, which fails in a way.
fn bot(folder: &Path, way: &str) -> String {
    fs::write(folder.join("first.sh"), include_str!("first_move.sh")).expect("a file");
    format!("exec:sh first.sh {way}").trim_end().to_owned()
}

#[test]
fn a_program_plays_like_a_strategy_that_does_the_same() {
    let folder = folder();
    let folder = folder.path();
    let program = bot(folder, "");
    let run = |out: &str, threads: &str| {
        let bots = format!("{program},random");
        let args = [
            "run",
            "fight",
            "--bots",
            &bots,
            "--set",
            "setup.players=2",
            "--games",
            "60",
            "--threads",
            threads,
            "--out",
            out,
        ];
        let (code, text, stderr) = answer(folder, &args);
        assert_eq!(code, 0, "{stderr}");
        assert!(text.contains("bots: exec:first, random"), "{text}");
        fs::read(folder.join(out).join("run/metrics.csv")).expect("a file")
    };
    // The same bytes on any number of threads, and so in any batches.
    assert_eq!(run("one", "1"), run("two", "2"));
    let json = fs::read_to_string(folder.join("one/run/result.json")).expect("a file");
    assert!(json.contains("\"programs_repeatable\""), "{json}");
    let (code, _, stderr) = answer(folder, &["report", "one"]);
    assert_eq!(code, 0, "{stderr}");
    // Only the command line starts programs: not a file, and not a result that is read again.
    let (code, _, stderr) = answer(folder, &["verify", "one"]);
    assert!(code != 0 && stderr.contains("only a command that plays starts programs"), "{stderr}");
    let house = "game = 'taunt'\n[run]\nbots = ['exec:touch started']\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    for command in ["run", "lint", "check"] {
        let (code, _, stderr) = answer(folder, &[command, "house.toml"]);
        assert!(code == 2 && stderr.contains("house.toml:3: run.bots"), "{stderr}");
    }
    assert!(!folder.join("started").exists());
}

#[test]
#[ignore = "plays for long; `just check` runs it"]
fn programs_play_in_every_command() {
    let folder = folder();
    let folder = folder.path();
    let program = bot(folder, "");
    let house = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    let two = format!("{program},random");
    let commands: [&[&str]; 7] = [
        &["compare", "knife-fight", "--bots-b", &program, "--games", "50"],
        &["matchups", "knife-fight", "--bots", &two, "--games", "20"],
        &["train", "knife-fight", "--against", &program, "--games", "1000", "--temperature", "1"],
        &["check", "house.toml", "--bots", &program, "--games", "60"],
        &[
            "tune",
            "house.toml",
            "--bots",
            &program,
            "--keys",
            "cards.ten.damage",
            "--reach",
            "1",
            "--games",
            "20",
        ],
        &["luck", "knife-fight", "--bots", &program, "--games", "20"],
        &["replay", "knife-fight", "--bots", &program, "--game", "3"],
    ];
    for args in commands {
        let (code, _, stderr) = answer(folder, args);
        assert_eq!(code, 0, "{args:?}: {stderr}");
    }
    let not_repeatable = bot(folder, "plays false");
    let run = ["run", "knife-fight", "--bots", &not_repeatable, "--games", "20"];
    assert!(answer(folder, &run).2.contains("exec:first does not say that it is repeatable"));
    let (code, text, _) = answer(folder, &["lint", "exec:sh first.sh", "knife-fight"]);
    assert!(
        code == 0 && text.lines().count() == 3 && text.lines().all(|line| line.starts_with("pass  ")),
        "{text}"
    );
    let (code, text, _) = answer(folder, &["lint", "exec:sh first.sh stays"]);
    assert!(code == 10 && text.contains("fail  it does not end when its input is closed"), "{text}");
}

#[test]
fn a_program_that_fails_ends_the_command() {
    let folder = folder();
    let folder = folder.path();
    for (way, part) in [
        ("ends", "the program has ended (exit status: 3)"),
        ("hangs", "no answer within 1 seconds"),
        ("floods", "a line of more than 65536 bytes"),
        ("illegal", ": found the move 99, expected 0 to "),
        ("negative", "with the number of the batch and the index of a move for each decision"),
        ("few", "moves, one for each decision"),
        ("other", "expected the answer to batch 20"),
        ("binary", "a line that is not UTF-8"),
        // What was asked in the meantime depends on the threads.
        ("twice", "the line \"{\"batch\": 20,"),
    ] {
        let program = bot(folder, way);
        let args = ["run", "knife-fight", "--bots", &program, "--games", "20000", "--out", "o", "--quiet"];
        let (code, stdout, stderr) = answer(folder, &args);
        assert_eq!((code, stdout.as_str()), (14, ""), "{way}: {stderr}");
        assert!(
            stderr.contains(part) && stderr.contains("the games in hand do not count"),
            "{way}: {stderr}"
        );
        assert!(!folder.join("o/run/result.json").exists(), "{way}");
    }
    // One that does not start is an error of the option.
    for (bots, part) in [
        ("exec:", "a command that is empty"),
        ("exec:sh 'open", "an open quote"),
        ("exec:no-such-program", "a program that cannot be started"),
        ("exec:echo {\"undercard\":2}", "the line \"{undercard:2}\""),
        ("search:9:exec:true", "expected"),
    ] {
        refused(&["run", "knife-fight", "--bots", bots], &["--bots", part]);
    }
}

/// Whether a process that a program has started is still there.
#[cfg(unix)]
fn is_alive(id: &str) -> bool {
    // A process that has ended and that nobody waits for is a zombie.
    let state = std::process::Command::new("ps").args(["-o", "stat=", "-p", id]).output().expect("ps");
    let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

/// However a command ends: what its programs have started has ended, too, and says how the program ended.
#[cfg(unix)]
#[test]
fn nothing_that_a_program_started_survives() {
    use super::signals::{program as undercard, signal, wait};
    let folder = folder();
    let folder = folder.path();
    let children = |file: &str| {
        let ids = fs::read_to_string(folder.join(file)).unwrap_or_default();
        ids.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let ended = |file: &str| {
        let ids = children(file);
        assert!(!ids.is_empty(), "{file}");
        wait(file, || !ids.iter().any(|id| is_alive(id)));
    };
    let run = |way: &str| {
        let bots = bot(folder, way);
        let args = ["run", "knife-fight", "--quiet", "--bots", &bots];
        args.map(str::to_owned).to_vec()
    };
    let check = |way: &str| vec!["lint".to_owned(), bot(folder, way)];
    for (file, args, code, part) in [
        ("checked", check(""), 0, ""),
        ("stays", check("stays"), 10, ""),
        ("ends", run("ends"), 14, "the program has ended (exit status: 3)"),
        ("checks", check("early"), 2, "the program has ended (exit status: 3)"),
    ] {
        let output = undercard().current_dir(folder).env("CHILD", file).args(args).output().expect("an end");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{file}: {stderr}");
        assert!(stderr.contains(part), "{file}: {stderr}");
        ended(file);
    }
    for (file, way, name, code) in
        [("interrupted", "", "INT", 130), ("silent", "silent", "INT", 130), ("quit", "silent", "QUIT", 131)]
    {
        let mut command = undercard();
        command.current_dir(folder).env("CHILD", file).args(run(way));
        let mut child = command.stderr(std::process::Stdio::null()).spawn().expect("a start");
        wait(file, || !children(file).is_empty());
        while child.try_wait().expect("a child").is_none() {
            signal(&mut child, name);
            thread::sleep(time::Duration::from_millis(500));
        }
        assert_eq!(child.wait().expect("an end").code(), Some(code), "{file}");
        ended(file);
    }
}
