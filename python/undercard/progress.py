"""The progress bar, if tqdm is there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Progress = Callable[[int, int], object]


@contextmanager
def bar(wanted: bool | Progress | None) -> Iterator[Progress | None]:
    """A function that shows progress; None if nothing is shown."""
    is_seen = sys.stderr.isatty() or "ipykernel" in sys.modules
    if callable(wanted):
        yield wanted
        return
    if wanted is False or wanted is None and not is_seen:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if wanted:
            raise
        yield None
        return
    shown: Any = tqdm(total=0, unit=" games", unit_scale=True, delay=1.0, leave=False)

    def show(played: int, most: int) -> None:
        shown.total = most
        shown.update(played - shown.n)

    with shown:
        yield show
