"""Answers the go before the one that is open."""

from bot import run, say


def go(answer: str) -> None:
    _, move, ident = answer.split()
    say(f"bestmove {move} {int(ident) - 1}\n")


run(go=go)
