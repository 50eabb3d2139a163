"""Plays, and talks to the world: opens as many sockets as it gets, listens, calls."""

import os
import socket
import sys

from bot import complain, run, say

kept: list[socket.socket] = []


def call(port: int) -> None:
    try:
        kept.append(socket.create_connection(("127.0.0.1", port), timeout=1))
        complain("call answered\n")
    except OSError as error:
        complain(f"call: {os.strerror(error.errno or 0)}\n")


def go(answer: str) -> None:
    if not kept:
        call(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
    try:
        while len(kept) < 5000:
            kept.append(socket.socket())
    except OSError as error:
        complain(f"{len(kept)} sockets, then {os.strerror(error.errno or 0)}\n")
        kept.pop().close()
    say(answer)


run(go=go)
