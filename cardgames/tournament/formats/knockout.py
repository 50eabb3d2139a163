"""Knockout: who loses a pairing is out.

The first named and the second named can meet in the final only, the first four in the semifinals, and so on. Where
the players do not make a power of two, the first named pass the first round without playing. A pairing that is even
after its games goes on, up to ten deals more from both sides; if that does not decide it, who was at fault in fewer
games that are void for it does, then the sum of the margins, and after that the order in which the bots were named.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from cardgames.text import counted
from cardgames.tournament.formats.cycle import Order, Sequential, Table
from cardgames.tournament.formats.rounds import InRounds, Pairing, points_of
from cardgames.tournament.formats.schedule import GameResult, Place, check_games, check_players
from cardgames.tournament.rating.statistics import margin

MORE_DEALS = 10
"""For a pairing that is even."""


class Knockout(InRounds):
    """Rounds of pairings until one player is left."""

    def __init__(self, players: int, games: int, order: Order | None = None) -> None:
        """A schedule for `players` players, the one expected to be the best first, `games` games for each pairing.

        Raises:
            ScheduleError: fewer than two players, or an odd number of games.
        """
        super().__init__(order or Sequential())
        check_players(players, 2)
        check_games(games, 2)
        self._players = players
        self._per_pairing = games
        self._bracket = bracket(players)
        """Those who are still in, who play each other side by side; None for nobody."""
        self._out: dict[int, int] = {}
        """The round in which a player lost."""
        self._round = 1
        self._tied = 0
        """Deals that were played beyond the regular ones."""
        self._points: defaultdict[int, float] = defaultdict(float)
        self._margins: Counter[int] = Counter()
        self._voided: Counter[int] = Counter()
        """Games that count for nobody by a fault of the player's."""
        self._start(self._next_round())

    @property
    def games(self) -> int:
        """At most: every pairing even to the end."""
        return (self._players - 1) * (self._per_pairing + 2 * MORE_DEALS)

    @property
    def exact(self) -> bool:
        """How many more deals will be needed is not known."""
        return False

    def size(self) -> str:
        """Pairings, and what an even one may have more."""
        pairings = counted(self._players - 1, "pairing")
        return f"{pairings} of {self._per_pairing} games, up to {2 * MORE_DEALS} more for one that is even"

    def places(self) -> list[Place]:
        """The winner, the other finalist, and so on; of one round as they were named."""
        rounds = (self._players - 1).bit_length()
        order = sorted(range(self._players), key=lambda player: (-self._out.get(player, rounds + 1), player))
        return [Place(player, self._place_note(player, rounds)) for player in order]

    def _pair(self, results: Sequence[GameResult]) -> Pairing | None:
        self._count(results)
        even = [table for table in self._tables() if self._points[table[0]] == self._points[table[1]]]
        if even and self._tied < MORE_DEALS:
            self._tied += 1
            return Pairing(even, 1, self._round)
        self._end_round()
        return None if len(self._bracket) == 1 else self._next_round()

    def _count(self, results: Sequence[GameResult]) -> None:
        for player, points in points_of(results).items():
            self._points[player] += points
        for result in results:
            for seat, player in enumerate(result.players):
                if not result.void:
                    self._margins[player] += margin(result.outcome, seat)
                elif seat not in result.outcome.winners:
                    self._voided[player] += 1

    def _next_round(self) -> Pairing:
        return Pairing(self._tables(), self._per_pairing // 2, self._round)

    def _tables(self) -> list[Table]:
        places = self._bracket
        return [
            (one, other)
            for one, other in zip(places[::2], places[1::2], strict=True)
            if one is not None and other is not None
        ]

    def _end_round(self) -> None:
        winners: list[int | None] = []
        for one, other in zip(self._bracket[::2], self._bracket[1::2], strict=True):
            assert one is not None, "who passes a round stands on the left"
            winner = one if other is None else self._better(one, other)
            winners.append(winner)
            if other is not None:
                self._out[one + other - winner] = self._round
        self._bracket = winners
        self._round += 1
        self._tied = 0
        self._points.clear()
        self._margins.clear()
        self._voided.clear()

    def _better(self, one: int, other: int) -> int:
        def standing(player: int) -> tuple[float, int, int, int]:
            return self._points[player], -self._voided[player], self._margins[player], -player

        return max(one, other, key=standing)

    def _place_note(self, player: int, rounds: int) -> str:
        lost = self._out.get(player)
        if lost is None:
            return "winner" if len(self._out) == self._players - 1 else f"in round {self._round} of {rounds}"
        return "finalist" if lost == rounds else f"out in round {lost} of {rounds}"


def bracket(players: int) -> list[int | None]:
    """The first round, each two places side by side a pairing; the places of players that are missing are None.

    >>> bracket(6)
    [0, None, 3, 4, 1, None, 2, 5]
    """
    order = [0]
    while len(order) < players:
        last = 2 * len(order) - 1
        order = [place for player in order for place in sorted((player, last - player))]
    return [player if player < players else None for player in order]
