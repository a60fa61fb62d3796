//! What is wrong with options is told in one round with what is wrong with the config, and a config is read once.

use super::program::{folder, with_file};
use super::refused::{FAULTY, MAX_REPORTED, assert_errors};
use std::path::Path;

fn with_faulty(check: impl FnOnce(&Path)) {
    with_file("faulty.toml", FAULTY, |folder| {
        let odd = "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nlethall = 1\n";
        std::fs::write(folder.join("odd.toml"), odd).expect("a file");
        let rules = "game = 'knife-fight'\n[rules]\ntie = 'no-hit'\n";
        std::fs::write(folder.join("no-hit.toml"), rules).expect("a file");
        check(folder);
    });
}

#[test]
fn faults_of_options_are_told_with_those_of_the_config() {
    with_faulty(|folder| {
        for (args, told) in [
            (
                &["sweep", "--vary", "rules.bleed-divizor=2,3", "--vary", "rules.end-check=x,y"][..],
                &[
                    "--vary: rules.end-check: found \"x\"",
                    "--vary: rules.bleed-divizor: found an unknown key",
                    "--vary: rules.end-check: found \"y\"",
                ][..],
            ),
            (
                &["sweep", "--vary", "rules.bleed-divisor=2,3", "--show", "metrics/lenght-mean"],
                &["--show: found \"metrics/lenght-mean\""],
            ),
            (&["sweep", "--vary", "rules.tie=both-hit", "--show", "win_rates/bot/cutter"], &[]),
            (&["sensitivity", "--keys", "ruls.*"], &["--keys: found \"ruls.*\""]),
            (&["tune", "--keys", "ruls.*"], &["--keys: found \"ruls.*\""]),
            (
                &["impact", "--cards", "jokre", "--event", "plaid"],
                &["--cards: found jokre", "--event: found \"plaid\""],
            ),
            (&["replay", "--where", "longst"], &["--where: found \"longst\""]),
            (&["submit", "local", "--games", "5", "--shards", "6"], &["--shards: found 6"]),
            (
                &["train", "--games", "10", "--name", "run", "--against", "a", "--from", "search"],
                &[
                    "--games: found 10",
                    "--name: found \"run\"",
                    "--against: found the bot \"a\"",
                    "--from: found the bot \"search\"",
                ],
            ),
            (
                &["matchups", "--games", "7", "--bots", "cutter"],
                &["--games: found 7", "--bots: found \"cutter\" alone"],
            ),
            (
                &["matchups", "--games", "8", "--decks", "no-hit.toml,x.toml,knife-fite"],
                &["x.toml: found a file that cannot be read", "CONFIG: found \"knife-fite\""],
            ),
            (&["check", "--lock", "none.lock"], &["none.lock: found no such file"]),
        ] {
            let at = if args[0] == "submit" { 2 } else { 1 };
            let args = [&args[..at], &["faulty.toml"], &args[at..]].concat();
            assert_errors(folder, &args, &[&MAX_REPORTED[..], told].concat());
        }
        let twice = [&["CONFIG: found \"faulty.toml\" more than once"], &MAX_REPORTED[..]].concat();
        let errors = super::refused::errors(folder, &["check", "faulty.toml", "./faulty.toml"]);
        assert_eq!(errors.len(), twice.len(), "{errors:?}");
    });
    let folder = folder();
    let told = ["--bots: found the bot \"cuter\"", "--vary: rules.tei: found an unknown key"];
    let args = ["sweep", "knife-fight", "--bots", "cuter", "--vary", "rules.tei=1,2"];
    assert_errors(folder.path(), &args, &told);
}

/// Nor is what only the faults of the config may be the reason of.
#[test]
fn options_are_not_judged_by_what_is_not_sure() {
    for (config, args) in [
        (
            "game = 'taunt'\n[setup]\nmode = 'teem'\n",
            ["--vary=moves.kick.damage.0=1", "--show=win_rates/team/0"],
        ),
        (
            "game = 'taunt'\n[moves.my-kick]\ndamage = [1, 1, 1, 'x']\n",
            ["--vary=moves.my-kick.damage.0=1", "--show=metrics/finishing-move:my-kick"],
        ),
    ] {
        with_file("f.toml", config, |folder| {
            let errors = super::refused::errors(folder, &["sweep", "f.toml", args[0], args[1]]);
            assert_eq!(errors.len(), 1, "{}", errors.join("\n"));
        });
    }
}

/// A pipe says what it says once.
#[cfg(unix)]
#[test]
fn a_config_is_read_once() {
    let config =
        "game = 'knife-fight'\n[rules]\nbleed-divisor = 4\n[targets]\n'outcomes/draw' = { max = 0.99 }\n";
    for args in [
        &["run", "--games", "200"][..],
        &["check", "--games", "200"],
        &["compare", "--games", "200", "--set-b", "rules.tie=no-hit"],
        &["sweep", "--games", "200", "--vary", "rules.bleed-divisor=2,3"],
        &["sensitivity", "--games", "200", "--keys", "rules.bleed-divisor"],
        &["impact", "--games", "200", "--cards", "ten"],
        &["matchups", "--games", "200", "--bots", "random,cutter"],
        &["train", "--games", "1000"],
        &["tune", "--games", "200", "--keys", "rules.*"],
        &["replay"],
        &["list"],
        &["schema"],
        &["lint"],
    ] {
        let folder = folder();
        let mut command = assert_cmd::Command::cargo_bin("undercard").expect("the program");
        let args = [&args[..1], &["/dev/stdin"], &args[1..]].concat();
        let output = command.current_dir(folder.path()).args(&args).write_stdin(config).output();
        let output = output.expect("an answer");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 11)) && stderr.is_empty(), "{args:?}: {stderr}");
    }
}
