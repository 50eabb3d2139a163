"""How long a search may go on: until a number of nodes, a point in time, or a word from outside."""

from collections.abc import Callable

_UNBOUNDED = 1 << 62
_LOOK_EVERY = 0.0005
"""Seconds between two looks at the clock and the input, about."""
_LONGEST_STEP = 1 << 16
_LEAST_GAP = 0.002
"""Seconds between two looks that are no more than a slow node: on a busy machine another program has its turn."""


class Budget:
    """What one choice may cost. A search asks after each of its nodes whether it may go on: `while budget.spend()`.

    Asking costs as little as a count; clock and input are looked at about twice in a millisecond, however long a
    node takes. The number of nodes is kept to exactly, so that a search with nothing but such a limit, and the same
    chance, always finds the same.

    Attributes:
        nodes: how many have been spent.
        limit: how many there are.
        gap: the longest time between two looks, in seconds, 0 for none that is worth a word. So long this process
            may have to wait for a processor once before the search, unseen, and once after it: both are kept back,
            up to half of the time.
    """

    __slots__ = ("_clock", "_deadline", "_listen", "_look_at", "_looked", "_started", "_step", "gap", "limit", "nodes")

    def __init__(
        self,
        clock: Callable[[], float],
        millis: float | None = None,
        nodes: int | None = None,
        listen: Callable[[], bool] | None = None,
        gap: float = 0.0,
    ) -> None:
        """A budget that begins now.

        Args:
            clock: tells seconds.
            millis: how long the search may take; None for any time.
            nodes: how many nodes it may spend; None for any number.
            listen: asked now and then; True ends the search.
            gap: as the last search found it.
        """
        self.nodes = 0
        self.limit = _UNBOUNDED if nodes is None else nodes
        self._clock = clock
        self._listen = listen
        self._started = self._looked = clock()
        self._deadline = None if millis is None else self._started + millis / 1000
        self.gap = gap
        self._step = 1
        self._look_at = min(1, self.limit)

    def spend(self, nodes: int = 1) -> bool:
        """Counts nodes of the search. Whether it may go on."""
        self.nodes += nodes
        return self.nodes < self._look_at or self._go_on()

    @property
    def over(self) -> bool:
        """Whether `spend` has said that the search has to end."""
        return self.nodes >= self.limit

    @property
    def seconds(self) -> float:
        """How long it has lasted so far."""
        return self._clock() - self._started

    def spares(self) -> bool:
        """Whether there is time for what is no search: up to half of it, as long as nobody wants the answer."""
        if self._listen is not None and self._listen():
            self.end()
            return False
        return self._deadline is None or self._clock() < (self._started + self._deadline) / 2

    def end(self) -> None:
        """Ends the search: from now on `spend` says no."""
        self.limit = self._look_at = 0

    def _go_on(self) -> bool:
        if self.nodes >= self.limit:
            return False
        now = self._clock()
        elapsed = now - self._looked
        self._looked = now
        if elapsed > max(self.gap, _LEAST_GAP):
            self.gap = elapsed
        late = self._deadline is not None and now >= self._latest(self._deadline)
        if late or (self._listen is not None and self._listen()):
            self.end()
            return False
        self._set_step(elapsed)
        self._look_at = min(self.nodes + self._step, self.limit)
        return True

    def _latest(self, deadline: float) -> float:
        """When to end, so that all is done by the deadline even if there are two more gaps."""
        return max(deadline - 2 * self.gap, (self._started + deadline) / 2)

    def _set_step(self, elapsed: float) -> None:
        """A step as long as it takes to look again in time: clocks are not for the hot path."""
        if elapsed < _LOOK_EVERY / 2 and self._step < _LONGEST_STEP:
            self._step *= 2
        elif elapsed > _LOOK_EVERY and self._step > 1:
            self._step = max(1, int(self._step * _LOOK_EVERY / elapsed))
