//! A Kubernetes manifest that plays a run in shards.

use super::scheduler::{Job, MEMORY};
use serde_json::{Value, json};

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

/// The arguments of the container that plays one shard. Its number comes from Kubernetes.
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
    let Job { shards, image, threads, minutes, .. } = job;
    let name = object_name(job.out.trim_end_matches('/').rsplit('/').next().unwrap_or_default());
    // Kubernetes replaces $(NAME) in arguments, and $$ by $.
    let own = |arguments: Vec<String>| -> Vec<String> {
        arguments.iter().map(|argument| argument.replace('$', "$$")).collect()
    };
    let pod = |arguments: Vec<String>, cores: u64| {
        let container = json!({
            "name": "undercard", "image": image, "args": own(arguments), "workingDir": "/work",
            "volumeMounts": [{ "name": "work", "mountPath": "/work" }],
            "resources": { "requests": { "cpu": cores.to_string(), "memory": format!("{MEMORY}Mi") } },
        });
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
    let merge = json!({ "suspend": true, "backoffLimit": 1, "template": pod(merge(job), 1) });
    format!(
        "# Plays {shards} shards, about {minutes} minutes each, and merges them. The volume claim `undercard` holds the configs and the results;\n\
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
