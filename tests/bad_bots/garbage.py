"""Answers with bytes that are not ASCII."""

from bot import run, say

run(go=lambda _: say("bestmove \xff\xfe\0\x01\n"))
