"""A good bot, of which each bad one in this folder is a variation. Imports nothing of the project.

`run` plays the first legal move of each `go`; its arguments are what a bad bot does in place of that.
"""

import os
import sys
import time
from collections.abc import Callable

GREETING = "id name bad\nid author tests\noption name Depth type spin default 3 min 1 max 9\n"
GAMES = "games crapette spit kroket\n"


def say(text: str) -> None:
    """Writes at once, past every buffer."""
    data = text.encode("latin-1")
    while data:
        data = data[os.write(1, data) :]


def complain(text: str) -> None:
    """Writes to stderr at once."""
    os.write(2, text.encode())


def hold_on() -> None:
    """Sleeps for good."""
    while True:
        time.sleep(60)


def greet() -> None:
    """The whole handshake."""
    say(f"{GREETING}{GAMES}cgpok 1\n")


def run(
    *,
    go: Callable[[str], None] = say,
    hello: Callable[[], None] = greet,
    ready: Callable[[], None] = lambda: say("readyok\n"),
    new_game: Callable[[str], None] = lambda _: None,
    game_over: Callable[[], None] = lambda: None,
    leave: Callable[[], None] = lambda: sys.exit(0),
) -> None:
    """Reads commands to the end of input.

    Args:
        go: gets the answer to a `go`, a whole line, and is to say it.
        hello, ready, new_game, game_over, leave: called for `cgp`, `isready`, `newgame` (with its line), `gameover`,
            `quit`.
    """
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "go":
            go(f"bestmove {words[words.index('moves') + 1]} {words[1]}\n")
        elif command == "cgp":
            hello()
        elif command == "isready":
            ready()
        elif command == "ping":
            say(f"pong {words[1]}\n")
        elif command == "newgame":
            new_game(line)
        elif command == "gameover":
            game_over()
        elif command == "quit":
            leave()
