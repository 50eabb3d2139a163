"""Answers once and ends."""

import sys

from bot import run, say


def go(answer: str) -> None:
    say(answer)
    sys.exit(0)


run(go=go)
