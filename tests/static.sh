#!/bin/sh
# The program of the releases for Linux where there is nothing else: in an empty root, and in the image. Needs root or sudo,
# and buildah.
#   sh tests/static.sh [PROGRAM]
set -eu
undercard=$(realpath "${1:-target/x86_64-unknown-linux-musl/release/undercard}")
root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
trap 'as_root rm -rf "$place"' EXIT
fail() {
    echo "static: $*" >&2
    exit 1
}

"$root/.ci/release" static "$undercard"
if ! as_root true 2>/dev/null; then
    echo "static: only root can change the root folder" >&2
    exit 77
fi
mkdir "$place/empty"
cp "$undercard" "$place/empty/undercard"
as_root chroot "$place/empty" /undercard run knife-fight --games 1000 --out /new/result --quiet ||
    fail "run failed in an empty root"
as_root test -s "$place/empty/new/result/run/result.json" || fail "the result has no result.json"

command -v buildah >/dev/null || {
    echo "static: the program works in an empty root; there is no buildah for the image" >&2
    exit 77
}
cd "$place"
mkdir -p target/x86_64-unknown-linux-musl/release
cp "$undercard" target/x86_64-unknown-linux-musl/release/undercard
"$root/.ci/release" archive x86_64-unknown-linux-musl
image=undercard-test-$$
trap '{ buildah rmi "$image-amd64"; buildah manifest rm "$image"; } >/dev/null 2>&1 || true; as_root rm -rf "$place"' EXIT
"$root/.ci/release" image "$image" amd64 >image.log 2>&1 || fail "the image does not work: $(cat image.log)"
echo "static: the program works in an empty root and in the image"
