"""Answers everything twice."""

from bot import run, say

run(go=lambda answer: say(answer * 2), ready=lambda: say("readyok\nreadyok\n"))
