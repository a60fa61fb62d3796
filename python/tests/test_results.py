"""Results: the same bytes as those of the program, and the same values in every library."""

import importlib.metadata
import io
import json
import os
import pathlib
import pickle
import subprocess
import tempfile
from dataclasses import asdict

import numpy
import openpyxl
import pandas
import polars
import polars.testing
import pytest
import undercard

LOG = str(pathlib.Path(tempfile.mkdtemp()) / "games.csv")
pathlib.Path(LOG).write_text("Sieger,length\n" + "black,7\nred,6\ndraw,9\n" * 4)
DECK = str(pathlib.Path(LOG).with_name("deck.csv"))
pathlib.Path(DECK).write_text("Name,Red,Hits\nTen,3,9\nJoker,2,\n")
PROGRAM = os.environ["UNDERCARD"]
TARGETS = 'game = "knife-fight"\n[targets]\n"metrics/length-mean" = { min = 1 }\n'


def files_of(tmp_path, *words):
    """The files that the program writes."""
    out = tmp_path / "of-the-program"
    subprocess.run([PROGRAM, *map(str, words), "--quiet", "--out", str(out)], check=True, capture_output=True)
    return {name: content for name, content in saved(out).items() if name != "run.toml"}


def inside(out):
    """The folder of the only result."""
    [folder] = (path.parent for path in out.glob("*/result.json"))
    return folder


def saved(out):
    """The files of the only result."""
    return {path.name: path.read_bytes() for path in inside(out).iterdir()}


def experiments(config):
    few = {"games": 200, "bots": "random"}
    common = ["--games", 200, "--bots", "random"]
    return {
        "run": (
            lambda: undercard.run("taunt", games=200, seed=7, label="Mild"),
            ["run", "taunt", "--games", 200, "--seed", 7, "--label", "Mild"],
        ),
        "run with settings": (
            lambda: undercard.run("knife-fight", set={"cards.ten.damage": 9, "rules.tie": "no-hit"}, **few),
            ["run", "knife-fight", "--set", "cards.ten.damage=9", "--set", "rules.tie=no-hit", *common],
        ),
        "run with a deck": (
            lambda: undercard.run("knife-fight", cards=DECK, card_columns={"id": "Name", "copies_red": "Red"}, **few),
            ["run", "knife-fight", "--cards", DECK, "--columns", "id='Name', copies_red='Red'", *common],
        ),
        "run with the panel": (
            lambda: undercard.run("knife-fight", games=40, bots="panel"),
            ["run", "knife-fight", "--games", 40, "--bots", "panel"],
        ),
        "compare": (
            lambda: undercard.compare("knife-fight", set_b={"cards.ten.damage": 9}, **few),
            ["compare", "knife-fight", "--set-b", "cards.ten.damage=9", *common],
        ),
        "sensitivity": (
            lambda: undercard.sensitivity("knife-fight", keys="rules.*", step=1, **few),
            ["sensitivity", "knife-fight", "--keys", "rules.*", "--step", 1, *common],
        ),
        "exploit": (
            lambda: undercard.exploit("knife-fight", learn=2000, **few),
            ["exploit", "knife-fight", "--learn", 2000, *common],
        ),
        "luck": (
            lambda: undercard.luck("knife-fight", times=2, **few),
            ["luck", "knife-fight", "--times", 2, *common],
        ),
        "playtest": (
            lambda: undercard.playtest(LOG, "knife-fight", columns={"winner": "Sieger"}, games=200, bots="random"),
            ["playtest", LOG, "knife-fight", "--columns", "winner=Sieger", "--games", 200, "--bots", "random"],
        ),
        "tune": (
            lambda: undercard.tune(config, keys="cards.*", changes=1, **few),
            ["tune", config, "--keys", "cards.*", "--changes", 1, *common],
        ),
        "train": (
            lambda: undercard.train("knife-fight", games=1000, strategy="mine"),
            ["train", "knife-fight", "--games", 1000, "--strategy", "mine"],
        ),
        "advise": (
            lambda: undercard.advise("knife-fight", keys="cards.*", **few),
            ["advise", "knife-fight", "--keys", "cards.*", *common],
        ),
        "impact": (
            lambda: undercard.impact("knife-fight", card="joker", **few),
            ["impact", "knife-fight", "--card", "joker", *common],
        ),
        "sweep": (
            lambda: undercard.sweep("knife-fight", {"cards.ten.damage": range(9, 11)}, **few),
            ["sweep", "knife-fight", "--vary", "cards.ten.damage=9,10", *common],
        ),
        "check": (lambda: undercard.check(config, **few), ["check", config, *common]),
        "matchups": (
            lambda: undercard.matchups("knife-fight", games=40, bots="random,cutter"),
            ["matchups", "knife-fight", "--games", 40, "--bots", "random,cutter"],
        ),
    }


