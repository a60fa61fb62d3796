#!/bin/sh
# The page without a server in a real browser: from a folder of static files, it gives the figures of the program. Needs npm,
# Chromium, its driver and Python; `.ci/site` builds the page first. With a folder as third argument, keeps pictures there;
# with `bench`, measures it.
#   sh tests/site.sh [PROGRAM [SITE [PICTURES|bench]]]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
undercard=$(realpath "${1:-$target/release/undercard}")
site=$(realpath "${2:-$target/site}")
pictures=${3:-}
[ -z "$pictures" ] || [ "$pictures" = bench ] || { mkdir -p "$pictures" && pictures=$(realpath "$pictures"); }
. "$root/tests/axe.sh"
command -v chromedriver >/dev/null || install chromium-driver
command -v chromedriver >/dev/null || missing "found no chromedriver; install it, such as with: apt-get install chromium-driver"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
cp "$root"/configs/knife-fight/house-aces-high.toml own.toml
timeout 900 node "$root/tests/site.mjs" "$undercard" "$script" "$site" "$pictures"
