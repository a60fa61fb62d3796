#!/bin/sh
# The GitHub action on the example repository, without GitHub: a real pull request in git, and a stand-in for gh.
#   sh tests/action.sh [PROGRAM]
# shellcheck disable=SC2016 # backquotes are Markdown here
set -eu
undercard=$(realpath "${1:-target/release/undercard}")
root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export OUT="$place/out" GAMES=20k GITHUB_WORKFLOW=Balance GITHUB_JOB=check GITHUB_REPOSITORY=u/u CONFIGS='configs/*.toml'
comment=$OUT/comment.md

fail() {
    echo "action: $*" >&2
    cat "$OUT/messages" "$comment" >&2
    exit 1
}
# review CODE BASE CONFIG...
review() {
    expected=$1
    shift
    code=0
    sh "$root/action/review.sh" "$@" 2>/dev/null || code=$?
    [ "$code" = "$expected" ] || fail "exit code $code instead of $expected"
    [ "$(wc -l <"$comment")" -le 15 ] || fail "the comment has more than 15 lines"
}
says() {
    grep -qF -- "$1" "$comment" || fail "the comment lacks: $1"
}

mkdir "$place/bin"
cp "$undercard" "$place/bin/undercard"
# Keeps comments in comments.json, as GitHub does.
cat >"$place/bin/gh" <<'GH'
#!/bin/sh
set -eu
for word; do
    case $word in
        body=@*) body=${word#body=@} ;;
        POST | PATCH) method=$word ;;
        repos/*) path=$word ;;
    esac
    last=$word
done
all=$GH_COMMENTS
case ${method:-GET} in
    GET) jq -r "$last" "$all" ;;
    POST) jq --rawfile body "$body" '. + [{id: length, user: {login: "github-actions[bot]"}, $body}]' "$all" ;;
    PATCH) jq --rawfile body "$body" --argjson id "${path##*/}" '.[$id].body = $body' "$all" ;;
esac >"$all.new"
if [ "${method:-GET}" = GET ]; then cat "$all.new"; else mv "$all.new" "$all"; fi
GH
chmod +x "$place/bin/gh"
export PATH="$place/bin:$PATH" GH_COMMENTS="$place/comments.json"
echo '[{"id": 0, "user": {"login": "somebody"}, "body": ""}]' >"$GH_COMMENTS"

# The base branch is published, and the pull request is in a shallow clone, as actions/checkout makes it.
cp -R "$root/examples/ci" "$place/work"
cd "$place/work"
git init --quiet --initial-branch main
git config user.name Example
git config user.email example@example.invalid
git add --all
git commit --quiet --message "Write the rules"
base=$(git rev-parse HEAD)
review 0 "$base" configs/aces-high.toml configs/two-jokers.toml
says "### Balance: pass, 5 of 5 targets pass"
[ "$(wc -l <"$comment")" = 2 ] || fail "an unchanged repository has news"

