"""Compares the JSON schemas with `lint`, config by config, and results with theirs: python schemas.py PROGRAM"""

import json
import pathlib
import subprocess
import sys
import tempfile
import tomllib

from jsonschema import Draft202012Validator, FormatChecker

PROGRAM = sys.argv[1]
WRONG = [
    ("knife-fight", "[rules]\ntie = 'both'"),
    ("knife-fight", "[rules]\nbleed-divisor = 0"),
    ("knife-fight", "[rulez]\ntie = 'no-hit'"),
    ("knife-fight", "rulez = 1"),
    ("knife-fight", "[cards.ten]\ndamage = 'x'"),
    ("knife-fight", "[cards.eleven]\ndamage = 1"),
    ("knife-fight", "[deck.green]\nace = 1"),
    ("knife-fight", "[deck.red]\nace = 13"),
    ("knife-fight", "[run]\ngames = 0"),
    ("knife-fight", "[run]\ngame = 5"),
    ("knife-fight", "[targets]\n'outcomes/draw' = { maximum = 1 }"),
    ("stabby-jack", "[cards.2h]\nvalu = 3"),
    ("stabby-jack", "[cards.2h]\nvalue = 0"),
    ("stabby-jack", "[cards.jh]\nvalue = 3"),
    ("taunt", "[rules]\nregn = 3"),
    ("taunt", "[moves.kick]\nordr = 3"),
    ("taunt", "[moves.kick]\ndamage = [1, 2, 3]"),
    ("taunt", "[moves.kick]\nperil = [['', ''], ['', '', ''], ['', '', ''], ['', '', '']]"),
    ("taunt", "[moves.zap]\norder = -1"),
    ("taunt", "[moves.Zap]\norder = 1"),
    ("taunt", "[moves.zap]\ndamage = [1, 2, 3, 31]"),
    ("taunt", "[characters.new]\nname = 'New'"),
    ("taunt", "[setup]\nfighters = 'teabot'"),
    ("taunt", "[monsters]\ndecks = [[['block'], [], ['heal']], []]"),
    ("fight", "[warriors.new]\npower = 100\nfamily = 'alien'\nability = []"),
    ("fight", "[warriors.new]\npower = 10\nfamily = 'aliens'\nability = []"),
    ("fight", "[warriors.new]\npower = 10\nfamily = 'alien'"),
    ("fight", "[warriors.new]\npower = 10\nfamily = 'alien'\nability = [{ amount = 3 }]"),
    ("fight", "[warriors.poacher]\nability = [{ effect = 'steal-boost', familys = ['demon'] }]"),
    ("fight", "[arenas.new]\nglory = 21\nmeasure = 'power'\ngoal = 'highest'"),
    ("stupid-fight", "[cards.new]\nkind = 'hed'\ncopies = 1"),
    ("stupid-fight", "[cards.new]\ncopies = 1"),
    ("stupid-fight", "[cards.new]\nkind = 'head'\ncopies = 1\npowers = [{ power = 'fly' }]"),
    ("stupid-fight", "[cards.new]\nkind = 'head'\ncopies = 1\nspecial = 'nun'"),
]


def said(*words):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


def accepts(text):
    """Whether `lint` accepts a config."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "house.toml")
        file.write_text(text)
        return subprocess.run([PROGRAM, "lint", "--quiet", file], capture_output=True).returncode == 0


def of(schema):
    validator = Draft202012Validator(json.loads(schema), format_checker=FormatChecker())
    validator.check_schema(validator.schema)
    return validator


def tables(path, table):
    """Each table and each value in a config, with its path."""
    for key, value in table.items():
        yield [*path, key], value
        if isinstance(value, dict):
            yield from tables([*path, key], value)


def written(path, value):
    """House rules with a single key."""
    return ".".join(json.dumps(part) for part in path) + " = " + json.dumps(value) + "\n"


schemas = {}
for game in sorted(path.parent.name for path in pathlib.Path("configs").glob("*/printed.toml")):
    schemas[game] = of(said("schema", game))
    for file in sorted(pathlib.Path("configs", game).glob("*.toml")):
        errors = [error.message for error in schemas[game].iter_errors(tomllib.loads(file.read_text()))]
        assert not errors, (file, errors)
    # Keys that differ only in the name of a card, move or character are of one kind.
    kinds = {}
    for path, value in tables([], tomllib.loads(pathlib.Path("configs", game, "printed.toml").read_text())):
        if path[0] in ("setup", "rules", "cards", "moves", "characters", "warriors", "arenas", "deck"):
            kinds[(path[0], path[-1] if len(path) != 2 else "", type(value))] = (path, value)
    for path, value in kinds.values():
        wrong = "true" if isinstance(value, bool) else -(10**9)
        path, wrong = ([*path, "zzz"], 5) if isinstance(value, dict) else (path, wrong)
        text = f'game = "{game}"\n' + written(path, wrong)
        assert not accepts(text), f"lint accepts {text}"
        assert not schemas[game].is_valid(tomllib.loads(text)), f"the schema accepts {text}"
    print(f"schemas: {game}: {len(kinds)} kinds of keys")
for game, house in WRONG:
    text = f"game = '{game}'\n{house}\n"
    assert not accepts(text), f"lint accepts {text}"
    assert not schemas[game].is_valid(tomllib.loads(text)), f"the schema accepts {text}"
assert not schemas["knife-fight"].is_valid({"game": "taunt"})

results = of(said("schema", "result"))
few = ["--games", "200", "--quiet", "--out"]
with tempfile.TemporaryDirectory() as folder:
    log = str(pathlib.Path(folder, "games.csv"))
    pathlib.Path(log).write_text("winner,length\n" + "black,7\nred,6\ndraw,9\n" * 8)
    for words in [
        ["run", "taunt"],
        ["compare", "knife-fight", "--set-b", "cards.ten.damage=9"],
        ["impact", "knife-fight"],
        ["sweep", "knife-fight", "--vary", "cards.ten.damage=8..9"],
        ["matchups", "knife-fight", "--bots", "random,medic"],
        ["luck", "knife-fight"],
        ["playtest", log, "knife-fight"],
        ["check", "configs/knife-fight/house-aces-high.toml", "--allow-inconclusive"],
    ]:
        said(*words, *few, folder)
    files = list(pathlib.Path(folder).glob("*/result.json"))
    assert len(files) == 8, files
    for file in files:
        errors = [error.message for error in results.iter_errors(json.loads(file.read_text()))]
        assert not errors, (file, errors)
print("schemas: agree with lint, and with the results of eight commands")
