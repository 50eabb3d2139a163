"""A cycle: tables at which the same number of deals is played, every deal from each side.

Games are numbered deal after deal: first one deal at every table, then the next, so that a tournament that is broken
off half-way has all players at about as many games. A table of two plays a deal twice, with seats changed. At a table
of three or four a deal is played in full rotation, and from deal to deal the order round the table changes, until
everyone has sat in every order: after 2 deals with three seats (6 games), after 6 with four (24 games).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Protocol

from cardgames.cards import Dealer
from cardgames.cards.derived_seeds import derive
from cardgames.tournament.formats.schedule import ScheduledGame

Table = tuple[int, ...]
"""The players that meet."""


class Tables(Protocol):
    """Those of a cycle; may be made as they are asked for."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Table: ...


class Order(ABC):
    """In which order the tables of a cycle play a deal each, and from which side each begins."""

    @abstractmethod
    def tables(self, first: int, count: int) -> Sequence[int]:
        """The tables, 0 to `count` - 1, that play one after another from game `first` on."""

    @abstractmethod
    def side(self, deal: int, seats: int) -> int:
        """By how many seats the first game of the deal is turned."""


class Sequential(Order):
    """As the bots were named."""

    def tables(self, first: int, count: int) -> Sequence[int]:  # noqa: ARG002
        """As they are."""
        return range(count)

    def side(self, deal: int, seats: int) -> int:  # noqa: ARG002
        """None."""
        return 0


class Shuffled(Order):
    """Random, from a secret: whoever knows the order of one cycle learns nothing of a deal."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._first = 0
        self._tables: list[int] = []

    def tables(self, first: int, count: int) -> Sequence[int]:
        """Every order as likely."""
        if (self._first, len(self._tables)) != (first, count):
            self._first, self._tables = first, list(range(count))
            Dealer(derive(self._secret, f"order {first}")).shuffle(self._tables)
        return self._tables

    def side(self, deal: int, seats: int) -> int:
        """Every side as likely."""
        return Dealer(derive(self._secret, f"side {deal}")).below(seats)


class Cycle:
    """Tables that all play the same number of deals."""

    def __init__(self, tables: Tables, deals: int, order: Order, first: int = 1, called: int | None = None) -> None:
        """A cycle.

        Args:
            tables: one or more, all of as many players.
            deals: how many there are at each table.
            order: in which the tables play.
            first: the number of the first game.
            called: the round that all of it is; None where each deal of every table makes a round.
        """
        # Kept, not asked for again: a runner takes one game after another from here while its workers wait.
        self.tables = tables
        self.deals = deals
        self.first = first
        self.seats = len(tables[0])
        """At each table."""
        self.games = len(tables) * deals * self.seats
        """In all."""
        self.last = first + self.games - 1
        """The number of the last game."""
        self._count = len(tables)
        self._order = order
        self._called = called

    def game(self, number: int) -> ScheduledGame:
        """The game of this number."""
        seats, count = self.seats, self._count
        deal, side = divmod(number - self.first, seats)
        turn, place = divmod(deal, count)
        at = self._order.tables(self.first + turn * count * seats, count)[place]
        first = number - side
        orders = seat_orders(seats)
        table = self.tables[at]
        seated = tuple(table[place] for place in orders[(turn + at) % len(orders)])
        shift = (side + self._order.side(first, seats)) % seats
        called = turn + 1 if self._called is None else self._called
        return ScheduledGame(number, first, called, seated[-shift:] + seated[:-shift])


@cache
def seat_orders(seats: int) -> tuple[tuple[int, ...], ...]:
    """The ways round a table: 1 for two, 2 for three, 6 for four; each is followed by its reverse."""
    return tuple(_seat_orders(seats))


def _seat_orders(seats: int) -> Iterator[tuple[int, ...]]:
    for others in permutations(range(1, seats)):
        if others <= others[::-1]:
            yield 0, *others
            if seats > 2:
                yield 0, *others[::-1]
