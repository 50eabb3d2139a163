"""Numbers on the command lines of the scripts."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from math import isfinite


def at_least(least: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number from `least` on."""

    def whole(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"{text!r}: a whole number from {least} on was expected")
        return int(text)

    return whole


def share(text: str) -> float:
    """The type of an argument that is a number from 0 to 1."""
    number = _number(text)
    if number is None or not 0 <= number <= 1:
        raise ArgumentTypeError(f"{text!r}: a number from 0 to 1 was expected")
    return number


def positive(text: str) -> float:
    """The type of an argument that is a number above 0, and not without end."""
    number = _number(text)
    if number is None or number <= 0:
        raise ArgumentTypeError(f"{text!r}: a number above 0 was expected")
    return number


def _number(text: str) -> float | None:
    """A finite number; None if the text is none."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
