"""Environments, batches of games, and bots written in Python."""

import importlib
import sys
import warnings

import numpy
import pytest
import undercard
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, seed_test
from undercard.environment import Environment
from undercard.games import Games

GAMES = ["knife-fight", "stabby-jack", "fight", "taunt", "stupid-fight"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_an_environment_of_pettingzoo(game):
    with warnings.catch_warnings():
        # Features have no limits.
        warnings.simplefilter("ignore")
        api_test(Environment(game), num_cycles=200)
        seed_test(lambda: Environment(game), num_cycles=50)


@pytest.mark.parametrize("game", GAMES)
def test_an_agent_sees_its_decisions_and_gets_its_score(game):
    env = Environment(game, seats=[1], bots="random", render_mode="ansi")
    assert env.possible_agents == ["seat_1"]
    scores = []
    for seed in range(3):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            if over:
                scores.append(reward)
                env.step(None)
                continue
            n_moves = seen["action_mask"].sum()
            assert n_moves == len(env.moves()) > 1 and seen["action_mask"][:n_moves].all()
            assert not seen["observation"][n_moves:].any() and env.moves()[0] in env.render()
            env.step(int(n_moves) - 1)
    assert len(scores) == 3 and all(0 <= score <= 1 for score in scores)


def test_an_environment_that_was_not_reset_says_so():
    env = Environment("knife-fight")
    for use in [lambda: env.step(0), env.last, lambda: env.observe("seat_0")]:
        with pytest.raises(ResetNeeded, match="call reset first"):
            use()


@pytest.mark.parametrize("module, package", [("environment", "pettingzoo"), ("games", "numpy")])
def test_a_missing_package_is_named(monkeypatch, module, package):
    monkeypatch.delitem(sys.modules, f"undercard.{module}")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=f"pip install {package}"):
        importlib.import_module(f"undercard.{module}")


def test_a_batch_plays_the_games_of_run():
    games = Games("knife-fight", 64, seats=[0], bots="random", n_actions=16)
    assert (games.players, list(games.features)[0]) == (2, "damage-dealt")
    seen = games.reset(seed=3)
    total, scores = 0, numpy.zeros(2)
    rng = numpy.random.default_rng(1)
    while total < 2000:
        moves = seen.mask.sum(axis=1)
        assert (moves > 1).all() and (seen.seats == 0).all()
        seen, rewards, ended = games.step(rng.integers(moves))
        total += ended.sum()
        scores += rewards[ended].sum(axis=0)
        assert not rewards[~ended].any()
    assert abs(scores.sum() - total) < 0.01
    share = undercard.run("knife-fight", games=20_000, bots="random").to_pandas("win_rates").query("grouped_by == 'seat'")
    assert abs(scores[0] / total - share["score"].iloc[0]) < 0.06
    assert (Games("knife-fight", 4).reset().features == Games("knife-fight", 4).reset(seed=1).features).all()
    first = games.reset(seed=3)
    again = games.reset(seed=3)
    assert all((one == two).all() for one, two in zip(first, again))
    assert games.decision(5)[1] and "hand" in games.decision(5)[2].lower()


