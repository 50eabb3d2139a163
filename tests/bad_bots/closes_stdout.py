"""Closes stdout and lives on."""

import os

from bot import hold_on, run


def go(_: str) -> None:
    os.close(1)
    hold_on()


run(go=go)
