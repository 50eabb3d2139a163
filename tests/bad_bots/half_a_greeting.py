"""Ends its greeting without a newline."""

from bot import run, say

run(hello=lambda: say("id name half\ncgpok 1"))
