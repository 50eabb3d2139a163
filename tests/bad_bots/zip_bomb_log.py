"""Plays, and logs the same line over and over: small when it is packed, huge when not."""

from bot import complain, run, say


def go(answer: str) -> None:
    for _ in range(20):
        complain(f"{'0' * 9999}\n" * 10)
    say(f"info string {'0' * 60_000}\n" * 10)
    say(answer)


run(go=go)
