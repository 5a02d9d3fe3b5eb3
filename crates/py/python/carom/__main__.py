"""``python -m carom``: the command line."""

from __future__ import annotations

import signal
import sys

from . import _carom


def main() -> None:
    # The command handles Ctrl-C itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_carom.command(["carom", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