sed -i.bak 's/^joker = 2/joker = 3/' configs/two-jokers.toml
cp configs/aces-high.toml configs/added.toml
printf '\n[cards.ten]\ndamage = 9\n\n[deck.red]\njoker = 2\n' >>configs/aces-high.toml
rm configs/*.bak
git add --all
git commit --quiet --message "Change the rules"
git clone --quiet --depth 1 "file://$place/work" "$place/clone"
cd "$place/clone"
review 10 "$base" configs/added.toml configs/aces-high.toml configs/two-jokers.toml
says '- `configs/aces-high.toml`: `deck.red.joker 1 → 2`, `cards.ten.damage 10 → 9`; differs from undercard.lock'
says '- `configs/added.toml`: new config, which differs from the printed rules in `cards.ace.strength 1 → 11`; is not in '
says '`deck.black.joker 2 → 3`, `deck.red.joker 2 → 3`'
sed -n 9p "$comment" |
    grep -q '^| \*\*fail\*\* | `configs/aces-high.toml` win_rates/side/.* | .* % (.*) | .* pp (.*) | 40.50 to 44.50 % |$' ||
    fail "the first row is not a failed target with its change"
says '20,000 pairs of games on the same deals'
grep -q 'error file=configs/aces-high.toml' "$OUT/messages" || fail "there are no annotations"
[ -s "$OUT/check.xml" ] || fail "JUnit is missing"

# One comment, which is updated; that of somebody else with the same first line stays.
jq --rawfile body "$comment" '.[0].body = $body' "$GH_COMMENTS" >"$place/mine"
mv "$place/mine" "$GH_COMMENTS"
sh "$root/action/comment.sh" 7 "$comment"
undercard check configs/two-jokers.toml --update --quiet 2>/dev/null
review 0 "" configs/two-jokers.toml
sh "$root/action/comment.sh" 7 "$comment"
jq -e 'length == 2 and (.[0].body | contains("### Balance: fail")) and (.[1].body | contains("### Balance: pass"))' \
    "$GH_COMMENTS" >/dev/null || fail "comments: $(cat "$GH_COMMENTS")"
# Another use in the same job has its own comment.
for use in "CONFIGS=configs/two-jokers.toml" "FOLDER=games"; do
    (export "${use?}" && review 0 "" configs/two-jokers.toml)
    sh "$root/action/comment.sh" 7 "$comment"
    sh "$root/action/comment.sh" 7 "$comment"
done
jq -e 'length == 4' "$GH_COMMENTS" >/dev/null || fail "comments: $(cat "$GH_COMMENTS")"
rm "$place/bin/gh"
printf '#!/bin/sh\nexit 1\n' >"$place/bin/gh"
chmod +x "$place/bin/gh"
sh "$root/action/comment.sh" 7 "$comment" | grep -q '^::warning' || fail "a comment that fails gives no warning"

# Changed bots are named, and an error in a config does not hide the others.
sed -i.bak 's/^lethal = 10/lethal = 1/' strategies/saver.toml
echo 'tie = "often"' >>configs/aces-high.toml
review 2 "$base" configs/aces-high.toml configs/two-jokers.toml
says "### Balance: error, "
says "- configs/aces-high.toml:"
says '- `configs/two-jokers.toml`: `deck.black.joker 2 → 3`, `deck.red.joker 2 → 3`, '
if grep -q '^::' "$comment"; then fail "the comment has annotations"; fi
git checkout --quiet configs/aces-high.toml
review 10 "$base" configs/two-jokers.toml
says '`deck.red.joker 2 → 3`, `bots strategies/saver.toml → strategies/saver.toml (changed)`; differs from undercard.lock'

# A lock file that was deleted is missed, and one of other configs does not hide a new config.
git mv undercard.lock other
git commit --quiet --message "Remove the lock file"
review 12 "$base" configs/two-jokers.toml
says "undercard.lock: found no such file, expected a lock file"
git mv other undercard.lock
git mv configs/aces-high.toml configs/renamed.toml
git commit --quiet --message "Rename a config"
review 10 "$base" configs/renamed.toml
says 'is not in undercard.lock; run undercard check configs/renamed.toml --update to add it'
says '- undercard.lock lists configs that no longer exist: configs/aces-high.toml; restore them, or remove their entries with --update'
git mv configs/renamed.toml configs/aces-high.toml

# A lock file above a config in a folder of its own counts, one beside it does not, and the comment of many folders is short.
for folder in one two three four five six; do
    mkdir -p "many/$folder"
    printf 'game = "knife-fight"\n[run]\ngames = 2000\n' | tee "many/$folder/old.toml" >"many/$folder/x.toml"
    (cd "many/$folder" && undercard check old.toml x.toml --lock undercard.lock --update --quiet 2>/dev/null)
    rm "many/$folder/old.toml"
    printf '[cards.ten]\ndamage = 9\n' >>"many/$folder/x.toml"
done
mkdir -p many/seven
printf 'game = "knife-fight"\n[run]\ngames = 2000\n[targets]\n"outcomes/draw" = { max = "60%%" }\n' >many/seven/x.toml
git mv undercard.lock many/undercard.lock
git add .
git commit --quiet --message "Add folders"
review 10 "$base" many/*/x.toml
if grep -q 'more configs' "$OUT/summary.md"; then fail "the summary is cut"; fi
says 'more lock files with such entries'
review 10 "" many/seven/x.toml
rm many/undercard.lock
git commit --quiet --all --message "Remove the lock file above"
review 0 "" many/seven/x.toml
git reset --quiet --hard HEAD~2

# The page about it shows the files of the example.
for file in .github/workflows/balance.yml .gitlab-ci.yml .pre-commit-config.yaml; do
    case $(cat "$root/docs/in-ci.md") in
        *"$(cat "$root/examples/ci/$file")"*) ;;
        *) fail "docs/in-ci.md shows another $file" ;;
    esac
done

# The program is on the path, and nothing is installed.
RUNNER_TEMP=$place GITHUB_PATH=$place/path GITHUB_SERVER_URL=none sh "$root/action/install.sh"
[ ! -e "$place/path" ] || fail "the program was installed twice"
echo "action: check, comparison and comment work"
