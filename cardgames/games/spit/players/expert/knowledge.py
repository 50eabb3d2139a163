"""What a seat of Spit sees, as small numbers, and what it remembers of when the cards in flight were played."""

from typing import NamedTuple

from cardgames.cards import CARD, RANK
from cardgames.games.spit.players.expert.simulation import FLIGHT, JITTER, SimulatedRound, SimulatedSeat
from cardgames.games.spit.rules.moves import WAIT, heads
from cardgames.games.spit.rules.state import SpitState
from cardgames.games.spit.rules.table import ENTRY_RANK, NO_RANK, PACK

_USUAL_FLIGHT = FLIGHT + JITTER // 2
_ONE_CARD = 2
"""One card changes the sizes of the stocks by at most so many cards in all (S5, S7)."""


class Flights(NamedTuple):
    """The cards in flight now, as far as a seat can tell."""

    own_move: int = WAIT
    """The seat's last choice, if it may still land; else WAIT."""
    own_age: int = 0
    """For how many ticks it has been in flight."""
    other_move: int = WAIT
    """What the other seat is expected to have chosen."""
    other_age: int = 0


class SpitKnowledge:
    """A table in play as one seat sees it.

    Attributes:
        view: the table.
        seat: the seat.
        simulation: the same as small numbers.
        unseen: the ranks of the cards that lie face down, in ascending order of the cards.
    """

    __slots__ = ("seat", "simulation", "unseen", "view")

    def __init__(self, view: SpitState, seat: int) -> None:
        self.view = view
        self.seat = seat
        own = _simulated_seat(view, seat, 0)
        other = _simulated_seat(view, 1 - seat, sum(own.depths))
        self.simulation = SimulatedRound(own, other, heads(*view.piles), [len(pile) for pile in view.piles], seat)
        open_cards = {entry & CARD for pile in view.piles for entry in pile}
        open_cards.update(stock[-1] & CARD for stocks in view.stocks for stock in stocks if stock)
        self.unseen = bytes([RANK[card] for card in PACK if card not in open_cards])


def _simulated_seat(view: SpitState, seat: int, start: int) -> SimulatedSeat:
    stocks = view.stocks[seat]
    depths = [max(len(stock) - 1, 0) for stock in stocks]
    return SimulatedSeat.seen(
        [ENTRY_RANK[stock[-1]] if stock else NO_RANK for stock in stocks], depths, len(view.spit[seat]), start
    )


class Memory:
    """What a seat remembers between two of its choices.

    It compares two tables to find which card has landed in between, and so for how long the others have been in flight.
    If it cannot tell, it assumes that nothing is in flight, as a player without memory has to.
    """

    __slots__ = ("_flights", "_sizes")

    def __init__(self) -> None:
        self._flights = Flights()
        self._sizes: list[list[int]] = []

    def now(self, knowledge: SpitKnowledge) -> Flights:
        """The cards in flight at this choice; the same again if it is asked again."""
        sizes = _sizes(knowledge)
        if sizes == self._sizes:
            return self._flights
        changed = [each for each in (0, 1) if self._sizes and sizes[each] != self._sizes[each]]
        same_round = bool(self._sizes) and sizes[2:] == self._sizes[2:]
        flights = self._after(knowledge, changed[0], sizes) if same_round and len(changed) == 1 else Flights()
        other_move = knowledge.simulation.other.choice(knowledge.simulation.own, knowledge.simulation.heads)
        age = flights.other_age if flights.other_move == other_move else 0
        self._sizes = sizes
        self._flights = Flights(flights.own_move, flights.own_age, other_move, age)
        return self._flights

    def move_in_flight(self, knowledge: SpitKnowledge) -> int | None:
        """The card that the seat chose last, if its stocks show that it has not landed; else None."""
        landed = _sizes(knowledge)[:1] != self._sizes[:1]
        return None if landed or self._flights.own_move == WAIT else self._flights.own_move

    def remember(self, move: int) -> None:
        """Notes what the seat has chosen."""
        flights = self._flights
        age = flights.own_age if move == flights.own_move else 0
        self._flights = flights._replace(own_move=move, own_age=age)

    def _after(self, knowledge: SpitKnowledge, changed: int, sizes: list[list[int]]) -> Flights:
        """The cards in flight after one seat's stocks have changed: its card has landed, or there is no knowing."""
        before = self._flights
        changes = [now - then for now, then in zip(sizes[changed], self._sizes[changed], strict=True)]
        if sum(map(abs, changes)) > _ONE_CARD or sum(changes) > 0:  # one card more: a move was undone
            return Flights()
        if changed == 0:
            passed = max(_USUAL_FLIGHT - before.own_age, 1)
            return Flights(other_move=before.other_move, other_age=before.other_age + passed)
        passed = max(_USUAL_FLIGHT - before.other_age, 1)
        if before.own_move not in knowledge.view.legal(knowledge.seat):
            return Flights()
        return Flights(own_move=before.own_move, own_age=before.own_age + passed)


def _sizes(knowledge: SpitKnowledge) -> list[list[int]]:
    """The sizes of both seats' stocks, and whatever changes only with a spit or a new round."""
    view, seat = knowledge.view, knowledge.seat
    stocks = [[len(stock) for stock in view.stocks[each]] for each in (seat, 1 - seat)]
    return [*stocks, [view.round, seat, *map(len, view.spit)]]
