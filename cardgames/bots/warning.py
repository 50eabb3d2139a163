"""What a person should know although nothing fails: one line each, told on stderr unless somebody listens."""

import sys
from collections.abc import Callable


def print_warning(line: str) -> object:
    """Tells it on stderr."""
    return print(f"cardgames: {line}", file=sys.stderr)


_listener: Callable[[str], object] = print_warning


def warn(line: str) -> None:
    """Tells it, from any thread."""
    _listener(line)


def listen(listener: Callable[[str], object] = print_warning) -> None:
    """Has all warnings of this process told to `listener`; without one, on stderr again."""
    global _listener  # noqa: PLW0603
    _listener = listener
