#!/bin/sh
# Checks configs, and plays each one that changed with the rules before and after, on the same deals.
#   review.sh BASE CONFIG...
# If a config has an undercard.lock in its folder or above, before or after the change, each config needs an entry in one.
# BASE is the commit before the change, or empty. The folder $OUT receives comment.md (at most 15 lines), summary.md and check.xml.
# Ends with the exit code of `undercard check`. Needs git and jq.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
base=$1
shift
rm -rf "${OUT:?}"
mkdir -p "$OUT"

# A shallow clone lacks the commit before the change.
if [ -n "$base" ]; then
    git cat-file -e "$base^{commit}" 2>/dev/null || git fetch --quiet --depth=1 origin "$base" || {
        echo "review: the clone lacks commit $base; set fetch-depth: 0 for actions/checkout" >&2
        exit 1
    }
fi

code=0
allow=
locked=
if [ "${ALLOW_INCONCLUSIVE:-}" = true ]; then allow=--allow-inconclusive; fi
# In the folder of a config or above it, up to the root of the repository.
has_lock() {
    folder=$(cd "$(dirname -- "$1")" 2>/dev/null && git rev-parse --show-prefix) || return 1
    folder=${folder%/}
    while :; do
        for commit in HEAD $base; do
            if git cat-file -e "$commit:${folder:+$folder/}undercard.lock" 2>/dev/null; then return 0; fi
        done
        case $folder in
            '') return 1 ;;
            */*) folder=${folder%/*} ;;
            *) folder= ;;
        esac
    done
}
for config; do
    if has_lock "$config"; then locked=--locked; fi
done
# shellcheck disable=SC2086 # one option or none
undercard check $allow $locked --github --format json --out "$OUT" --junit "$OUT/check.xml" \
    -- "$@" \
    >"$OUT/check.json" 2>"$OUT/messages" || code=$?
cat "$OUT/messages" >&2

# One line of JSON per config: state is `new`, `same`, `changed` or `error`.
compared() {
    if ! undercard compare --against "$base" --quiet --format json --games "${GAMES:-50k}" --out "$OUT" --force \
        -- "$1" >"$OUT/compare.json" 2>"$OUT/error"; then
        jq -cn --arg config "$1" --rawfile error "$OUT/error" '{$config, state: "error", $error}'
    elif [ ! -s "$OUT/compare.json" ]; then
        jq -cn --arg config "$1" '{$config, state: "same"}'
    else
        # A new config is compared with the printed rules.
        jq -c --arg config "$1" '{
            $config, result: .,
            state: (if .details.base | startswith("the printed rules") then "new" else "changed" end)
        }' "$OUT/compare.json"
    fi
}
: >"$OUT/compared.jsonl"
if [ -n "$base" ]; then
    for config; do compared "$config" >>"$OUT/compared.jsonl"; done
fi

# Two uses of the action in one job or a matrix check other files, and each has a comment of its own. The patterns are
# not expanded, so that a new config does not start a new comment.
uses=$(printf '%s\n%s\n' "${FOLDER:-.}" "${CONFIGS:-}" | git hash-object --stdin | cut -c 1-8)
for page in comment:15 summary:1000; do
    jq -nr --slurpfile check "$OUT/check.json" --slurpfile compared "$OUT/compared.jsonl" \
        --rawfile messages "$OUT/messages" --argjson code "$code" --argjson limit "${page#*:}" \
        --arg job "${GITHUB_WORKFLOW:-} ${GITHUB_JOB:-} $uses" --argjson configs "$#" \
        -f "$here/review.jq" >"$OUT/${page%:*}.md"
done
exit "$code"
