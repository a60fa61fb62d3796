#!/bin/sh
# The files of a release, made from a built program, and their installer.
#   sh tests/release.sh [PROGRAM]
set -eu
undercard=$(realpath "${1:-target/release/undercard}")
root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
fail() {
    echo "release: $*" >&2
    exit 1
}
cd "$place"

version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml")
"$root/.ci/release" notes "v$version" >notes.md
grep -q '^- ' notes.md || fail "this version has no changes"
if "$root/.ci/release" notes v0.0.0 2>/dev/null; then fail "a tag that differs from Cargo.toml was accepted"; fi
mkdir unreleased
cp -R "$root/.ci" "$root/Cargo.toml" unreleased
sed '/^## \[Unreleased\]/a - Something new.' "$root/CHANGELOG.md" >unreleased/CHANGELOG.md
if unreleased/.ci/release notes "v$version" 2>error; then fail "a release that leaves out changes was accepted"; fi
grep -q 'Unreleased' error || fail "the error does not mention the changes: $(cat error)"

# A pre-release is not the latest image.
[ "$("$root/.ci/release" tags v1.2.3 | xargs)" = "1.2.3 latest" ] || fail "a release is not the latest"
[ "$("$root/.ci/release" tags v1.2.3-rc.1)" = "1.2.3-rc.1" ] || fail "a pre-release is the latest"

# Any other program here has a loader.
if "$root/.ci/release" static "$(command -v git)" 2>/dev/null; then fail "a program with libraries was called static"; fi

# The package gets the address of the repository that publishes it, once.
mkdir -p tree/docs
cp -R "$root/.ci" "$root/Cargo.toml" "$root/README.md" tree
cp "$root/docs/install.md" tree/docs
tree/.ci/release address https://example.invalid/a/b
grep -q '^repository = "https://example.invalid/a/b"$' tree/Cargo.toml || fail "Cargo.toml lacks the address"
grep -q '^git clone https://example.invalid/a/b undercard$' tree/README.md || fail "README.md lacks the address"
if grep -n 'ADDRESS\|(\.\./\.\./' tree/README.md tree/docs/install.md; then fail "the address is missing in a guide"; fi
for address in https://example.invalid/a/b 'https://x/"'; do
    if tree/.ci/release address "$address" 2>/dev/null; then fail "the address $address was accepted"; fi
done

for target in x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-apple-darwin aarch64-apple-darwin; do
    mkdir -p "target/$target/release"
    cp "$undercard" "target/$target/release/undercard"
    "$root/.ci/release" archive $target
done
mv release/undercard-x86_64-apple-darwin.tar.gz .
if "$root/.ci/release" finish https://example.invalid/u >/dev/null 2>&1; then fail "a formula without a checksum was accepted"; fi
mv undercard-x86_64-apple-darwin.tar.gz release
"$root/.ci/release" finish https://example.invalid/u
grep -q "https://example.invalid/u/releases/download/v$version/undercard-aarch64-apple-darwin" release/undercard.rb ||
    fail "the formula has no address"

export UNDERCARD_URL="file://$place/release" UNDERCARD_INSTALL_DIR="$place/bin"
sh release/install.sh >/dev/null
sh release/install.sh >/dev/null # replaces the first
[ "$(bin/undercard --version)" = "undercard $version" ] || fail "the installed program has another version"

# Downloads are encrypted, and the protocol is refused before anything is asked.
for url in http://127.0.0.1:9 ftp://127.0.0.1:9; do
    if UNDERCARD_URL=$url sh release/install.sh 2>error; then fail "a release was installed from $url"; fi
    grep -q "expected an address that begins with https://" error || fail "the error does not mention the address: $(cat error)"
done
grep -qF -- "--proto '=https,file' --tlsv1.2" release/install.sh || fail "a redirection can lead to another protocol"

mkdir -p u/u/releases/download
ln -s "$place/release" "u/u/releases/download/v$version"
ACTION_REPOSITORY=u/u GITHUB_SERVER_URL="file://$place" RUNNER_TEMP="$place/temp" GITHUB_PATH="$place/path" \
    PATH=/usr/bin:/bin sh "$root/action/install.sh" >/dev/null
[ -x "$(cat path)/undercard" ] || fail "the action did not install the release"

for archive in release/*.tar.gz; do echo damage >>"$archive"; done
if sh release/install.sh 2>error; then fail "a damaged archive was installed"; fi
grep -q "checksum" error || fail "the error does not mention the checksum: $(cat error)"
echo "release: archives, checksums, formula and installer work"
