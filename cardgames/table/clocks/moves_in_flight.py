"""A hand at a table in real time: one card at a time, and at most one that waits for it."""

from collections import deque
from typing import NamedTuple

from cardgames.table.clocks.table_history import TableChange


class Attempt(NamedTuple):
    """A card that is tried, or a pile that is slapped."""

    move: int
    ident: int
    """The `go` that it answers."""
    change: TableChange
    """The one after which that was asked."""
    starts: int
    """When the hand takes it, in ns."""
    lands: int
    """When it is where it is to go, in ns."""


class MovesInFlight:
    """The hand of one seat (PROTOCOL.md, "Time").

    A card that the hand has taken lands; one that waits for it is replaced by the next that is tried.

    Attributes:
        takes: how long a card is on its way, in ns.
        flying: the cards that the hand has taken and that have not been judged, the earliest first. There can be
            several: a card is judged a moment after it has landed, and by then the next is on its way.
        waiting: the one that it has not taken yet.
    """

    __slots__ = ("_free", "flying", "takes", "waiting")

    def __init__(self, takes: int) -> None:
        self.takes = takes
        self.flying: deque[Attempt] = deque()
        self.waiting: Attempt | None = None
        self._free = 0

    @property
    def first(self) -> Attempt | None:
        """The one that lands first, as it looks now."""
        return self.flying[0] if self.flying else self.waiting

    @property
    def cards(self) -> list[Attempt]:
        """All of them, the earliest first."""
        return [*self.flying, self.waiting] if self.waiting is not None else list(self.flying)

    def catch_up(self, now: int) -> None:
        """Takes the card that waits, if it is time."""
        waiting = self.waiting
        if waiting is not None and waiting.starts <= now:
            self.flying.append(waiting)
            self._free = waiting.lands
            self.waiting = None

    def attempt(self, move: int, ident: int, change: TableChange, now: int, earliest: int) -> None:
        """Tries a card: the hand takes it when it is free, not before `earliest`, and none that waited.

        A card that is on its way already is that card: the stock's next one has not been seen.
        """
        self.catch_up(now)
        self.waiting = None
        if any(card.move == move for card in self.flying):
            return
        starts = max(earliest, self._free)
        self.waiting = Attempt(move, ident, change, starts, starts + self.takes)

    def hold_back(self, now: int) -> None:
        """Gives up the card that waits."""
        self.catch_up(now)
        self.waiting = None

    def cleared(self, but: int) -> list[Attempt]:
        """Takes back all cards but those of this round, and is free."""
        stale = [card for card in self.cards if card.change.round != but]
        if stale:
            self.flying.clear()
            self.waiting = None
            self._free = 0
        return stale

    def landed(self) -> Attempt:
        """The first card, to be judged."""
        return self.flying.popleft()
