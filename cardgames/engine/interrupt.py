"""What an engine does with the lines that come while its player thinks.

They are read between two nodes of the search, in the one thread there is. A second thread would have to share
Python's one interpreter with the search: it would slow it down, answer no sooner, and make order a matter of luck.
"""

from collections.abc import Callable

from cardgames.protocol.messages import IS_READY, QUIT, READY, STOP, NewGame

Overhear = Callable[[Callable[[str], bool]], bool]
"""Shows the lines that have come to a function, which tells whether it has dealt with one; whether the input goes on
(`Wire.overhear`)."""

_PATIENT = frozenset(("ping", "event", "rejected", ""))
"""What may wait without keeping a later `isready` waiting: it changes nothing that `readyok` could be about."""
_NEXT_CHOICE = frozenset(("position", "go"))


class Thinking:
    """One `go` that is being thought about.

    Attributes:
        quitting: `quit` has come.
    """

    __slots__ = ("_clock_runs", "_kept", "_playing", "_stopped", "_write", "quitting")

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self.quitting = False
        self.begin(None)

    def begin(self, order: NewGame | None) -> None:
        """A new `go`, in the game that `order` began."""
        self._playing = order is not None and order.seat is not None
        self._clock_runs = self._playing and order is not None and "wall" in order.clock
        self._stopped = False
        self._kept = False

    def is_over(self, overhear: Overhear) -> bool:
        """Looks at what has come. Whether the choice is wanted at once, or no more."""
        goes_on = overhear(self._take)
        return self._stopped or not goes_on

    def _take(self, line: str) -> bool:
        """Deals with a line, or leaves it for later."""
        command = line.split(None, 1)[0] if line.strip() else ""
        if command in (STOP, QUIT):
            self._stopped = True
            self.quitting = self.quitting or command == QUIT
            return True
        if command == IS_READY and not self._kept:
            self._write(READY)
            return True
        if command not in _PATIENT:
            self._kept = True
            # On the wall clock the table has changed, and a game that is over wants no move.
            self._stopped = self._stopped or self._is_past(command)
        return False

    def _is_past(self, command: str) -> bool:
        return (self._playing and command == "gameover") or (self._clock_runs and command in _NEXT_CHOICE)
