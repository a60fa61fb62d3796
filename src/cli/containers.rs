//! Files that play a run in shards where each shard is a container or a rule of a workflow: Kubernetes, AWS Batch,
//! Snakemake and GitHub.

use super::command_line::quoted;
use super::scheduler::Job;
use serde_json::{Value, json};

/// The GitHub actions of a workflow, pinned: the versions that the workflows of this repository use.
const CHECKOUT: &str = "actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0";
const UPLOAD: &str = "actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0";
const DOWNLOAD: &str = "actions/download-artifact@37930b1c2abaa49bbe596cd826c3c89aef350131 # v7.0.0";

/// The maximum length of the name of a Kubernetes object, less than Kubernetes allows: it adds to the names of pods.
const LONGEST_NAME: usize = 40;

/// A name for Kubernetes: lower-case letters, digits and hyphens.
fn object_name(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = name.chars().map(letter).collect();
    let name: String = name.trim_matches('-').chars().take(LONGEST_NAME).collect();
    let name = name.trim_end_matches('-');
    if name.is_empty() { "undercard".into() } else { name.into() }
}

/// The arguments of the container that plays one shard. Its number comes from the scheduler.
fn shard(job: &Job) -> Vec<String> {
    let more = [format!("--shard=auto/{}", job.shards), format!("--out={}", job.out), "--resume".into()];
    ["run".to_owned()].into_iter().chain(job.arguments.iter().cloned()).chain(more).collect()
}

/// The arguments of the container that merges the shards.
fn merge(job: &Job) -> Vec<String> {
    [
        "merge".into(),
        format!("--out={}", job.out),
        "--".into(),
        format!("{}/shards/*-of-{}", job.out, job.shards),
    ]
    .into()
}

/// A manifest of an indexed Job, and of a suspended Job that merges. Kubernetes reads JSON as YAML.
pub(super) fn kubernetes(job: &Job) -> String {
    let Job { shards, image, threads, .. } = job;
    let name = object_name(job.out.trim_end_matches('/').rsplit('/').next().unwrap_or_default());
    // Kubernetes replaces $(NAME) in arguments, and $$ by $.
    let own = |arguments: Vec<String>| -> Vec<String> {
        arguments.iter().map(|argument| argument.replace('$', "$$")).collect()
    };
    let pod = |arguments: Vec<String>, cores: Option<u64>| {
        let mut container = json!({
            "name": "undercard", "image": image, "args": own(arguments), "workingDir": "/work",
            "volumeMounts": [{ "name": "work", "mountPath": "/work" }],
        });
        if let Some(cores) = cores {
            container["resources"] = json!({ "requests": { "cpu": cores.to_string() } });
        }
        json!({ "spec": {
            "restartPolicy": "Never",
            "containers": [container],
            "volumes": [{ "name": "work", "persistentVolumeClaim": { "claimName": "undercard" } }],
        } })
    };
    let manifest = |name: &str, spec: Value| {
        let metadata = json!({ "name": name });
        json!({ "apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": spec })
    };
    let play = json!({
        "completionMode": "Indexed", "completions": shards, "parallelism": shards,
        "backoffLimitPerIndex": 3, "template": pod(shard(job), *threads),
    });
    let merge = json!({ "suspend": true, "backoffLimit": 1, "template": pod(merge(job), None) });
    format!(
        "# Plays {shards} shards and merges them. The volume claim `undercard` holds the configs and the results;\n\
         # all nodes must be able to mount it at the same time. Choose the image with --image.\n\
         #   kubectl apply -f FILE\n\
         #   kubectl wait --for=condition=complete --timeout=-1s job/{name}\n\
         #   kubectl patch job/{name}-merge --patch '{{\"spec\":{{\"suspend\":false}}}}'\n\
         # If a shard fails for good, the second command waits on, and `kubectl get jobs` says Failed.\n\
         # To resume, delete both jobs and apply the file again.\n\
         {:#}\n---\n{:#}\n",
        manifest(&name, play),
        manifest(&format!("{name}-merge"), merge)
    )
}

/// A shell script that submits an array job and a dependent job.
pub(super) fn aws_batch(job: &Job) -> String {
    let overrides = |arguments: Vec<String>| quoted(&json!({ "command": arguments }).to_string());
    let (n, play, merge) = (job.shards, overrides(shard(job)), overrides(merge(job)));
    format!(
        r#"#!/bin/sh
# Submits an array job of {n} shards, and a job that merges them after all have succeeded. Arguments of
# this script are passed to `aws batch submit-job`: --job-queue … --job-definition … The containers of the
# definition have undercard as entry point, and a shared folder with the configs as working directory.
# Run it again to resume.
set -eu
shards=$(aws batch submit-job --job-name undercard --array-properties size={n} --query jobId --output text \
    --container-overrides {play} "$@")
aws batch submit-job --job-name undercard-merge --depends-on jobId="$shards" \
    --container-overrides {merge} "$@"
"#
    )
}

