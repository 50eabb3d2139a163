"""Writes what would do something to a terminal, and far too much of it: in the field that its argument names.

The option is called what the second argument says, if there is one.
"""

import sys

from bot import run, say

ORDERS = "\x1b[2J\x1b]0;owned\x07\x08\x7f\x00"
FOUL = ORDERS * 200 + "A" * 50_000 + ORDERS * 200
WORSE = "\u202e\u2066\x9b31m\x85\u2028" * 20
field = sys.argv[1]


def curse() -> None:
    """To stderr: in UTF-8 and not, with and without ends of lines."""
    for _ in range(40):
        sys.stderr.buffer.write(
            f"{FOUL}{WORSE}\r".encode() + b"\xff\xfe\xed\xa0\x80\n\tlast " + ORDERS.encode() + b"\n"
        )
    sys.stderr.flush()


def hello() -> None:
    if field == "early":
        curse()
        sys.exit(3)
    if field == "greeting":
        say(f"{FOUL}\n")
        return
    if field == "half":
        say("id name \xc2\x9b\x1b[2J\n")
    foul_id = FOUL if field == "id" else "plain"
    say(f"id name {foul_id}\nid author {foul_id}\nid version {foul_id}\n")
    if field == "bare":
        say(f"id {ORDERS}{'D' * 5000}\n")
    if field == "option":
        say(f"option name {FOUL} type string default {FOUL[:9000]}\noption \x1b[2J\n")
    if field == "options":
        say(f"option name Size type combo default a var a var {'B' * 60_000}\noption name {'C' * 60_000} type button\n")
    names = "".join(f" {number}{ORDERS}" for number in range(3000))
    say(f"games{names}\n" if field == "games" else "games kroket\n")
    say("cgpok 1\n")


def go(answer: str) -> None:
    _, move, ident = answer.split()
    say(f"info string {FOUL}\n{FOUL}\n{ORDERS}\n")
    if field == "exit":
        curse()
        sys.exit(3)
    elif field == "move":
        say(f"bestmove {FOUL}\n")
    elif field == "byte":
        say(f"bestmove {ORDERS}\xc2\x9b\n")
    elif field == "empty":
        say("bestmove \x1c\x1d\n")
    elif field == "flood":
        say(FOUL * 2)
    else:
        say(f"bestmove {move} {ident} {ORDERS}\n")


def ready() -> None:
    say(f"{FOUL}\n" if field == "ready" else "readyok\n")


run(go=go, hello=hello, ready=ready)
