"""A test that ends a match: where it stands after each deal, and the schedule that stops with it.

The test goes through the games in the order of the schedule, however they came in, and is looked at after every deal
that has been played from both sides. So the same results end the match at the same game, whatever runs beside what,
and whether it was interrupted or not. What it has gone through counts; what has ended beside that does not
(counting.py).
"""

from collections.abc import Iterator
from typing import Generic, TypeVar

from cardgames.tournament.formats.schedule import GameResult, Schedule, ScheduledGame
from cardgames.tournament.rating.pentanomial import PairTally
from cardgames.tournament.rating.sprt import Samples, Sprt, SprtState, Verdict
from cardgames.tournament.rating.statistics import trinomial

_T = TypeVar("_T")


class SprtWatch(Generic[_T]):
    """A test, followed game by game: takes them as they end, goes through them in the order of their numbers."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.decided_at: int | None = None
        """The number of the game that brought the verdict."""
        self.reached = 0
        """The number of the last game that it has gone through."""
        self.left_out = 0
        """How many games have ended beyond the verdict."""
        self._early: dict[int, tuple[int, GameResult, _T]] = {}
        """Deal, result and item of each game that has ended before one with a lower number has."""
        self._tally = PairTally()
        self._state = sprt.state([0] * 5)

    @property
    def state(self) -> SprtState:
        """After the last deal that is complete."""
        return self._state

    @property
    def waiting(self) -> int:
        """How many games have ended that it cannot go through yet, for one before them has not."""
        return len(self._early)

    def add(self, number: int, deal: int, result: GameResult, item: _T) -> list[_T]:
        """Takes a game in, each number once, in any order.

        Args:
            number: of the game, 1 and up.
            deal: the number that both games of the deal have in common.
            result: what came of it.
            item: whatever stands for it.

        Returns:
            The items of the games that it has gone through now, and that count therefore: none if the game comes too
            early or is beyond the verdict, several if others waited for it.
        """
        if self.decided_at is not None:
            self.left_out += 1
            return []
        self._early[number] = deal, result, item
        return list(self._go_through())

    def _go_through(self) -> Iterator[_T]:
        while self.decided_at is None and self.reached + 1 in self._early:
            self.reached += 1
            deal, result, item = self._early.pop(self.reached)
            self._look(deal, result)
            yield item
        if self.decided_at is not None:
            self.left_out = len(self._early)
            self._early.clear()

    def _look(self, deal: int, result: GameResult) -> None:
        if result.void or not self._tally.add(deal, result.points()[0]):
            return
        pairs = self._tally.pairs
        by_pairs = self.sprt.samples is Samples.PAIRS
        self._state = self.sprt.state(pairs.counts if by_pairs else trinomial(pairs.meeting))
        if self._state.verdict is not Verdict.CONTINUE:
            self.decided_at = self.reached


class UntilVerdict(Schedule):
    """The schedule of a match of two, in whatever format, up to the verdict of a test or its own end."""

    def __init__(self, match: Schedule, sprt: Sprt) -> None:
        super().__init__()
        self._match = match
        self._watch: SprtWatch[None] = SprtWatch(sprt)

    @property
    def games(self) -> int:
        """Those of the match: the most that there may be."""
        return self._match.games

    @property
    def exact(self) -> bool:
        """It ends when it ends."""
        return False

    @property
    def played(self) -> int:
        """How many have ended, those that do not count among them."""
        return self._match.played

    @property
    def complete(self) -> bool:
        """Whether the verdict has fallen or the match has ended."""
        return self._watch.decided_at is not None or self._match.complete

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

    def next(self) -> ScheduledGame | None:
        """The match's, up to the verdict."""
        return None if self.complete else self._match.next()

    def add(self, number: int, result: GameResult) -> None:
        """As Schedule."""
        deal = self._match.game(number).deal
        self._match.add(number, result)
        self._watch.add(number, deal, result, None)
