#!/bin/sh
# The studio in a real browser: a change has the figures of the command line, every game is played to its end, house rules are
# saved and opened again, and every view is accessible and fits its window. Needs npm, Chromium and its driver; installs
# axe-core under target/. With a folder as second argument, keeps pictures of every view there.
#   sh tests/studio.sh [PROGRAM [PICTURES]]
set -eu
undercard=$(realpath "${1:-target/release/undercard}")
pictures=${2:-}
[ -z "$pictures" ] || { mkdir -p "$pictures" && pictures=$(realpath "$pictures"); }
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tests/axe.sh"
command -v chromedriver >/dev/null || install chromium-driver
command -v chromedriver >/dev/null || missing "found no chromedriver; install it, such as with: apt-get install chromium-driver"
place=$(mktemp -d)
export XDG_STATE_HOME=$place/state
trap 'rm -rf "$place"' EXIT
cd "$place"
cp "$root"/configs/knife-fight/house-aces-high.toml own.toml
# Hostile names: HTML, and a change of the direction of text.
cp own.toml '<img src=x onerror=document.title="hacked">.toml'
cp own.toml "$(printf 'a\342\200\256b.toml')"
printf 'game = "knife-fight"\n\n# Ours.\n[rules]\ntie = "no-hit"\n\n[targets]\n"metrics/length-mean" = { min = 4, max = 6 }\n' >targets.toml
printf 'game = "fight"\nrules = {' >torn.toml
sed "s/\"Dodge\"/\"$(printf 'W%.0s' $(seq 120))\"/" "$root"/configs/taunt/house-newcomer.toml >"$(printf 'w%.0s' $(seq 200)).toml"
timeout 900 node "$root/tests/studio.mjs" "$undercard" "$script" "$pictures"
