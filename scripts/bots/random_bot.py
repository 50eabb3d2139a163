#!/usr/bin/env python3
"""A bot that plays any legal move: Crapette, Spit and Kroket, over CGP/1 on stdin and stdout.

Build: nothing to build. Python 3.8 or newer.
Run:   python3 random_bot.py
Match: cardgames match kroket greedy "py=python3 random_bot.py"

It needs no rules: each `go` lists the legal moves. Every answer is flushed at once; a bot that does not
flush hangs, because its answer stays in a buffer while the referee waits for it.
"""

import random
import sys


def say(text):
    print(text, flush=True)


def answer(words):
    """`go ID … moves M1 M2 …`: one of the moves, with the ID, so that nobody takes it for an older answer."""
    moves = words[words.index("moves") + 1 :]
    say(f"bestmove {random.choice(moves)} {words[1]}")


for line in sys.stdin:
    words = line.split()
    command = words[0] if words else ""
    if command == "cgp":
        say("id name random.py\nid author cardgames\ngames crapette spit kroket\ncgpok 1")
    elif command == "isready":
        say("readyok")
    elif command == "ping":
        say(f"pong {words[1]}")
    elif command == "newgame":
        # The commitment differs from game to game, so a match that is played again is the same match.
        random.seed(line if "commit" in words else None)
    elif command == "go":
        answer(words)
    elif command == "quit":
        break
    # Anything else is passed over: event, position, gameover, what later versions bring, and `stop`,
    # which finds nothing to stop, since every `go` has been answered.
