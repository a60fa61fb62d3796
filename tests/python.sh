#!/bin/sh
# The Python package: builds the wheel, installs it into a new environment, and tests it there, with its types and against
# the program. Needs Python 3.11. The libraries go into a temporary environment, or come from $PYTHON, which then gets the
# package, too.
#   sh tests/python.sh [PROGRAM]
set -eu
cd "$(dirname "$0")/.."
UNDERCARD=$(realpath "${1:-target/release/undercard}")
export UNDERCARD PYTHONDONTWRITEBYTECODE=1
skip() {
    echo "python: $*" >&2
    exit 77
}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python=${PYTHON:-}
if [ -z "$python" ]; then
    command -v python3 >/dev/null || skip "found no python3"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || skip "found $(python3 --version), expected 3.11 or later"
    python3 -m venv "$place/environment" >"$place/log" 2>&1 || skip "Python makes no environment: $(cat "$place/log")"
    python=$place/environment/bin/python
    [ -x "$python" ] || python=$place/environment/Scripts/python
    # The versions that this was written with.
    "$python" -m pip install -q --disable-pip-version-check maturin==1.16.0 pytest==9.2.0 mypy==2.4.1 pandas==3.1.1 openpyxl==3.1.5 \
        polars==2.1.0 duckdb==2.0.1 matplotlib==3.11.2 pettingzoo==1.27.0 tqdm==4.70.1 pandas-stubs==3.1.0.261029 types-tqdm==4.70.0.20261106 >"$place/log" 2>&1 ||
        skip "found no packages: $(tail -1 "$place/log")"
fi
# The licences are in the wheel, too.
for licence in LICENSE-APACHE LICENSE-MIT; do
    cmp "$licence" "python/$licence"
done
# The target folder of the workspace has most of it already.
"$python" -m maturin build -q --locked --profile release -m python/Cargo.toml -i "$python" -o "$place/wheel" 2>"$place/log" || {
    cat "$place/log" >&2
    exit 1
}
cargo fmt -p undercard-python --check
cargo clippy -q --locked -p undercard-python --all-targets -- -D warnings
"$python" -m pip install -q --disable-pip-version-check --no-deps --force-reinstall "$place"/wheel/*.whl
cd python/tests
"$python" -m mypy --strict --cache-dir "$place/mypy" sample.py
"$python" -m mypy --strict --cache-dir "$place/mypy" -p undercard
# The example of the guide.
sed -n '/^from undercard.environment/,/^```/p' ../../docs/python.md | sed '$d' >"$place/example.py"
grep -q Environment "$place/example.py"
"$python" -m mypy --strict --cache-dir "$place/mypy" "$place/example.py"
"$python" -m mypy.stubtest undercard._undercard
"$python" -m pytest -q -p no:cacheprovider .
