"""Writes without end and without a newline."""

from bot import run, say


def go(_: str) -> None:
    while True:
        say("x" * 4096)


run(go=go)
