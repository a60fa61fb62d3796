"""A program that `mypy --strict` accepts: the types of the package are those that its users need."""

from pathlib import Path

import undercard
from undercard.environment import Environment
from undercard.games import Games


def shares(damage: int) -> dict[str, float]:
    result = undercard.run("knife-fight", games=200, bots=["medic", "random"], set={"cards.ten.damage": damage})
    rows = result["win_rates"].to_dicts()
    found: dict[str, float] = {}
    for row in rows:
        share = row["win_share"]
        if row["grouped_by"] == "bot" and isinstance(share, float):
            found[str(row["key"])] = share
    return found


def careful(decision: undercard.Decision) -> int:
    taken = decision.feature("damage-taken")
    return taken.index(min(taken))


def mean_score(n: int) -> float:
    games = Games("knife-fight", n, seats=[0], bots="medic")
    seen, rewards, ended = games.step(games.reset(seed=1).mask.argmax(axis=1))
    return float(rewards[ended].mean()) if ended.any() else float(seen.features.mean())


def show(played: int, most: int) -> None:
    print(f"{played} of {most}")


try:
    result = undercard.compare(Path("house.toml"), set_b={"rules.tie": "no-hit"}, progress=show, threads=2)
    undercard.impact("knife-fight", bots=[careful, "random"], level=0.9)
    environment = Environment({"game": "taunt"}, seats=(0,))
    environment.reset(seed=mean_score(2) > 0.5)
    frame = result.to_pandas("compare")
    print(frame.shape, result.to_polars("runs").height, result.complete)
except undercard.ConfigError as error:
    file: str | None = error.file
    line: int | None = error.line
    print(file, line, error.key, [fault.expected for fault in error.faults])
