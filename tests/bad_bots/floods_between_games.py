"""Says nothing wrong in a game, and writes without end after it."""

from bot import run, say


def game_over() -> None:
    while True:
        say("info string x\n" * 256)


run(game_over=game_over)
