//! `undercard submit` for containers: what the schedulers would start gives the bytes of a run on one machine.

use super::program::{answer, assert_same, folder, quietly, refused};
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
    for scheduler in ["k8s", "aws-batch", "github"] {
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
    // The paths of artifacts are patterns, and braces are Snakemake's.
    fs::copy(inside.join("configs/x.toml"), inside.join("configs/{x}.toml")).expect("a file");
    for (scheduler, config, out) in [
        ("github", "configs/x.toml", "o[1]"),
        ("snakemake", "configs/{x}.toml", "out"),
        ("snakemake", "configs/x.toml", "{o}"),
    ] {
        let (code, _, stderr) =
            answer(&inside, &["submit", scheduler, config, "--shards", "2", "--out", out]);
        assert!(code == 2 && stderr.contains("expected no"), "{scheduler}: {stderr}");
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

/// A program that writes its arguments, each on a line, to the file `asked`.
fn recorder(folder: &Path, name: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::create_dir(folder).expect("a folder");
    let asked = folder.join("asked").to_string_lossy().replace('\'', "'\\''");
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\nprintf '%s\\n' \"$@\" >> '{asked}'\necho id\n")).expect("a program");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
}

fn recorded(programs: &Path, folder: &Path, command: &[&str]) -> Vec<String> {
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(command).current_dir(folder).env("PATH", path).output().expect("sh");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let asked = fs::read_to_string(programs.join("asked")).expect("what was asked for");
    fs::remove_file(programs.join("asked")).expect("removed");
    asked.lines().map(str::to_owned).collect()
}

#[test]
fn the_jobs_of_aws_batch_give_the_bytes_of_one_machine() {
    let place = folder();
    let odd = odd(place.path());
    script(&odd, "aws-batch");
    let programs = place.path().join("programs");
    recorder(&programs, "aws");
    let asked = recorded(&programs, &odd, &["play.sh", "--job-queue", "q"]);
    assert!(asked.contains(&"size=3".to_owned()) && asked.contains(&"jobId=id".to_owned()), "{asked:?}");
    assert_eq!(asked.iter().filter(|argument| *argument == "--job-queue").count(), 2);
    let commands: Vec<Vec<String>> = asked
        .iter()
        .filter(|argument| argument.starts_with('{'))
        .map(|json| strings(&serde_json::from_str::<Value>(json).expect("JSON")["command"]))
        .collect();
    for index in 0..3_u8 {
        let variables =
            [("AWS_BATCH_JOB_ARRAY_INDEX", index.to_string()), ("AWS_BATCH_JOB_ARRAY_SIZE", "3".into())];
        start(&odd, &commands[0], &variables);
    }
    start(&odd, &commands[1], &[]);
    assert_same(&odd, "whole", "o ut");
}

#[test]
fn a_github_workflow_gives_the_bytes_of_one_machine() {
    let place = folder();
    let odd = odd(place.path());
    script(&odd, "github");
    let text = text(&odd);
    assert!(text.contains("shard: [1, 2, 3]\n"), "{text}");
    let programs = place.path().join("programs");
    recorder(&programs, "docker");
    let steps = text.lines().filter_map(|line| line.trim().strip_prefix("- run: "));
    let commands: Vec<Vec<String>> = steps
        .map(|step| {
            let step: String = serde_json::from_str(step).expect("a string");
            let asked = recorded(&programs, &odd, &["-c", &step]);
            let image = asked.iter().position(|word| word.starts_with("undercard:")).expect("an image");
            asked[image + 1..].to_vec()
        })
        .collect();
    for index in 0..3_u8 {
        let variables = [("STRATEGY_JOB_INDEX", index.to_string()), ("STRATEGY_JOB_TOTAL", "3".into())];
        start(&odd, &commands[0], &variables);
    }
    start(&odd, &commands[1], &[]);
    assert_same(&odd, "whole", "o ut");
    // The actions are those of the workflows of this repository, which are kept up to date.
    let workflow =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/workflows/release.yml"));
    let workflow = workflow.expect("the workflow");
    let uses: Vec<&str> = text.lines().filter(|line| line.contains("uses:")).collect();
    assert_eq!(uses.len(), 5);
    for line in uses {
        assert!(workflow.lines().any(|own| own.trim() == line.trim()), "release.yml does not have {line}");
    }
    refused(&["submit", "github", "knife-fight", "--shards", "257"], &["at most 256 for this scheduler"]);
    let github = ["submit", "github", "knife-fight", "--shards", "2", "--out", "a${{ github.token }}"];
    refused(&github, &["expected no ${{ for this scheduler"]);
    refused(
        &["submit", "snakemake", "knife-fight", "--shards", "2", "--out", "a{b}"],
        &["expected no { or }"],
    );
}

/// tests/snakemake.sh runs such a file with Snakemake itself.
#[test]
fn a_snakefile_has_one_rule_for_all_shards() {
    let place = folder();
    let odd = odd(place.path());
    script(&odd, "snakemake");
    let text = text(&odd);
    for part in [
        "range(1, 3 + 1)",
        "--shard={wildcards.number}/3",
        "LAST SHARD {n}",
        "threads: 2",
        "it'\\\\''s me.toml",
        "input: [\"it's me.toml\"",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn shards_of_an_array_job_write_to_the_folder_of_the_run() {
    let place = folder();
    quietly(place.path(), &[&["run"], &["knife-fight", "--games", "700", "--out", "whole"][..]].concat());
    let arguments: Vec<String> =
        ["run", "knife-fight", "--games", "700", "--shard", "auto", "--out", "parts"]
            .map(str::to_owned)
            .into();
    for index in 1..=2_u8 {
        start(
            place.path(),
            &arguments,
            &[("CI_NODE_INDEX", index.to_string()), ("CI_NODE_TOTAL", "2".into())],
        );
    }
    assert!(place.path().join("parts/shards/2-of-2/result.json").exists());
    quietly(place.path(), &["merge", "parts/shards", "--out", "parts"]);
    assert_same(place.path(), "whole", "parts");
    // An array of one task has the same folders.
    let arguments: Vec<String> = arguments.iter().map(|word| word.replace("parts", "one")).collect();
    start(place.path(), &arguments, &[("CI_NODE_INDEX", "1".into()), ("CI_NODE_TOTAL", "1".into())]);
    quietly(place.path(), &["merge", "one/shards", "--out", "one"]);
    assert_same(place.path(), "whole", "one");
    refused(&["run", "knife-fight", "--shard", "auto/x"], &["'auto/x'", "auto/N"]);
}