@pytest.mark.parametrize("name", experiments(None))
def test_files_are_those_of_the_program(tmp_path, name):
    config = tmp_path / "house.toml"
    config.write_text(TARGETS)
    ask, words = experiments(config)[name]
    result = ask()
    files = files_of(tmp_path, *words)
    result.save(tmp_path / "own")
    assert saved(tmp_path / "own") == files
    for table in result.tables:
        assert result.csv(table).encode() == files[f"{table}.csv"]
    assert result.json().encode() == files["result.json"]
    assert result.complete and result.verdict == ("pass" if name in ("check", "tune") else None)
    # An equal result changes nothing, but a changed file is somebody's work.
    result.save(tmp_path / "own")
    assert saved(tmp_path / "own") == files
    changed = inside(tmp_path / "own") / f"{result.tables[0]}.csv"
    changed.write_text("mine")
    with pytest.raises(OSError, match="has files"):
        result.save(tmp_path / "own")
    result.save(tmp_path / "own", force=True)
    assert saved(tmp_path / "own") == files
    assert [path.read_text() for path in (tmp_path / "own" / "earlier").glob(f"*/{changed.name}")] == ["mine"]
    again = pickle.loads(pickle.dumps(result))
    again.save(tmp_path / "again")
    assert saved(tmp_path / "again") == files
    assert (again.text(verbose=True), again.html(), again.extent) == (result.text(verbose=True), result.html(), result.extent)
    assert again[result.tables[0]].to_dicts() == result[result.tables[0]].to_dicts()


def test_forced_results_replace_the_files_of_earlier_ones(tmp_path):
    def command(*words):
        subprocess.run([PROGRAM, *words], cwd=tmp_path, check=True, capture_output=True)

    command("run", "knife-fight", "--games", "400", "--games-csv", "9", "--out", "own")
    result = undercard.run("knife-fight", games=300, seed=9)
    with pytest.raises(OSError, match="has files"):
        result.save(tmp_path / "own")
    result.save(tmp_path / "own", force=True)
    assert not {"run.toml", "games.csv"} & saved(tmp_path / "own").keys()
    command("report", "own")
    command("compare", "knife-fight", "--set-b", "rules.tie=no-hit", "--games", "100", "--out", "other")
    result.save(tmp_path / "other")
    assert sorted(path.name for path in (tmp_path / "other").iterdir()) == ["compare", "run"]


