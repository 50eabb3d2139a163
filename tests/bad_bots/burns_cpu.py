"""Computes without end."""

from bot import run


def go(_: str) -> None:
    number = 0
    while True:
        number += 1


run(go=go)
