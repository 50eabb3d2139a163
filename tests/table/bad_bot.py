"""A bot that does one thing wrong: `bad_bot.py WHAT`. Without WHAT it plays the first legal move.

Started by the tests as a program of its own; imports nothing of the project.
"""

import os
import signal
import sys
import time
from collections.abc import Callable

WHAT = sys.argv[1] if len(sys.argv) > 1 else ""


def say(text: str) -> None:
    os.write(1, text.encode("latin-1"))


def hold_on() -> None:
    while True:
        time.sleep(60)


def fork_a_child() -> None:
    """The child keeps all three pipes and does not go by itself."""
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        hold_on()


def exit_with_words() -> None:
    os.write(2, b"first words\nlast words\n")
    sys.exit(3)


def ignore_sigterm() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    hold_on()


def chat() -> None:
    while True:
        say("info string still thinking\n")
        time.sleep(0.001)


def flood(text: str) -> None:
    while True:
        say(text)


def close_stdout() -> None:
    os.close(1)
    hold_on()


INSTEAD_OF_AN_ANSWER: dict[str, Callable[[], None]] = {
    "exits": exit_with_words,
    "segfaults": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "hangs": hold_on,
    "stubborn": ignore_sigterm,
    "stopped": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "chats": chat,
    "floods a line": lambda: flood("x" * 4096),
    "floods lines": lambda: flood("info string x\n" * 256),
    "closes stdout": close_stdout,
    "illegal": lambda: say("bestmove 3\n"),
    "garbage": lambda: say("bestmove \xff\xfe\n"),
}


def choose(answer: str) -> None:
    """A move, or what this bot does in its place."""
    if WHAT in INSTEAD_OF_AN_ANSWER:
        INSTEAD_OF_AN_ANSWER[WHAT]()
    elif WHAT == "no newline":
        say(answer[:-1])
    elif WHAT == "crlf":
        say(answer.replace("\n", "\r\n"))
    elif WHAT == "twice":
        say(answer * 2)
    else:
        if WHAT == "floods stderr":
            os.write(2, b"y" * 300_000)
        say(answer)
        if WHAT == "exits after bestmove":
            sys.exit(0)


def greet() -> None:
    """The handshake, or what this bot says in its place."""
    if WHAT == "silent":
        hold_on()
    elif WHAT == "drips":
        while True:
            say("id name slow\n")
            time.sleep(0.02)
    elif WHAT == "half a line":
        say("id name half\ncgpok 1")
    elif WHAT == "greets oddly":
        say("hello there\n")
    else:
        say("id name bad\noption name Depth type spin default 3 min 1 max 9\nid author tests\n")
        say("games kroket\ncgpok 1\n")


def main() -> None:
    if WHAT == "exits at once":
        os.write(2, b"no such file: weights.bin\n")
        sys.exit(5)
    if WHAT == "forks":
        fork_a_child()
    for line in sys.stdin:
        words = line.split()
        if words[0] == "cgp":
            greet()
        elif words[0] == "isready":
            say("readyok\n")
        elif words[0] == "go":
            choose(f"bestmove {words[words.index('moves') + 1]} {words[1]}\n")
        elif words[0] == "gameover" and WHAT == "exits after the game":
            sys.exit(0)
        elif words[0] == "quit" and WHAT != "forks":
            return


main()
