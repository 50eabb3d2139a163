"""Crashes when it is asked, with words on stderr."""

import sys

from bot import complain, run


def go(_: str) -> None:
    complain("first words\nlast words\n")
    sys.exit(3)


run(go=go)
