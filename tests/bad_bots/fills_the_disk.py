"""Writes a file without end, and does not mind when it cannot."""

import os

from bot import complain, run, say


def go(answer: str) -> None:
    written = 0
    try:
        with open("big", "wb", buffering=0) as file:
            while written < 8 << 20:
                written += file.write(b"x" * 65536)
    except OSError as error:
        complain(f"{written} bytes, then {os.strerror(error.errno or 0)}\n")
    say(answer)


run(go=go)
