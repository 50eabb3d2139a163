"""Swiss: in each round everyone meets somebody with about as many points whom it has not met yet.

From the top of the table down each player is paired with the first that it prefers and that leaves the others a way
to be paired as well: of those whom it has met least often one with as many points, as far below it as half of those
with as many points; else one with as few points less as possible. With an odd number of players the last in the
table of those with the fewest byes has one, which counts as if it had won all games of the round.

The table goes by points, then by Buchholz (the sum of what its opponents have, as often as they met), then by the
order in which the bots were named.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import ceil, log2

from cardgames.text import counted
from cardgames.tournament.formats.cycle import Order, Sequential, Table
from cardgames.tournament.formats.matching import Neighbours, can_all_be_paired
from cardgames.tournament.formats.rounds import InRounds, Pairing, points_of
from cardgames.tournament.formats.schedule import GameResult, Place, ScheduleError, check_games, check_players

MOST_ROUNDS = 1000
Points = Mapping[int, float]
"""By player."""


def rounds_for(players: int) -> int:
    """As many rounds as it takes until at most one player can have won all."""
    return max(1, ceil(log2(players)))


class Swiss(InRounds):
    """A fixed number of rounds; every pairing plays the same number of games."""

    def __init__(self, players: int, games: int, rounds: int | None = None, order: Order | None = None) -> None:
        """A schedule for `players` players, `games` games for each pairing.

        Args:
            players: how many there are, the one expected to be the best first if that is known.
            games: for each pairing.
            rounds: how many; None for `rounds_for` so many players.
            order: of the games in a round.

        Raises:
            ScheduleError: fewer than two players, an odd number of games, rounds out of range.
        """
        super().__init__(order or Sequential())
        check_players(players, 2)
        check_games(games, 2)
        if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
            raise ScheduleError(f"rounds {rounds}: 1 to {MOST_ROUNDS} was expected", "rounds")
        self.rounds = rounds_for(players) if rounds is None else rounds
        self._games = games
        self._points = dict.fromkeys(range(players), 0.0)
        self._met: Counter[Table] = Counter()
        self._byes: Counter[int] = Counter()
        self._resting: int | None = None
        """Who has a bye in this round."""
        self._round = 1
        self._start(self._next_round())

    @property
    def games(self) -> int:
        """All of all rounds."""
        return self.rounds * (len(self._points) // 2) * self._games

    def size(self) -> str:
        """Rounds and pairings."""
        pairings = counted(len(self._points) // 2, "pairing")
        return f"{counted(self.rounds, 'round')} of {pairings}, {self._games} games for each pairing"

    def places(self) -> list[Place]:
        """By points so far, Buchholz and the order of naming; the byes of rounds that have ended with the points."""
        points = self._points | {
            player: self._points[player] + more for player, more in points_of(self.ended_in_cycle()).items()
        }
        buchholz = self._buchholz(points)
        return [Place(player, self._place_note(player, points, buchholz)) for player in self._table(points)]

    def _pair(self, results: Sequence[GameResult]) -> Pairing | None:
        for player, points in points_of(results).items():
            self._points[player] += points
        if self._resting is not None:
            self._byes[self._resting] += 1
            self._points[self._resting] += self._games
        if self._round == self.rounds:
            return None
        self._round += 1
        return self._next_round()

    def _next_round(self) -> Pairing:
        table = self._table(self._points)
        if len(table) % 2:
            self._resting = self._bye(table)
            table.remove(self._resting)
        pairs = self._pairs(table)
        self._met.update(pairs)
        return Pairing(pairs, self._games // 2, self._round)

    def _bye(self, table: Sequence[int]) -> int:
        fewest = min(self._byes[player] for player in table)
        return next(player for player in reversed(table) if self._byes[player] == fewest)

    def _pairs(self, table: Sequence[int]) -> list[Table]:
        neighbours = self._neighbours(table)
        left = list(table)
        pairs: list[Table] = []
        while left:
            player = left.pop(0)
            other = next(other for other in self._preferred(player, left) if _all_can(neighbours, player, other, left))
            left.remove(other)
            pairs.append(_pair(player, other))
        return pairs

    def _neighbours(self, table: Sequence[int]) -> dict[int, set[int]]:
        """Whom each may be paired with: those it has not met, or those it has met as seldom as has to be."""
        neighbours: dict[int, set[int]] = {player: set() for player in table}
        for times in range(self._round):
            for one, other in combinations(table, 2):
                if self._met[_pair(one, other)] == times:
                    neighbours[one].add(other)
                    neighbours[other].add(one)
            if can_all_be_paired(neighbours):
                break
        return neighbours

    def _preferred(self, player: int, left: Sequence[int]) -> list[int]:
        points = self._points
        peers = [other for other in left if points[other] == points[player]]
        half = (len(peers) - 1) // 2
        far = {other: abs(at - half) for at, other in enumerate(peers)}
        return sorted(left, key=lambda other: (self._met[_pair(player, other)], -points[other], far.get(other, 0)))

    def _table(self, points: Points) -> list[int]:
        buchholz = self._buchholz(points)
        return sorted(points, key=lambda player: (-points[player], -buchholz[player], player))

    def _buchholz(self, points: Points) -> dict[int, float]:
        sums = dict.fromkeys(points, 0.0)
        for (one, other), times in self._met.items():
            sums[one] += times * points[other]
            sums[other] += times * points[one]
        return sums

    def _place_note(self, player: int, points: Points, buchholz: Points) -> str:
        byes = self._byes[player]
        extra = f", {counted(byes, 'bye')}" if byes else ""
        return f"{points[player]:g} points, Buchholz {buchholz[player]:g}{extra}"


def _pair(one: int, other: int) -> Table:
    return min(one, other), max(one, other)


def _all_can(neighbours: Neighbours, player: int, other: int, left: Sequence[int]) -> bool:
    """Whether these two may meet, and the others who are left can be paired then."""
    rest = set(left) - {other}
    return other in neighbours[player] and can_all_be_paired({one: neighbours[one] & rest for one in rest})
