"""Formats in rounds: who meets in the next round follows from the results of those before it."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from cardgames.tournament.formats.cycle import Cycle, Order, Table
from cardgames.tournament.formats.schedule import GameResult, Schedule, ScheduledGame, ScheduleError


class Pairing(NamedTuple):
    """Who meets next."""

    tables: Sequence[Table]
    deals: int
    """At each table."""
    round: int


class InRounds(Schedule):
    """A schedule that is made cycle by cycle: the next one once every game of the last one has ended.

    A subclass calls `_start` with its first pairing, and says in `_pair` what follows from the results of a cycle.
    """

    def __init__(self, order: Order) -> None:
        super().__init__()
        self._order = order
        self._results: dict[int, GameResult] = {}
        """Of the cycle's games, and of later ones that a stored tournament came with."""
        self._over = False

    def _start(self, pairing: Pairing, first: int = 1) -> None:
        self._cycle = Cycle(pairing.tables, pairing.deals, self._order, first, pairing.round)

    @abstractmethod
    def _pair(self, results: Sequence[GameResult]) -> Pairing | None:
        """What follows the cycle whose results these are, in the order of its games; None if that was the last."""

    def ended_in_cycle(self) -> Sequence[GameResult]:
        """The results of the present cycle so far, in the order in which they came."""
        return tuple(self._results.values())

    @property
    def complete(self) -> bool:
        """Whether the last round has been played."""
        return self._over

    def game(self, number: int) -> ScheduledGame:
        """One of the present cycle. Raises ScheduleError for another."""
        if not self._cycle.first <= number <= self._cycle.last:
            raise ScheduleError(f"game {number}: {self._cycle.first} to {self._cycle.last} are known")
        return self._cycle.game(number)

    @property
    def _known(self) -> int:
        return 0 if self._over else self._cycle.last

    def _note(self, number: int, result: GameResult) -> None:
        self._results[number] = result
        cycle = self._cycle
        while not self._over and self._all_ended_to >= cycle.last:
            pairing = self._pair([self._result(at) for at in range(cycle.first, cycle.last + 1)])
            if pairing is None:
                self._over = True
            else:
                self._start(pairing, cycle.last + 1)
                cycle = self._cycle

    def _result(self, number: int) -> GameResult:
        result, due = self._results.pop(number), self._cycle.game(number).players
        if result.players != due:
            raise ScheduleError(f"game {number}: players {result.players} came, {due} were due after the rounds before")
        return result


def points_of(results: Sequence[GameResult]) -> dict[int, float]:
    """What each player has from these games."""
    points: dict[int, float] = {}
    for result in results:
        for player, share in result.points().items():
            points[player] = points.get(player, 0.0) + share
    return points
