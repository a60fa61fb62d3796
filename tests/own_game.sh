#!/bin/sh
# A game of another crate, as `undercard new game` writes it, built and tried outside the repository.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
undercard=$root/${UNDERCARD:-target/release/undercard}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
case ${OWN_GAME_TARGET:=$folder/target} in /*) ;; *) OWN_GAME_TARGET=$root/$OWN_GAME_TARGET ;; esac
export CARGO_TARGET_DIR="$OWN_GAME_TARGET"
cp Cargo.lock "$folder"
# A command that must fail. `! command` would not end the script if it succeeds.
not() { if "$@"; then echo "own_game.sh: succeeded: $*" >&2; exit 1; fi; }

cd "$folder"
"$undercard" new game night-market --source "$root" 2> said
grep -q "cargo run --release -- run night-market" said
not "$undercard" new game other --source . 2> wrong
grep -q "expected the folder of Undercard's source code" wrong
not "$undercard" new game night-market 2> again
grep -q "expected the name of a new folder" again
not "$undercard" new game knife-fight 2> taken
grep -q "another id" taken
not "$undercard" new game card 2> taken
grep -q "already means something" taken

game=night-market
cd "$folder/$game"
cp "$folder/Cargo.lock" .
cargo test --quiet
test -s tests/golden/printed.txt
own=$CARGO_TARGET_DIR/debug/undercard
play=$folder/play-$game
mkdir "$play"
cd "$play"
"$own" list > list
grep -q "^$game " list
not grep -q knife-fight list
"$own" lint $(grep "^configs/$game/" list) > /dev/null
"$own" run "$game" --games 20k --out run > run.txt
grep -q '"game_version": "0.1.0"' run/run/result.json
grep -q 'game-version = "0.1.0"' run/run/run.toml
"$own" verify run > /dev/null
"$own" report run --out page.html > /dev/null
grep -q "<svg" page.html
"$own" compare "$game" --set-b "rules.max-turns=20" --games 2k > /dev/null
"$own" impact "$game" --games 500 > /dev/null
"$own" sweep "$game" --vary "setup.life=6..9" --games 500 > /dev/null
"$own" matchups "$game" --bots all --games 200 > /dev/null
"$own" advise "$game" --games 500 --keys 'setup.*' > /dev/null
"$own" luck "$game" --games 100 > /dev/null
"$own" train "$game" --games 2000 > /dev/null
"$own" replay "$game" > story
"$own" init "$game" house.toml 2> /dev/null
"$own" lint house.toml > /dev/null
"$own" check house.toml --set 'targets.metrics/length-mean={ max = 1000 }' --games 2k > /dev/null
"$own" schema "$game" > schema.json
"$own" cards "$game" > cards.csv
for command in compare replay sweep; do
    "$own" "$command" --help > help
    not grep -q knife-fight help
done
not "$own" run "${game%?}" 2> mistyped
grep -q "did you mean \`$game\`?" mistyped

# A panic in a rule names its game, which is replayed up to there, also by a program that a panic ends at once.
cd "$folder/night-market"
cp src/play.rs play.rs
panics='if state.turn > 7 { if std::env::var_os("ABORT").is_some() { std::process::abort() } panic!("healed too late") }'
sed "s/player.life += healed;/& $panics/" play.rs > src/play.rs
cargo build --quiet
not "$own" run night-market --bots random --games 5000 --threads 1 --out run 2> panic
grep -q "healed too late" panic
game=$(sed -n 's/.*`undercard replay CONFIG --game \([0-9]*\) --seed 1 --bots random`.*/\1/p' panic)
not env ABORT=1 "$own" replay night-market --game "$game" --seed 1 --bots random > story 2> aborted
grep -q "Turn 8" story
mv play.rs src/play.rs

# A change of the rules is found by the golden story, and its version is told apart.
cd "$folder/night-market"
sed 's/^damage = 5$/damage = 4/' configs/printed.toml > changed.toml
mv changed.toml configs/printed.toml
not cargo test --quiet --test laws > "$folder/changed" 2>&1
grep -q "is another one" "$folder/changed"
echo "own_game.sh: a new game is tested and plays in every command outside the repository"
