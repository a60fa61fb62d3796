#!/bin/sh
# What the best player wins against two bots of Goofspiel, computed by OpenSpiel: the figures of tests/it/exploit.rs, which must
# have them. Needs Python 3; OpenSpiel goes into a temporary environment, or comes from $PYTHON.
#   sh tests/goofspiel.sh
set -eu
cd "$(dirname "$0")/.."
skip() {
    echo "goofspiel: $*" >&2
    exit 77
}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python=${PYTHON:-}
if [ -z "$python" ]; then
    command -v python3 >/dev/null || skip "found no python3"
    python3 -m venv "$place/environment" >"$place/log" 2>&1 || skip "Python makes no environment: $(cat "$place/log")"
    python=$place/environment/bin/python
    "$python" -m pip install -q --disable-pip-version-check open_spiel==2.0.2 >"$place/log" 2>&1 ||
        skip "found no OpenSpiel: $(tail -1 "$place/log")"
fi
"$python" - <<'PYTHON'
import math
import pathlib

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response

game = pyspiel.load_game(
    "turn_based_simultaneous_game(game=goofspiel("
    "num_cards=4,players=2,points_order=descending,returns_type=win_loss))"
)


def softmax(weight):
    """The player who bids a card in proportion to e to the power of the weight times its value."""
    table = policy.TabularPolicy(game)
    for state in table.states:
        shares = {action: math.exp(weight * (action + 1)) for action in state.legal_actions()}
        row = table.policy_for_key(state.information_state_string())
        for action, share in shares.items():
            row[action] = share / sum(shares.values())
    return table


test = pathlib.Path("tests/it/exploit.rs").read_text()
for weight in (0, 0.5):
    bot = softmax(weight)
    start = game.new_initial_state()
    # Both seats are alike; a win is 1 and a defeat -1.
    first, second = ((1 + best_response.BestResponsePolicy(game, seat, bot).value(start)) / 2 for seat in (0, 1))
    assert abs(first - second) < 1e-9, (first, second)
    figure = f"{first:.6f}"
    figure = f"{figure[:5]}_{figure[5:]}"
    assert figure in test, f"weight {weight}: {figure} is not in tests/it/exploit.rs"
    print(f"weight {weight}: {figure}")
PYTHON
