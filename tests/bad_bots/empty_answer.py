"""Answers with a bestmove that names no move."""

from bot import run, say

run(go=lambda _: say("bestmove\n"))
