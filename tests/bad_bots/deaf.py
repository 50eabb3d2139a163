"""Reads no more once it has been asked: its input fills up."""

from bot import hold_on, run

run(new_game=lambda _: hold_on())
