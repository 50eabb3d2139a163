"""Is not ready for a game, once the handshake is done."""

from bot import run, say

asked: list[None] = []


def ready() -> None:
    if not asked:
        say("readyok\n")
    asked.append(None)


run(ready=ready)
