"""Exceptions and warnings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """One error in a config or an option."""

    file: str | None
    """The file; `None` if the error is in an argument."""
    line: int | None
    """The line, from 1, also of a config that is a text. A dict has a line for each of its keys."""
    key: str
    """The dotted path of the key, or the column in a table of cards; empty for a whole file or an option."""
    found: str
    expected: str
    hint: str | None
    """The most similar valid name."""
    place: str | None = None
    """The sheet and the cell in a workbook: `sheet "cards", cell D7`."""
    option: str | None = None
    """The argument: the option of the command line that corresponds to it, such as `--set`, or its name."""

    @classmethod
    def of(cls, file: str | None, *rest: Any) -> Fault:
        """A fault whose file can be an option."""
        found = cls(file, *rest)
        is_option = found.line is None and file is not None and (file.startswith("--") or file in ARGUMENTS)
        is_option |= file in TEXTS
        return found._replace(file=None, option=file) if is_option else found


ARGUMENTS = [
    *("CONFIG", "second CONFIG", "bots", "progress", "full", "locked", "check", "compare"),
    *("n", "n_actions", "seats", "seat", "actions", "seed"),
]
"""The arguments that errors name otherwise than by an option, and the functions for errors of several arguments."""


TEXTS = ["config", "second"]
"""The arguments that errors name instead of a file if a config is a text or a dict."""


class ConfigError(ValueError):
    """A config or an option is invalid. The message is that of the command line; it has every error on a line."""

    def __init__(self, message: str, faults: Sequence[tuple[Any, ...]]) -> None:
        super().__init__(message)
        self.faults = [Fault.of(*fault) for fault in faults]
        """All errors."""

    @property
    def file(self) -> str | None:
        """The file of the first error; `None` if it is in an argument."""
        return self.faults[0].file

    @property
    def line(self) -> int | None:
        """The line of the first error."""
        return self.faults[0].line

    @property
    def key(self) -> str:
        """The key of the first error."""
        return self.faults[0].key

    @property
    def option(self) -> str | None:
        """The argument of the first error, if it is in one: `--set`."""
        return self.faults[0].option

    @property
    def place(self) -> str | None:
        """The sheet and the cell of the first error, if it is in a workbook."""
        return self.faults[0].place

    def __reduce__(self) -> tuple[type[ConfigError], tuple[str, list[Fault]]]:
        return type(self), (str(self), self.faults)


class LockError(ConfigError):
    """A lock file is missing, damaged, or no lock file."""


class UndercardWarning(UserWarning):
    """A setting that is valid, but probably not meant, or a precision that was not reached."""


class PartialResultWarning(UndercardWarning):
    """Ctrl-C stopped an experiment; its result is partial."""
