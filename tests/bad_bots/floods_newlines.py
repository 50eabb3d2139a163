"""Writes empty lines without end, the most lines that fit into a pipe."""

from bot import run, say


def go(_: str) -> None:
    while True:
        say("\n" * 65536)


run(go=go)
