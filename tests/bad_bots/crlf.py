"""Ends its lines as on Windows."""

from bot import GAMES, GREETING, run, say


def hello() -> None:
    say(f"{GREETING}{GAMES}cgpok 1\n".replace("\n", "\r\n"))


run(go=lambda answer: say(answer.replace("\n", "\r\n")), hello=hello)
