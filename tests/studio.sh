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
axe_version=4.14.1
axe=${CARGO_TARGET_DIR:-$root/target}/axe-core-$axe_version

# What the test needs; without it, the exit code is 77.
missing() {
    echo "studio: $*" >&2
    exit 77
}
install() {
    { apt-get install -qy "$1" || sudo -n apt-get install -qy "$1"; } >/dev/null 2>&1 || true
}
command -v chromedriver >/dev/null || install chromium-driver
command -v chromedriver >/dev/null || missing "found no chromedriver; install it, such as with: apt-get install chromium-driver"
command -v npm >/dev/null || install npm
command -v npm >/dev/null || missing "found no npm; install it, such as with: apt-get install npm"
script=$axe/node_modules/axe-core/axe.min.js
[ -e "$script" ] ||
    npm install --silent --no-save --ignore-scripts --prefix "$axe" "axe-core@$axe_version" >/dev/null ||
    missing "axe-core is missing and npm cannot download it; install it with: npm install --prefix $axe axe-core@$axe_version"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
cp "$root"/configs/knife-fight/house-aces-high.toml own.toml
printf 'game = "knife-fight"\n\n# Ours.\n[targets]\n"metrics/length-mean" = { min = 4, max = 6 }\n' >targets.toml
timeout 500 node "$root/tests/studio.mjs" "$undercard" "$script" "$pictures"
