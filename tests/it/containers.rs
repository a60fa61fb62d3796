//! `undercard submit` for containers: what the schedulers would start gives the bytes of a run on one machine.

use super::program::{answer, assert_same, folder};
use super::submit::{odd, script};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

fn strings(value: &Value) -> Vec<String> {
    let items = value.as_array().expect("a list");
    items.iter().map(|item| item.as_str().expect("a text").to_owned()).collect()
}

/// Starts the program as a container would.
fn start(folder: &Path, arguments: &[String], variables: &[(&str, String)]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_undercard"));
    let variables = variables.iter().map(|(name, value)| (name, value));
    let output = command.args(arguments).current_dir(folder).envs(variables).output().expect("the program");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn text(folder: &Path) -> String {
    fs::read_to_string(folder.join("play.sh")).expect("a file")
}

#[test]
fn a_kubernetes_manifest_gives_the_bytes_of_one_machine() {
    let place = folder();
    let odd = odd(place.path());
    script(&odd, "k8s");
    let text = text(&odd);
    let yaml: String =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let jobs: Vec<Value> =
        yaml.split("---\n").map(|job| serde_json::from_str(job).expect("a manifest")).collect();
    let [play, merge] = &jobs[..] else { panic!("two jobs: {text}") };
    assert_eq!(play["spec"]["completions"], 3);
    assert_eq!(merge["spec"]["suspend"], true);
    let container = |job: &Value| job["spec"]["template"]["spec"]["containers"][0].clone();
    assert_eq!(container(play)["image"], concat!("undercard:", env!("CARGO_PKG_VERSION")));
    for index in 0..3 {
        start(&odd, &strings(&container(play)["args"]), &[("JOB_COMPLETION_INDEX", index.to_string())]);
    }
    start(&odd, &strings(&container(merge)["args"]), &[]);
    assert_same(&odd, "whole", "o ut");
}

#[test]
fn containers_have_the_files_of_the_current_folder_only() {
    let place = folder();
    let inside = place.path().join("inside");
    fs::create_dir_all(inside.join("configs")).expect("a folder");
    fs::write(place.path().join("x.toml"), "game = 'knife-fight'\n").expect("a file");
    fs::write(place.path().join("own.toml"), "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nparry = 1\n")
        .expect("a file");
    fs::write(inside.join("configs/x.toml"), "game = 'knife-fight'\n").expect("a file");
    for scheduler in ["k8s"] {
        let submit =
            |args: &[&str]| answer(&inside, &[&["submit", scheduler, "--shards", "2"], args].concat());
        assert_eq!(submit(&["configs/../configs/x.toml", "--out", "configs/../out"]).0, 0);
        let (code, _, stderr) = submit(&["../x.toml", "--bots", "../own.toml", "--out", "/tmp/out"]);
        for part in
            ["CONFIG: found \"../x.toml\"", "--bots: found \"../own.toml\"", "--out: found \"/tmp/out\""]
        {
            assert!(code == 2 && stderr.contains(part), "{scheduler}: {part} is not in {stderr}");
        }
    }
    // The other schedulers use the paths of this machine.
    assert_eq!(answer(&inside, &["submit", "slurm", "../x.toml", "--shards", "2", "--out", "../out"]).0, 0);
    let (_, manifest, _) =
        answer(&inside, &["submit", "k8s", "knife-fight", "--shards", "2", "--name", "Night_2"]);
    for part in
        ["\"name\": \"night-2\"", "\"name\": \"night-2-merge\"", "patch job/night-2-merge", "reports/Night_2"]
    {
        assert!(manifest.contains(part), "{part} is not in {manifest}");
    }
}
