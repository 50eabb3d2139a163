"""Sends its answer byte by byte, each just before patience ends."""

import time

from bot import run, say


def go(answer: str) -> None:
    for byte in answer[:-1] * 1000:
        say(byte)
        time.sleep(0.02)


run(go=go)
