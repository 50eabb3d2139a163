"""Has its own idea of a greeting."""

from bot import run, say

run(hello=lambda: say("hello there\n"))
