"""Answers with a move that is none."""

from bot import run, say

run(go=lambda answer: say(f"bestmove xyzzy {answer.split()[2]}\n"))
