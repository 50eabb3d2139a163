"""Plays, and leaves files wherever it may."""

import os

from bot import complain, run, say

PLACES = (os.path.dirname(os.path.abspath(__file__)), os.getcwd(), os.environ.get("HOME", "/nowhere"), "/usr", "/etc")


def go(answer: str) -> None:
    for place in PLACES:
        path = f"{place}/left-by-a-bad-bot-{os.getpid()}"
        try:
            with open(path, "w") as file:
                file.write("x")
        except OSError as error:
            complain(f"{place}: {os.strerror(error.errno or 0)}\n")
        else:
            complain(f"{place}: written\n")
            if place != os.getcwd():
                # Nobody wants it to stay when this is tried without a sandbox.
                os.remove(path)
    say(answer)


run(go=go)
