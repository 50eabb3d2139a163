"""When something that the machine refused is tried again: later and later, and at last no more."""

from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic

from cardgames.bots.isolation.machine_refusals import RefusalError
from cardgames.bots.warning import warn

PAUSES_S: Sequence[float] = (0.5, 1, 2, 4, 8, 15, 30)
"""Seconds to wait after each refusal of the same thing. After one refusal more it is given up."""
BEFORE_THE_START = 2
"""How many of these waits there are before the first game, when somebody is there who can do something."""


class Retries:
    """Counts refusals and says when to try again. Nothing sleeps here: while `waiting` nothing new is started."""

    def __init__(self, pauses_s: Sequence[float] | None = None, now: Callable[[], float] = monotonic) -> None:
        """Nothing has been refused yet.

        Args:
            pauses_s: instead of `PAUSES_S`.
            now: a clock that never goes back, in seconds.
        """
        self._pauses_s = PAUSES_S if pauses_s is None else pauses_s
        self._now = now
        self._until = now()
        self._refusals: Counter[int] = Counter()

    @property
    def waiting(self) -> bool:
        """Whether it is too early to try again."""
        return self._now() < self._until

    def refused(self, what: int, why: str, most: int | None = None) -> None:
        """Counts a refusal, and warns of it unless another one is being waited for.

        Args:
            what: which of the things that are tried, the number of a game for one.
            why: one line.
            most: how often it is tried again; None for as often as there are pauses.

        Raises:
            RefusalError: it has been refused often enough.
        """
        pauses = self._pauses_s[:most]
        self._refusals[what] += 1
        times = self._refusals[what]
        if times > len(pauses):
            raise RefusalError(f"{why} (tried {times} times)")
        if not self.waiting:
            warn(f"{why}; trying again in {pauses[times - 1]:g} s")
        self._until = max(self._until, self._now() + pauses[times - 1])

    def done(self, what: int) -> None:
        """Forgets the refusals of something that has been had now."""
        del self._refusals[what]
