"""How far a run is: a line in a terminal or under a cell of a notebook."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Show = Callable[[float, float], None]


@contextmanager
def display(wanted: bool | None, name: str) -> Iterator[Show | None]:
    """What shows the progress of a run; by itself only to somebody who looks at a terminal or a notebook, after half a second."""
    notebook = "ipykernel" in sys.modules
    if wanted is False or (wanted is None and not notebook and not sys.stderr.isatty()):
        yield None
        return
    start, shown = time.monotonic(), False

    def show(now: float, until: float) -> None:
        nonlocal shown
        elapsed = time.monotonic() - start
        if elapsed < 0.5 and not wanted:
            return
        part = min(now / until, 1.0) if until > 0 else 1.0
        left = elapsed * (1 - part) / part if part > 0 else float("inf")
        bar = "#" * int(24 * part)
        shown = True
        sys.stderr.write(f"\r{name} [{bar:<24}] {100 * part:5.1f} %  t = {now:.4g} s  {left:.0f} s left \x1b[K")
        sys.stderr.flush()

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
