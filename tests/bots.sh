#!/bin/sh
# The bots of examples/bots, which play alike. Ends with 77 without Python or Node.
set -eu
cd "$(dirname "$0")/.."
undercard=$PWD/${UNDERCARD:-target/release/undercard}
command -v python3 >/dev/null && command -v node >/dev/null || { echo "Python and Node are needed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp examples/bots/* "$folder"
cd "$folder"
for bot in "python3 bot.py" "node bot.mjs"; do
    for game in knife-fight stabby-jack fight taunt stupid-fight; do
        "$undercard" lint "exec:$bot" "$game" > checked
        test "$(grep -c '^pass  ' checked)" = 3
    done
    "$undercard" run knife-fight --bots "exec:$bot,random" --games 2k --label bot --quiet --format csv --out "of-${bot%% *}"
done > results
# The same games: only the digest of the bot differs.
for file in metrics game_length; do
    sed 's/,[0-9a-f]*,bot\r*$//' "of-python3/run/$file.csv" > one
    sed 's/,[0-9a-f]*,bot\r*$//' "of-node/run/$file.csv" > other
    cmp one other
done
echo "bots.sh: the bots in Python and JavaScript pass every check, and play alike"
