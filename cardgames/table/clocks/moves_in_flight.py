"""The moves of one seat that are on their way to the table, in real time."""

from collections import deque
from typing import NamedTuple

from cardgames.table.clocks.table_history import TableChange


class Attempt(NamedTuple):
    """A card that a seat tries to play, or a pile that it tries to slap."""

    move: int
    ident: int
    """The `go` that it answers."""
    change: TableChange
    """The table at the time of that `go`."""
    starts: int
    """When it sets out, in ns."""
    lands: int
    """When it arrives, in ns."""


class MovesInFlight:
    """What the hand of one seat is doing (PROTOCOL.md, "Time"): it carries one card at a time.

    A card that has set out lands. At most one more waits for the hand; the next attempt replaces it.

    Attributes:
        flight_ns: how long a card is on its way, in ns.
        flying: the attempts that have set out and have not been judged, the earliest first. There can be several:
            one is judged a moment after it has landed, and by then the next may be on its way.
        waiting: the attempt that has not set out yet.
    """

    __slots__ = ("_free", "flight_ns", "flying", "waiting")

    def __init__(self, flight_ns: int) -> None:
        self.flight_ns = flight_ns
        self.flying: deque[Attempt] = deque()
        self.waiting: Attempt | None = None
        self._free = 0

    @property
    def first(self) -> Attempt | None:
        """The attempt that lands first."""
        return self.flying[0] if self.flying else self.waiting

    @property
    def attempts(self) -> list[Attempt]:
        """All attempts, the earliest first."""
        return [*self.flying, self.waiting] if self.waiting is not None else list(self.flying)

    def advance(self, now: int) -> None:
        """Lets the attempt that waits set out, if it is time."""
        waiting = self.waiting
        if waiting is not None and waiting.starts <= now:
            self.flying.append(waiting)
            self._free = waiting.lands
            self.waiting = None

    def attempt(self, move: int, ident: int, change: TableChange, now: int, earliest: int) -> None:
        """Adds an attempt, in place of one that waits. It sets out when the hand is free, not before `earliest`.

        If the same move is on its way already nothing is added: the stock's next card has not been seen.
        """
        self.advance(now)
        self.waiting = None
        if any(attempt.move == move for attempt in self.flying):
            return
        starts = max(earliest, self._free)
        self.waiting = Attempt(move, ident, change, starts, starts + self.flight_ns)

    def cancel_waiting(self, now: int) -> None:
        """Gives up the attempt that waits."""
        self.advance(now)
        self.waiting = None

    def clear_other_rounds(self, round_number: int) -> list[Attempt]:
        """Removes and returns the attempts of other rounds. If there is one, the hand is free."""
        stale = [attempt for attempt in self.attempts if attempt.change.round != round_number]
        if stale:
            self.flying.clear()
            self.waiting = None
            self._free = 0
        return stale

    def pop_landed(self) -> Attempt:
        """Removes and returns the attempt that has landed first, to be judged."""
        return self.flying.popleft()
