#!/bin/sh
# The page of every command in a real browser: accessible, and no wider than a phone. Each page is opened with widths of 360
# and 1200 pixels, and axe-core looks for violations. Needs npm and Chromium or Chrome; installs axe-core under target/.
# With a second argument, only the page of that command.
#   sh tests/pages.sh [PROGRAM [COMMAND]]
set -eu
undercard=$(realpath "${1:-target/release/undercard}")
only=${2:-}
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tests/axe.sh"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
fail() {
    echo "pages: $*" >&2
    exit 1
}
browser() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return
    done
    return 1
}
browser >/dev/null || install chromium
chromium=$(browser) || missing "found no browser; install chromium, such as with: apt-get install chromium"

# A page of every command that writes a result.
cd "$place"
export NO_COLOR=1
page() {
    name=$1
    shift
    case ${only:-$1} in "$1") ;; *) return 0 ;; esac
    code=0
    "$undercard" "$@" --out "$name" >"$name.log" 2>&1 || code=$?
    case $code in
    0 | 10 | 11) ;;
    *) cat "$name.log" >&2 && fail "$* ended with exit code $code" ;;
    esac
    "$undercard" report "$name" --quiet --out "$name.html" || fail "no page of $*"
}
cat >tune.toml <<'END'
game = "knife-fight"
[targets]
"metrics/length-mean" = { min = 4, max = 6 }
END
# A path that is wider than a phone, on every machine.
aces=$place/$(printf "longname%.0s" 1 2 3 4 5 6 7 8).toml
cp "$root/configs/knife-fight/house-aces-high.toml" "$aces"
page run run knife-fight --bots random --games 300
page run-fight run fight --players 4 --bots random --games 100
page panel run knife-fight --bots panel --games 100
page compare compare knife-fight "$aces" --bots random --games 300
page impact impact stabby-jack --bots random --games 100
page advise advise knife-fight --bots random --games 500
page check check "$aces" --bots random --games 1000
page sensitivity sensitivity knife-fight --bots random --games 50
page sweep sweep fight --vary setup.players=2..4 --bots random --games 100
page sweep-map sweep knife-fight --vary cards.ten.damage=8..10 --vary cards.ace.damage=1..3 --bots random --games 50
page tune tune tune.toml --reach 1 --bots random --games 300
page matchups matchups knife-fight --bots all --games 40
page luck luck knife-fight --bots random --games 400
{ echo winner,length,version,deal; for n in $(seq 12); do echo "black,7,1,$n"; echo "red,6,2,$n"; done; } >games.csv
page playtest playtest games.csv knife-fight --version-config 1=knife-fight --games 300
page train train knife-fight --games 1000
page replay replay taunt --bots random --game 1
page verify verify run

# The browser: each page in a frame of each width.
cat >make.js <<'END'
const fs = require('fs');
const [script, ...pages] = process.argv.slice(2);
const axe = fs.readFileSync(script, 'utf8').replaceAll('</script>', '<\\/script>');
// A page runs no scripts; its copy for the test does.
const check = `<script>${axe}</script><script>
axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => {
  const found = violations.filter(({ impact }) => impact !== 'minor')
    .map(({ id, impact, nodes }) => impact + ' ' + id + ': ' + nodes[0].html.slice(0, 150));
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push('the page is ' + scrollWidth + ' pixels wide');
  parent.postMessage(found, '*');
}, error => parent.postMessage(['axe: ' + error], '*'));
</script></body>`;
const csp = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
for (const page of pages) {
  const html = fs.readFileSync(page, 'utf8').replace(csp, '').replace('</body>', () => check);
  fs.writeFileSync('checked-' + page.replace('./', ''), html);
}
const list = JSON.stringify(pages.flatMap(page => [360, 1200].map(width => [page, width])));
fs.writeFileSync('all.html', `<!DOCTYPE html><body><pre>started
</pre><script>
const list = ${list}, out = document.querySelector('pre');
const next = () => {
  const [page, width] = list.shift() ?? [];
  if (!page) return;
  const frame = document.createElement('iframe');
  frame.style = 'border:0;height:1200px;width:' + width + 'px';
  frame.src = 'checked-' + page.replace('./', '');
  onmessage = ({ data }) => {
    out.textContent += data.map(text => 'FOUND ' + page + ' at ' + width + ': ' + text + '\\n').join('');
    out.textContent += 'CHECKED ' + page + ' at ' + width + '\\n';
    frame.remove();
    next();
  };
  document.body.append(frame);
};
next();
</script></body>`);
END
n_pages=$(find . -maxdepth 1 -name '*.html' | wc -l)
node make.js "$script" ./*.html 2>error || fail "$(cat error)"
timeout 180 "$chromium" --headless --no-sandbox --disable-gpu --user-data-dir="$place/profile" \
    --virtual-time-budget=600000 --dump-dom "file://$place/all.html" >dom 2>error || missing "the browser does not work: $(tail -3 error)"
if grep '^FOUND' dom >&2; then fail "violations, or pages that do not fit"; fi
[ "$(grep -c '^CHECKED' dom)" -eq $((2 * n_pages)) ] || fail "the browser did not finish: $(tail -3 dom)"
echo "pages: $n_pages pages are accessible and fit a phone"
