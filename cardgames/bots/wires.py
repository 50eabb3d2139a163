"""The one place where a table waits: lines from the bots, each with its time of arrival.

Clocks and referee see the outer world as `Wires`. `PipeWires` are the real ones: one poll(2) for all seats of a game,
descriptors that never block, no thread, no timer. A round trip costs 1 µs more than a plain write and read; 2 µs with
the `selectors` module, 10 µs with asyncio. Tests put scripted bots and a fake clock in their place.
"""

import os
import select
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from time import monotonic_ns, thread_time_ns
from typing import NamedTuple

from cardgames.bots.faults import Termination
from cardgames.bots.limits import MIB
from cardgames.bots.log_buffer import LogBuffer
from cardgames.protocol.lines import LineFault, LineSplitter

MILLI = 1_000_000
"""Nanoseconds in a millisecond. All times on the wires are whole nanoseconds of a clock that never goes back."""

CHUNK = 65536
"""How many bytes are read at a time by default."""
COST_OF_LINE = 16
"""How many bytes a line counts beside its own, because many short lines make more work."""
_MOST_UNREAD = MIB
_SLICE = 50 * MILLI
"""The longest sleep at a time, in ns; so it shows when the process could not run."""
_STOOD_STILL = 250 * MILLI
"""A wake-up later than this, in ns, is not just a busy machine: the process was stopped."""
_SELECTABLE = 1024
"""Descriptors below this can be given to select(2)."""


class WireFault(NamedTuple):
    """Something over a wire that is no line, or the end of its lines."""

    kind: Termination
    detail: str


Arrival = tuple[int, str | WireFault, int]
"""Seat, what came, and when, in ns. A plain tuple, because one is made for each line."""


class Wires(ABC):
    """Lines to the seats and from them, and time."""

    @abstractmethod
    def now(self) -> int:
        """The time, in ns."""

    @abstractmethod
    def worked(self) -> int:
        """The CPU time of this thread, in ns: what a built-in player uses, also on a busy machine."""

    @abstractmethod
    def send(self, seat: int, text: str) -> None:
        """Writes whole lines to a seat; never blocks, never fails. What the pipe does not take follows in `wait`.

        The bytes of the seat's answer are counted anew.
        """

    @abstractmethod
    def wait(self, until: int, seats: int) -> list[Arrival]:
        """Sleeps until something comes from one of `seats`, at the latest until the time `until`.

        Only these seats are read from. The output of others stays in their pipes and costs nothing here.

        Args:
            until: a time, in ns; if it is past, what is there already is still returned.
            seats: a mask: 1 for seat 0, 2 for seat 1, 4 for seat 2, 8 for seat 3.

        Returns:
            What came, in each seat's own order; nothing if the time is up. After a fault of a seat, do not wait for
            it any more.
        """

    @abstractmethod
    def discard(self, seat: int) -> None:
        """Discards what has come from a seat so far."""