/// A Snakefile. Strings of JSON are strings of Python too.
pub(super) fn snakemake(job: &Job) -> String {
    let Job { folder, out, shards: n, threads, .. } = job;
    let python = |text: &str| Value::from(text).to_string();
    // Braces are placeholders of Snakemake.
    let literal = |text: &str| text.replace('{', "{{").replace('}', "}}");
    let (command, merge) = (literal(&job.command()), literal(&job.merge()));
    let of = literal(&quoted(out));
    let play = format!(
        "{command} --shard={{wildcards.number}}/{n} --out={of}/shards/{{wildcards.number}}-of-{n} --resume --quiet"
    );
    let done = format!("{}/shards/{{number}}-of-{n}.done", literal(out));
    let cores = threads.map_or_else(|| "workflow.cores".to_owned(), |threads| threads.to_string());
    format!(
        "# Plays {n} shards and merges them; run it again to resume:\n\
         #   snakemake --cores 8 --snakefile FILE\n\
         # On a cluster, --cores says how many cores one shard gets:\n\
         #   snakemake --executor slurm --jobs {n} --cores 8 --snakefile FILE\n\
         workdir: {}\n\n\
         rule merged:\n    \
             input: expand({}, number=range(1, {n} + 1))\n    \
             output: touch({})\n    \
             shell: {}\n\n\
         rule shard:\n    \
             input: {}\n    \
             output: touch({})\n    \
             threads: {cores}\n    \
             shell: {}\n",
        python(folder),
        python(&done),
        python(&format!("{}/merged.done", literal(out))),
        python(&merge),
        // Changed rules are no part of a run that was played.
        Value::from(job.inputs.iter().map(|input| literal(input)).collect::<Vec<_>>()),
        python(&done),
        python(&play),
    )
}

/// A workflow with a matrix of shards.
pub(super) fn github(job: &Job) -> String {
    let n = job.shards;
    let docker = |arguments: Vec<String>, environment: &str| {
        let arguments: Vec<String> = arguments.iter().map(|argument| quoted(argument)).collect();
        let run = "docker run --rm --user \"$(id -u):$(id -g)\" --volume \"$PWD:/work\"";
        Value::from(format!("{run}{environment} {} {}", quoted(&job.image), arguments.join(" ")))
    };
    let variables = " --env STRATEGY_JOB_INDEX --env STRATEGY_JOB_TOTAL";
    let (play, merge) = (docker(shard(job), variables), docker(merge(job), ""));
    let folder = Value::from(format!("{}/shards", job.out));
    let shards: Vec<String> = (1..=n).map(|number| number.to_string()).collect();
    format!(
        "# Plays {n} shards and merges them: save it as .github/workflows/undercard.yml. GitHub must be able to\n\
         # download the image: choose it with --image. *Re-run failed jobs* plays only the shards that failed.\n\
         name: Undercard run\n\
         on: workflow_dispatch\n\
         permissions:\n  contents: read\n\
         jobs:\n  \
           shard:\n    \
             runs-on: ubuntu-latest\n    \
             strategy:\n      \
               fail-fast: false\n      \
               matrix:\n        \
                 shard: [{}]\n    \
             env:\n      \
               STRATEGY_JOB_INDEX: ${{{{ strategy.job-index }}}}\n      \
               STRATEGY_JOB_TOTAL: ${{{{ strategy.job-total }}}}\n    \
             steps:\n      \
               - uses: {CHECKOUT}\n      \
               - run: {play}\n      \
               - uses: {UPLOAD}\n        \
                 with:\n          \
                   name: shard-${{{{ matrix.shard }}}}\n          \
                   path: {folder}\n  \
           merge:\n    \
             needs: shard\n    \
             runs-on: ubuntu-latest\n    \
             steps:\n      \
               - uses: {CHECKOUT}\n      \
               - uses: {DOWNLOAD}\n        \
                 with:\n          \
                   pattern: shard-*\n          \
                   merge-multiple: true\n          \
                   path: {folder}\n      \
               - run: {merge}\n      \
               - uses: {UPLOAD}\n        \
                 with:\n          \
                   name: result\n          \
                   path: {}\n",
        shards.join(", "),
        Value::from(format!("{out}/*\n!{out}/shards", out = job.out)),
    )
}
