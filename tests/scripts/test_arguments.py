"""Numbers on the command lines of the scripts."""

from argparse import ArgumentTypeError
from collections.abc import Callable

import pytest
from arguments import at_least, positive, share


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (at_least(0), "0", 0),
        (at_least(2), "12", 12),
        (share, "0", 0),
        (share, "0.25", 0.25),
        (share, "1", 1),
        (positive, "1e-3", 0.001),
        (positive, "7", 7),
    ],
)
def test_a_number(kind: Callable[[str], float], text: str, value: float) -> None:
    assert kind(text) == value


@pytest.mark.parametrize(
    ("kind", "texts", "expected"),
    [
        (at_least(2), ["1", "-3", "2.5", "two", ""], "a whole number from 2 on was expected"),
        (share, ["-0.1", "1.1", "nan", "inf", "half", ""], "a number from 0 to 1 was expected"),
        (positive, ["0", "-1", "nan", "inf", "1e999", "much", ""], "a number above 0 was expected"),
    ],
)
def test_what_is_no_such_number(kind: Callable[[str], float], texts: list[str], expected: str) -> None:
    for text in texts:
        with pytest.raises(ArgumentTypeError, match=f"^{text!r}: {expected}$"):
            kind(text)
