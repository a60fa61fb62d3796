//! Files for schedulers that play a run in shards and merge them.

use super::command_line::quoted;
use super::containers;
use clap::ValueEnum;

/// The scheduler that runs the shards.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheduler {
    /// Slurm: an array job and a dependent merge job
    Slurm,
    /// Kubernetes: a manifest of an indexed Job, and of a Job that merges
    K8s,
    /// This machine: one shard after another, or selected shards
    Local,
}

/// The memory that a shard asks for, in MiB: a tally, and what each thread plays.
pub(super) const MEMORY: u64 = 512;

/// What a script plays. Nothing is quoted.
pub(crate) struct Job {
    /// The folder in which the commands run.
    pub folder: String,
    /// This program.
    pub program: String,
    /// The arguments of `run` that play the whole run.
    pub arguments: Vec<String>,
    /// The container image with this program.
    pub image: String,
    /// The folder of the merged result.
    pub out: String,
    /// The number of shards.
    pub shards: u64,
    /// The number of threads of each shard.
    pub threads: u64,
    /// The estimated time of a shard on a machine like this one.
    pub minutes: u64,
}

impl Job {
    /// The command that plays the whole run, for a shell.
    pub(super) fn command(&self) -> String {
        let words = self.arguments.iter().map(|argument| quoted(argument));
        format!("{} run {}", quoted(&self.program), words.collect::<Vec<_>>().join(" "))
    }

    /// The command that merges the shards, for a shell.
    pub(super) fn merge(&self) -> String {
        let out = quoted(&self.out);
        format!("{} merge --out={out} -- {out}/shards/*-of-{}", quoted(&self.program), self.shards)
    }
}

impl Scheduler {
    /// The script that plays and merges the shards of this job.
    pub(crate) fn script(self, job: &Job) -> String {
        let (n, run, folder, out) = (job.shards, job.command(), &quoted(&job.folder), quoted(&job.out));
        let shard = |number: &str| {
            format!("{run} --shard={number}/{n} --out={out}/shards/{number}-of-{n} --resume --quiet")
        };
        let merge = job.merge();
        match self {
            Self::Slurm => slurm(job, folder, &shard("\"$SLURM_ARRAY_TASK_ID\""), &merge),
            Self::K8s => containers::kubernetes(job),
            Self::Local => local(folder, n, &shard("\"$1\""), &merge),
        }
    }
}

fn slurm(job: &Job, folder: &str, shard: &str, merge: &str) -> String {
    let Job { shards: n, threads, minutes, .. } = job;
    // Nodes can be slower than this machine, and share it.
    let limit = minutes.saturating_mul(3);
    format!(
        r#"#!/bin/sh
# Submits an array job of {n} shards, about {minutes} minutes each, and a job that merges them after all have
# succeeded. Arguments of this script are passed to sbatch after those below, and take their place:
# --partition=… --time=… Run it again to resume.
set -eu
cd {folder}
shards=$(sbatch --parsable --job-name=undercard --array=1-{n} --cpus-per-task={threads} \
    --mem={MEMORY}M --time={limit} "$@" <<'UNDERCARD'
#!/bin/sh
exec {shard}
UNDERCARD
)
sbatch --job-name=undercard-merge --dependency=afterok:"${{shards%%;*}}" --kill-on-invalid-dep=yes "$@" <<'UNDERCARD'
#!/bin/sh
exec {merge}
UNDERCARD
"#
    )
}

fn local(folder: &str, n: u64, shard: &str, merge: &str) -> String {
    format!(
        r#"#!/bin/sh
# Plays {n} shards one after another and merges them. With numbers as arguments it plays only those
# shards; with the argument `merge` it merges. Run it again to resume.
set -eu
cd {folder}
shard() {{ {shard}; }}
merge() {{ {merge}; }}
if [ $# -gt 0 ]; then
    for what in "$@"; do
        case $what in
        merge) merge ;;
        *) shard "$what" ;;
        esac
    done
else
    number=1
    while [ "$number" -le {n} ]; do
        shard "$number"
        number=$((number + 1))
    done
    merge
fi
"#
    )
}