def test_tables_have_the_types_and_values_of_their_files():
    result = undercard.run("knife-fight", games=300)
    for name in result.tables:
        read = pandas.read_csv(io.StringIO(result.csv(name)))
        frame = result.to_pandas(name)
        filled = [column for column in read if read[column].notna().any()]
        # Sums of shares can be whole numbers throughout, which a reader of the file takes for a column of integers.
        read = read.astype({"wins": "float64"}) if "wins" in read else read
        pandas.testing.assert_frame_equal(frame[filled], read[filled], check_exact=True)
        other = polars.read_csv(io.StringIO(result.csv(name)))
        other = other.cast({"wins": polars.Float64}) if "wins" in other.columns else other
        polars.testing.assert_frame_equal(result.to_polars(name)[filled], other[filled], check_exact=True)
        assert [len(result[name]), result[name].columns] == [len(read), list(read)]
    runs = result.to_pandas("runs")
    assert runs["bots_b"].dtype == runs["bots"].dtype, "an empty column of text"
    rates = result["win_rates"]
    assert [asdict(row) for row in rates.rows()] == rates.to_dicts()
    assert rates["win_share"][0] == rates.rows()[0].win_share == rates.to_dicts()[0]["win_share"] == polars.DataFrame(rates)["win_share"][0]
    assert result.to_polars("win_rates").schema["games"] == polars.Int64
    with pytest.raises(KeyError, match="win_rates"):
        result["win"]
    with pytest.raises(KeyError, match="win_share"):
        rates["win"]
    again = pickle.loads(pickle.dumps(rates))
    assert again.name == "win_rates" and again.to_dicts() == rates.to_dicts()


def test_a_config_is_a_name_a_path_a_text_or_a_dict(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text('game = "knife-fight"\n[cards.ten]\ndamage = 9\n')
    ways = [path, str(path), path.read_text(), {"game": "knife-fight", "cards": {"ten": {"damage": 9}}}]
    assert len({undercard.run(way, games=1e2).csv("win_rates") for way in ways}) == 1
    # The text of a config can be a single line.
    assert undercard.run('game = "knife-fight"', games=20).complete


def test_the_second_config_is_a_name_a_path_a_text_or_a_dict(tmp_path):
    path = tmp_path / "second.toml"
    path.write_text('game = "knife-fight"\n[cards.ten]\ndamage = 9\n')
    ways = [path, path.read_text(), {"game": "knife-fight", "cards": {"ten": {"damage": 9}}}]
    deltas = [undercard.compare("knife-fight", way, games=100, bots="random").csv("compare") for way in ways]
    assert len(set(deltas)) == 1
    with pytest.raises(undercard.ConfigError, match="second: game: found no such key"):
        undercard.compare("knife-fight", 'gam = "knife-fight"\n')


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("games", -1, "--games: found -1, expected a whole number from 1 to 100000000000"),
        ("games", 1000.9, "--games: found 1000.9, expected a whole number"),
        ("games", "many", "--games: found 'many', expected a whole number"),
        ("seed", -1, "--seed: found -1, expected a whole number from 0 to"),
        ("players", True, "--players: found True, expected a whole number"),
        ("threads", -1, "--threads: found -1, expected a whole number from 1 to 1024"),
        ("threads", 0, "--threads: found 0, expected a whole number from 1 to 1024"),
        ("precision", "1%", "--precision: found '1%', expected a number"),
        ("precision", float("nan"), "--precision: found nan, expected a number above 0 and below 1"),
        ("level", 2, "--level: found 2, expected a number between 0.5 and 1"),
        ("level", float("nan"), "--level: found nan, expected a number between 0.5 and 1"),
        ("table_minutes", -1, "--table-minutes: found -1, expected minutes above 0 and at most 1440"),
        ("rates", "normal", "--rates: found 'normal', expected one of: wilson, jeffreys"),
        ("progress", 3, "progress: found 3, expected True, False or a function"),
        ("games", numpy.array([1, 2]), "--games: found array([1, 2]), expected a whole number"),
        ("bots", None, "--bots: found None, expected a name, a file or a function"),
        ("bots", [], "--bots: found [], expected at least one bot; without this argument, the default bots play"),
        ("bots", ["random", 3], "--bots: found 3, expected a name"),
        ("set", {"cards.ten.damage": 9.5}, "--set: cards.ten.damage: found 9.5, expected an integer from 0 to 60"),
        ("set", {"cards.ten.damage": None}, "--set: cards.ten.damage: found None, expected a number, a text"),
        ("label", 3, "--label: found 3, expected a text"),
        ("cards", None, "--cards: found None, expected a file, or a list of files"),
        ("set", "cards.ten.damage=9", "--set: found 'cards.ten.damage=9', expected a dict of settings"),
    ],
)
def test_an_error_of_an_argument_says_which_what_and_why(name, value, said):
    with pytest.raises(undercard.ConfigError) as caught:
        undercard.run("knife-fight", **{name: value})
    assert said in str(caught.value)
    assert (caught.value.file, caught.value.option) == (None, said.split(":")[0])
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults
    for wrong, said in [
        (lambda: undercard.run(None), "CONFIG: found None, expected a game"),
        (lambda: undercard.run({"game": None}), "CONFIG: game: found None, expected a number, a text"),
        (lambda: undercard.compare("knife-fight", 3), "second CONFIG: found 3, expected a game"),
        (lambda: undercard.sweep("knife-fight", 3), "--vary: found 3, expected a dict"),
        (lambda: undercard.impact("knife-fight", card=3), "--card: found 3, expected a name"),
        (lambda: undercard.impact("knife-fight", event=3), "--event: found 3, expected a text"),
        (lambda: undercard.compare("knife-fight", decide=2), "--decide: found 2, expected a number above 0"),
        (lambda: undercard.check("knife-fight", full=3), "full: found 3, expected True or False"),
        (lambda: undercard.check([]), r"CONFIG: found \[\], expected games, files or names of results in a list"),
        (lambda: undercard.check(["taunt", {"game": "taunt"}]), "CONFIG: found {'game': 'taunt'}, expected games, files"),
        (lambda: undercard.sweep("knife-fight", {"a": []}), r"--vary: a: found \[\], expected at least one value"),
        (lambda: undercard.sweep("knife-fight", {"a": [8, 8.0]}), "--vary: a: found .*, expected each value once, and 8"),
        (lambda: undercard.sweep("knife-fight", {"a": "9..8"}), "--vary: found 9..8, expected a=8..9"),
        (lambda: undercard.sweep("knife-fight", {}), "--vary: found 0 settings, expected 1 to 3"),
        (lambda: undercard.sweep("knife-fight", {"a": [1]}, show=3), "--show: found 3, expected a text"),
    ]:
        with pytest.raises(undercard.ConfigError, match=said):
            wrong()


