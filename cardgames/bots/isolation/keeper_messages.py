"""What runner and keeper say to each other over a socket: the order and the answers, each a line of JSON, and letters.

First comes a `StartOrder`, later single letters; back go `Started` or `NotStarted`, `Ended` or `Refused`, and last
`Cleaned` if there is something to say of what the bot has left behind.
"""

import json
from typing import NamedTuple

from cardgames.bots.limits import Limits

TERMINATE = b"T"
KILL = b"K"
STDOUT_INSIDE = 3
"""The descriptor that a sandbox passes on as the bot's stdout, without having it itself: its end is the bot's doing."""
FILTER_INSIDE = 4
"""The descriptor from which a sandbox reads the filter of system calls."""


class StartOrder(NamedTuple):
    """What is to be started."""

    command: list[str]
    env: dict[str, str]
    cwd: str | None
    """Its working directory; None for a new one of its own, which is taken away at the end."""
    limits: Limits
    confined: bool
    """Whether the command takes care of its privileges itself (a sandbox)."""
    demoted: bool = False
    """Whether it runs as a user of its own."""
    binds: list[str] | None = None
    """What is laid out for that user, for the sandbox to show; None without a sandbox."""


class Started(NamedTuple):
    """The bot runs."""

    pid: int
    scratch: str | None
    """The folder that was made for it."""


class NotStarted(NamedTuple):
    """The system refused."""

    number: int
    """As in `OSError.errno`."""
    folder: str = ""
    """Where no folder could be made for it; empty if it was the program that could not be started."""
    unreadable: str = ""
    """What of its files the user that it runs as cannot read, with that user's id before it; else empty."""


class Ended(NamedTuple):
    """The bot has ended, and all of its family."""

    code: int | None
    """As `Popen.returncode`; None if that is not known."""
    kind: str
    """`memory` or `crash` where a limit was passed, else empty."""
    detail: str
    unkilled: int
    """How many processes could not be killed."""
    orphans: int
    """How many others ran on when the bot had ended by itself."""


class Refused(NamedTuple):
    """The machine refused the keeper something that it needs: the bot does not start, or has been ended."""

    number: int
    """As in `OSError.errno`."""


class Cleaned(NamedTuple):
    """Something of the bot's is still there, or was."""

    notes: list[str]
    """Each for one line."""


Message = Started | NotStarted | Ended | Refused | Cleaned
"""What a keeper says."""
_KINDS: dict[str, type[Message]] = {kind.__name__: kind for kind in (Started, NotStarted, Ended, Refused, Cleaned)}


def encode(message: Message | StartOrder) -> bytes:
    """The line, with its end."""
    return json.dumps([type(message).__name__, *message]).encode() + b"\n"


def decode(line: bytes) -> Message:
    """What a keeper has said."""
    name, *fields = json.loads(line)
    return _KINDS[name](*fields)


def decode_order(line: bytes) -> StartOrder:
    """What the runner has said first."""
    _, *fields = json.loads(line)
    order = StartOrder(*fields)
    return order._replace(limits=Limits(*order.limits))
