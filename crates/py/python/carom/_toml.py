"""Python values as TOML."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np


def toml(value: Any, where: str = "") -> str:
    """A value in one line; numbers keep every bit."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        x = float(value)
        if math.isnan(x):
            return "nan"
        return ("inf" if x > 0 else "-inf") if math.isinf(x) else repr(x)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, np.ndarray):
        return toml(value.tolist(), where)
    if isinstance(value, Mapping):
        pairs = [f"{key(str(k))} = {toml(v, f'{where}.{k}')}" for k, v in value.items() if v is not None]
        return "{ " + ", ".join(pairs) + " }" if pairs else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(v, where) for v in value) + "]"
    raise TypeError(f"{where.lstrip('.') or 'the value'}: {type(value).__name__} is nothing that a model can hold")


def key(name: str) -> str:
    bare = name and all(c.isascii() and (c.isalnum() or c in "_-") for c in name)
    return name if bare else quoted(name)


def quoted(text: str) -> str:
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(escapes.get(c, c if c >= " " else f"\\u{ord(c):04X}") for c in text) + '"'
