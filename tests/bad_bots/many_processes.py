"""Starts more processes than a machine can bear, if nobody stops it."""

import os

from bot import hold_on, run


def go(_: str) -> None:
    for _time in range(2000):
        if os.fork() == 0:
            hold_on()
    hold_on()


run(go=go)
