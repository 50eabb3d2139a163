"""A test that ends a match: where it stands after each deal, and the schedule that stops with it.

The test is looked at after every deal that has been played from both sides, in the order of the schedule, however
the games came in. So the same results end the match at the same game, whatever runs beside what, and whether it was
interrupted or not. Games beyond that one, under way when the verdict fell, count for nothing.
"""

from collections.abc import Iterator
from typing import Generic, TypeVar

from cardgames.tournament.measures import trinomial
from cardgames.tournament.pentanomial import PairTally
from cardgames.tournament.schedule import GameResult, Schedule, ScheduledGame
from cardgames.tournament.sprt import Samples, Sprt, SprtState, Verdict

_T = TypeVar("_T")


class InOrder(Generic[_T]):
    """Holds what comes too early, and lets it go in the order of its numbers, from 1 on."""

    def __init__(self) -> None:
        self._next = 1
        self._early: dict[int, _T] = {}

    def add(self, number: int, item: _T) -> Iterator[_T]:
        """Takes an item in; those whose turn has come."""
        self._early[number] = item
        while self._next in self._early:
            self._next += 1
            yield self._early.pop(self._next - 1)


class SprtWatch:
    """A test, followed game by game in the order of the schedule."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.decided_at: int | None = None
        """The number of the game that brought the verdict."""
        self._tally = PairTally()
        self._state = sprt.state([0] * 5)

    @property
    def state(self) -> SprtState:
        """After the last deal that is complete."""
        return self._state

    def add(self, number: int, deal: int, result: GameResult) -> bool:
        """Takes the next game in; False if the verdict had fallen before, so that the game does not count."""
        if self.decided_at is not None:
            return False
        if not result.void and self._tally.add(deal, result.points()[0]):
            pairs = self._tally.pairs
            by_pairs = self.sprt.samples is Samples.PAIRS
            self._state = self.sprt.state(pairs.counts if by_pairs else trinomial(pairs.meeting))
            if self._state.verdict is not Verdict.CONTINUE:
                self.decided_at = number
        return True


class UntilVerdict(Schedule):
    """The schedule of a match of two, up to the verdict of a test or its own end."""

    def __init__(self, match: Schedule, sprt: Sprt) -> None:
        super().__init__()
        self._match = match
        self._watch = SprtWatch(sprt)
        self._in_order: InOrder[tuple[int, GameResult]] = InOrder()

    @property
    def games(self) -> int:
        """Those of the match: the most that there may be."""
        return self._match.games

    @property
    def exact(self) -> bool:
        """It ends when it ends."""
        return False

    @property
    def complete(self) -> bool:
        """Whether the verdict has fallen or the match has ended."""
        return self._watch.decided_at is not None or super().complete

    @property
    def decided_at(self) -> int | None:
        """The number of the last game that counts, once there is a verdict; what is under way beyond it may go."""
        return self._watch.decided_at

    def size(self) -> str:
        """That of the match."""
        return f"{self._match.size()}, until the test has its verdict"

    def game(self, number: int) -> ScheduledGame:
        """One of the match."""
        return self._match.game(number)

    @property
    def _known(self) -> int:
        return self.games if self._watch.decided_at is None else 0

    def _note(self, number: int, result: GameResult) -> None:
        for at, came in self._in_order.add(number, (number, result)):
            self._watch.add(at, self.game(at).deal, came)
