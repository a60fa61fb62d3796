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

# GAME, line-up in words, games: the scores of searches that model the expert. Their intervals are in brackets.
searches() {
    game=$1 words=$2 games=$3
    line="| $words |"
    for pair in search:64:expert,expert search:512:expert,expert search:64:expert,search:64:expert:pure; do
        # Where no two players choose at once, both kinds of search are one.
        case $pair,$game in
            *:pure,fight | *:pure,stabby-jack | *:pure,stupid-fight) line="$line the same |"; continue ;;
        esac
        $undercard matchups "$game" --players 2 --bots "$pair" --games "$games" --quiet --force --format csv \
            --out "$folder" > "$folder/scores.csv"
        first=${pair%,*}
        score=$(awk -F, -v first="$first" '$3 == first { printf "%.0f (%.0f to %.0f)", 100 * $5, 100 * $6, 100 * $7; exit }' \
            "$folder/scores.csv")
        line="$line $score |"
    done
    echo "$line"
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
    cat <<'TEXT'

## Searches that model the expert

Scores in %, with two players and few games, which searches make slow. A search of 64 or 512 playouts for each decision begins
with what the expert would choose; how much it adds says how much the expert leaves. Where players choose in secret at once it
draws its move; `:pure` always plays the best one. How much a player who knows a search can win is not measured here:
`undercard exploit --bots search:64:expert` takes hours in some games.

| game | `search:64:expert` against `expert` | `search:512:expert` against `expert` | `search:64:expert` against its `:pure` kind |
| --- | --- | --- | --- |
TEXT
    searches knife-fight "Knife Fight" 2000
    searches stabby-jack "Stabby Jack" 100
    searches fight "Fight!" 600
    searches taunt "TAUNT, duel" 100
    searches stupid-fight "Stupid Fight" 300
} > docs/experts.md
{ echo "rules_digest,bot,exploiter,score,score_low" && cat "$folder/exploited.csv"; } > strategies/exploited.csv
