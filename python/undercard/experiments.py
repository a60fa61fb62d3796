"""The experiments. Each function plays one without the global interpreter lock, and returns its result."""

from __future__ import annotations

import re
import tomllib
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from operator import index
from os import PathLike
from pathlib import Path
from typing import Any, SupportsIndex, TypedDict, Unpack, cast
from uuid import uuid4

from undercard import _undercard
from undercard._undercard import Decision, RawResult
from undercard.errors import ConfigError, PartialResultWarning, UndercardWarning
from undercard.progress import bar
from undercard.result import Result, Table
from undercard.toml import literal

Config = str | PathLike[str] | Mapping[str, Any]
"""A game (`"knife-fight"`), the path of a TOML file, the name of a result, the text of a TOML file, or the same as a
dict."""
Names = str | Sequence[str]
"""One name, several in a list, or several with commas between them."""
Whole = SupportsIndex | float
"""A whole number: `9`, `9.0`, or one of numpy."""
Bot = Callable[[Decision], SupportsIndex]
"""A bot written in Python: chooses the index of a move. It should always choose the same at the same decision; for chance
it has `Decision.random`. Games are played on several threads, which call it one after another."""
Bots = Names | Bot | Sequence[str | PathLike[str] | Bot]
"""Bots by their names or strategy files, or written in Python."""
Progress = Callable[[int, int], object]
"""Called with the number of games that were played, and their maximum."""


class GameOptions(TypedDict, total=False):
    """Options that choose a game. All can be left out."""

    players: Whole
    """Number of players."""
    seed: Whole
    """Random seed, 1 unless the config has one: the same seed plays the same games."""
    bots: Bots
    """One bot for all seats, or one per seat."""
    set: Mapping[str, Any]
    """Settings that differ from the config: `{"cards.ten.damage": 9}`."""
    cards: str | PathLike[str] | Sequence[str | PathLike[str]]
    """Tables of cards in .csv, .xlsx or .ods files."""
    card_columns: Mapping[str, str]
    """The titles of their columns: `{"id": "Name", "copies": "Qty", "damage": "ATK"}`."""


class Options(GameOptions, total=False):
    """The options that all experiments share. All can be left out."""

    games: Whole
    """Number of games; of a sweep, of each combination; of matchups, of each pair."""
    table_minutes: float
    """Minutes at the table per round, turn or fight."""
    label: str
    """The label of the result in its tables."""
    level: float
    """The confidence level of the intervals, 0.95 unless given."""
    precision: float
    """Play until every headline interval is at most ± this wide, a share: 0.005 is half a percentage point."""
    threads: Whole
    """Number of threads, one per core unless given. Results do not depend on it."""
    progress: bool | Progress
    """Whether to show a bar (needs tqdm), or a function. Unless given, a bar is shown in notebooks and terminals if tqdm is
    there, and the experiment takes longer than a second."""


def fault(option: str, found: object, expected: str, key: str = "") -> ConfigError:
    """The error of an argument, as the command line has it for an option."""
    try:
        shown = repr(found).encode(errors="backslashreplace").decode()
    except Exception:
        shown = f"an object of the type {type(found).__name__}"
    message = ": ".join(part for part in (option, key) if part)
    return ConfigError(f"{message}: found {shown}, expected {expected}", [(option, None, key, shown, expected, None)])


def _plain(value: Any) -> Any:
    """A number of numpy as one of Python, and an array as a list."""
    return value.tolist() if hasattr(value, "tolist") else value


def whole(option: str, value: Any, least: int, most: int) -> int | None:
    number = _plain(value)
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    elif isinstance(number, SupportsIndex) and not isinstance(number, bool):
        number = index(number)
    if number is None or isinstance(number, int) and not isinstance(number, bool) and least <= number <= most:
        return number
    raise fault(option, value, f"a whole number from {least} to {most}")


