# What the tests in a browser share; they source it after `root` is set. Installs axe-core under target/.
axe_version=4.14.1
axe=${CARGO_TARGET_DIR:-$root/target}/axe-core-$axe_version

# Something that the test needs; without it, the exit code is 77.
missing() {
    echo "$(basename "$0" .sh): $*" >&2
    exit 77
}
install() {
    { apt-get install -qy "$1" || sudo -n apt-get install -qy "$1"; } >/dev/null 2>&1 || true
}
command -v npm >/dev/null || install npm
command -v npm >/dev/null || missing "found no npm; install it, such as with: apt-get install npm"
script=$axe/node_modules/axe-core/axe.min.js
[ -e "$script" ] ||
    npm install --silent --no-save --ignore-scripts --prefix "$axe" "axe-core@$axe_version" >/dev/null ||
    missing "axe-core is missing and npm cannot download it; install it with: npm install --prefix $axe axe-core@$axe_version"
