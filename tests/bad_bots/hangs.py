"""Thinks for ever."""

from bot import hold_on, run

run(go=lambda _: hold_on())
