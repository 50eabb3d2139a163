"""What a seat of Spit sees, as small numbers, and what it remembers of when the cards now on their way set out."""

from typing import NamedTuple

from cardgames.cards import CARD, RANK
from cardgames.games.spit.players.expert.simulation import FLIGHT, JITTER, Race, SimulatedSeat
from cardgames.games.spit.rules.moves import WAIT, heads
from cardgames.games.spit.rules.state import SpitState
from cardgames.games.spit.rules.table import ENTRY_RANK, NO_RANK, PACK

_USUAL = FLIGHT + JITTER // 2
_ONE_CARD = 2
"""The most that the stocks' sizes change, all together, by one card (S5, S7)."""


class Flights(NamedTuple):
    """What is on its way now, as far as a seat can tell."""

    mine: int = WAIT
    """What the seat wanted last, if it may still land; WAIT for nothing."""
    mine_age: int = 0
    """For how many ticks that has been on its way."""
    theirs: int = WAIT
    """What the other seat is thought to want."""
    theirs_age: int = 0


class SpitKnowledge:
    """A table in play, seen from one seat.

    Attributes:
        view: the table.
        seat: who sees it.
        race: the same as small numbers.
        unseen: the ranks of the cards that lie face down, in ascending order of the cards.
    """

    __slots__ = ("race", "seat", "unseen", "view")

    def __init__(self, view: SpitState, seat: int) -> None:
        self.view = view
        self.seat = seat
        own = _side(view, seat, 0)
        other = _side(view, 1 - seat, sum(own.depths))
        self.race = Race(own, other, heads(*view.piles), [len(pile) for pile in view.piles], seat)
        open_cards = {entry & CARD for pile in view.piles for entry in pile}
        open_cards.update(stock[-1] & CARD for stocks in view.stocks for stock in stocks if stock)
        self.unseen = bytes([RANK[card] for card in PACK if card not in open_cards])


def _side(view: SpitState, seat: int, start: int) -> SimulatedSeat:
    stocks = view.stocks[seat]
    depths = [max(len(stock) - 1, 0) for stock in stocks]
    return SimulatedSeat.seen(
        [ENTRY_RANK[stock[-1]] if stock else NO_RANK for stock in stocks], depths, len(view.spit[seat]), start
    )


class Memory:
    """What a seat keeps in mind between two of its choices.

    It tells from two tables which card has landed in between, and so how far the others on their way have come. Where
    it cannot tell, it takes it that nothing is on its way: as it has to without memory.
    """

    __slots__ = ("_flights", "_sizes")

    def __init__(self) -> None:
        self._flights = Flights()
        self._sizes: list[list[int]] = []

    def now(self, sight: SpitKnowledge) -> Flights:
        """What is on its way at this choice; the same if it is asked once more."""
        sizes = _sizes(sight)
        if sizes == self._sizes:
            return self._flights
        changed = [side for side in (0, 1) if self._sizes and sizes[side] != self._sizes[side]]
        again = bool(self._sizes) and sizes[2:] == self._sizes[2:]
        flights = self._after(sight, changed[0], sizes) if again and len(changed) == 1 else Flights()
        theirs = sight.race.other.choice(sight.race.own, sight.race.heads)
        age = flights.theirs_age if flights.theirs == theirs else 0
        self._sizes = sizes
        self._flights = Flights(flights.mine, flights.mine_age, theirs, age)
        return self._flights

    def under_way(self, sight: SpitKnowledge) -> int | None:
        """The card that the seat has chosen last, if its stocks tell that it has not landed; None for none."""
        landed = _sizes(sight)[:1] != self._sizes[:1]
        return None if landed or self._flights.mine == WAIT else self._flights.mine

    def wants(self, move: int) -> None:
        """The seat has chosen."""
        flights = self._flights
        age = flights.mine_age if move == flights.mine else 0
        self._flights = flights._replace(mine=move, mine_age=age)

    def _after(self, sight: SpitKnowledge, side: int, sizes: list[list[int]]) -> Flights:
        """After a change of one side: a card has landed, or the table follows from nothing that it knows."""
        before = self._flights
        changes = [now - then for now, then in zip(sizes[side], self._sizes[side], strict=True)]
        if sum(map(abs, changes)) > _ONE_CARD or sum(changes) > 0:  # a card more: a move was taken back
            return Flights()
        if side == 0:
            passed = max(_USUAL - before.mine_age, 1)
            return Flights(theirs=before.theirs, theirs_age=before.theirs_age + passed)
        passed = max(_USUAL - before.theirs_age, 1)
        if before.mine not in sight.view.legal(sight.seat):
            return Flights()
        return Flights(mine=before.mine, mine_age=before.mine_age + passed)


def _sizes(sight: SpitKnowledge) -> list[list[int]]:
    """The stocks of both sides, and all that only changes with a spit or a new round."""
    view, seat = sight.view, sight.seat
    stocks = [[len(stock) for stock in view.stocks[each]] for each in (seat, 1 - seat)]
    return [*stocks, [view.round, seat, *map(len, view.spit)]]
