"""Thinks for ever, and does not want to go."""

import signal

from bot import hold_on, run

signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
run(go=lambda _: hold_on(), leave=lambda: None)