class Odd:
    def __repr__(self):
        raise RuntimeError("no text")

    __float__ = __repr__


@pytest.mark.parametrize("play", [undercard.run, undercard.impact, undercard.compare, undercard.sweep, undercard.check])
def test_odd_objects_and_texts_that_are_no_utf_8_are_errors_of_their_argument(play):
    half = "\ud800"
    options = [{name: value} for name in ("set", "bots", "cards", "label", "games", "level") for value in (half, Odd(), numpy.array(0.5))]
    options += [{"set": {half: 1}}, {"set": {"cards.ten.damage": half}}]
    more = {undercard.sweep: {"vary": {"cards.ten.damage": [8, 9]}}}.get(play, {})
    own = {
        undercard.impact: [{"event": half}, {"card": half}],
        undercard.compare: [{"second": half}, {"set_b": {"a": half}}, {"bots_b": half}],
        undercard.sweep: [{"show": half}, {"vary": {half: [1]}}, {"vary": {"a": half}}, {"vary": {"a": [half]}}],
        undercard.check: [{"lock": half}],
    }
    for option in [*options, *own.get(play, [])]:
        with pytest.raises(undercard.ConfigError):
            play("knife-fight", **{**more, **option})
    for config in (half, {"game": half}, Odd()):
        with pytest.raises(undercard.ConfigError):
            play(config, **more)


def test_tables_that_name_figures_join_with_the_others_by_address():
    few = {"games": 100, "bots": "random"}
    run = undercard.run("fight", **few)
    rows = {row["address"]: row for row in run["figures"].to_dicts()}
    compare = undercard.compare("fight", set_b={"warriors.poacher.power": 9}, **few)["compare"].to_dicts()
    known = [row for row in compare if row["figure"] in rows]
    assert len(known) > 10 and all(abs(rows[row["figure"]]["value"] - row["a"]) < 2e-4 for row in known)


