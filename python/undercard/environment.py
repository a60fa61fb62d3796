"""A game as an environment in PettingZoo's AEC style, with action masks.

    from undercard.environment import Environment
    env = Environment("knife-fight")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Unpack, overload

try:
    import numpy
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError("undercard.environment needs PettingZoo: pip install pettingzoo") from error

from undercard.experiments import Config, GameOptions, Whole
from undercard.games import Games, Seen

Observation = dict[str, Any]


class Environment(AECEnv):  # type: ignore[misc]
    """The agents are the seats, `seat_0` and so on, or only `seats`; `bots` play the others.

    An observation has the features of the legal moves (`observation`: move, feature) and the `action_mask`. Both come from
    the view of the seat alone; an agent that does not choose sees zeros. An action is the index of a legal move. The
    reward is the score at the end: 1 for a win, 1/k for a shared one, 1/players each if nobody wins.
    """

    metadata: dict[str, Any] = {"name": "undercard_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        config: Config,
        *,
        seats: Sequence[int] | None = None,
        n_actions: int = 64,
        render_mode: str | None = None,
        **options: Unpack[GameOptions],
    ) -> None:
        super().__init__()
        self.games = Games(config, seats=seats, n_actions=n_actions, restart=False, **options)
        """The game, and its features."""
        self.render_mode = render_mode
        numbers = sorted(set(range(self.games.players) if seats is None else seats))
        self._seats = {f"seat_{number}": number for number in numbers}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        shape = (n_actions, len(self.games.features))
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-numpy.inf, numpy.inf, shape, numpy.float32),
            "action_mask": spaces.Box(0, 1, (n_actions,), numpy.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(n_actions) for agent in self.possible_agents}
        self._seen: Seen | None = None
        self._zeros: Observation = {
            "observation": numpy.zeros(shape, numpy.float32),
            "action_mask": numpy.zeros(n_actions, numpy.int8),
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: Whole | None = None, options: dict[str, Any] | None = None) -> None:
        self._seen = self.games.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"seat_{self._now().seats[0]}"

    def _now(self) -> Seen:
        if self._seen is None:
            raise ResetNeeded("no game has begun; call reset first")
        return self._seen

    def observe(self, agent: str) -> Observation:
        seen = self._now()
        if seen.seats[0] != self._seats[agent]:
            return {name: zeros.copy() for name, zeros in self._zeros.items()}
        return {"observation": seen.features[0].copy(), "action_mask": seen.mask[0].astype(numpy.int8)}

    @overload
    def last(self, observe: Literal[True] = True) -> tuple[Observation, float, bool, bool, dict[str, Any]]: ...
    @overload
    def last(self, observe: bool) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]: ...
    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        self._now()
        return super().last(observe)  # type: ignore[no-any-return]

    def step(self, action: int | None) -> None:
        self._now()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._seen, rewards, ended = self.games.step([-1 if action is None else action])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if ended[0]:
            self.rewards = {agent: float(rewards[0, self._seats[agent]]) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = f"seat_{self._now().seats[0]}"
        self._accumulate_rewards()

    def moves(self) -> list[str]:
        """The ids of the legal moves of the agent that chooses."""
        return self.games.decision()[1]

    def render(self) -> str:
        """What the agent that chooses sees of the table, and its decision."""
        name, moves, table = self.games.decision()
        return f"{table}{name}: {', '.join(moves)}\n" if moves else "the game is over\n"

    def close(self) -> None:
        """Nothing is open."""
