"""What a person should know although nothing fails: one line each, told on stderr unless somebody listens."""

import sys
from collections.abc import Callable


def _print(line: str) -> object:
    return print(f"cardgames: {line}", file=sys.stderr)


_listener: Callable[[str], object] = _print


def warn(line: str) -> None:
    """Tells it, from any thread."""
    _listener(line)


def listen(listener: Callable[[str], object] = _print) -> None:
    """Has all warnings of this process told to `listener`; without one, on stderr again."""
    global _listener  # noqa: PLW0603
    _listener = listener