def test_the_text_of_a_list_is_a_list():
    key, other = "warriors.poacher.ability", "warriors.hunter.ability"
    added = [{"effect": "add", "amount": amount, "who": "own"} for amount in (5, 15)]
    few = {"games": 20, "bots": "random"}
    sweep = undercard.sweep("fight", {key: [[], added]}, **few)
    words = sorted(set(sweep.to_pandas("sweep")["word_1"]))
    assert words[0] == "[]" and len(words) == 2
    digests = [
        undercard.run("fight", set={key: value, other: value}, **few)["runs"]["rules_digest"] for value in (*words, [], added)
    ]
    assert digests[:2] == digests[2:] and digests[0] != digests[1]


def test_an_error_in_a_table_of_cards_has_file_line_and_key(tmp_path):
    cards = tmp_path / "cards.csv"
    for text, line, key in [
        ("table,id,damage\ncards,ten,x\n", 2, "damage"),
        ("table,id,damage\ncard,ten,1\n", 2, "card_table"),
        ("table,id,damage\ncards,ten,1\ncards,ten,2\n", 3, "id"),
        ("table,id,art\ncards,ten,x.png\n", None, ""),
    ]:
        cards.write_text(text)
        with pytest.raises(undercard.ConfigError) as caught:
            undercard.run("knife-fight", cards=cards, games=10)
        assert (caught.value.file, caught.value.line, caught.value.key) == (str(cards), line, key)
    cards.write_text("table,id,ability__0__effect\nwarriors,hunter,steal-boost\n")
    with pytest.raises(undercard.ConfigError) as caught:
        undercard.run("fight", cards=cards, games=10)
    places = [(fault.file, fault.line, fault.key) for fault in caught.value.faults]
    assert places == [(str(cards), 2, f"ability__0__{key}") for key in ("amount", "who")]


