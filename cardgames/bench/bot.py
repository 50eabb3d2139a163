"""The bot that `cardgames bench` plays with: the first legal move, at once, with the time at which it was written.

It is run as a program of its own and imports nothing of the project. Behind the ID of its answer it puts `at` and the
time of the system's monotonic clock, in ns; a referee passes over such words.
"""

import os
import time

_GREETING = b"id name bench\ngames crapette spit kroket\ncgpok 1\n"


def main() -> None:
    """Plays until `quit`."""
    rest = b""
    while data := os.read(0, 65536):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"go "):
                ident, moves = line[3:].split(b" ", 1)[0], line.split(b" moves ", 1)[1]
                os.write(1, b"bestmove %s %s at %d\n" % (moves.split(b" ", 1)[0], ident, time.monotonic_ns()))
            elif line.startswith(b"ping "):
                os.write(1, b"pong %s\n" % line[5:])
            elif line == b"isready":
                os.write(1, b"readyok\n")
            elif line.startswith(b"cgp "):
                os.write(1, _GREETING)
            elif line == b"quit":
                return


if __name__ == "__main__":
    main()
