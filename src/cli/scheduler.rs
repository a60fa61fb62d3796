//! Files for schedulers that play a run in shards and merge them.

use super::command_line::quoted;
use super::containers;
use clap::ValueEnum;

/// The scheduler that runs the shards.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheduler {
    /// Slurm: an array job and a dependent merge job
    Slurm,
    /// Grid Engine: an array job and a dependent merge job
    Sge,
    /// PBS Professional and OpenPBS: an array job and a dependent merge job
    Pbs,
    /// Kubernetes: a manifest of an indexed Job, and of a Job that merges
    K8s,
    /// AWS Batch: an array job and a dependent merge job
    AwsBatch,
    /// Snakemake: a Snakefile for this machine or any executor
    Snakemake,
    /// GitHub Actions: a workflow with a matrix of shards
    Github,
    /// This machine: one shard after another, or selected shards
    Local,
}

/// What a script plays. Nothing is quoted.
pub(crate) struct Job {
    /// The folder in which the commands run.
    pub folder: String,
    /// This program.
    pub program: String,
    /// The arguments of `run` that play the whole run.
    pub arguments: Vec<String>,
    /// The files of the config and of the strategies.
    pub inputs: Vec<String>,
    /// The container image with this program.
    pub image: String,
    /// The folder of the merged result.
    pub out: String,
    /// The number of shards.
    pub shards: u64,
    /// The number of threads of each shard.
    pub threads: Option<u64>,
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
    /// The maximum number of shards.
    pub(crate) const fn most_shards(self) -> u64 {
        match self {
            // Jobs of a matrix.
            Self::Github => 256,
            _ => 10_000,
        }
    }

    /// Whether shards run in containers or clones that contain only what is below the current folder.
    pub(crate) const fn has_own_files(self) -> bool {
        matches!(self, Self::K8s | Self::AwsBatch | Self::Github)
    }

    /// The script that plays and merges the shards of this job.
    pub(crate) fn script(self, job: &Job) -> String {
        let Job { shards: n, threads, .. } = job;
        let (run, folder, out) = (job.command(), &quoted(&job.folder), quoted(&job.out));
        let shard = |number: &str| {
            format!("{run} --shard={number}/{n} --out={out}/shards/{number}-of-{n} --resume --quiet")
        };
        let merge = job.merge();
        let cores = |option: &str| threads.map_or_else(String::new, |threads| format!("{option}{threads} "));
        match self {
            Self::Slurm => {
                slurm(folder, *n, &cores("--cpus-per-task="), &shard("\"$SLURM_ARRAY_TASK_ID\""), &merge)
            }
            Self::Sge => sge(folder, *n, &shard("\"$SGE_TASK_ID\""), &merge),
            Self::Pbs => {
                pbs(folder, *n, &cores("-l select=1:ncpus="), &shard("\"$PBS_ARRAY_INDEX\""), &merge)
            }
            Self::K8s => containers::kubernetes(job),
            Self::AwsBatch => containers::aws_batch(job),
            Self::Snakemake => containers::snakemake(job),
            Self::Github => containers::github(job),
            Self::Local => local(folder, *n, &shard("\"$1\""), &merge),
        }
    }
}

fn slurm(folder: &str, n: u64, cores: &str, shard: &str, merge: &str) -> String {
    format!(
        r#"#!/bin/sh
# Submits an array job of {n} shards, and a job that merges them after all have succeeded. Arguments
# of this script are passed to sbatch: --partition=… --time=… Run it again to resume.
set -eu
cd {folder}
shards=$(sbatch --parsable --job-name=undercard --array=1-{n} {cores}"$@" <<'UNDERCARD'
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

fn sge(folder: &str, n: u64, shard: &str, merge: &str) -> String {
    format!(
        r#"#!/bin/sh
# Submits an array job of {n} shards, and a job that merges them after all have ended. Arguments of
# this script are passed to qsub: -q … -l h_rt=… -pe … Run it again to resume.
set -eu
cd {folder}
shards=$(qsub -terse -N undercard -t 1-{n} -cwd -S /bin/sh "$@" <<'UNDERCARD'
exec {shard}
UNDERCARD
)
qsub -N undercard-merge -hold_jid "${{shards%%.*}}" -cwd -S /bin/sh "$@" <<'UNDERCARD'
exec {merge}
UNDERCARD
"#
    )
}

fn pbs(folder: &str, n: u64, cores: &str, shard: &str, merge: &str) -> String {
    format!(
        r#"#!/bin/sh
# Submits an array job of {n} shards, and a job that merges them after all have succeeded. Arguments
# of this script are passed to qsub: -q … -l walltime=… Run it again to resume.
set -eu
cd {folder}
shards=$(qsub -N undercard -J 1-{n} -S /bin/sh {cores}"$@" <<'UNDERCARD'
cd "$PBS_O_WORKDIR"
exec {shard}
UNDERCARD
)
qsub -N undercard-merge -W depend=afterok:"$shards" -S /bin/sh "$@" <<'UNDERCARD'
cd "$PBS_O_WORKDIR"
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
