"""Progress, Ctrl-C and threads."""

import signal
import threading
import time

import pytest
import tqdm
import undercard


def press_ctrl_c_after(seconds):
    """Presses Ctrl-C again and again after this time; notes progress."""
    seen = []
    began = time.monotonic()

    def show(played, most):
        seen.append((played, most))
        if played and time.monotonic() - began > seconds:
            signal.raise_signal(signal.SIGINT)

    return seen, show


def test_ctrl_c_gives_the_partial_result():
    seen, show = press_ctrl_c_after(1.1)
    pressed = []

    def once(played, most):
        if not pressed:
            try:
                show(played, most)
            except KeyboardInterrupt:
                pressed.append(played)
                raise

    with pytest.warns(undercard.PartialResultWarning, match="stopped after"):
        result = undercard.run("knife-fight", games=10**9, bots="random", progress=once)
    assert seen[-1][1] == 10**9 and 0 < result.played < 10**9 and not result.complete
    assert "of 1,000,000,000 games" in result.text()


@pytest.mark.parametrize("seconds", [0, 1.1])
def test_ctrl_c_early_or_twice_is_an_interrupt(seconds):
    _, show = press_ctrl_c_after(seconds)
    with pytest.raises(KeyboardInterrupt):
        undercard.run("knife-fight", games=10**9, bots="random", progress=show)


def test_an_exception_of_progress_ends_the_experiment():
    def fail(played, most):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        undercard.run("knife-fight", games=10**9, bots="random", progress=fail)


def test_other_threads_of_python_run_while_games_are_played():
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    before = counted[0]
    undercard.run("knife-fight", games=20_000, bots="random", threads=1)
    during = counted[0] - before
    stop.set()
    other.join()
    assert during > 3


def test_progress_ends_with_all_games():
    seen = []
    undercard.run("knife-fight", games=300, progress=lambda played, most: seen.append((played, most)))
    assert seen[-1] == (300, 300)


def test_the_bar_of_tqdm(monkeypatch, capsys):
    shown = []

    class Bar(tqdm.std.tqdm):
        def update(self, n=1):
            shown.append((n, self.total))
            return super().update(n)

    monkeypatch.setattr("tqdm.auto.tqdm", Bar)
    undercard.run("knife-fight", games=300, progress=True)
    assert sum(n for n, _ in shown) == 300 and shown[-1][1] == 300
    # Nobody sees the bar of a program without a terminal.
    undercard.run("knife-fight", games=300)
    assert len(shown) < 10 and capsys.readouterr().err == ""
