#!/bin/sh
# `undercard submit snakemake` with a real Snakemake: a shard is killed while it plays, nothing is merged then, and the
# same command run again gives the bytes of one machine. Needs snakemake.
#   sh tests/snakemake.sh [PROGRAM]
set -eu
undercard=$(realpath "${1:-target/release/undercard}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
    echo "snakemake: $*" >&2
    exit 1
}

cd "$folder"
games=40000000
"$undercard" run knife-fight --games $games --quiet --out whole
"$undercard" submit snakemake knife-fight --games $games --shards 3 --threads 1 >Snakefile
snakemake --cores 2 --quiet >first.log 2>&1 &
pid=$!
until pgrep -f -- "--shard=2/3" >/dev/null; do sleep 0.1; done
sleep 1
pkill -KILL -f -- "^$undercard run .*--shard=2/3" || fail "shard 2 did not play"
if wait $pid; then fail "the workflow succeeded without shard 2"; fi
[ ! -e reports/knife-fight/result.json ] || fail "shards were merged although one was killed"

snakemake --cores 2 --quiet >second.log 2>&1 || { cat second.log >&2; fail "the second run failed"; }
for file in whole/*.csv whole/result.json; do
    cmp "$file" "reports/knife-fight/${file#whole/}" || fail "other bytes than those of one machine"
done
echo "snakemake: the shards give the bytes of one machine"
