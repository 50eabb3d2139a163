"""Takes memory without end, some 10 MiB at a time."""

from bot import run

eaten: list[bytearray] = []


def go(_: str) -> None:
    while True:
        eaten.append(bytearray(b"x" * 10_000_000))


run(go=go)
