"""Instructions per game by part, for the table of benches/README.md. Needs valgrind, and a program with line numbers:

    CARGO_PROFILE_RELEASE_DEBUG=1 CARGO_PROFILE_RELEASE_STRIP=false cargo build --release --target-dir target/profile
    python3 benches/profile.py target/profile/release/undercard
"""

import collections
import re
import subprocess
import sys
import tempfile

GAMES = ("knife-fight", "stabby-jack", "fight", "taunt", "stupid-fight")
PARTS = ("deal", "streams", "ask", "rules", "events", "tally", "features", "weighing")
# The part of a line of source by its file, else that of the function into which it was compiled.
BY_FILE = (
    ("streams", r"model/chance\.rs|pcg128\.rs"),
    ("events", r"stats/(card_counter|game_counts)\.rs|model/observer\.rs|/(story|events|counters)\.rs"),
    ("weighing", r"bots/weights\.rs|model/bot\.rs"),
    ("features", r"games/\w+/bots(\.rs|/)"),
    ("ask", r"simulation/(runner|threads)\.rs|model/(ask|moves)\.rs|games/\w+/(menus?|decisions|view)\.rs"),
    ("tally", r"stats/|simulation/batch\.rs|games/\w+/report\.rs"),
)
BY_FUNCTION = (
    ("weighing", r"Weights::draw"),
    ("features", r"::bots::"),
    ("ask", r"choose_by_bot|[mM]enus?::|Moves>::|::view|Bot::choose"),
    ("events", r"CardCounter|GameCounts|CardEvents"),
    ("tally", r"stats::|Worker|::report::"),
    ("deal", r"::new_game|::deal|::shuffle"),
)


def part_of(function, file):
    """The part to which the instructions of a function from this file belong; None if they play no game."""
    if "undercard_engine" not in function or "impact_estimate" in function:
        return None
    for part, pattern in BY_FILE:
        if re.search(pattern, file):
            return part
    return next((part for part, pattern in BY_FUNCTION if re.search(pattern, function)), "rules")


def instructions(program, game, bots, games):
    """Instructions of a run by part."""
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/callgrind"
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        run = [program, "run", game, "--bots", bots, "--games", str(games), "--threads", "1", "--quiet"]
        subprocess.run([*valgrind, *run, "--out", f"{folder}/result"], check=True, capture_output=True)
        sums, names, function, file, of_call = collections.Counter(), {}, "", "", False
        for line in open(out, errors="replace"):
            if place := re.match(r"(c?)(fn|fl|fi|fe|ob)=\((\d+)\)(?: (.*))?$", line):
                called, kind, number, name = place.groups()
                key = ("fn" if kind == "fn" else "file", number)
                if name:
                    names[key] = name
                if not called and kind == "fn":
                    function = names[key]
                elif not called and kind != "ob":
                    file = names[key]
            elif line.startswith("calls="):
                of_call = True
            elif cost := re.match(r"(?:[+-]?\d+|\*) (\d+)$", line):
                if not of_call:
                    sums[part_of(function, file)] += int(cost[1])
                of_call = False
        return sums


def main():
    print("| players | all | " + " | ".join(PARTS) + " |\n" + "| --- |" + " ---: |" * (len(PARTS) + 1))
    for bots in ("random", "expert"):
        for game in GAMES:
            few, many = (1000, 5000) if bots == "random" else (300, 1300)
            sums = instructions(sys.argv[1], game, bots, many)
            sums.subtract(instructions(sys.argv[1], game, bots, few))
            cells = [round(sums[part] / (many - few)) for part in PARTS]
            print(f"| {game}, {bots} | {sum(cells):,} | " + " | ".join(f"{cell:,}" for cell in cells) + " |")


main()
