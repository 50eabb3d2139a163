"""Has a child that holds its pipes and does not go by itself."""

import os
import signal
import sys

from bot import hold_on, run


def go(_: str) -> None:
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        hold_on()
    sys.exit(4)


run(go=go)