def test_errors_have_file_line_and_key(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('game = "knife-fight"\n[cards.ten]\ndamag = 9\n[rules]\ntie = "x"\n')
    with pytest.raises(undercard.ConfigError) as caught:
        undercard.run(path)
    said = subprocess.run([PROGRAM, "run", str(path)], capture_output=True, text=True, check=False).stderr
    assert all(line in said for line in str(caught.value).splitlines())
    assert (caught.value.file, caught.value.line, caught.value.key) == (str(path), 3, "cards.ten.damag")
    assert [fault.line for fault in caught.value.faults] == [3, 5]
    assert caught.value.faults[0].hint == "damage"
    with pytest.raises(undercard.ConfigError, match="--games: found 0"):
        undercard.run("knife-fight", games=0)
    with pytest.raises(undercard.ConfigError, match="config:2: cards.tin") as caught:
        undercard.run('game = "knife-fight"\ncards.tin.damage = 9\n')
    assert (caught.value.file, caught.value.option, caught.value.line) == (None, "config", 2)
    with pytest.raises(undercard.LockError):
        undercard.check("knife-fight", lock=tmp_path / "none.lock", locked=True)
    with pytest.raises(TypeError, match="expected one of: players"):
        undercard.run("knife-fight", game=3)  # type: ignore[call-arg]


def test_an_error_in_a_workbook_has_the_file_the_sheet_and_the_cell(tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "cards"
    book.active.append(["id", "damage"])
    book.active.append(["ten", "x"])
    book.save(tmp_path / "cards.xlsx")
    with pytest.raises(undercard.ConfigError) as caught:
        undercard.run("knife-fight", cards=tmp_path / "cards.xlsx", games=10)
    error = caught.value
    assert [error.file, error.line, error.place] == [str(tmp_path / "cards.xlsx"), 2, 'sheet "cards", cell B2']
    assert pickle.loads(pickle.dumps(error)).place == error.place


def test_a_whole_number_is_one_in_any_type():
    ways = [9, 9.0, numpy.int64(9), numpy.float32(9)]
    runs = [undercard.run("knife-fight", games=20, bots="random", set={"cards.ten.damage": way}) for way in ways]
    config = {"game": "knife-fight", "cards": {"ten": {"damage": 9.0}}, "run": {"bots": ["random"]}}
    assert len({run["runs"]["run_id"][0] for run in [*runs, undercard.run(config, games=20, bots="random")]}) == 1
    swept = undercard.sweep("knife-fight", {"cards.ten.damage": [8, 9.0]}, games=20, bots="random")
    numbers = swept.to_pandas("sweep")["number_1"].unique()
    assert list(numbers) == [8.0, 9.0]
    again = undercard.sweep("knife-fight", {"cards.ten.damage": numbers}, games=20, bots="random")
    assert again.csv("sweep") == swept.csv("sweep")


def test_several_configs_are_checked_at_once(tmp_path):
    for name, least in [("one", 1), ("two", 50)]:
        (tmp_path / f"{name}.toml").write_text(TARGETS.replace("min = 1", f"min = {least}"))
    paths = [tmp_path / "one.toml", str(tmp_path / "two.toml")]
    result = undercard.check(paths, games=200, bots="random")
    rows = {row["config"]: row["verdict"] for row in result["check"].to_dicts()}
    assert rows == {str(paths[0]): "pass", str(paths[1]): "fail"} and result.verdict == "fail"


def test_a_saved_result_can_be_verified(tmp_path):
    undercard.run("knife-fight", games=300, bots=["random", "cutter"], table_minutes=1.5).save(tmp_path / "saved")
    said = subprocess.run([PROGRAM, "verify", "saved"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert said.returncode == 0 and "pass  result.json" in said.stdout, said.stdout + said.stderr


def test_the_package_has_the_version_of_the_program():
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    assert said.split()[1] == undercard.__version__ == importlib.metadata.version("undercard")


def test_results_do_not_depend_on_threads():
    one, two = (undercard.run("stupid-fight", games=200, threads=threads).json() for threads in (1, 2))
    assert one == two


def test_a_page_is_shown_in_a_frame_without_permissions(tmp_path):
    bot = tmp_path / "'><script>alert(1)<.toml"
    bot.write_text('game = "knife-fight"\nbelieves = "Nothing."\n[weights]\n')
    result = undercard.run("knife-fight", games=2000, label='Mild "<b>', bots=[str(bot)])
    shown = result._repr_html_()
    assert shown.startswith('<iframe sandbox="" srcdoc="&lt;!DOCTYPE html') and shown.count("<") == 2
    assert "<script" not in result.html() and "&#60;script" in result.html() and "<svg" in result.html()
    assert result._repr_markdown_() and str(result) == result.text() != result.text(verbose=True)
    assert json.loads(result.json())["label"] == 'Mild "<b>'


def test_stories_decisions_and_settings_are_those_of_the_program(tmp_path):
    def printed(*words):
        return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout

    assert undercard.replay("taunt", game=3, seed=5).strip() == printed("replay", "taunt", "--game", "3", "--seed", "5").strip()
    assert undercard.replay("knife-fight", where="longest").split() == printed("replay", "knife-fight", "--where", "longest").split()
    lists = undercard.single_games("knife-fight", 20, threads=2)
    files = files_of(tmp_path, "run", "knife-fight", "--games", 20, "--games-csv", 20, "--decisions-csv")
    for name, table in lists.items():
        of_file = pandas.read_csv(io.BytesIO(files[f"{name}.csv"])).drop(columns=["run_id", "label"])
        pandas.testing.assert_frame_equal(table.to_pandas(), of_file, check_dtype=False)
    assert set(lists) == {"games", "games_seats", "games_metrics", "games_cards", "games_decisions"}
    game = undercard.describe("knife-fight", set={"cards.ten.damage": 9})
    assert (game.id, game.title, game.players) == ("knife-fight", "Knife Fight", 2)
    assert next(setting for setting in game.settings if setting.key == "cards.ten.damage").value == "9"
    assert "expert" in game.bots and any(figure.address == "metrics/length-mean" for figure in game.figures)
    assert undercard.list_games()[0] == "knife-fight"
    with pytest.raises(undercard.ConfigError, match="where"):
        undercard.replay("knife-fight", where="nothing")
