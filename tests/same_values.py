"""Plays 60 calls with two programs, and compares every value of every table. Needs Python 3.

    python3 tests/same_values.py OLD NEW

Names every value that differs, and every table, column or row that only one program has. Exit code 1 if a value differs.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

GAMES = {
    "knife-fight": ("deck.red.joker=3", "medic", "cards.ten.damage=9..10", "joker"),
    "stabby-jack": ("setup.jokers-per-deck=1", "hunter", "setup.jokers-per-deck=1..2", "jh"),
    "fight": ("setup.players=4", "expert", "setup.players=2..3", "understudy"),
    "taunt": ("moves.run-1.lock-attacks=false", "brawler", "moves.run-1.lock-attacks=true,false", "kick"),
    "stupid-fight": ("setup.advanced=true", "brawler", "setup.players=2..3", "run-away"),
}


def calls():
    for game, (house, bot, vary, card) in GAMES.items():
        yield f"run {game} --games 3000 --bots random"
        yield f"run {game} --games 300 --bots {bot}"
        yield f"run {game} --games 2000 --bots random --set {house}"
        yield f"run {game} --games 20000 --bots random --precision 2pp"
        yield f"run {game} --games 1000 --bots random,{bot} --players 2 --level 0.9 --rates jeffreys"
        yield f"run {game} --games 200 --bots panel"
        yield f"compare {game} --games 500 --bots random --bots-b {bot}"
        yield f"impact {game} --games 200 --bots random --card {card}"
        yield f"sweep {game} --games 300 --bots random --vary {vary}"
        yield f"sensitivity {game} --games 20 --bots random --keys *a*e*s*"
        yield f"matchups {game} --games 60 --bots random,{bot}"
        yield f"luck {game} --games 60 --bots random"


def played(program, call, folder):
    folder.mkdir()
    done = subprocess.run([program, *call.split(), "--out", "out", "--quiet"], cwd=folder, capture_output=True, text=True)
    found = sorted(folder.rglob("result.json"), key=lambda path: len(path.parts))
    tables = json.loads(found[0].read_text())["tables"] if found else {}
    return done.returncode, {name: table["rows"] for name, table in tables.items()}


def differences(old, new):
    for name in sorted(old.keys() | new.keys()):
        if name not in old or name not in new:
            yield False, f"{name}: only in one"
            continue
        if len(old[name]) != len(new[name]):
            yield True, f"{name}: {len(old[name])} rows, then {len(new[name])}"
            continue
        missing = set()
        for nth, (one, two) in enumerate(zip(old[name], new[name])):
            missing |= one.keys() ^ two.keys()
            for column in one.keys() & two.keys():
                if one[column] != two[column]:
                    yield True, f"{name}, row {nth}, {column}: {one[column]}, then {two[column]}"
        if missing:
            yield False, f"{name}: columns only in one: {', '.join(sorted(missing))}"


def main(old, new):
    n_calls = n_values = n_changed = 0
    programs = [str(pathlib.Path(program).resolve()) for program in (old, new)]
    with tempfile.TemporaryDirectory() as folder:
        for nth, call in enumerate(calls()):
            sides = [played(program, call, pathlib.Path(folder, f"{nth}-{side}")) for side, program in enumerate(programs)]
            (code, before), (other, after) = sides
            n_calls += 1
            n_values += sum(len(row) for rows in before.values() for row in rows)
            found = list(differences(before, after))
            if code != other:
                found.append((True, f"exit code {code}, then {other}"))
            if not before:
                found.append((True, f"exit code {code}, no result"))
            n_changed += sum(is_value for is_value, _ in found)
            for _, text in found[:5]:
                print(f"{call}: {text}")
    print(f"{n_calls} calls, {n_values} values, {n_changed} differ")
    return 1 if n_changed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
