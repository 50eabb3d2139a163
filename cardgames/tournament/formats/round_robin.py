"""Round robin and gauntlet: formats whose games are known from the start."""

from collections.abc import Iterable
from math import comb

from cardgames.text import counted
from cardgames.tournament.formats.cycle import Cycle, Order, Sequential, Table
from cardgames.tournament.formats.schedule import Schedule, ScheduledGame, ScheduleError, check_games, check_players


class SingleCycle(Schedule):
    """A schedule that is one cycle from beginning to end."""

    def __init__(self, cycle: Cycle) -> None:
        super().__init__()
        self.cycle = cycle

    @property
    def games(self) -> int:
        """All of the cycle's."""
        return self.cycle.games

    def size(self) -> str:
        """The tables and their deals."""
        cycle, seats = self.cycle, self.cycle.seats
        nouns = ("pairing", None) if seats == 2 else (f"table of {seats}", f"tables of {seats}")
        return f"{counted(len(cycle.tables), *nouns)}, {counted(cycle.deals, 'deal')} each from {seats} sides"

    def game(self, number: int) -> ScheduledGame:
        """Any of them."""
        return self.cycle.game(number)


class RoundRobin(SingleCycle):
    """Every table that the players can form plays the same number of games: with two seats each pair, n-fold."""

    def __init__(self, players: int, seats: int, games: int, order: Order | None = None) -> None:
        """A schedule for `players` players at tables of `seats`, `games` games for each table.

        Raises:
            ScheduleError: fewer players than seats, or `games` not a multiple of `seats`.
        """
        check_players(players, seats)
        check_games(games, seats)
        super().__init__(Cycle(Combinations(range(players), seats), games // seats, order or Sequential()))


class Gauntlet(SingleCycle):
    """Each of the first players against all others, who do not meet without one of those at the table."""

    def __init__(self, players: int, seats: int, games: int, challengers: int = 1, order: Order | None = None) -> None:
        """A schedule for the first `challengers` of `players` players, `games` games for each table.

        At a table of more than two seats sits one challenger with some of the others.

        Raises:
            ScheduleError: too few players, too many challengers, or `games` not a multiple of `seats`.
        """
        check_players(players, seats)
        check_games(games, seats)
        most = players - seats + 1
        if not 1 <= challengers <= most:
            raise ScheduleError(
                f"challengers {challengers}: 1 to {most} was expected, of {players} bots at tables of {seats}; "
                "all others play against each of them",
                "challengers",
            )
        tables = Challenges(challengers, Combinations(range(challengers, players), seats - 1))
        super().__init__(Cycle(tables, games // seats, order or Sequential()))

    @property
    def even(self) -> bool:
        """Only where there is no more than one table: the challengers meet all others, the others challengers only."""
        return len(self.cycle.tables) == 1


class Combinations:
    """The choices of `size` members, in the order of `itertools.combinations`, each made when it is asked for."""

    def __init__(self, members: Iterable[int], size: int) -> None:
        self._members = tuple(members)
        self._size = size
        self._count = comb(len(self._members), size)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int, /) -> Table:
        chosen: list[int] = []
        at, left = 0, range(self._count)[index]
        while len(chosen) < self._size:
            # So many choices have this member as their next.
            having = comb(len(self._members) - at - 1, self._size - len(chosen) - 1)
            if left < having:
                chosen.append(self._members[at])
            else:
                left -= having
            at += 1
        return tuple(chosen)


class Challenges:
    """Each challenger with each choice of the others."""

    def __init__(self, challengers: int, others: Combinations) -> None:
        self._challengers = challengers
        self._others = others

    def __len__(self) -> int:
        return self._challengers * len(self._others)

    def __getitem__(self, index: int, /) -> Table:
        challenger, at = divmod(range(len(self))[index], len(self._others))
        return (challenger, *self._others[at])
