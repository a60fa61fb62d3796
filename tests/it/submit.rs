//! `undercard submit`: its scripts run, and give the bytes of a run on one machine. Scripts with the same
//! options replace the schedulers.

use super::program::{answer, assert_same, folder, names, quietly, refused, refused_in};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const RUN: [&str; 9] = [
    "knife-fight",
    "--games",
    "700",
    "--bots",
    "it's me.toml,random",
    "--set",
    "rules.tie=no-hit",
    "--level",
    "0.9",
];

/// A folder with special characters of the shell in its name, and a bot with such a name.
pub(crate) fn odd(within: &Path) -> std::path::PathBuf {
    let odd = within.join("an $odd 'place'; LAST SHARD {n}");
    fs::create_dir(&odd).expect("a folder");
    let own = "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nparry = 1\n";
    fs::write(odd.join("it's me.toml"), own).expect("a file");
    quietly(&odd, &[&["run"], &RUN[..], &["--out", "whole"]].concat());
    odd
}

pub(crate) fn script(folder: &Path, scheduler: &str) {
    let args =
        [&["submit", scheduler, "--shards", "3", "--threads", "2", "--out", "o ut"], &RUN[..]].concat();
    let (code, script, stderr) = answer(folder, &args);
    assert_eq!((code, stderr.as_str()), (0, ""), "{scheduler}");
    fs::write(folder.join("play.sh"), script).expect("a file");
}

/// Runs a script, with a folder of programs that take precedence over all others.
fn sh(folder: &Path, programs: &Path, args: &[&str]) -> (i32, String) {
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(args).current_dir(folder).env("PATH", path).output().expect("sh");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn the_local_script_gives_the_bytes_of_one_machine() {
    let place = folder();
    let odd = odd(place.path());
    script(&odd, "local");
    // The script works from any current folder.
    let file = odd.join("play.sh");
    let file = file.to_str().expect("text");
    let (code, text) = sh(place.path(), place.path(), &[file]);
    assert_eq!(code, 0, "{text}");
    assert_same(&odd, "whole", "o ut");
    fs::remove_dir_all(odd.join("o ut")).expect("removed");
    for args in [&["2"][..], &["3", "1"], &["merge"]] {
        let (code, text) = sh(place.path(), place.path(), &[&[file], args].concat());
        assert_eq!(code, 0, "{text}");
    }
    assert_same(&odd, "whole", "o ut");
    assert_eq!(sh(place.path(), place.path(), &[file, "4"]).0, 2);
}

/// Writes a program that replaces a scheduler.
fn program(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::write(&path, text).expect("a program");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
}

#[test]
fn the_scheduler_scripts_give_the_bytes_of_one_machine() {
    // Each program immediately plays the job that it is given, an array job once for each of its numbers, and
    // records its arguments.
    let play = |variable: &str, range: &str, id: &str| {
        format!(
            "#!/bin/sh\nset -eu\njob=$(mktemp)\ncat > \"$job\"\necho \"$*\" >> \"$ASKED\"\ncase \"$*\" in\n*'{range}1-3'*)\n\
             for number in 1 2 3; do (cd / && cd \"$PBS_O_WORKDIR\" && {variable}=$number sh \"$job\") >&2; done\n\
             echo '{id}' ;;\n*) cd \"$PBS_O_WORKDIR\" && sh \"$job\" >&2 ;;\nesac\n"
        )
    };
    let (scheduler, name, text, asked) = (
        "slurm",
        "sbatch",
        play("SLURM_ARRAY_TASK_ID", "--array=", "77;cluster"),
        [
            "--parsable --job-name=undercard --array=1-3 --cpus-per-task=2 --mem=512M --time=3 --time=9",
            "--dependency=afterok:77 --kill-on-invalid-dep=yes --time=9",
        ],
    );
    let place = folder();
    let odd = odd(place.path());
    script(&odd, scheduler);
    let programs = place.path().join("programs");
    fs::create_dir(&programs).expect("a folder");
    let variables =
        format!("#!/bin/sh\nexport ASKED='{0}/asked' PBS_O_WORKDIR=\"$PWD\"\n", place.path().display());
    program(&programs, name, &text.replacen("#!/bin/sh\n", &variables, 1));
    assert_eq!(sh(&odd, &programs, &["-n", "play.sh"]).0, 0, "{scheduler}");
    let (code, text) = sh(&odd, &programs, &["play.sh", "--time=9"]);
    assert_eq!(code, 0, "{scheduler}: {text}");
    assert_same(&odd, "whole", "o ut");
    let lines = fs::read_to_string(place.path().join("asked")).expect("what was asked for");
    let lines: Vec<&str> = lines.lines().collect();
    assert!(lines.len() == 2 && lines[0].contains(asked[0]) && lines[1].contains(asked[1]), "{lines:?}");
}

#[test]
fn invalid_submissions_are_rejected() {
    let submit = |more: &[&str], parts: &[&str]| {
        refused(&[&["submit", "slurm", "knife-fight"], more].concat(), parts);
    };
    submit(&[], &["--shards"]);
    submit(&["--shards", "1"], &["--shards", "from 2 to 10000"]);
    submit(&["--shards", "9", "--games", "8"], &["--shards: found 9", "at most 8, the number of games"]);
    submit(&["--shards", "2", "--precision", "1pp"], &["--precision"]);
    submit(&["--shards", "2", "--set", "rules.tie=both"], &["error: --set: rules.tie"]);
    submit(&["--shards", "2", "--out", "a\nb"], &["no control characters"]);
    refused(&["submit", "lsf", "knife-fight", "--shards", "2"], &["slurm", "local"]);
    refused_in(folder().path(), &["submit", "local", "knife-fite", "--shards", "2"], &["did you mean"]);
    let folder = folder();
    let args = ["submit", "local", "knife-fight", "--shards", "2"];
    let (_, script, _) = answer(folder.path(), &args);
    assert!(
        script.contains("--out=reports/knife-fight/shards/") && names(folder.path()).is_empty(),
        "{script}"
    );
}

#[test]
fn names_that_look_like_options_and_odd_numbers() {
    let place = folder();
    fs::write(place.path().join("-dash.toml"), "game = 'knife-fight'\n").expect("a file");
    let submit = |shards: &str| {
        answer(place.path(), &["submit", "local", "--games", "2k", "--shards", shards, "--", "-dash.toml"])
    };
    let (code, script, _) = submit("1e2");
    assert!(code == 0 && script.contains(" run ./-dash.toml ") && script.contains("-of-100"), "{script}");
    for shards in ["0", "1", "2.5", "-1", "10001", "many"] {
        let (code, _, stderr) = submit(shards);
        assert!(
            code == 2 && stderr.contains("expected a whole number from 2 to 10000"),
            "{shards}: {stderr}"
        );
    }
}
