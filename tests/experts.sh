#!/bin/sh
# Trains every shipped expert again with the command in its file and compares the bytes. `write` replaces the files that
# differ, and writes docs/experts.md. `measure` only writes docs/experts.md and
# strategies/exploited.csv. Takes half an hour on two cores.
set -eu
cd "$(dirname "$0")/.."
undercard=${UNDERCARD:-target/release/undercard}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

if [ "${1:-}" != measure ]; then
    # These two stay: they were trained before strategies weighed situations. Those that train now stall against the monsters, and
    # score 41 % against the other one with four players.
    for file in $(ls strategies/*/expert*.toml | grep -v -e expert-monsters -e expert-free-for-all); do
        words=$(sed -n 's/^command = "undercard \(.*\)"$/\1/p' "$file")
        # The commands contain no quotes.
        $undercard $words --quiet --force --out "$folder"
        cmp -s "$folder/train/trained.toml" "$file" && continue
        if [ "${1:-}" = write ]; then cp "$folder/train/trained.toml" "$file"; else echo "$file differs"; failed=1; fi
    done
    [ "${1:-}" = write ] || exit $failed
    # The bots are embedded in the program.
    cargo build --release --locked --quiet
fi

# What a player who knows the expert wins at least, and who does; a line of exploited.csv with the digest of the rules.
exploiter() {
    $undercard exploit "$game" $options --bots "$expert" --quiet --force --out "$folder/exploiter"
    digest=$(sed -n 's/^ *"rules_digest": "\(.*\)",*$/\1/p' "$folder/exploiter/exploit/result.json" | head -n 1)
    awk -F, -v digest="$digest" '$4 == "held-out" { print digest "," $3 "," $5 "," $6 "," $7 }' \
        "$folder/exploiter/exploit/exploit.csv" >> "$folder/exploited.csv"
    awk -F, '$4 == "held-out" { printf "%.1f | %s (%.1f) |", 100 * $7, $5, 100 * $6 }' \
        "$folder/exploiter/exploit/exploit.csv"
}

# GAME, line-up in words, bot, options
measure() {
    game=$1 words=$2 expert=$3 options=$4
    bots=$(ls "strategies/$game" | grep -v expert | sed 's/\.toml$//' | tr '\n' ,)
    $undercard matchups "$game" $options --bots "$expert,${bots}random" --games 10k --quiet --force --format csv \
        --out "$folder" > "$folder/scores.csv"
    scores=$(awk -F, -v expert="$expert" '$3 == expert { printf "%s%s %.1f", sep, $4, 100 * $5; sep = ", " }' "$folder/scores.csv")
    echo "| $words | \`$expert\` | $scores | $(exploiter)"
}

{
    cat <<'TEXT'
# How strong the experts are

`tests/experts.sh write` makes this page: it trains every `expert` again with the command in its file and measures it.
Scores in %; a draw counts as half a win. *At least* is what a player who knows the expert can score against it, as
[`undercard exploit`](bots-and-training.md#how-good-is-a-bot) finds it: the lower end of the 95 % interval of the best exploiter,
whose score stands beside it. A figure below 50 shows only that no exploiter of these kinds is better than the expert. With more
than two players, half of the seats are the exploiter's.

| game | bot | score of the expert against | at least | exploiter |
| --- | --- | --- | ---: | --- |
TEXT
    measure knife-fight "Knife Fight" expert ""
    for players in 2 3 4; do
        bot=expert
        [ "$players" -ge 3 ] && bot=expert-3
        measure stabby-jack "Stabby Jack, $players players" "$bot" "--players $players"
    done
    for players in 2 3 4 5; do
        bot=expert
        [ "$players" -ge 3 ] && bot=expert-3
        measure fight "Fight!, $players players" "$bot" "--players $players"
    done
    measure taunt "TAUNT, duel" expert ""
    measure taunt "TAUNT, monsters" expert-monsters "--set setup.mode=monsters"
    measure taunt "TAUNT, free-for-all, 4 players" expert-free-for-all "--set setup.mode=free-for-all --players 4"
    measure taunt "TAUNT, last-standing, 4 players" expert "--set setup.mode=last-standing --players 4"
    measure taunt "TAUNT, team" expert "--set setup.mode=team"
    for players in 2 3 4 6; do
        bot=expert
        [ "$players" -ge 3 ] && bot=expert-3
        measure stupid-fight "Stupid Fight, $players players" "$bot" "--players $players"
    done
} > docs/experts.md
{ echo "rules_digest,bot,exploiter,score,score_low" && cat "$folder/exploited.csv"; } > strategies/exploited.csv
