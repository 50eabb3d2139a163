"""How long a search may go on: until it has spent its nodes, until its time is over, or until it is told to stop."""

from collections.abc import Callable

_UNBOUNDED = 1 << 62
_CHECK_EVERY = 0.0005
"""The aim: so many seconds between two checks of the clock and of the input."""
_LONGEST_STEP = 1 << 16
_LEAST_GAP = 0.002
"""A longer gap than so many seconds between two checks is no slow node: another program had the processor."""


class Budget:
    """The limits of one choice. A search asks after each node whether it may go on: `while budget.spend()`.

    `spend` usually only counts. The clock and the input are checked about twice in a millisecond, however long a node
    takes. The node limit is exact: a search with only this limit and the same random stream always finds the same move.

    Attributes:
        nodes: the nodes spent so far.
        limit: the most nodes it may spend.
        gap: the longest time between two checks in seconds; 0 if none was longer than `_LEAST_GAP`. The process may
            have to wait as long for a processor once before the search and once after it, where no check sees it. So
            twice this time is kept back, but never more than half of the search's time.
    """

    __slots__ = (
        *("_check_at", "_checked", "_clock", "_deadline", "_should_stop", "_started", "_step"),
        *("gap", "limit", "nodes"),
    )

    def __init__(
        self,
        clock: Callable[[], float],
        millis: float | None = None,
        nodes: int | None = None,
        should_stop: Callable[[], bool] | None = None,
        gap: float = 0.0,
    ) -> None:
        """A budget whose time begins now.

        Args:
            clock: returns the time in seconds.
            millis: how many milliseconds the search may take; None for no limit.
            nodes: how many nodes it may spend; None for no limit.
            should_stop: called now and then; if it returns True, the search ends.
            gap: the gap that the last search ended with, in seconds.
        """
        self.nodes = 0
        self.limit = _UNBOUNDED if nodes is None else nodes
        self._clock = clock
        self._should_stop = should_stop
        self._started = self._checked = clock()
        self._deadline = None if millis is None else self._started + millis / 1000
        self.gap = gap
        self._step = 1
        self._check_at = min(1, self.limit)

    def spend(self, nodes: int = 1) -> bool:
        """Counts nodes of the search, and returns whether the search may go on."""
        self.nodes += nodes
        return self.nodes < self._check_at or self._may_go_on()

    @property
    def over(self) -> bool:
        """Whether the search has to end: `spend` has returned False."""
        return self.nodes >= self.limit

    @property
    def seconds(self) -> float:
        """The seconds since the budget began."""
        return self._clock() - self._started

    def has_spare_time(self) -> bool:
        """Whether there is time for work beside the search: in the first half of its time, if no answer is wanted
        yet.
        """
        if self._should_stop is not None and self._should_stop():
            self.end()
            return False
        return self._deadline is None or self._clock() < (self._started + self._deadline) / 2

    def end(self) -> None:
        """Ends the search: from now on `spend` returns False."""
        self.limit = self._check_at = 0

    def _may_go_on(self) -> bool:
        if self.nodes >= self.limit:
            return False
        now = self._clock()
        elapsed = now - self._checked
        self._checked = now
        if elapsed > max(self.gap, _LEAST_GAP):
            self.gap = elapsed
        late = self._deadline is not None and now >= self._end_by(self._deadline)
        if late or (self._should_stop is not None and self._should_stop()):
            self.end()
            return False
        self._set_step(elapsed)
        self._check_at = min(self.nodes + self._step, self.limit)
        return True

    def _end_by(self, deadline: float) -> float:
        """The time in seconds at which to end, so that the move is ready by the deadline even after two more gaps."""
        return max(deadline - 2 * self.gap, (self._started + deadline) / 2)

    def _set_step(self, elapsed: float) -> None:
        """Sets how many nodes to count before the next check. Reading the clock at each node would cost too much."""
        if elapsed < _CHECK_EVERY / 2 and self._step < _LONGEST_STEP:
            self._step *= 2
        elif elapsed > _CHECK_EVERY and self._step > 1:
            self._step = max(1, int(self._step * _CHECK_EVERY / elapsed))
