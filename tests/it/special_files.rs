//! Pipes and devices in place of files: an error, never a command that waits.

use super::program::{answer, folder, quietly};
use super::signals::program;
use assert_cmd::Command;
use std::path::Path;
use std::time::Duration;

/// Replaces a file by a pipe, to which nothing is written.
fn make_pipe(path: &Path) {
    std::fs::remove_file(path).expect("a file");
    let made = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo");
    assert!(made.success());
}

#[test]
fn pipes_in_place_of_result_files_are_errors() {
    let folder = folder();
    let folder = folder.path();
    let run = ["run", "knife-fight", "--games", "200", "--games-csv", "9", "--out", "o"];
    for (name, commands) in [
        ("result.json", &["report o", "verify o"][..]),
        ("win_rates.csv", &["report o", "verify o"]),
        ("games.csv", &["report o --format xlsx", "verify o"]),
        ("run.toml", &["merge o --out p", "verify o"]),
        ("run.tally", &["merge o --out p", "verify o", "run knife-fight --games 200 --resume --out o"]),
    ] {
        quietly(folder, &[&run[..], &["--force"]].concat());
        make_pipe(&folder.join("o/run").join(name));
        for command in commands {
            let mut undercard = Command::from_std(program());
            undercard.current_dir(folder).args(command.split(' ')).timeout(Duration::from_secs(60));
            let output = undercard.output().expect("an end");
            let stderr = String::from_utf8_lossy(&output.stderr);
            // Without a code, the time was over.
            assert!(matches!(output.status.code(), Some(12)), "{name}: {command}: {output:?}");
            assert!(!stderr.is_empty() || command.starts_with("verify"), "{name}: {command}");
        }
        // A new result replaces the pipe.
        quietly(folder, &[&run[..], &["--force"]].concat());
        assert!(folder.join("o/run").join(name).is_file(), "{name}");
    }
}

