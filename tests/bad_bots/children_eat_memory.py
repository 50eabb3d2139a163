"""Takes memory in many small pieces, each in a process of its own."""

import os

from bot import hold_on, run


def go(_: str) -> None:
    for _time in range(60):
        if os.fork() == 0:
            eaten = b"x" * 10_000_000
            hold_on()
            print(eaten)
    hold_on()


run(go=go)
