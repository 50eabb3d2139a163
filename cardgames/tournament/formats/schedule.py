"""Who plays whom, in which seats and with which deal: a schedule gives out one game after another.

A schedule is made as it is needed, so that its length costs nothing. Which games there are, their numbers, deals and
seats follow from the tournament's settings, its secret and the results of rounds that are complete, never from the
order in which results came in: an interrupted tournament that is resumed is the same tournament.

    RoundRobin, Gauntlet    all games are known from the start (round_robin.py)
    Swiss, Knockout         the next round is known once the last one is complete (swiss.py, knockout.py)
    UntilVerdict            any of them, ended early by a test (sprt_stop.py)
"""

from abc import ABC, abstractmethod
from typing import NamedTuple

from cardgames.rules.game import Outcome
from cardgames.text import counted


class ScheduleError(ValueError):
    """A tournament that cannot be: too few players, or games that do not go round the seats evenly."""

    def __init__(self, message: str, setting: str = "games") -> None:
        super().__init__(message)
        self.setting = setting
        """What would have to be changed: `games`, `bots`, `format`, `rounds` …"""


class ScheduledGame(NamedTuple):
    """One game to be played."""

    number: int
    """1 and up, over the whole tournament."""
    deal: int
    """The number of the first game with the same deal: what its seed is drawn from."""
    round: int
    """1 and up."""
    players: tuple[int, ...]
    """For each seat the index of the player that sits there."""
    last: bool = False
    """Whether all other games of its deal have ended, so that nothing is lost if its seed is told."""


class GameResult(NamedTuple):
    """What a schedule needs of a game that has ended."""

    players: tuple[int, ...]
    """As they were scheduled."""
    outcome: Outcome
    void: bool = False
    """Played, but to count for nobody."""

    def points(self) -> dict[int, float]:
        """What each player has of the one point: all, a half, a third or a quarter for a shared win; of a void 0."""
        if self.void:
            return dict.fromkeys(self.players, 0.0)
        winners = self.outcome.winners
        return {player: 1 / len(winners) if seat in winners else 0.0 for seat, player in enumerate(self.players)}


class Place(NamedTuple):
    """Where a format puts a player that has places of its own."""

    player: int
    note: str
    """For the table: `6.5 points, Buchholz 21`, `out in round 2`."""


class Schedule(ABC):
    """A format, from its first game to its last."""

    def __init__(self) -> None:
        self._looked_at = 0
        self._all_ended_to = 0
        self._ended: set[int] = set()
        """Beyond `_all_ended_to`: as many as games overtook a slower one."""

    @property
    @abstractmethod
    def games(self) -> int:
        """How many there are; if not `exact`, the most that there may be."""

    @property
    def exact(self) -> bool:
        """Whether there will be as many as `games` whatever the results are."""
        return True

    @property
    def even(self) -> bool:
        """Whether everyone is to meet everyone equally often."""
        return True

    @property
    def played(self) -> int:
        """How many have ended."""
        return self._all_ended_to + len(self._ended)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to be played."""
        return self.played >= self.games

    def next(self) -> ScheduledGame | None:
        """The next game that can be started; None if it has to wait for results, or nothing is left."""
        while self._looked_at < self._known:
            self._looked_at += 1
            if not self._has_ended(self._looked_at):
                game = self.game(self._looked_at)
                same_deal = range(game.deal, game.deal + len(game.players))
                return game._replace(last=all(self._has_ended(n) for n in same_deal if n != game.number))
        return None

    def add(self, number: int, result: GameResult) -> None:
        """Takes note of a game that has ended, in any order: as games end, and of all that are stored before `next`.

        Raises:
            ScheduleError: there is no such game, or it was added before.
        """
        if not 1 <= number <= self.games or self._has_ended(number):
            raise ScheduleError(f"game {number}: it is not one of the {self.games} scheduled, or came twice")
        self._ended.add(number)
        while self._all_ended_to + 1 in self._ended:
            self._all_ended_to += 1
            self._ended.remove(self._all_ended_to)
        self._note(number, result)

    @abstractmethod
    def size(self) -> str:
        """What there is to be played, for a person: `6 pairings, 10 deals each from 2 sides`."""

    @abstractmethod
    def game(self, number: int) -> ScheduledGame:
        """The game of this number, which has to be known already; `last` is left open."""

    def places(self) -> list[Place] | None:
        """The players, the best first; None where points per game or Elo decide (`Standings.ranking`)."""
        return None

    @property
    def _known(self) -> int:
        """The number of the last game that is known by now."""
        return self.games

    def _note(self, number: int, result: GameResult) -> None:  # noqa: B027
        """Whatever else a format does with a result; as a rule nothing."""

    def _has_ended(self, number: int) -> bool:
        return number <= self._all_ended_to or number in self._ended


def check_games(games: int, seats: int) -> None:
    """Refuses a number of games in which a deal would not be played from each side. Raises ScheduleError."""
    if games < 1 or games % seats:
        even = "an even number" if seats == 2 else f"a multiple of {seats}"
        near = max(seats, (games + seats // 2) // seats * seats)
        raise ScheduleError(f"games {games}: {even} was expected, for every deal is played from each side; try {near}")


def check_players(players: int, seats: int) -> None:
    """Refuses fewer players than seats. Raises ScheduleError."""
    if players < seats:
        bots = counted(players, "bot")
        raise ScheduleError(f"{bots} for {seats} seats: at least {seats} were expected; one may be named twice", "bots")
