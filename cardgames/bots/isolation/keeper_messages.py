"""The messages between runner and keeper over their socket: lines of JSON, and from the runner single letters.

The runner sends a `StartOrder`, later letters. The keeper answers `Started` or `NotStarted`, then `Ended` or `Refused`,
and last `Cleaned` if there is something to say of what the bot has left behind.
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
    """What to start, and how."""

    command: list[str]
    env: dict[str, str]
    cwd: str | None
    """Its working directory; None for a new one, which is removed at the end."""
    limits: Limits
    confined: bool
    """Whether the command is a sandbox."""
    demoted: bool = False
    """Whether it runs as a user of its own."""
    binds: list[str] | None = None
    """The files to mount for that user, for the sandbox to show; None without a sandbox."""


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
    """The file that its user cannot read, after that user's id and a blank; empty if there is none."""


class Ended(NamedTuple):
    """The bot has ended, with all its descendants."""

    code: int | None
    """As `Popen.returncode`; None if that is not known."""
    kind: str
    """`memory` or `crash` if it exceeded a limit, else empty."""
    detail: str
    unkilled: int
    """How many processes could not be killed."""
    orphans: int
    """How many of its processes ran on when the bot had ended by itself."""


class Refused(NamedTuple):
    """The machine refused the keeper something that it needs: the bot was not started, or has been killed."""

    number: int
    """As in `OSError.errno`."""


class Cleaned(NamedTuple):
    """Notes on what the bot has left behind."""

    notes: list[str]
    """Each for one line."""


Message = Started | NotStarted | Ended | Refused | Cleaned
"""What a keeper sends."""
_KINDS: dict[str, type[Message]] = {kind.__name__: kind for kind in (Started, NotStarted, Ended, Refused, Cleaned)}


def encode(message: Message | StartOrder) -> bytes:
    """The line, with its end."""
    return json.dumps([type(message).__name__, *message]).encode() + b"\n"


def decode(line: bytes) -> Message:
    """Reads a line of a keeper."""
    name, *fields = json.loads(line)
    return _KINDS[name](*fields)


def decode_order(line: bytes) -> StartOrder:
    """Reads the first line of the runner."""
    _, *fields = json.loads(line)
    order = StartOrder(*fields)
    return order._replace(limits=Limits(*order.limits))
