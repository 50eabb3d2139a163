"""Reads, and never says a word."""

from bot import hold_on, run

run(hello=hold_on)
