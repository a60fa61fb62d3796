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
games=6000000 # a shard plays for some seconds, also on a fast machine
"$undercard" run knife-fight --games $games --quiet --out whole
"$undercard" submit snakemake knife-fight --games $games --shards 3 --threads 1 >Snakefile
snakemake --cores 2 --quiet >first.log 2>&1 &
pid=$!
# The process that plays shard 2, among those that this Snakemake has started.
descendants() {
    for child in $(pgrep -P "$1"); do
        echo "$child"
        descendants "$child"
    done
}
shard() {
    for process in $(descendants $pid); do
        case $(ps -o args= -p "$process") in
        "$undercard run "*--shard=2/3*) echo "$process" ;;
        esac
    done
}
until playing=$(shard) && [ -n "$playing" ]; do
    kill -0 $pid 2>/dev/null || fail "shard 2 did not play: $(cat first.log)"
    sleep 0.1
done
kill -KILL "$playing" || fail "shard 2 was done before it was killed"
if wait $pid; then fail "the workflow succeeded without shard 2"; fi
[ ! -e reports/knife-fight/result.json ] || fail "shards were merged although one was killed"

snakemake --cores 2 --quiet >second.log 2>&1 || { cat second.log >&2; fail "the second run failed"; }
for file in whole/*.csv whole/result.json; do
    cmp "$file" "reports/knife-fight/${file#whole/}" || fail "other bytes than those of one machine"
done
echo "snakemake: the shards give the bytes of one machine"