def _flag(option: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise fault(option, value, "True or False")


def _one_of(option: str, value: Any, words: Sequence[str]) -> str:
    if isinstance(value, str) and value in words:
        return value
    raise fault(option, value, f"one of: {', '.join(words)}")


def _utf8(option: str, text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise fault(option, text, "text in UTF-8") from None
    return text


def _text(option: str, value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value if value is None else _utf8(option, value)
    raise fault(option, value, "a text")


def _between(option: str, value: Any, low: float, high: float, expected: str) -> float | None:
    """A number above `low` and below `high`."""
    number = _plain(value)
    if hasattr(number, "__float__") and not isinstance(number, (bool, int)):
        try:
            number = float(number)
        except Exception:
            raise fault(option, value, expected) from None
    if number is None or isinstance(number, (int, float)) and not isinstance(number, bool) and low < number < high:
        return number
    raise fault(option, value, expected)


def _share(option: str, value: Any) -> float | None:
    return _between(option, value, 0, 1, "a number above 0 and below 1: 0.005 is half a percentage point")


Play = Callable[[dict[str, Any], dict[str, Any]], RawResult]


def _names(names: Names, option: str) -> list[str]:
    names = names.split(",") if isinstance(names, str) else _plain(names)
    if not isinstance(names, Iterable) or not all(isinstance(name, str) for name in names):
        raise fault(option, names, "a name, or a list of names")
    return [_utf8(option, name) for name in names]


def _bots(bots: Bots, own: list[tuple[str, str, Bot]], option: str = "--bots") -> list[str]:
    """The names of bots; those written in Python are added to `own`."""
    if isinstance(bots, str):
        return _utf8(option, bots).split(",")
    bots = [bots] if callable(bots) else _plain(bots)
    expected = "a name, a file or a function, or a list of them"
    if not isinstance(bots, Iterable):
        raise fault(option, bots, expected)
    bots = list(bots)
    if not bots:
        raise fault(option, bots, "at least one bot; without this argument, the default bots play")
    for bot in bots:
        if not isinstance(bot, (str, PathLike)) and not callable(bot):
            raise fault(option, bot, expected)
    return [_utf8(option, str(bot)) if isinstance(bot, (str, PathLike)) else _own(bot, own) for bot in bots]


def _own(bot: Bot, own: list[tuple[str, str, Bot]]) -> str:
    for name, _, known in own:
        if known is bot:
            return name
    code = bot if hasattr(bot, "__name__") else type(bot)
    plain = re.sub("[^0-9A-Za-z]+", "-", str(getattr(code, "__name__", ""))).strip("-").lower()
    # The prefix keeps a function apart from a bot of this name.
    plain = f"python:{plain}" if plain else "python"
    taken = [name for name, _, _ in own]
    name = next(name for name in chain([plain], (f"{plain}-{nth}" for nth in count(2))) if name not in taken)
    # Nobody can say whether two functions play alike, unless their author does.
    version = getattr(bot, "version", None)
    own.append((name, f"python {uuid4() if version is None else f'version {version}'}", bot))
    return name


def _settings(settings: Mapping[str, Any], option: str = "--set") -> list[str]:
    if not isinstance(settings, Mapping):
        raise fault(option, settings, 'a dict of settings: {"cards.ten.damage": 9}')
    values = {key: value if _is_list(value) else _value(option, key, value) for key, value in settings.items()}
    return [_utf8(option, f"{key}={value}") for key, value in values.items()]


def _is_list(value: Any) -> bool:
    """Whether this is the text of a list, as in a column `word_1`."""
    if not isinstance(value, str) or not value.startswith("[") or "\n" in value:
        return False
    try:
        return list(tomllib.loads(f"key = {value}")) == ["key"]
    except tomllib.TOMLDecodeError:
        return False


def _value(option: str, key: str, value: Any) -> str:
    try:
        return literal(value)
    except TypeError:
        raise fault(option, value, "a number, a text, true or false, or a list or dict of them", str(key)) from None


def _content(config: Config, option: str) -> str | None:
    """The text of a config that is no file."""
    if isinstance(config, Mapping):
        lines = (f"{literal(str(key))} = {_value(option, key, value)}\n" for key, value in config.items())
        return _utf8(option, "".join(lines))
    if not isinstance(config, (str, PathLike)):
        raise fault(option, config, "a game, a file, the name of a result, or the content of a config as text or dict")
    _utf8(option, str(config))
    return config if isinstance(config, str) and _is_text(config) else None


def _is_text(config: str) -> bool:
    """Whether this is the text of a config and no name: it has several lines, or begins with a key or a table."""
    if "\n" in config:
        return True
    begins = re.match(r"\s*(\[[^\[\]]+\]|[\w.\"'-]+\s*=)", config)
    return begins is not None and not Path(config).exists()


def _paths(paths: str | PathLike[str] | Sequence[str | PathLike[str]], option: str = "--cards") -> list[str]:
    paths = [paths] if isinstance(paths, (str, PathLike)) else _plain(paths)
    if not isinstance(paths, Iterable) or not all(isinstance(path, (str, PathLike)) for path in paths):
        raise fault(option, paths, "a file, or a list of files")
    return [_utf8(option, str(path)) for path in paths]


def _columns(columns: Mapping[str, str] | None, example: str) -> str | None:
    if columns is None:
        return None
    if not isinstance(columns, Mapping):
        raise fault("--columns", columns, f"a dict of titles: {example}")
    return _text("--columns", ", ".join(f"{name}='{title}'" for name, title in columns.items()))


def request(config: Config, options: GameOptions) -> dict[str, Any]:
    """The arguments of the extension module for a game without bots written in Python."""
    own: list[tuple[str, str, Bot]] = []
    plan = _plan(config, cast(Options, options), own, GameOptions)
    if own:
        raise TypeError("found a bot written in Python, expected names: such bots play in experiments, and here by actions")
    return plan


def _plan(
    config: Config, options: Options, own: list[tuple[str, str, Bot]], known: type[GameOptions] = Options
) -> dict[str, Any]:
    unknown = options.keys() - known.__annotations__.keys()
    if unknown:
        raise TypeError(f"found the option {sorted(unknown)[0]!r}, expected one of: {', '.join(known.__annotations__)}")
    text = _content(config, "CONFIG")
    return {
        "config": "config.toml" if text is not None else str(config),
        "text": text,
        "players": whole("--players", options.get("players"), 1, 16),
        "games": whole("--games", options.get("games"), 1, 10**11),
        "seed": whole("--seed", options.get("seed"), 0, 2**63 - 1),
        "bots": _bots(options["bots"], own) if "bots" in options else [],
        "own_bots": own,
        "cards": _paths(options.get("cards", [])),
        "card_columns": _columns(options.get("card_columns"), '{"id": "Name", "copies": "Qty"}'),
        "set": _settings(options.get("set", {})),
        "table_minutes": _between(
            "--table-minutes", options.get("table_minutes"), 0, 1440.000001, "minutes above 0 and at most 1440"
        ),
        "label": _text("--label", options.get("label")),
        "level": _between("--level", options.get("level", 0.95), 0.5, 1, "a number between 0.5 and 1") or 0.95,
        "precision": _share("--precision", options.get("precision")),
    }


def _play(play: Play, config: Config, options: Options, own: list[tuple[str, str, Bot]] | None = None) -> Result:
    own = [] if own is None else own
    plan = _plan(config, options, own)
    threads = whole("--threads", options.get("threads"), 1, 1024)
    wanted = options.get("progress")
    if not (wanted is None or isinstance(wanted, bool) or callable(wanted)):
        raise fault("progress", wanted, "True, False or a function")
    with bar(wanted) as progress:
        raw = play(plan, {"threads": threads, "progress": progress})
    for warning in raw.warnings:
        warnings.warn(warning.removeprefix("warning: "), UndercardWarning, stacklevel=3)
    if not raw.is_complete:
        warnings.warn(f"partial result: stopped after {raw.extent}", PartialResultWarning, stacklevel=3)
    return Result(raw)


def run(config: Config, *, rates: str = "wilson", **options: Unpack[Options]) -> Result:
    """Plays games and counts what happens in them.

    `rates` is the interval method for win rates and outcomes: `wilson`, `jeffreys` or `clopper-pearson`.
    """
    _one_of("--rates", rates, ["wilson", "jeffreys", "clopper-pearson"])
    return _play(lambda plan, session: _undercard.run(plan, session, rates), config, options)


def compare(
    config: Config,
    second: Config | None = None,
    *,
    set_b: Mapping[str, Any] | None = None,
    bots_b: Bots | None = None,
    cards_b: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    decide: float | None = None,
    **options: Unpack[Options],
) -> Result:
    """Compares two configs on common random numbers.

    The second config is `second`, or the first with the changes of `set_b`, `bots_b` and `cards_b`. `decide` stops once it
    is decided whether the win shares differ by more than this share.
    """
    own: list[tuple[str, str, Bot]] = []
    other = {
        "text": None if second is None else _content(second, "second CONFIG"),
        "config": None if second is None or isinstance(second, Mapping) else str(second),
        "cards": _paths(cards_b, "--cards-b"),
        "set": _settings({} if set_b is None else set_b, "--set-b"),
        "bots": [] if bots_b is None else _bots(bots_b, own, "--bots-b"),
        "decide": _share("--decide", decide),
    }
    return _play(lambda plan, session: _undercard.compare(plan, session, other), config, options, own)


def impact(
    config: Config, *, card: Names = (), event: str | None = None, **options: Unpack[Options]
) -> Result:
    """Measures what each card is worth to its player.

    `card` chooses cards by their ids; * matches any text. `event` is the event that splits the seats.
    """
    cards = _names(card, "--card")
    _text("--event", event)
    return _play(lambda plan, session: _undercard.impact(plan, session, cards, event), config, options)


def sweep(
    config: Config,
    vary: Mapping[str, str | Iterable[Any]],
    *,
    show: str | None = None,
    **options: Unpack[Options],
) -> Result:
    """Plays every combination of a grid of settings.

    `vary` has at most three settings with their values: `{"rules.bleed-divisor": range(2, 7)}`, or text as the command takes
    it: `{"cards.ten.damage": "4..12..2"}`. `show` is the address of a figure that is measured, too.
    """

    def values(key: str, of: str | Iterable[Any]) -> str:
        if isinstance(of, str):
            return _utf8("--vary", of)
        of = _plain(of)
        if not isinstance(of, Iterable):
            raise fault("--vary", of, "a list of values, or a text such as 4..12..2", str(key))
        texts = [one if isinstance(one, str) else _value("--vary", str(key), one) for one in of]
        if not texts:
            raise fault("--vary", texts, "at least one value", str(key))
        twice = next((text for nth, text in enumerate(texts) if text in texts[:nth]), None)
        if twice is not None:
            raise fault("--vary", texts, f"each value once, and {twice} is there twice", str(key))
        return _utf8("--vary", ",".join(texts))

    if not isinstance(vary, Mapping):
        raise fault("--vary", vary, 'a dict of settings with their values: {"cards.ten.damage": [8, 9]}')
    axes = [_utf8("--vary", f"{key}={values(key, of)}") for key, of in vary.items()]
    _text("--show", show)
    return _play(lambda plan, session: _undercard.sweep(plan, session, axes, show), config, options)


def check(
    config: Config | Sequence[str | PathLike[str]],
    *,
    full: bool = False,
    lock: str | PathLike[str] | None = None,
    locked: bool = False,
    **options: Unpack[Options],
) -> Result:
    """Checks figures against the targets of a config, or of several in a list, and the result against `undercard.lock`.

    `Result.verdict` is the verdict. `full` plays all games and evaluates once; `locked` fails unless the result is in a lock
    file. No lock file is changed.
    """
    _flag("full", full)
    _flag("locked", locked)
    if not (lock is None or isinstance(lock, (str, PathLike))):
        raise fault("--lock", lock, "a file")
    lock = None if lock is None else _utf8("--lock", str(lock))
    expected = "games, files or names of results in a list; the content of a config stands alone"
    several = list(config) if isinstance(config, Sequence) and not isinstance(config, str) else None
    for one in [] if several is None else several:
        if not isinstance(one, (str, PathLike)) or _content(one, "CONFIG") is not None:
            raise fault("CONFIG", one, expected)
    if several == []:
        raise fault("CONFIG", several, expected)
    more = [str(one) for one in (several or [])[1:]]
    first = cast(Config, config) if several is None else several[0]
    return _play(lambda plan, session: _undercard.check(plan, session, more, full, lock, locked), first, options)


def matchups(
    config: Config, *, characters: Names = (), decks: Names = (), **options: Unpack[Options]
) -> Result:
    """Plays bots, characters or decks against each other and rates them."""
    of = (_names(characters, "--characters"), _names(decks, "--decks"))
    return _play(lambda plan, session: _undercard.matchups(plan, session, *of), config, options)


def sensitivity(
    config: Config, *, keys: Names = (), step: Whole | None = None, show: str | None = None, **options: Unpack[Options]
) -> Result:
    """Changes every number of the rules by a step, down and up, and ranks the settings by what this does.

    `keys` chooses settings; * matches any text. `show` is the address of the figure that is measured: the lowest win rate
    unless given. A step is 1 unless given; with `show`, half of the number is another one.
    """
    size = None if step is None else whole("--step", step, 1, 10**9)
    of = (_names(keys, "--keys"), size, _text("--show", show))
    return _play(lambda plan, session: _undercard.sensitivity(plan, session, *of), config, options)


def exploit(config: Config, *, learn: Whole | None = None, **options: Unpack[Options]) -> Result:
    """Finds out how much a player who knows a bot can win against it.

    `learn` is the number of games in which each exploiter that learns does so; by default up to 200,000, fewer in games with
    many decisions.
    """
    n = whole("--learn", learn, 2000, 10**7)
    return _play(lambda plan, session: _undercard.exploit(plan, session, n), config, options)


def luck(config: Config, *, times: Whole = 4, **options: Unpack[Options]) -> Result:
    """Measures how much of who wins the deal decides: every deal is played `times` times, with each bot in all seats."""
    n = whole("--times", times, 2, 10**6)
    return _play(lambda plan, session: _undercard.luck(plan, session, n), config, options)


def playtest(
    log: str | PathLike[str],
    config: Config,
    *,
    columns: Mapping[str, str] | None = None,
    header_row: Whole | None = None,
    worksheet: str | None = None,
    encoding: str | None = None,
    version: str | None = None,
    versions: Mapping[str, str | PathLike[str]] | None = None,
    margin: float = 0.1,
    names: bool = False,
    **options: Unpack[Options],
) -> Result:
    """Compares games that people played with games of bots, by default of the panel.

    `log` is a .csv, .xlsx or .ods file. `columns` has the titles of its columns: `{"winner": "Sieger"}`. `versions` has the
    configs of other versions of the rules in the log: `{"1": "old.toml"}`. Differences up to `margin` do not matter: points
    of a share, or a part of any other figure. `names` shows the names of people.
    """
    of = {
        "file": _utf8("LOG", str(log)),
        "columns": _columns(columns, '{"winner": "Sieger"}'),
        "header_row": whole("--header-row", header_row, 1, 10**6),
        "worksheet": _text("--worksheet", worksheet),
        "encoding": _text("--encoding", encoding),
        "version": _text("--version", version),
        "versions": [(str(name), str(other)) for name, other in (versions or {}).items()],
        "margin": _share("--margin", margin),
        "names": _flag("--names", names),
    }
    return _play(lambda plan, session: _undercard.playtest(plan, session, of), config, options)


def tune(
    config: Config,
    *,
    keys: Names = (),
    step: Whole = 1,
    reach: Whole = 8,
    changes: Whole = 3,
    allow_zero: bool = False,
    retrain: bool = False,
    **options: Unpack[Options],
) -> Result:
    """Searches settings with which the config meets its targets.

    `keys` chooses the settings that may change; * matches any text. A number may change by at most `reach` steps, and at most
    `changes` settings change. `allow_zero` lets numbers become 0 that are not. `retrain` also judges
    the proposal with players who trained on its rules.
    """
    of = (
        _names(keys, "--keys"),
        whole("--step", step, 1, 10**9),
        whole("--reach", reach, 1, 20),
        whole("--changes", changes, 1, 2000),
        allow_zero,
        retrain,
    )
    return _play(lambda plan, session: _undercard.tune(plan, session, *of), config, options)


def advise(
    config: Config,
    *,
    within: float = 0.03,
    keys: Names = (),
    step: Whole = 1,
    changes: Whole = 2,
    allow: Names = (),
    retrain: bool = False,
    **options: Unpack[Options],
) -> Result:
    """Says who is too strong, which card matters most, how long games are, and what to change.

    `within` is how far a score may be from an even share; `keys`, `step` and `changes` are those of `tune`.
    `allow` names what else a proposal may change: "length" (by more than 10 %), "draws" (by more than 2 points), "zero" (numbers
    to 0). `retrain` also judges the first proposal with players who trained on its rules.
    """
    of = (
        _share("--within", within),
        _names(keys, "--keys"),
        whole("--step", step, 1, 10**9),
        whole("--changes", changes, 1, 2000),
        _names(allow, "--allow"),
        retrain,
    )
    return _play(lambda plan, session: _undercard.advise(plan, session, *of), config, options)


def train(
    config: Config,
    *,
    start: str | PathLike[str] = "random",
    strategy: str = "trained",
    temperature: float | None = None,
    entropy: float | None = None,
    **options: Unpack[Options],
) -> Result:
    """Trains a strategy against the bots of `bots`, and measures it. `Result.save` writes its file.

    `start` is the strategy that it begins with, and `strategy` the name of the new one. `temperature` is that at which it
    plays, times that of the training. `entropy` is what a nat of surprise in each choice counts in training, as a share of
    a win: above 0 it keeps varying its choices.
    """
    of = (_utf8("--from", str(start)), _utf8("--strategy", strategy), temperature, entropy)
    return _play(lambda plan, session: _undercard.train(plan, session, *of), config, options)


def replay(
    config: Config,
    *,
    game: Whole | None = None,
    where: Names = (),
    chances: Whole = 0,
    **options: Unpack[GameOptions],
) -> str:
    """The story of a game: that with the number `game`, or the first one that meets all conditions of `where`, such as
    `"longest"` or `"winner=black"`.

    `chances` estimates each player's chances after every decision, and what it cost, from this many games for each move.
    """
    if game is not None and where:
        raise TypeError("found both `game` and `where`, expected one of them")
    of = (whole("--game", game, 0, 2**63 - 1), _names(where, "--where"), whole("--chances", chances, 0, 10**6))
    return _undercard.replay(request(config, options), *of)


def single_games(
    config: Config, n: Whole = 100, *, threads: Whole | None = None, **options: Unpack[GameOptions]
) -> dict[str, Table]:
    """The first `n` games of a run, one by one: `games`, `games_seats`, `games_metrics`, `games_cards`, and
    `games_decisions` with what players saw, could do and did."""
    of = (whole("n", n, 1, 10**6), whole("--threads", threads, 1, 1024))
    return {name: Table(name, raw) for name, raw in _undercard.single_games(request(config, options), *of)}


@dataclass(frozen=True)
class Setting:
    """A setting of a config."""

    key: str
    """Its name, as `set` takes it."""
    value: str
    """Its value in TOML."""
    allowed: str
    """What it may be."""
    meaning: str
    """Its meaning."""


@dataclass(frozen=True)
class Figure:
    """A figure that targets and options can name."""

    address: str
    """Its name."""
    unit: str
    """Its unit."""
    meaning: str
    """Its meaning."""


@dataclass(frozen=True)
class Game:
    """What a config has."""

    id: str
    """The id of the game."""
    title: str
    """The printed title."""
    players: int
    """Number of players."""
    settings: list[Setting]
    """Every setting."""
    bots: list[str]
    """The bots by name."""
    figures: list[Figure]
    """The figures with an interval."""


def describe(config: Config, **options: Unpack[GameOptions]) -> Game:
    """The settings, bots and figures of a game or config, as `undercard list` shows them."""
    name, title, players, settings, bots, figures = _undercard.describe(request(config, options))
    known = [Setting(*setting) for setting in settings]
    return Game(name, title, players, known, bots, [Figure(*figure) for figure in figures])


def list_games() -> list[str]:
    """The ids of all games."""
    return _undercard.games()
