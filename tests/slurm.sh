#!/bin/sh
# `undercard submit slurm` on a real Slurm of one node, which is started here and stopped again: a shard
# is cancelled while it plays, nothing is joined then, and the same script run again comes to the bytes of
# one machine. Needs root, and slurmctld, slurmd, sbatch, scancel and squeue (Debian: slurm-wlm).
#   sh tests/slurm.sh [PROGRAM]
set -eu
undercard=$(realpath "${1:-target/release/undercard}")
place=$(mktemp -d)
trap 'kill $(cat "$place"/run/*.pid) 2>/dev/null; sleep 1; rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
fail() {
    echo "slurm: $*" >&2
    tail "$place"/log/* "$place"/slurm-*.out >&2 2>/dev/null || true
    exit 1
}

mkdir "$place/run" "$place/spool" "$place/state" "$place/log"
host=$(hostname -s)
# Nobody has to prove who they are: for tests only.
cat >"$place/slurm.conf" <<CONF
ClusterName=undercard
SlurmctldHost=$host(127.0.0.1)
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=4096 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
SlurmUser=root
AuthType=auth/none
CredType=cred/none
SlurmctldPort=16817
SlurmdPort=16818
SlurmctldPidFile=$place/run/slurmctld.pid
SlurmdPidFile=$place/run/slurmd.pid
SlurmctldLogFile=$place/log/slurmctld
SlurmdLogFile=$place/log/slurmd
SlurmdSpoolDir=$place/spool
StateSaveLocation=$place/state
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
ReturnToService=2
CONF
export SLURM_CONF="$place/slurm.conf"
slurmctld
slurmd

# Waits until a command prints what is asked for.
until_says() {
    expected=$1
    shift
    for _ in $(seq 120); do
        if [ "$("$@" 2>/dev/null)" = "$expected" ]; then return; fi
        sleep 0.5
    done
    fail "waited for '$expected' of: $*"
}
until_says idle sinfo --noheader --format=%t

cd "$place"
games=20000000
"$undercard" run knife-fight --games $games --quiet --out whole
"$undercard" submit slurm knife-fight --games $games --shards 2 >play.sh
sh play.sh >submitted
until_says 2 sh -c 'squeue --noheader --states=RUNNING | wc -l'
sleep 2
job=$(squeue --noheader --states=RUNNING --format=%F | head -n 1)
scancel "${job}_1"
until_says "" squeue --noheader
grep -q 'to resume: .*--shard=1/2.* --resume' slurm-"${job}"_1.out || fail "the shard was not broken off"
[ ! -e reports/knife-fight/run/result.json ] || fail "shards were joined, one of which was broken off"

sh play.sh >submitted
until_says "" squeue --noheader
for file in whole/run/*.csv whole/run/result.json; do
    cmp "$file" "reports/knife-fight/${file#whole/}" || fail "other bytes than those of one machine"
done
echo "slurm: the shards come to the bytes of one machine"
