//! Shell scripts that play a run in shards and merge them.

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
    /// This machine: one shard after another, or selected shards
    Local,
}

/// What a script plays. Paths and commands are quoted for a shell.
pub(crate) struct Job {
    /// The folder in which the commands run.
    pub folder: String,
    /// This program.
    pub program: String,
    /// The command that plays the whole run.
    pub run: String,
    /// The folder of the merged result.
    pub out: String,
    /// The number of shards.
    pub shards: u64,
    /// The number of threads of each shard.
    pub threads: Option<u64>,
}

impl Scheduler {
    /// The script that plays and merges the shards of this job.
    pub(crate) fn script(self, job: &Job) -> String {
        let Job { folder, program, run, out, shards: n, threads } = job;
        let shard = |number: &str| {
            format!("{run} --shard={number}/{n} --out={out}/shards/{number}-of-{n} --resume --quiet")
        };
        let merge = format!("{program} merge --out={out} -- {out}/shards/*-of-{n}");
        let cores = |option: &str| threads.map_or_else(String::new, |threads| format!("{option}{threads} "));
        match self {
            Self::Slurm => {
                slurm(folder, *n, &cores("--cpus-per-task="), &shard("\"$SLURM_ARRAY_TASK_ID\""), &merge)
            }
            Self::Sge => sge(folder, *n, &shard("\"$SGE_TASK_ID\""), &merge),
            Self::Pbs => {
                pbs(folder, *n, &cores("-l select=1:ncpus="), &shard("\"$PBS_ARRAY_INDEX\""), &merge)
            }
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
