#!/bin/sh
# Installs a released Undercard on Linux or macOS.
#   UNDERCARD_INSTALL_DIR   the folder of the program (default: ~/.local/bin)
#   UNDERCARD_URL           where the archives are, https:// or file:// (default: the release of this script)
set -eu

fail() {
    echo "install: $*" >&2
    exit 1
}

fetch() {
    # Redirects must stay on HTTPS. Only curl can enforce this: wget has --https-only for recursive downloads alone.
    if command -v curl >/dev/null; then
        curl --proto '=https,file' --tlsv1.2 --fail --silent --show-error --location --output "$2" "$1"
    else
        wget -q -O "$2" "$1"
    fi || fail "cannot download $1"
}

# In a function, so that a download that breaks off runs nothing.
main() {
    url=${UNDERCARD_URL:-@URL@}
    case $url in
        @*) fail "this script installs a release and has no address: set UNDERCARD_URL" ;;
        https://* | file://*) ;;
        *) fail "UNDERCARD_URL: found $url, expected an address that begins with https:// or file://" ;;
    esac
    folder=${UNDERCARD_INSTALL_DIR:-$HOME/.local/bin}
    case $(uname -s)-$(uname -m) in
        Linux-x86_64) target=x86_64-unknown-linux-musl ;;
        Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-musl ;;
        Darwin-x86_64) target=x86_64-apple-darwin ;;
        Darwin-arm64) target=aarch64-apple-darwin ;;
        *) fail "there is no release for $(uname -s) on $(uname -m); build the program with cargo" ;;
    esac
    archive=undercard-$target.tar.gz
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    fetch "$url/$archive" "$work/$archive"
    fetch "$url/SHA256SUMS" "$work/SHA256SUMS"
    expected=$(sed -n "s/^\([0-9a-f]*\)  $archive\$/\1/p" "$work/SHA256SUMS")
    if command -v sha256sum >/dev/null; then
        found=$(sha256sum "$work/$archive")
    else
        found=$(shasum -a 256 "$work/$archive")
    fi
    [ -n "$expected" ] || fail "SHA256SUMS has no checksum of $archive"
    [ "${found%% *}" = "$expected" ] || fail "the checksum of $archive is wrong; download it again"
    tar -xzf "$work/$archive" -C "$work"
    mkdir -p "$folder"
    folder=$(cd "$folder" && pwd)
    # The running program cannot be overwritten, but it can be replaced.
    cp "$work/undercard-$target/undercard" "$folder/undercard.new"
    mv "$folder/undercard.new" "$folder/undercard"
    echo "$("$folder/undercard" --version) is in $folder"
    case :$PATH: in
        *":$folder:"*) ;;
        *)
            echo "Add it to your path, also for new windows as a line of ~/.profile, or of ~/.zshrc on macOS:"
            echo "    export PATH=\"$folder:\$PATH\""
            ;;
    esac
}

main
