//! Configs and strategies are read only once, so that they can come from a pipe.

use super::program::{folder, warnings};

#[cfg(unix)]
#[test]
fn configs_and_strategies_are_read_once() {
    let strategy = "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nlethal = 1\n";
    let config =
        "game = 'knife-fight'\n[rules]\nbleed-divisor = 4\n[targets]\n'outcomes/draw' = { max = 0.99 }\n";
    for (command, input) in [
        ("sweep knife-fight --games 200 --bots piped.toml --vary rules.bleed-divisor=2,3", strategy),
        ("sensitivity knife-fight --games 200 --bots piped.toml --keys rules.bleed-divisor", strategy),
        ("compare knife-fight --games 200 --bots piped.toml --set-b rules.tie=no-hit", strategy),
        ("run piped.toml --games 200", config),
        ("check piped.toml --games 200", config),
        ("compare piped.toml --games 200 --set-b rules.tie=no-hit", config),
        ("sweep piped.toml --games 200 --vary rules.bleed-divisor=2,3", config),
        ("sensitivity piped.toml --games 200 --keys rules.bleed-divisor", config),
        ("impact piped.toml --games 200 --card ten", config),
        ("matchups piped.toml --games 200 --bots random,cutter", config),
        ("train piped.toml --games 1000", config),
        ("tune piped.toml --games 200 --keys rules.*", config),
        ("replay piped.toml", config),
        ("list piped.toml", config),
        ("schema piped.toml", config),
        ("lint piped.toml", config),
    ] {
        let folder = folder();
        // The path is that of a pipe, as in a shell's `<(...)`.
        std::os::unix::fs::symlink("/dev/stdin", folder.path().join("piped.toml")).expect("a link");
        let mut program = assert_cmd::Command::cargo_bin("undercard").expect("the program");
        let output = program.current_dir(folder.path()).args(command.split(' ')).write_stdin(input).output();
        let output = output.expect("an answer");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_quiet = input == strategy || warnings(&stderr).is_empty();
        assert!(matches!(output.status.code(), Some(0 | 11)) && is_quiet, "{command}: {stderr}");
    }
}
