"""The wires of a table with people: to it a person is a player whose answers come over a wire, as a program's do.

The table says `go`, the console asks the person, and the move comes back as `bestmove`. A request comes back as the end
of the wire, which makes the clock stop waiting; `PersonChannel.request` says what it was.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic_ns

from cardgames.bots.faults import Termination
from cardgames.bots.limits import MIB
from cardgames.bots.log_buffer import LogBuffer
from cardgames.bots.wires import Arrival, Channel, PipeWires, WireFault
from cardgames.casual.console import Console, Reply, Request
from cardgames.protocol.messages import IS_READY, READY, BestMove, Go, Rejected
from cardgames.rules import Game

_NO_MOVE = WireFault(Termination.WITHDRAWN, "a person wants something else than to move")


class PersonChannel(Channel):
    """The wire to one person at one table.

    Attributes:
        request: what the person wanted instead of a move; nothing more is heard from it then.
    """

    def __init__(self, console: Console, game: Game, seat: int) -> None:
        super().__init__(-1, -1 if console.keyboard is None else console.keyboard, -1, LogBuffer(0), MIB)
        self.log_is_open = False
        self.request: Request | None = None
        self._console = console
        self._game = game
        self._seat = seat
        self._go: int | None = None
        """The ID of the `go` that is open."""
        self._is_new = False
        """The console has not been asked for it yet."""
        self._is_ready = False

    def write(self, data: bytes) -> None:
        """The table says some lines."""
        for line in data.decode().splitlines():
            word = line.split(" ", 1)[0]
            if word == IS_READY:
                self._is_ready = True
            elif word == "position":
                self._go = None
            elif word == "go":
                self._go, self._is_new = Go.parse(line).ident, True
            elif word == "rejected":
                rejected = Rejected.parse(line)
                self._console.rejected(self._seat, rejected.move, rejected.reason)

    def pending(self) -> list[str | WireFault]:
        """What there is to say before any key comes: that it is ready, and what the console replies to a new `go`."""
        if self._is_ready:
            self._is_ready = False
            return [READY]
        if not self._is_new:
            return []
        self._is_new = False
        return self._lines(self._console.ask(self._seat))

    def read(self, most: int = 0) -> list[str | WireFault]:  # noqa: ARG002 - a person does not type too fast
        """Takes the keys that have come."""
        return self._lines(self._console.hear(self._seat, asked=self._go is not None))

    def _lines(self, replies: Iterable[Reply]) -> list[str | WireFault]:
        lines: list[str | WireFault] = []
        for reply in replies:
            if not isinstance(reply, int):
                self.request = reply
                return [*lines, _NO_MOVE]
            lines.append(BestMove(self._game.move_name(reply), self._go).text())
        return lines


class PausableTime:
    """The time of a game, in ns, which can be made to stand still: nobody loses who reads the rules."""

    def __init__(self, clock: Callable[[], int] = monotonic_ns) -> None:
        self._clock = clock
        self._paused = 0

    def __call__(self) -> int:
        """The time without all pauses that have ended."""
        return self._clock() - self._paused

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Time stands still; a pause within a pause is part of it."""
        begun, before = self._clock(), self._paused
        try:
            yield
        finally:
            self._paused = before + self._clock() - begun


class ConsoleWires(PipeWires):
    """Wires to programs and to people. No player in this process is short of time."""

    def __init__(self, channels: Sequence[Channel | None], time: PausableTime | None = None) -> None:
        self._time = time or PausableTime()
        super().__init__(channels, clock=self._time)
        self._people = {seat: channel for seat, channel in enumerate(channels) if isinstance(channel, PersonChannel)}
        self._polled = sum(1 << seat for seat in range(len(channels)))
        self._polled -= sum(1 << seat for seat, person in self._people.items() if person.read_end < 0)

    def worked(self) -> int:
        """Built-in players take as long as they like."""
        return 0

    def wait(self, until: int, seats: int) -> list[Arrival]:
        """Asks the people among `seats` who have been sent a `go`, else waits for programs and keys."""
        said: list[tuple[int, str | WireFault]] = []
        with self._time.paused():
            for seat, person in self._people.items():
                if seats >> seat & 1:
                    said += [(seat, line) for line in person.pending()]
                if person.request is not None:
                    # This game does not go on: nobody is waited for.
                    said = [(each, _NO_MOVE) for each in range(len(self._channels)) if seats >> each & 1]
                    break
        if said:
            # Whoever was asked has answered in time, however long it took.
            at = min(self.now(), until)
            return [(seat, line, at) for seat, line in said]
        return super().wait(until, seats & self._polled)
