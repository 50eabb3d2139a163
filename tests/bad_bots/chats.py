"""Tells for ever what it thinks, and never moves."""

import time

from bot import run, say


def go(_: str) -> None:
    while True:
        say("info string still thinking\n")
        time.sleep(0.001)


run(go=go)
