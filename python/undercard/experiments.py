"""The experiments. Each function plays one without the global interpreter lock, and returns its result."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, count
from os import PathLike
from types import CodeType, FunctionType
from typing import Any, TypedDict, Unpack, cast
from uuid import uuid4

from undercard import _undercard
from undercard._undercard import Decision, RawResult
from undercard.errors import ConfigError, PartialResultWarning, UndercardWarning
from undercard.progress import bar
from undercard.result import Result
from undercard.toml import literal

Config = str | PathLike[str] | Mapping[str, Any]
"""A game (`"knife-fight"`), the path of a TOML file, the name of a result, the text of a TOML file (of several lines), or
the same as a dict."""
Names = str | Sequence[str]
"""One name, several in a list, or several with commas between them."""
Bot = Callable[[Decision], int]
"""A bot written in Python: chooses the index of a move. It should always choose the same at the same decision; for chance
it has `Decision.random`. Games are played on several threads, which call it one after another."""
Bots = Names | Bot | Sequence[str | PathLike[str] | Bot]
"""Bots by their names or strategy files, or written in Python."""
Progress = Callable[[int, int], object]
"""Called with the number of games that were played, and their maximum."""


class GameOptions(TypedDict, total=False):
    """Options that choose a game. All can be left out."""

    players: int
    """Number of players."""
    seed: int
    """Random seed, 1 unless the config has one: the same seed plays the same games."""
    bots: Bots
    """One bot for all seats, or one per seat."""
    set: Mapping[str, Any]
    """Settings that differ from the config: `{"cards.ten.damage": 9}`."""
    cards: str | PathLike[str] | Sequence[str | PathLike[str]]
    """Tables of cards in .csv or .xlsx files."""


class Options(GameOptions, total=False):
    """The options that all experiments share. All can be left out."""

    games: int | float
    """Number of games; of a sweep, of each combination; of matchups, of each pair."""
    table_minutes: float
    """Minutes at the table per round, turn or fight."""
    label: str
    """The label of the result in its tables."""
    level: float
    """The confidence level of the intervals, 0.95 unless given."""
    precision: float
    """Play until every headline interval is at most ± this wide, a share: 0.005 is half a percentage point."""
    threads: int
    """Number of threads, one per core unless given. Results do not depend on it."""
    progress: bool | Progress
    """Whether to show a bar (needs tqdm), or a function. Unless given, a bar is shown in notebooks and terminals if tqdm is
    there, and the experiment takes longer than a second."""


def _fault(option: str, found: object, expected: str, key: str = "") -> ConfigError:
    """The error of an argument, as the command line has it for an option."""
    shown = repr(found)
    message = ": ".join(part for part in (option, key) if part)
    return ConfigError(f"{message}: found {shown}, expected {expected}", [(option, None, key, shown, expected, None)])


def _whole(option: str, value: Any, least: int, most: int) -> int | None:
    number = value.item() if hasattr(value, "item") else value  # a number of numpy
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if number is None or isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 2**63:
        return number
    raise _fault(option, value, f"a whole number from {least} to {most:.15g}")


def _text(option: str, value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise _fault(option, value, "a text")


def _real(option: str, value: Any) -> float | None:
    if value is None or isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    if hasattr(value, "__float__"):
        return float(value)
    raise _fault(option, value, "a number")


Play = Callable[[dict[str, Any], dict[str, Any]], RawResult]


def _names(names: Names, option: str) -> list[str]:
    names = names.split(",") if isinstance(names, str) else names
    if not isinstance(names, Iterable) or not all(isinstance(name, str) for name in names):
        raise _fault(option, names, "a name, or a list of names")
    return list(names)


def _bots(bots: Bots, own: list[tuple[str, str, Bot]], option: str = "--bots") -> list[str]:
    """The names of bots; those written in Python are added to `own`."""
    if isinstance(bots, str):
        return bots.split(",")
    bots = [bots] if callable(bots) else bots
    expected = "a name, a file or a function, or a list of them"
    if not isinstance(bots, Iterable):
        raise _fault(option, bots, expected)
    bots = list(bots)
    for bot in bots:
        if not isinstance(bot, (str, PathLike)) and not callable(bot):
            raise _fault(option, bot, expected)
    return [str(bot) if isinstance(bot, (str, PathLike)) else _own(bot, own) for bot in bots]


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
    own.append((name, f"python {_identity(bot)}", bot))
    return name


def _identity(bot: Bot) -> str:
    """A text that differs between bots that may play differently: the attribute `version` if there is one, otherwise the
    code of a function and the values that it was made with. Other objects get a new one each time."""
    version = getattr(bot, "version", None)
    if version is not None:
        return f"version {version}"
    if isinstance(bot, FunctionType):
        cells = [cell.cell_contents for cell in bot.__closure__ or ()]
        text = _written((bot.__code__, *cells, *(bot.__defaults__ or ()), *(bot.__kwdefaults__ or {}).items()))
        if text is not None:
            return text
    return str(uuid4())


def _written(value: object) -> str | None:
    """A value or the code of a function as text; `None` if no text says all of it."""
    if isinstance(value, CodeType):
        value = (value.co_code, value.co_names, value.co_consts)
    if isinstance(value, (tuple, frozenset)):
        items = [_written(item) for item in value]
        known = [item for item in items if item is not None]
        ordered = sorted(known) if isinstance(value, frozenset) else known
        return f"({', '.join(ordered)})" if len(known) == len(items) else None
    return repr(value) if value is None or isinstance(value, (bool, int, float, str, bytes)) else None


def _settings(settings: Mapping[str, Any], option: str = "--set") -> list[str]:
    if not isinstance(settings, Mapping):
        raise _fault(option, settings, 'a dict of settings: {"cards.ten.damage": 9}')
    return [f"{key}={_value(option, key, value)}" for key, value in settings.items()]


def _value(option: str, key: str, value: Any) -> str:
    try:
        return literal(value)
    except TypeError:
        raise _fault(option, value, "a number, a text, true or false, or a list or dict of them", str(key)) from None


def _content(config: Config, option: str) -> str | None:
    """The text of a config that is no file."""
    if isinstance(config, Mapping):
        return "".join(f"{literal(str(key))} = {_value(option, key, value)}\n" for key, value in config.items())
    if not isinstance(config, (str, PathLike)):
        raise _fault(option, config, "a game, a file, the name of a result, or the content of a config as text or dict")
    return config if isinstance(config, str) and "\n" in config else None


def _paths(paths: str | PathLike[str] | Sequence[str | PathLike[str]], option: str = "--cards") -> list[str]:
    paths = [paths] if isinstance(paths, (str, PathLike)) else paths
    if not isinstance(paths, Iterable) or not all(isinstance(path, (str, PathLike)) for path in paths):
        raise _fault(option, paths, "a file, or a list of files")
    return [str(path) for path in paths]


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
        "players": _whole("--players", options.get("players"), 1, 16),
        "games": _whole("--games", options.get("games"), 1, 10**11),
        "seed": _whole("--seed", options.get("seed"), 0, 2**63 - 1),
        "bots": _bots(options.get("bots", []), own),
        "own_bots": own,
        "cards": _paths(options.get("cards", [])),
        "set": _settings(options.get("set", {})),
        "table_minutes": _real("--table-minutes", options.get("table_minutes")),
        "label": _text("--label", options.get("label")),
        "level": 0.95 if (level := _real("--level", options.get("level"))) is None else level,
        "precision": _real("--precision", options.get("precision")),
    }


def _play(play: Play, config: Config, options: Options, own: list[tuple[str, str, Bot]] | None = None) -> Result:
    plan = _plan(config, options, [] if own is None else own)
    threads = _whole("threads", options.get("threads"), 1, 1024)
    with bar(options.get("progress")) as progress:
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
    return _play(lambda plan, session: _undercard.run(plan, session, rates), config, options)


def compare(
    config: Config,
    second: Config | None = None,
    *,
    set_b: Mapping[str, Any] | None = None,
    bots_b: Bots = (),
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
        "config": None if second is None else str(second),
        "text": None if second is None else _content(second, "second CONFIG"),
        "cards": _paths(cards_b, "--cards-b"),
        "set": _settings({} if set_b is None else set_b, "--set-b"),
        "bots": _bots(bots_b, own, "--bots-b"),
        "decide": _real("--decide", decide),
    }
    return _play(lambda plan, session: _undercard.compare(plan, session, other), config, options, own)


def impact(
    config: Config, *, card: Names = (), event: str | None = None, **options: Unpack[Options]
) -> Result:
    """Measures what each card is worth to its player.

    `card` chooses cards by their ids; * matches any text. `event` is the event that splits the seats.
    """
    cards = _names(card, "--card")
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
        if not isinstance(of, Iterable):
            raise _fault("--vary", of, "a list of values, or a text such as 4..12..2", str(key))
        return of if isinstance(of, str) else ",".join(one if isinstance(one, str) else literal(one) for one in of)

    if not isinstance(vary, Mapping):
        raise _fault("--vary", vary, 'a dict of settings with their values: {"cards.ten.damage": [8, 9]}')
    axes = [f"{key}={values(key, of)}" for key, of in vary.items()]
    return _play(lambda plan, session: _undercard.sweep(plan, session, axes, show), config, options)


def check(
    config: Config,
    *,
    full: bool = False,
    lock: str | PathLike[str] | None = None,
    locked: bool = False,
    **options: Unpack[Options],
) -> Result:
    """Checks figures against the targets of a config, and the result against `undercard.lock`.

    `Result.verdict` is the verdict. `full` plays all games and evaluates once; `locked` fails unless the result is in a lock
    file. No lock file is changed.
    """
    return _play(lambda plan, session: _undercard.check(plan, session, full, lock, locked), config, options)


def matchups(
    config: Config, *, characters: Names = (), decks: Names = (), **options: Unpack[Options]
) -> Result:
    """Plays bots, characters or decks against each other and rates them."""
    of = (_names(characters, "--characters"), _names(decks, "--decks"))
    return _play(lambda plan, session: _undercard.matchups(plan, session, *of), config, options)
