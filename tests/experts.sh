#!/bin/sh
# Trains every shipped expert again with the command in its file and compares the bytes. `write` replaces the files that
# differ, and writes docs/experts.md. `measure` only writes docs/experts.md. Takes some ten minutes on two cores.
set -eu
cd "$(dirname "$0")/.."
undercard=${UNDERCARD:-target/release/undercard}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

if [ "${1:-}" != measure ]; then
    for file in strategies/*/expert*.toml; do
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

# The score of a strategy trained against the expert, started from random or from the expert, against the expert.
exploiter() {
    $undercard train "$game" $options --against "$expert" --from "$1" --games 100k --quiet --force --out "$folder/exploiter"
    awk -F, '$3 == "held-out" && $4 == "trained" { printf "%.1f", 100 * $9 }' "$folder/exploiter/train/train.csv"
}

# GAME, line-up in words, bot, options
measure() {
    game=$1 words=$2 expert=$3 options=$4
    bots=$(ls "strategies/$game" | grep -v expert | sed 's/\.toml$//' | tr '\n' ,)
    $undercard matchups "$game" $options --bots "$expert,${bots}random" --games 10k --quiet --force --format csv \
        --out "$folder" > "$folder/scores.csv"
    scores=$(awk -F, -v expert="$expert" '$4 == expert { printf "%s%s %.1f", sep, $5, 100 * $11; sep = ", " }' "$folder/scores.csv")
    echo "| $words | \`$expert\` | $scores | $(exploiter random) | $(exploiter "$expert") |"
}

{
    cat <<'TEXT'
# How strong the experts are

`tests/experts.sh write` makes this page: it trains every `expert` again with the command in its file and measures it.
Scores in %; a draw counts as half a win. An *exploiter* is a strategy trained for 100,000 games against the expert alone,
started from `random` or from the expert itself. A score above 50 is the least that the expert can lose. A score of 50 shows little:
exploiters weigh the same features as the expert, and players of other kinds find more. In a TAUNT duel, a table of the best
reply to each situation, learned in 12 seconds, beats the expert in 98 % of games; the exploiter scores 79. In Fight! with two
players, `search:512:expert` scores 87 % against the expert (79 to 92, 200 games).

| game | bot | score of the expert against | exploiter, from random | from the expert |
| --- | --- | --- | ---: | ---: |
TEXT
    measure knife-fight "Knife Fight" expert ""
    for players in 2 3 4; do
        bot=expert
        [ "$players" -ge 3 ] && bot=expert-3
        measure stabby-jack "Stabby Jack, $players players" "$bot" "--players $players"
    done
    for players in 2 3 4 5; do
        measure fight "Fight!, $players players" expert "--players $players"
    done
    measure taunt "TAUNT, duel" expert ""
    measure taunt "TAUNT, monsters" expert-monsters "--set setup.mode=monsters"
    measure taunt "TAUNT, free-for-all, 4 players" expert "--set setup.mode=free-for-all --players 4"
    measure taunt "TAUNT, last-standing, 4 players" expert "--set setup.mode=last-standing --players 4"
    measure taunt "TAUNT, team" expert "--set setup.mode=team"
    for players in 2 3 4 6; do
        measure stupid-fight "Stupid Fight, $players players" expert "--players $players"
    done
} > docs/experts.md
