"""Who plays whom, in which seats and with which deal: made as it is needed, so that its length costs nothing."""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple


class ScheduleError(ValueError):
    """A tournament that cannot be: too few players, or games that do not go round the seats evenly."""


class ScheduledGame(NamedTuple):
    """One game to be played."""

    number: int
    """1 and up, over the whole tournament."""
    deal: int
    """The number of the first game with the same deal: what its seed is drawn from."""
    round: int
    """1 and up: in a round every table plays one deal from each of its sides."""
    players: tuple[int, ...]
    """For each seat the index of the player that sits there."""
    last: bool
    """Whether nobody plays this deal again."""


class RoundRobin:
    """Every table that the players can form, `games` times each, every deal played from each side.

    Two seats: each pair meets, each deal twice, with seats changed. More seats: each choice of that many players
    meets, each deal once for every place of the rotation. The rounds come one after another, so that a table
    broken off half-way has all players at about as many games.
    """

    def __init__(self, players: int, seats: int, games: int) -> None:
        """A schedule for `players` players at tables of `seats`, `games` games for each table.

        Raises:
            ScheduleError: fewer players than seats, or `games` not a multiple of `seats`.
        """
        if players < seats:
            bots = "1 bot" if players == 1 else f"{players} bots"
            raise ScheduleError(f"{bots} for {seats} seats: at least {seats} were expected; one may be named twice")
        if games < 1 or games % seats:
            even = "an even number" if seats == 2 else f"a multiple of {seats}"
            near = max(seats, (games + seats // 2) // seats * seats)
            raise ScheduleError(
                f"games {games}: {even} was expected, for every deal is played from each side; try {near}"
            )
        self.players = players
        self.seats = seats
        self.rounds = games // seats

    def __len__(self) -> int:
        return comb(self.players, self.seats) * self.seats * self.rounds

    def __iter__(self) -> Iterator[ScheduledGame]:
        number = 1
        for round_number in range(1, self.rounds + 1):
            for table in combinations(range(self.players), self.seats):
                for side, seating in enumerate(rotation(table), start=1):
                    yield ScheduledGame(number + side - 1, number, round_number, seating, side == self.seats)
                number += self.seats


def rotation(table: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The table as it is, then each time one seat further, until everyone has had every seat."""
    for shift in range(len(table)):
        yield table[-shift:] + table[:-shift] if shift else table
