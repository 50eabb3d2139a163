"""Answers when the game begins, before it is asked, and then no more."""

from bot import run, say

run(new_game=lambda _: say("bestmove take 1\nbestmove draw\nbestmove wait\n"), go=lambda _: None)
