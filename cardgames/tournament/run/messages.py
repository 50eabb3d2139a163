"""What the runner and its workers say to each other, over the sockets between them.

    runner    `Assignment` once, then `Try`, `Release` and lists of `Job`; the end of its socket is the end of the work
    worker    a `Tried` for each `Try`, a `Done` for one or more jobs, for either of them `JobRefused` instead;
              `Warned` now and then; `Trouble` as its last message

A message is its length (4 bytes, big endian) and a pickle. Both ends are this program: the runner starts the workers
itself, and what bots say never comes here but as text.
"""

import pickle
from struct import Struct
from typing import NamedTuple

from cardgames.table.referee import GameReport
from cardgames.tournament.config.config import Config
from cardgames.tournament.job import Job

_LENGTH = Struct(">I")


class Assignment(NamedTuple):
    """What a worker has to know before its first game."""

    config: Config
    cpus: tuple[int, ...]
    """The processors that it and its bots keep to; empty for all."""
    kept: int
    """How many programs it may keep running between games."""
    logs: str | None
    """A folder for what bots say; None where nothing is kept."""
    environment: tuple[tuple[str, str], ...] = ()
    """The runner's variables that bots get: a worker is forked without any."""


class Try(NamedTuple):
    """Asks for a start of these bots, to see whether they start."""

    players: tuple[int, ...]


class Failure(NamedTuple):
    """A bot that could not be started."""

    player: int
    message: str


class Tried(NamedTuple):
    """The answer to `Try`: the bots that did not start."""

    failures: tuple[Failure, ...]


class Done(NamedTuple):
    """Jobs that are done, in the order they were given."""

    games: tuple[tuple[int, GameReport], ...]
    """Each game's number and report."""
    longest_ns: int
    """The time that the longest of them took, in ns."""


class JobRefused(NamedTuple):
    """The machine refused what a game or a `Try` needed, so that it was not done."""

    number: int
    """Of the game; 0 for a `Try`."""
    message: str
    """One line for a person."""


class Release(NamedTuple):
    """Asks for the end of bots that are kept without need, for the machine is short of something."""


class Warned(NamedTuple):
    """A warning for a person; the worker goes on."""

    message: str
    """One line."""


class Trouble(NamedTuple):
    """The worker cannot go on, and another could not either."""

    message: str
    """One line for a person."""


Message = Assignment | Try | Tried | Done | JobRefused | Release | Warned | Trouble | list[Job]


def packed(message: Message) -> bytes:
    """A message as it goes over the socket."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(data)) + data


class Unpacker:
    """Messages from the bytes of a stream, in whatever pieces they come."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> list[Message]:
        """The messages that are complete by now."""
        self._data += data
        messages: list[Message] = []
        at = 0
        while len(self._data) >= at + _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._data, at)
            end = at + _LENGTH.size + length
            if len(self._data) < end:
                break
            with memoryview(self._data) as view, view[at + _LENGTH.size : end] as piece:
                messages.append(pickle.loads(piece))  # noqa: S301
            at = end
        del self._data[:at]
        return messages
