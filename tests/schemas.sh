#!/bin/sh
# Configs and results against their JSON schemas, in Python's validator, which is installed under target/.
#   sh tests/schemas.sh [PROGRAM]
set -eu
undercard=$(realpath "${1:-target/release/undercard}")
tools=${CARGO_TARGET_DIR:-target}/schemas
if ! { [ -e "$tools/bin/python" ] || python3 -m venv "$tools"; } ||
    ! "$tools/bin/pip" install --quiet --disable-pip-version-check 'jsonschema[format]==4.25.1'; then
    echo "schemas: cannot install jsonschema with pip" >&2
    exit 77
fi
"$tools/bin/python" tests/schemas.py "$undercard"
