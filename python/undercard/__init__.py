"""Undercard: a Monte Carlo balance simulator for fighting card games.

    import undercard
    result = undercard.run("knife-fight", games=100_000, bots="medic", set={"cards.ten.damage": 9})
    result.to_pandas("win_rates")

Each function plays the same games as the command of this name, and gives the same figures.
"""

from undercard._undercard import Decision, __version__
from undercard.errors import ConfigError, Fault, LockError, PartialResultWarning, UndercardWarning
from undercard.experiments import (
    Figure,
    Game,
    Options,
    Setting,
    advise,
    check,
    compare,
    describe,
    exploit,
    impact,
    list_games,
    luck,
    matchups,
    playtest,
    replay,
    run,
    sensitivity,
    single_games,
    sweep,
    train,
    tune,
)
from undercard.result import Result, Table

__all__ = [
    "ConfigError",
    "Decision",
    "Fault",
    "Figure",
    "Game",
    "LockError",
    "Options",
    "PartialResultWarning",
    "Result",
    "Setting",
    "Table",
    "UndercardWarning",
    "__version__",
    "advise",
    "check",
    "compare",
    "describe",
    "exploit",
    "impact",
    "list_games",
    "luck",
    "matchups",
    "playtest",
    "replay",
    "run",
    "sensitivity",
    "single_games",
    "sweep",
    "train",
    "tune",
]
