"""Warnings: what a person should know although nothing fails. One line each, on stderr unless there is a listener."""

import sys
from collections.abc import Callable


def print_warning(line: str) -> object:
    """Tells it on stderr."""
    return print(f"cardgames: {line}", file=sys.stderr)


_listener: Callable[[str], object] = print_warning


def warn(line: str) -> None:
    """Gives a warning, from any thread."""
    _listener(line)


def listen(listener: Callable[[str], object] = print_warning) -> None:
    """Sends all warnings of this process to `listener`; without an argument, to stderr again."""
    global _listener  # noqa: PLW0603
    _listener = listener
