"""What a game of Spit in real time remembers of its changes: what each seat could do after each of them.

An attempt may name any `go` of the game, and is held against the list of that one. So a late card can be told from
an illegal one, and whoever is refused is told which event was faster.
"""

from collections.abc import Sequence

from cardgames.cards import CARD, NOTHING
from cardgames.games.spit.rules.history import SPAT
from cardgames.games.spit.rules.moves import PILES, SLAP_RIGHT, TARGETS, WAIT
from cardgames.rules import Event

Made = tuple[int, int]
"""A seat and its move."""


class TableChange:
    """The table after one landing, spit, layout, or the start of the slaps.

    Attributes:
        round: the round that is played.
        made: the seat and the move that brought it about; None for the deal.
        lists: seat by seat the moves, one bit each.
        first: the number of the event that brought it about.
        covered: of each pile the event that last put a card on it.
        ready: seat by seat, when it may try a card that it sees now, in ns.
    """

    __slots__ = ("covered", "first", "lists", "made", "ready", "round")

    def __init__(
        self, round_number: int, made: Made | None, lists: tuple[int, int], first: int, covered: tuple[int, int]
    ) -> None:
        self.round = round_number
        self.made = made
        self.lists = lists
        self.first = first
        self.covered = covered
        self.ready = [0, 0]

    def lists_move(self, seat: int, move: int) -> bool:
        """Whether a seat could make this move."""
        return bool(self.lists[seat] >> move & 1)

    def asks(self, seat: int) -> bool:
        """Whether a seat had a choice, and so a `go`."""
        return self.lists[seat] not in (0, 1 << WAIT)

    def shows_anew(self, seat: int, stock: int) -> bool:
        """Whether a seat's stock has another top by its own move."""
        if self.made is None or self.made[0] != seat or self.made[1] >= WAIT:
            return False
        source, target = divmod(self.made[1], TARGETS)
        return stock in (source, target - PILES)


_LONG_AGO = TableChange(0, None, ((1 << SLAP_RIGHT + 1) - 1,) * 2, 0, (0, 0))
"""Stands for all that are forgotten: nothing that they may have listed is illegal."""


class TableHistory:
    """The changes of this round and of the one before; what is older is forgotten, so that no game is too long."""

    def __init__(self) -> None:
        self._changes: list[TableChange] = []
        self._of_go: tuple[dict[int, TableChange], dict[int, TableChange]] = ({}, {})

    @property
    def round_began(self) -> int:
        """The number of the event with which this round began."""
        return next(change for change in self._changes if change.round == self.last.round).first

    @property
    def last(self) -> TableChange:
        """The table as it is. Raises IndexError before the first change."""
        return self._changes[-1]

    def add(
        self, round_number: int, made: Made | None, lists: Sequence[Sequence[int]], events: Sequence[Event], number: int
    ) -> TableChange:
        """Notes a change.

        Args:
            round_number: the round that is played now.
            made: what brought it about, None for the deal.
            lists: the moves of both seats now.
            events: what happened by that.
            number: that of the last event.
        """
        covered = self._changes[-1].covered if self._changes else (0, 0)
        first, covered = seen_by_table(events, number, covered)
        change = TableChange(round_number, made, (_mask(lists[0]), _mask(lists[1])), first, covered)
        if self._changes and change.round != self.last.round:
            self._forget(but=self.last.round)
        self._changes.append(change)
        return change

    def asked(self, seat: int, ident: int) -> None:
        """Notes that after the last change this `go` was sent."""
        self._of_go[seat][ident] = self.last

    def of_go(self, seat: int, ident: int) -> TableChange:
        """The change after which a `go` of this game was sent; of one of rounds ago only that it was."""
        return self._of_go[seat].get(ident, _LONG_AGO)

    def naming(self, seat: int, move: int) -> TableChange | None:
        """The change that an attempt without an ID answers: the last of this round after which it was listed.

        Also the last `go` of the round before: whoever answered it has lost a race, no more.
        """
        for change in reversed(self._changes):
            if change.lists_move(seat, move):
                return change
            if change.round != self.last.round and change.asks(seat):
                return None
        return None

    def played_since(self, seat: int, move: int, change: TableChange) -> int | None:
        """The number of the event by which a seat has played the card that a move of this round names; None if not.

        Args:
            seat: whose.
            move: one that was listed after `change`.
            change: the card is the one that lay there then.
        """
        for each in reversed(self._changes):
            if each is change:
                break
            if each.shows_anew(seat, move // TARGETS):
                return each.first
        return None

    def seen_since(self, seat: int, move: int, change: TableChange) -> TableChange:
        """The change since which a move has been possible without a break.

        `change` itself, the one that was named, if that is later, or if the move is not possible now.
        """
        since = change
        for each in reversed(self._changes):
            if each is change or each.round != self.last.round or not each.lists_move(seat, move):
                break
            since = each
        return since

    def event_against(self, seat: int, move: int, change: TableChange) -> int:
        """The number of the event by which a move, listed after `change`, is not possible now."""
        beaten_by = self.last
        for each in reversed(self._changes):
            if each is change or (each.round == change.round and each.lists_move(seat, move)):
                break
            beaten_by = each
        return event_of_move(move, beaten_by.first, beaten_by.covered)

    def _forget(self, but: int) -> None:
        """A round begins: of those before only the last is kept."""
        self._changes = [each for each in self._changes if each.round == but]
        for of_go in self._of_go:
            for ident in [ident for ident, change in of_go.items() if change.round != but]:
                del of_go[ident]


def seen_by_table(events: Sequence[Event], number: int, covered: tuple[int, int]) -> tuple[int, tuple[int, int]]:
    """Of some events: the number of the first that is no `wait`, and for each pile of the last card put on it.

    Args:
        events: those that came together.
        number: that of the last of them.
        covered: of each pile the event that covered it before.
    """
    first = 0
    last = list(covered)
    for at, event in enumerate(events, number - len(events) + 1):
        if event.move == WAIT:
            continue
        first = first or at
        for pile in _piles_of(event):
            last[pile] = at
    return first or number, (last[0], last[1])


def event_against(move: int, events: Sequence[Event], number: int) -> int:
    """Which of the events that came together a move cannot be made for; `number` is that of the last."""
    return event_of_move(move, *seen_by_table(events, number, (0, 0)))


def event_of_move(move: int, first: int, covered: tuple[int, int]) -> int:
    """Which event of a change a move cannot be made for: the card on its pile, or what the change began with."""
    pile = move % TARGETS
    return covered[pile] if move < WAIT and pile < PILES and covered[pile] >= first else first


def _piles_of(event: Event) -> list[int]:
    """The piles on which an event put a card."""
    if event.kind == SPAT:
        return [pile for pile, entry in enumerate(event.moved) if entry & CARD != NOTHING]
    target = event.move % TARGETS
    return [target] if 0 <= event.move < WAIT and target < PILES else []


def _mask(moves: Sequence[int]) -> int:
    mask = 0
    for move in moves:
        mask |= 1 << move
    return mask
