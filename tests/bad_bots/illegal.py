"""Plays a move that exists and is not legal."""

from bot import run, say

WRONG = {"kroket": "1", "spit": "slap:L", "crapette": "stop"}
games: list[str] = []


def go(answer: str) -> None:
    say(f"bestmove {WRONG[games[-1]]} {answer.split()[2]}\n")


run(go=go, new_game=lambda line: games.append(line.split()[1]))
