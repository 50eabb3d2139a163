"""Never comes to the end of its greeting."""

import time

from bot import run, say


def hello() -> None:
    while True:
        say("id name slow\n")
        time.sleep(0.02)


run(hello=hello)
