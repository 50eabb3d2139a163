"""Plays, and fills stderr with each move."""

from bot import complain, run, say


def go(answer: str) -> None:
    complain("y" * 300_000)
    say(answer)


run(go=go)
