"""Plays, and leaves a daemon with each game: another session, another parent, no pipe of its own."""

import os
import signal

from bot import hold_on, run


def new_game(_: str) -> None:
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            os.closerange(0, 3)
            hold_on()
        os._exit(0)
    os.waitpid(child, 0)


run(new_game=new_game)