#[test]
fn named_pipes_are_not_written_or_read_as_results() {
    let folder = folder();
    let folder = folder.path();
    std::fs::write(folder.join("p"), "").expect("a file");
    make_pipe(&folder.join("p"));
    quietly(folder, &["run", "knife-fight", "--games", "200", "--out", "o"]);
    let check = "check knife-fight --games 200 --out c";
    for command in [
        format!("{check} --junit p"),
        format!("{check} --lock p"),
        "report o --out p".into(),
        "report o --out p --force".into(),
    ] {
        let mut undercard = Command::from_std(program());
        undercard.current_dir(folder).args(command.split(' ')).timeout(Duration::from_secs(60));
        let output = undercard.output().expect("an end");
        // Without a code, the time was over.
        assert!(matches!(output.status.code(), Some(2 | 12)), "{command}: {output:?}");
        assert!(!output.stderr.is_empty(), "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_to_a_full_device_ends_with_13() {
    for args in [&["help"][..], &["--help"], &["--version"], &["run", "--help"], &["list"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let output = program().args(args).stdout(full).output().expect("an end");
        assert_eq!(output.status.code(), Some(13), "{args:?}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to stdout"), "{output:?}");
    }
    let folder = folder();
    assert_eq!(answer(folder.path(), &["--version"]).0, 0);
    assert_eq!(answer(folder.path(), &["--versoin"]).0, 2);
}

/// The limits of one setting depend on all others.
#[test]
fn a_game_that_nobody_can_win_gives_a_warning() {
    let folder = folder();
    let off = "--set rules.win-luck=off --set rules.win-attack=off --set rules.max-turns=300";
    let run = format!("run stabby-jack --games 100 {off} --set rules.win-monster-points=");
    for (points, is_told) in [("60", true), ("1", false)] {
        let run = format!("{run}{points} --quiet --force --out o");
        let (code, _, stderr) = answer(folder.path(), &run.split(' ').collect::<Vec<_>>());
        assert_eq!(
            (code, stderr.contains("all 100 games reached the limit of turns")),
            (0, is_told),
            "{stderr}"
        );
        // The same before anything is played, from games of random players.
        assert_eq!(
            stderr.contains("none of 20 games of random players ended before the limit of turns"),
            is_told
        );
    }
    // The printed limit is so high that fewer games are tried; `lint` warns too, and still accepts the file.
    let file =
        "game = 'stabby-jack'\n[rules]\nwin-luck = 'off'\nwin-attack = 'off'\nwin-monster-points = 60\n";
    std::fs::write(folder.path().join("house.toml"), file).expect("a file");
    let (code, _, stderr) = answer(folder.path(), &["lint", "house.toml"]);
    assert!(code == 0 && stderr.contains("stabby-jack-house: none of "), "{stderr}");
    // A limit that no game reaches.
    std::fs::write(folder.path().join("house.toml"), format!("{file}max-turns = 10_000_000\n"))
        .expect("a file");
    let (code, _, stderr) = answer(folder.path(), &["lint", "house.toml"]);
    assert!(code == 0 && stderr.contains("a million decisions of random players ended no game"), "{stderr}");
}

/// Names of files and characters can look like others with them.
#[test]
fn characters_that_change_the_direction_of_text_are_escaped() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'taunt'\n[characters.tuggle]\nname = 'a\u{202e}b'\n";
    std::fs::write(folder.join("house.toml"), house).expect("a file");
    let (code, story, stderr) = answer(folder, &["replay", "house.toml"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(story.contains("a\\u{202e}b") && !story.contains('\u{202e}'), "{story}");
    let (code, _, stderr) = answer(folder, &["run", "no\u{2066}ne.toml"]);
    assert!(code == 2 && stderr.contains("no\\u{2066}ne.toml"), "{stderr}");
    let (code, _, stderr) = answer(folder, &["run", "taunt", "--name", "a\u{202e}b"]);
    assert!(code == 2 && stderr.contains("a\\u{202e}b") && !stderr.contains('\u{202e}'), "{stderr}");
    for name in [" =1+1", "\u{a0}-1", "＝1+1", "＠me", "＋1", "－1"] {
        let house = format!("game = 'taunt'\n[characters.tuggle]\nname = '{name}'\n");
        std::fs::write(folder.join("formula.toml"), house).expect("a file");
        let (code, _, stderr) = answer(folder, &["lint", "formula.toml"]);
        assert!(code == 2 && stderr.contains("does not begin with ="), "{name}: {stderr}");
    }
}

/// Whatever a file is called, no format for people has characters that control a terminal or change the direction of text.
#[cfg(unix)]
#[test]
fn names_of_files_control_nothing() {
    let folder = folder();
    let folder = folder.path();
    let is_clean = |text: &str| !text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}');
    let house = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { min = 0.9 }\n";
    // Names of checked files have no control characters.
    let (hostile, reversed) = ("a\u{1b}[31m\u{9b}b\u{202e}c.toml", "b\u{202e}c.toml");
    for name in [hostile, reversed] {
        std::fs::write(folder.join(name), house).expect("a file");
    }
    let few = ["--games", "300", "--bots", "random"];
    #[cfg(unix)]
    {
        std::fs::write(folder.join("x.toml: valid config\ny.toml"), house).expect("a file");
        let (_, stdout, _) = answer(folder, &["lint", "x.toml: valid config\ny.toml"]);
        assert_eq!(stdout, "x.toml: valid config\\ny.toml: valid config\n");
    }
    for format in ["text", "markdown"] {
        for (command, name, code) in [
            ("lint", hostile, 0),
            ("run", hostile, 0),
            ("compare", hostile, 0),
            ("check", hostile, 2),
            ("check", reversed, 10),
            ("run", "none\u{1b}\u{202e}.toml", 2),
            ("run\u{1b}[31m", "", 2),
        ] {
            let more: &[&str] = match command {
                "lint" | "run\u{1b}[31m" => &[],
                "compare" => &["--set-b", "cards.ten.damage=9", "--format", format, "--out", "c"],
                "check" => &["--github", "--junit", "check.xml", "--format", format],
                _ => &["--format", format, "--out", "o"],
            };
            let more = if more.is_empty() { Vec::new() } else { [&few[..], more].concat() };
            let (found, stdout, stderr) = answer(folder, &[&[command, name], &more[..]].concat());
            assert_eq!(found, code, "{command}: {stdout}{stderr}");
            assert!(is_clean(&stdout) && is_clean(&stderr), "{command} {format}: {stdout:?}{stderr:?}");
        }
    }
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).expect("a file");
    assert!(is_clean(&read("check.xml")));
    let args = [&["run", hostile, "--out", "r"], &few[..]].concat();
    assert_eq!(answer(folder, &args).0, 0);
    assert_eq!(answer(folder, &["report", "r"]).0, 0);
    assert!(is_clean(&read("r/run.html")));
}
