//! All errors of a config are reported at once, then all errors of the other options. A config is read only
//! once.

use super::program::{folder, warnings, with_file};
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
fn errors_of_options_are_reported_together_if_the_config_is_valid() {
    with_faulty(|folder| {
        for (args, told) in [
            (
                &["sweep", "--vary", "rules.bleed-divizor=2,3", "--vary", "rules.end-check=x,y"][..],
                &[
                    "--vary: rules.end-check: found \"x\", \"y\"",
                    "--vary: rules.bleed-divizor: found an unknown key",
                ][..],
            ),
            (
                &["sweep", "--vary", "rules.bleed-divisor=2,3", "--show", "metrics/lenght-mean"],
                &["--show: found \"metrics/lenght-mean\""],
            ),
            (
                &["sweep", "--vary", "rules.tie=both-hit", "--show", "win_rates/bot/cutter"],
                &["--show: found \"win_rates/bot/cutter\""],
            ),
            (&["sensitivity", "--keys", "ruls.*"], &["--keys: found \"ruls.*\""]),
            (&["tune", "--keys", "ruls.*"], &["no-hit.toml: found no [targets]", "--keys: found \"ruls.*\""]),
            (
                &["impact", "--card", "jokre", "--event", "plaid"],
                &["--card: found jokre", "--event: found \"plaid\""],
            ),
            (&["replay", "--where", "longst"], &["--where: found \"longst\""]),
            (&["submit", "local", "--games", "5", "--shards", "6"], &["--shards: found 6"]),
            (
                &["train", "--games", "10", "--strategy", "run", "--against", "a", "--from", "search"],
                &[
                    "--games: found 10",
                    "--strategy: found \"run\"",
                    "--against: found the bot \"a\"",
                    "--from: found the bot \"search\"",
                ],
            ),
            (
                &["matchups", "--games", "7", "--bots", "cutter"],
                &["--games: found 7", "--bots: found \"cutter\" only"],
            ),
            (
                &["matchups", "--games", "8", "--decks", "no-hit.toml,x.toml,knife-fite"],
                &["x.toml: found no such file", "CONFIG: found \"knife-fite\""],
            ),
        ] {
            let at = if args[0] == "submit" { 2 } else { 1 };
            let with = |config| [&args[..at], &[config], &args[at..]].concat();
            assert_errors(folder, &with("faulty.toml"), &MAX_REPORTED);
            assert_errors(folder, &with("no-hit.toml"), told);
        }
        let lock = ["check", "faulty.toml", "--lock", "none.lock"];
        let both = [&MAX_REPORTED[..], &["none.lock: found no such file"]].concat();
        assert_errors(folder, &lock, &both);
        let twice = [&["CONFIG: found \"faulty.toml\" more than once"], &MAX_REPORTED[..]].concat();
        let errors = super::refused::errors(folder, &["check", "faulty.toml", "./faulty.toml"]);
        assert_eq!(errors.len(), twice.len(), "{errors:?}");
    });
    let folder = folder();
    let args = ["run", "knife-fight", "--bots", "cuter", "--set", "rules.tei=1"];
    let told = ["--bots: found the bot \"cuter\"", "--set: rules.tei: found an unknown key"];
    assert_errors(folder.path(), &args, &told);
}

/// A strategy read from a pipe plays in every cell and step.
#[cfg(unix)]
#[test]
fn a_strategy_file_is_read_once() {
    let strategy = "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nlethal = 1\n";
    for args in [
        &["sweep", "--vary", "rules.bleed-divisor=2,3"][..],
        &["sensitivity", "--keys", "rules.bleed-divisor"],
        &["compare", "--set-b", "rules.tie=no-hit"],
    ] {
        let folder = folder();
        // The path is that of a pipe, as in a shell's `<(...)`.
        let link = folder.path().join("piped.toml");
        std::os::unix::fs::symlink("/dev/stdin", &link).expect("a link");
        let args =
            [&args[..1], &["knife-fight", "--games", "200", "--bots", "piped.toml"], &args[1..]].concat();
        let mut command = assert_cmd::Command::cargo_bin("undercard").expect("the program");
        let output = command.current_dir(folder.path()).args(&args).write_stdin(strategy).output();
        let output = output.expect("an answer");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// A pipe can be read only once.
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
        &["impact", "--games", "200", "--card", "ten"],
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
        assert!(
            matches!(output.status.code(), Some(0 | 11)) && warnings(&stderr).is_empty(),
            "{args:?}: {stderr}"
        );
    }
}
