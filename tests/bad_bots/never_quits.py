"""Plays, and goes neither at quit nor at the end of its input, nor at SIGTERM."""

import signal

from bot import hold_on, run

signal.signal(signal.SIGTERM, signal.SIG_IGN)
run(leave=lambda: None)
hold_on()