def test_wrong_arguments_of_games_are_refused():
    games = Games("fight", 2)
    for early in [lambda: games.step([0, 0]), games.decision]:
        with pytest.raises(RuntimeError, match="call reset first"):
            early()
    seen = games.reset()
    with pytest.raises(ValueError, match="action 99 in game 1"):
        games.step([0, 99])
    with pytest.raises(ValueError, match="found 1 actions"):
        games.step([0])
    assert (games.step(seen.mask.sum(axis=1) - 1)[0].seats >= 0).all()
    with pytest.raises(ValueError, match="n_actions: found a decision with .* moves, expected at most n_actions; raise it"):
        Games("fight", 200, n_actions=2).reset()
    for wrong in [{"n": 0}, {"seats": []}, {"seats": [2]}, {"n_actions": 1}]:
        with pytest.raises(undercard.ConfigError, match=next(iter(wrong))):
            Games("knife-fight", **wrong)
    with pytest.raises(TypeError, match="expected names"):
        Games("knife-fight", bots=lambda decision: 0)
    with pytest.raises(TypeError, match="expected one of"):
        Games("knife-fight", games=3)
    for nth in [2, -1, 0.5]:
        with pytest.raises(IndexError, match=f"game {nth}"):
            games.decision(nth)
    for wrong, said in [
        (lambda: games.step([0.5, 0]), r"actions: found \[0.5, 0\], expected the index of a move for each game"),
        (lambda: games.step(["a", "b"]), "actions: found"),
        (lambda: games.step([2**70, 0]), "actions: found"),
        (lambda: games.reset(seed=-1), "seed: found -1, expected a whole number from 0 to"),
        (lambda: Games("fight", -1), "n: found -1, expected a whole number from 1 to"),
        (lambda: games.step([[0], [0]]), r"actions: found \[\[0\], \[0\]\], expected the index"),
        (lambda: Games("fight", seats=[0, 0]), r"seats: found \[0, 0\], expected each seat once"),
        (lambda: Games("fight", seats=3), "seats: found 3, expected a list of numbers of seats"),
    ]:
        with pytest.raises(undercard.ConfigError, match=said):
            wrong()
    env = Environment("knife-fight")
    env.reset(seed=1)
    with pytest.raises(undercard.ConfigError, match=r"actions: found \[0.5\]"):
        env.step(0.5)


def strongest(decision):
    """Deals the most damage."""
    damage = decision.feature("damage-dealt")
    return damage.index(max(damage))


strongest.version = 1


def test_a_run_has_the_id_of_another_only_if_its_bots_have_the_same_version():
    def always(move: int, version: int | None = None):
        def bot(decision):
            return min(move, len(decision.moves) - 1)

        if version is not None:
            bot.version = version
        return bot

    def expert(decision):
        return 0

    def id_of(bot):
        return undercard.run("knife-fight", games=20, bots=bot)["runs"]["run_id"][0]

    assert id_of(always(0, 1)) == id_of(always(0, 1)) != id_of(always(0, 2))
    assert id_of(always(0)) != id_of(always(0))
    change = undercard.compare("knife-fight", games=200, bots=always(0), bots_b=always(2))
    assert "equal" not in change["compare"]["method"]
    rates = undercard.run("knife-fight", games=20, bots=[expert, "expert"])["win_rates"].to_dicts()
    assert {row["key"] for row in rates if row["grouped_by"] == "bot"} == {"python:expert", "expert"}


def test_bots_in_python_play_in_every_experiment():
    few = {"games": 200, "threads": 2}
    result = undercard.run("knife-fight", bots=[strongest, "random"], **few)
    bots = {row["key"]: row["win_share"] for row in result["win_rates"].to_dicts() if row["grouped_by"] == "bot"}
    assert set(bots) == {"python:strongest", "random"} and bots["python:strongest"] > bots["random"]
    assert result.json() == undercard.run("knife-fight", bots=[strongest, "random"], games=200, threads=1).json()

    def chance(decision):
        damage = decision.feature("damage-dealt")
        assert len(damage) == len(decision.moves) == len(decision.features) and decision.table
        return int(decision.random * len(decision.moves))

    alike = undercard.compare("knife-fight", bots=chance, bots_b="random", **few)
    assert alike["runs"]["bots"] == ["python:chance,python:chance"] or alike["runs"]["bots"] == ["python:chance"]
    table = undercard.matchups("knife-fight", bots=["random", strongest], games=40)
    assert "strongest" in table.csv("matchups")


def test_an_exception_of_a_bot_ends_the_run():
    def broken(decision):
        raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        undercard.run("knife-fight", bots=["random", broken], games=10**9)
    for move, error in [(99, IndexError), (-1, IndexError), (2**80, IndexError), ("ten", TypeError), (None, TypeError)]:
        with pytest.raises(error, match=f"python:lambda: found the move {move!r}, expected a whole number from 0 to"):
            undercard.run("knife-fight", bots=lambda decision: move, games=10**9)
