//! Configs and strategies are read only once, so that they can come from a pipe.

use super::program::{folder, warnings};

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
