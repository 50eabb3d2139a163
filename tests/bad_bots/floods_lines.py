"""Writes lines without end."""

from bot import run, say


def go(_: str) -> None:
    while True:
        say("info string x\n" * 256)


run(go=go)
