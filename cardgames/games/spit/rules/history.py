"""What was done at a table of Spit: enough to take it back, and to tell what happened."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardgames.cards import NOTHING
from cardgames.games.spit.rules.moves import MOVE_NAMES, PILES, SLAP_LEFT, TARGETS, WAIT, Moves
from cardgames.games.spit.rules.table import NONE, OPEN, SEATS, Pair
from cardgames.rules.event import GAME_ITSELF, MOVE, NEW_ROUND, Event

SPAT: Final = "spit"
"""The kind of event of a spit: its two cards are those that came on L and on R, or `NOTHING` (S3, S9)."""


class Round(NamedTuple):
    """A round as it stands: what `undo` goes back to across a new layout, and where `events` finds the cards."""

    number: int
    stocks: list[list[list[int]]]
    faces: list[list[int]]
    spit: list[list[int]]
    piles: list[list[int]]
    cards: Pair
    points: Pair
    slaps: Pair
    drawn: int
    """The place in the dealer's stream."""


Record = tuple[int, int, int, tuple[Moves, Moves], Round | None]
"""Who, what, `waited` and both seats' moves before, and the round if it was settled by this.

A seat's record is its move. What follows from it by the game itself has records of its own: a spit (what: the
sum of 1 for L, 2 for R), or a round settled.
"""


def events_of(records: Sequence[Record], now: Round) -> list[Event]:
    """What the last move did, in order of happening.

    Read backwards from the table as it is now: a card spat or played lies below those that came on it later.
    """
    events: list[Event] = []
    table = now
    above = [0, 0]
    for who, what, _, _, settled in reversed(records):
        if settled is not None:
            if events:  # else the game is over
                events.append(Event(NEW_ROUND, GAME_ITSELF, number=table.number))
            table = settled
            above = [0, 0]
        elif who == GAME_ITSELF:
            events.append(_spit_event(table, above, what))
        elif what > WAIT:
            events += reversed(_slap_events(who, table.slaps))
            break
        else:
            events.append(_move_event(who, what, table, above))
            break
    events.reverse()
    return events


def _spit_event(table: Round, above: list[int], turned: int) -> Event:
    """A spit; counts its cards into `above`, the cards that came on each pile after what is still to be told."""
    cards = [NOTHING | OPEN, NOTHING | OPEN]
    for pile in SEATS:
        if turned & 1 << pile:
            cards[pile] = table.piles[pile][-1 - above[pile]] | OPEN
            above[pile] += 1
    return Event(SPAT, GAME_ITSELF, moved=(cards[0], cards[1]))


def _slap_events(seat: int, slaps: Pair) -> list[Event]:
    """Both slaps in the order made, `seat` having been the last; none while one is still to come (S12)."""
    if NONE in slaps:
        return []
    return [_plain_event(each, SLAP_LEFT + slaps[each]) for each in (1 - seat, seat)]


def _move_event(seat: int, move: int, table: Round, above: list[int]) -> Event:
    if move == WAIT:
        return _plain_event(seat, WAIT)
    source, target = divmod(move, TARGETS)
    stocks = table.stocks[seat]
    moved = table.piles[target][-1 - above[target]] if target < PILES else stocks[target - PILES][-1]
    turned_up = (stocks[source][-1] ^ OPEN,) if stocks[source] else ()  # S6: new to those that did not know it
    return Event(MOVE, seat, move, MOVE_NAMES[move], (moved | OPEN,), turned_up)


def _plain_event(seat: int, move: int) -> Event:
    """A move that shows no card."""
    return Event(MOVE, seat, move, MOVE_NAMES[move])