class Channel:
    """The three pipes of one bot."""

    __slots__ = ("_splitter", "limit", "log", "log_is_open", "read_end", "stderr", "taken", "unsent", "write_end")

    def __init__(self, write_end: int, read_end: int, stderr: int, log: LogBuffer, limit: int) -> None:
        """A channel over descriptors that do not block.

        Args:
            write_end: to the bot's stdin.
            read_end: from its stdout.
            stderr: from its stderr.
            log: where its stderr goes.
            limit: how many bytes may come in answer to one message.
        """
        self.write_end = write_end
        self.read_end = read_end
        self.stderr = stderr
        self.log = log
        self.log_is_open = True
        self.limit = limit
        self.taken = 0
        """Bytes that have come since the last message, and `COST_OF_LINE` for each line."""
        self.unsent = bytearray()
        """Bytes for which the bot's pipe had no room."""
        self._splitter = LineSplitter()

    @property
    def half_line(self) -> int:
        """How many bytes of an unfinished line have come."""
        return self._splitter.held

    def write(self, data: bytes) -> None:
        """Writes what the pipe takes and keeps the rest."""
        self.taken = 0
        if self.unsent:
            self.unsent += data
            return
        written = self._write(data)
        if written < len(data):
            self.unsent += data[written:]

    def flush(self) -> None:
        """Writes what the pipe takes of the rest."""
        del self.unsent[: self._write(self.unsent)]

    def _write(self, data: bytes | bytearray) -> int:
        try:
            return os.write(self.write_end, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            # Nobody will read it. The end of its output tells that the bot is gone.
            return len(data)

    def read(self, most: int = CHUNK) -> list[str | WireFault]:
        """Reads once, at most `most` bytes. Returns the lines that this completes."""
        try:
            data = os.read(self.read_end, most)
        except BlockingIOError:
            return []
        if not data:
            return [WireFault(Termination.CRASH, "its output ended")]
        if self.taken + len(data) > self.limit:
            detail = f"more than {self.limit} bytes came in answer to one message, the last of them {_quote(data)}"
            return [WireFault(Termination.FLOOD, detail)]
        lines = self._splitter.feed(data)
        self.taken += len(data) + COST_OF_LINE * len(lines)
        return [item if isinstance(item, str) else _as_wire_fault(item) for item in lines]

    def read_log(self) -> bool:
        """Reads once from stderr into the log. Returns whether something came."""
        try:
            data = os.read(self.stderr, CHUNK)
        except BlockingIOError:
            return False
        self.log_is_open = bool(data)
        self.log.add(data)
        return self.log_is_open

    def discard(self) -> None:
        """Discards what has come so far, at most as many bytes as an answer may have."""
        while self.taken <= self.limit:
            try:
                data = os.read(self.read_end, CHUNK)
            except BlockingIOError:
                return
            if not data:
                return
            self.taken += len(data)
            self._splitter.feed(data)


class _Poll:
    """Descriptors that are waited for together."""

    __slots__ = ("_highest", "_poll", "_readers", "_writers")

    def __init__(self) -> None:
        self._poll = select.poll()
        self._highest = 0
        self._readers: list[int] = []
        self._writers: list[int] = []

    def add_reader(self, descriptor: int) -> None:
        self._poll.register(descriptor, select.POLLIN)
        self._readers.append(descriptor)
        self._highest = max(self._highest, descriptor)

    def add_writer(self, descriptor: int) -> None:
        self._poll.register(descriptor, select.POLLOUT)
        self._writers.append(descriptor)
        self._highest = max(self._highest, descriptor)

    def ready(self, nanos: int) -> list[tuple[int, int]]:
        """The descriptors that are ready, after at most `nanos` ns. It may return early and empty.

        poll(2) counts whole milliseconds: alone it would return up to 1 ms late, 0.6 ms in the median. select(2) waits
        for the last part of a millisecond: it is 0.08 ms late, takes 1 µs more, and no descriptor from 1024 on.
        """
        if 0 < nanos < MILLI:
            nanos = MILLI if self._highest >= _SELECTABLE else self._wait_finely(nanos)
        return self._poll.poll(max(0, nanos // MILLI))

    def _wait_finely(self, nanos: int) -> int:
        select.select(self._readers, self._writers, [], nanos / 1e9)
        return 0


class PipeWires(Wires):
    """Wires over the pipes of real processes."""

    def __init__(
        self, channels: Sequence[Channel | None], chunk: int = CHUNK, clock: Callable[[], int] = monotonic_ns
    ) -> None:
        """Wires over these channels.

        Args:
            channels: the seats' in their order; None where a built-in player sits.
            chunk: how many bytes are read from a seat at a time; few where another seat must not wait.
            clock: the time in ns; it never goes back.
        """
        self._clock = clock
        self._stood_still = 0
        """How long this process was stopped while it waited, in ns."""
        self._channels = channels
        self._chunk = chunk
        self._logs = {channel.stderr: channel for channel in channels if channel is not None}
        self._seat_of = {channel.read_end: seat for seat, channel in enumerate(channels) if channel is not None}
        self._polls: dict[int, _Poll] = {}
        self._unsent = 0

    def now(self) -> int:
        """The system's monotonic clock, without the time for which this process was stopped while it waited."""
        return self._clock() - self._stood_still

    def worked(self) -> int:
        """The CPU time of this thread as the system counts it."""
        return thread_time_ns()

    def send(self, seat: int, text: str) -> None:
        """Writes what the pipe takes at once; `wait` writes the rest."""
        channel = self._channels[seat]
        assert channel is not None
        channel.write(text.encode("ascii", "backslashreplace"))
        if channel.unsent:
            self._unsent |= 1 << seat

    def wait(self, until: int, seats: int) -> list[Arrival]:
        """One poll(2) as a rule, then one read(2) for each seat that has something."""
        clock, now = self._clock, self._clock() - self._stood_still
        while True:
            poll = self._polls.get(seats) if not self._unsent else None
            if poll is None:
                poll = self._new_poll(seats)
            due = now + _SLICE if until - now > _SLICE else max(until, now)
            ready = poll.ready(due - now)
            now = clock() - self._stood_still
            if now - due > _STOOD_STILL:
                # This process or the machine was stopped: the bots did not use that time.
                self._stood_still += now - due
                now = due
            arrivals: list[Arrival] = []
            for descriptor, _ in ready:
                seat = self._seat_of.get(descriptor)
                if seat is None:
                    self._serve(descriptor)
                    continue
                channel = self._channels[seat]
                assert channel is not None
                arrivals += [(seat, item, now) for item in channel.read(self._chunk)]
            if self._unsent:
                arrivals += self._unread_faults(seats, now)
            if arrivals or now >= until:
                return arrivals

    def discard(self, seat: int) -> None:
        """Reads without looking."""
        channel = self._channels[seat]
        assert channel is not None
        channel.discard()

    def _new_poll(self, seats: int) -> "_Poll":
        waiting = _Poll()
        for seat, channel in enumerate(self._channels):
            if channel is None:
                continue
            if seats >> seat & 1:
                waiting.add_reader(channel.read_end)
            if channel.log_is_open:
                waiting.add_reader(channel.stderr)
            if channel.unsent:
                waiting.add_writer(channel.write_end)
        if not self._unsent:
            self._polls[seats] = waiting
        return waiting

    def _serve(self, descriptor: int) -> None:
        """Serves a stderr that has something, or a stdin that has room again."""
        log = self._logs.get(descriptor)
        if log is not None:
            log.read_log()
            if not log.log_is_open:
                self._polls.clear()
            return
        for seat, channel in enumerate(self._channels):
            if channel is not None and channel.write_end == descriptor:
                channel.flush()
                if not channel.unsent:
                    self._unsent &= ~(1 << seat)

    def _unread_faults(self, seats: int, at: int) -> list[Arrival]:
        deaf: list[Arrival] = []
        for seat, channel in enumerate(self._channels):
            if channel is not None and seats >> seat & 1 and len(channel.unsent) > _MOST_UNREAD:
                deaf.append((seat, WireFault(Termination.STALL, f"{_MOST_UNREAD} bytes of its input unread"), at))
        return deaf


def _as_wire_fault(fault: LineFault) -> WireFault:
    kind = Termination.FLOOD if fault.kind == "long" else Termination.PROTOCOL
    return WireFault(kind, fault.text())


def _quote(data: bytes) -> str:
    return repr(data[-20:].decode("ascii", "backslashreplace"))
