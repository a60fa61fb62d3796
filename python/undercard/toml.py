"""Writes values as TOML."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def literal(value: Any) -> str:
    """A value, as it is written behind a key."""
    if hasattr(value, "tolist"):  # a number or an array of numpy
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)  # 9.0 is 9
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{literal(str(key))} = {literal(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(literal, value)) + "]"
    raise TypeError(f"found the value {value!r}, expected a number, a text, true or false, or a list or dict of them")
