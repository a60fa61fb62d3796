//! `undercard submit`: its scripts run, and give the bytes of a run on one machine. Scripts with the same
//! options replace the schedulers.

use super::program::{answer, assert_same, folder, quietly, refused};
use serde_json::Value;
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
fn odd(within: &Path) -> std::path::PathBuf {
    let odd = within.join("an $odd 'place'; LAST SHARD {n}");
    fs::create_dir(&odd).expect("a folder");
    let own = "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nparry = 1\n";
    fs::write(odd.join("it's me.toml"), own).expect("a file");
    quietly(&odd, &[&["run"], &RUN[..], &["--out", "whole"]].concat());
    odd
}

fn script(folder: &Path, scheduler: &str) {
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
    for args in [&[][..], &["2"], &["3", "1"], &["merge"]] {
        let (code, text) = sh(place.path(), place.path(), &[&[file], args].concat());
        assert_eq!(code, 0, "{text}");
        if args.is_empty() {
            assert_same(&odd, "whole", "o ut");
            fs::remove_dir_all(odd.join("o ut")).expect("removed");
        }
    }
    assert_same(&odd, "whole", "o ut");
    assert_eq!(sh(place.path(), place.path(), &[file, "4"]).0, 2);
}

#[test]
fn a_kubernetes_manifest_gives_the_bytes_of_one_machine() {
    let place = folder();
    let odd = odd(place.path());
    script(&odd, "k8s");
    let text = fs::read_to_string(odd.join("play.sh")).expect("a file");
    let yaml: String =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let jobs: Vec<Value> =
        yaml.split("---\n").map(|job| serde_json::from_str(job).expect("a manifest")).collect();
    let [play, merge] = &jobs[..] else { panic!("two jobs: {text}") };
    assert_eq!((&play["spec"]["completions"], &merge["spec"]["suspend"]), (&3.into(), &true.into()));
    // Starts the program as a container would.
    let start = |job: &Value, index: &str| {
        let args = job["spec"]["template"]["spec"]["containers"][0]["args"].as_array().expect("a list");
        let args = args.iter().map(|arg| arg.as_str().expect("a text"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_undercard"));
        command.args(args).current_dir(&odd).env("JOB_COMPLETION_INDEX", index);
        let output = command.output().expect("the program");
        assert!(output.status.success(), "{job}: {}", String::from_utf8_lossy(&output.stderr));
    };
    ["0", "1", "2"].into_iter().for_each(|index| start(play, index));
    start(merge, "");
    assert_same(&odd, "whole", "o ut");
    // A container has the files of the current folder only.
    fs::write(place.path().join("x.toml"), "game = 'knife-fight'\n").expect("a file");
    let outside = ["submit", "k8s", "--shards", "2", "../x.toml", "--out", "/tmp/out"];
    let (code, _, stderr) = answer(&odd, &outside);
    for part in ["CONFIG: found \"../x.toml\"", "--out: found \"/tmp/out\""] {
        assert!(code == 2 && stderr.contains(part), "{part} is not in {stderr}");
    }
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
fn names_that_look_like_options_or_hold_control_characters() {
    let place = folder();
    fs::write(place.path().join("-dash.toml"), "game = 'knife-fight'\n").expect("a file");
    let args = ["submit", "local", "--games", "2k", "--shards", "1e2", "--", "-dash.toml"];
    let (code, script, _) = answer(place.path(), &args);
    assert!(code == 0 && script.contains(" run ./-dash.toml ") && script.contains("-of-100"), "{script}");
    refused(
        &["submit", "slurm", "knife-fight", "--shards", "2", "--out", "a\nb"],
        &["no control characters"],
    );
}
