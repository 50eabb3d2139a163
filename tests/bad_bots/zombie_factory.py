"""Starts children that end at once, and waits for none of them."""

import os

from bot import hold_on, run


def go(_: str) -> None:
    for _time in range(2000):
        if os.fork() == 0:
            os._exit(0)
    hold_on()


run(go=go)
