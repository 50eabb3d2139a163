"""Kills its parent when it is asked."""

import os
import signal

from bot import hold_on, run


def go(_: str) -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    hold_on()


run(go=go)
