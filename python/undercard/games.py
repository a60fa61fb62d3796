"""Many games at once, played step by step with arrays of numpy.

    from undercard.games import Games
    games = Games("knife-fight", 1024, seats=[0], bots="medic")
    seen = games.reset(seed=1)
    while learning:
        actions = policy(seen.features, seen.mask)
        seen, rewards, ended = games.step(actions)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Unpack

try:
    import numpy
    from numpy.typing import ArrayLike, NDArray
except ImportError as error:
    raise ImportError("undercard.games needs numpy: pip install numpy") from error

from undercard._undercard import RawGames
from undercard.experiments import Config, GameOptions, Whole, fault, request, whole


class Seen(NamedTuple):
    """What players see at their decisions: a row for each game. It is what the view of the seat has, and nothing else."""

    seats: NDArray[numpy.int64]
    """The number of the seat that chooses; -1 in a game that is over."""
    features: NDArray[numpy.float32]
    """The features of each legal move: game, move, feature."""
    mask: NDArray[numpy.bool_]
    """Which actions are legal moves: game, move."""


def _indices(actions: ArrayLike) -> NDArray[numpy.int64]:
    """Indices of moves. A number that is not whole is no index."""
    try:
        found = numpy.asarray(actions)
    except ValueError:
        raise fault("actions", actions, "the index of a move for each game") from None
    if found.dtype.kind == "f" and (found == numpy.trunc(found)).all() and (abs(found) < 2.0**53).all():
        found = found.astype(numpy.int64)
    if found.dtype.kind not in "iu" or found.ndim > 1:
        raise fault("actions", actions, "the index of a move for each game")
    return numpy.ascontiguousarray(found, numpy.int64)


class Games:
    """Games in progress, each at a decision of one of `seats`, all by default; `bots` play the other seats.

    An action is the index of a legal move. A decision with more than `n_actions` moves is an error. Decisions with a single
    legal move are not asked, and seats that choose at once follow one another without seeing the choice of another. A
    game that ends is followed by the next one, unless `restart` is false. Game i of a seed has the deals of game i of `run`.
    """

    def __init__(
        self,
        config: Config,
        n: int = 1,
        *,
        seats: Sequence[int] | None = None,
        n_actions: int = 64,
        restart: bool = True,
        **options: Unpack[GameOptions],
    ) -> None:
        self.n = whole("n", n, 1, 2**20) or 1
        self.n_actions = whole("n_actions", n_actions, 2, 2**20) or 64
        if not (seats is None or isinstance(seats, Iterable)):
            raise fault("seats", seats, "a list of numbers of seats")
        numbers = None if seats is None else [whole("seats", seat, 0, 15) or 0 for seat in seats]
        if numbers is not None and len(set(numbers)) < len(numbers):
            raise fault("seats", seats, "each seat once")
        self._raw = RawGames(request(config, options), self.n, numbers, self.n_actions)
        self.players = self._raw.players
        """The number of players."""
        self.features = dict(self._raw.features)
        """The features of a move, with their meanings."""
        self._restart = restart
        self._has_begun = False

    def _seen(self) -> tuple[Seen, Any]:
        seats = numpy.empty(self.n, numpy.int64)
        features = numpy.empty((self.n, self.n_actions, len(self.features)), numpy.float32)
        mask = numpy.empty((self.n, self.n_actions), numpy.bool_)
        return Seen(seats, features, mask), (seats, features, mask.view(numpy.uint8))

    def _begun(self) -> None:
        if not self._has_begun:
            raise RuntimeError("no game has begun; call reset first")

    def reset(self, seed: Whole | None = None) -> Seen:
        """Begins new games: the first ones of a seed, or those after the last ones."""
        number = whole("seed", seed, 0, 2**63 - 1)
        seen, arrays = self._seen()
        self._raw.begin(number, arrays)
        self._has_begun = True
        return seen

    def step(self, actions: ArrayLike) -> tuple[Seen, NDArray[numpy.float32], NDArray[numpy.bool_]]:
        """Makes a move in each game.

        Returns what players see then, the score of each seat of each game that ended (1 for a win, 1/k for a win that k seats
        share, 1/players each if nobody wins), and which games ended.
        """
        self._begun()
        seen, arrays = self._seen()
        rewards = numpy.empty((self.n, self.players), numpy.float32)
        ended = numpy.empty(self.n, numpy.bool_)
        self._raw.step(_indices(actions), self._restart, rewards, ended.view(numpy.uint8), arrays)
        return seen, rewards, ended

    def decision(self, game: int = 0) -> tuple[str, list[str], str]:
        """The decision of a game: its name, the ids of the legal moves, and what the seat sees of the table."""
        self._begun()
        is_there = isinstance(game, int) and 0 <= game < self.n
        found = self._raw.decision(game) if is_there else None
        if found is None:
            raise IndexError(f"found the game {game}, expected a number from 0 to {self.n - 1}")
        return found
