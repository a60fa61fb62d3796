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
    std::fs::write(folder.join("p"), "").expect("a file");
    make_pipe(&folder.join("p"));
    for command in
        ["check knife-fight --games 200 --junit p", "check knife-fight --lock p", "report o --out p --force"]
    {
        let mut undercard = Command::from_std(program());
        undercard.current_dir(folder).args(command.split(' ')).timeout(Duration::from_secs(60));
        let output = undercard.output().expect("an end");
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
}

/// Whatever a file is called, no format for people has characters that control a terminal or change the direction of text.
#[test]
fn names_of_files_control_nothing() {
    let folder = folder();
    let folder = folder.path();
    let is_clean = |text: &str| !text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}');
    let house = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { min = 0.9 }\n";
    // Names of checked files have no control characters.
    let (hostile, reversed) = ("a\u{1b}[31m\u{9b}b\u{202e}c.toml", "b\u{202e}c.toml");
    for name in [hostile, reversed, "x.toml: valid config\ny.toml"] {
        std::fs::write(folder.join(name), house).expect("a file");
    }
    let (_, stdout, _) = answer(folder, &["lint", "x.toml: valid config\ny.toml"]);
    assert_eq!(stdout, "x.toml: valid config\\ny.toml: valid config\n");
    for (command, name, more, code) in [
        ("lint", hostile, "", 0),
        ("run", hostile, "--out r", 0),
        ("compare", hostile, "--set-b cards.ten.damage=9 --out c", 0),
        ("check", hostile, "--github --junit check.xml", 2),
        ("check", reversed, "--github --junit check.xml --format markdown", 10),
        ("run", "none\u{1b}\u{202e}.toml", "", 2),
        ("run\u{1b}[31m", "", "", 2),
    ] {
        let few = if command == "lint" { "" } else { "--games 300 --bots random" };
        let args = [command, name].into_iter().chain(few.split(' ')).chain(more.split(' '));
        let args: Vec<&str> = args.filter(|arg| !arg.is_empty()).collect();
        let (found, stdout, stderr) = answer(folder, &args);
        assert_eq!(found, code, "{command}: {stdout}{stderr}");
        assert!(is_clean(&stdout) && is_clean(&stderr), "{command}: {stdout:?}{stderr:?}");
    }
    // Names of characters can look like others, and like formulas.
    let story = |name: &str, command: &str| {
        let house = format!("game = 'taunt'\n[characters.tuggle]\nname = '{name}'\n");
        std::fs::write(folder.join("names.toml"), house).expect("a file");
        answer(folder, &[command, "names.toml"])
    };
    let (code, text, stderr) = story("a\u{202e}b", "replay");
    assert!(code == 0 && text.contains("a\\u{202e}b") && is_clean(&text), "{text}{stderr}");
    for name in [" =1+1", "\u{a0}-1", "＝1+1", "＠me", "＋1", "－1"] {
        let (code, _, stderr) = story(name, "lint");
        assert!(code == 2 && stderr.contains("does not begin with ="), "{name}: {stderr}");
    }
    assert_eq!(answer(folder, &["report", "r"]).0, 0);
    for file in ["check.xml", "r/run.html"] {
        assert!(is_clean(&std::fs::read_to_string(folder.join(file)).expect("a file")), "{file}");
    }
}
