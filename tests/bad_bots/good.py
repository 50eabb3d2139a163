"""Plays the first legal move, in the games that its arguments name, else in all."""

import sys

from bot import GAMES, GREETING, run, say

games = f"games {' '.join(sys.argv[1:])}\n" if sys.argv[1:] else GAMES
run(hello=lambda: say(f"{GREETING}{games}cgpok 1\n"))
