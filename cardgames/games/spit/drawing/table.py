"""Spit drawn for a person: the other seat's stocks above, the spit piles in the middle, one's own stocks below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.cards import CARD, NOTHING, UNKNOWN
from cardgames.drawing.symbols import CARD_SIGNS
from cardgames.drawing.viewer import MIDDLE, Viewer, wrapped
from cardgames.drawing.wording import YOU
from cardgames.games.spit.rules.history import SPAT
from cardgames.games.spit.rules.table import NONE, OPEN, OVER, PILE_NAMES, PLACES, SEATS, SLAP
from cardgames.rules.event import NEW_ROUND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgames.games.spit.rules.state import SpitState
    from cardgames.rules import Event


def draw(state: SpitState, seat: int | None, look: Viewer | None = None) -> str:
    """The table as plain text.

    Args:
        state: the whole table, or the view of `seat`; covered cards are counted, not shown.
        seat: who looks and sits below; None for nobody.
        look: how it is to be drawn; by default in ASCII for 80 columns.
    """
    look = look or Viewer(seat, players=len(SEATS))
    below = seat or 0
    lines = [*_head(state, look), "", *_seat_lines(state, 1 - below, look), ""]
    lines += [_piles_line(state, look), "", _numbers(look), *_seat_lines(state, below, look), ""]
    lines += wrapped(wanted(state, look), look.width)
    return look.ink.lines(lines)


def before_spit(view: SpitState, events: Sequence[Event]) -> SpitState | None:
    """The table between a move, or a new layout, and the spit that followed: for a countdown before the spit.

    Args:
        view: a seat's view after all of it; it is left as it is.
        events: what happened.

    Returns:
        That table, or None if there was no spit.
    """
    since_layout = list(events)
    for at, event in enumerate(events):
        if event.kind == NEW_ROUND:
            since_layout = since_layout[at + 1 :]
            break
    spits = [event.moved for event in since_layout if event.kind == SPAT]
    if not spits:
        return None
    table = view.copy()
    for cards in spits:
        for pile, entry in enumerate(cards):
            if entry & CARD != NOTHING:
                table.piles[pile].pop()
                table.spit[pile].append(UNKNOWN | OPEN)
    return table


def _head(state: SpitState, look: Viewer) -> list[str]:
    one = " (one pile)" if state.one_pile else ""
    counts = state.points if state.for_points else state.cards
    what = "points" if state.for_points else "cards at its start"
    told = " and ".join(f"{look.who(each)} {counts[each]}" for each in SEATS)
    return wrapped(f"Spit, round {state.round}{one}, {what}: {told}", look.width)


def _indent(look: Viewer) -> int:
    return 16 if look.width >= MIDDLE else 10


def _numbers(look: Viewer) -> str:
    """The numbers of the own stocks, above them."""
    return " " * _indent(look) + "".join(f"  {place + 1}{_gap(look, 3)}" for place in range(PLACES))


def _gap(look: Viewer, most: int) -> str:
    return " " * (most if look.width >= MIDDLE else most - 1)


def _seat_lines(state: SpitState, each: int, look: Viewer) -> list[str]:
    """The tops, and below them how many cards each covers, with the seat's spit cards beside."""
    indent = _indent(look)
    stocks = state.stocks[each]
    tops = "".join(f"{_top(stock, look, f'stock {each} {at}')}{_gap(look, 1)}" for at, stock in enumerate(stocks))
    covered = "".join(f"{_covered(stock):<5}{_gap(look, 1)}" for stock in stocks)
    spit = f"{look.mark(f'spit {each}', len(state.spit[each]))}spit cards {len(state.spit[each])}"
    name = f"  {look.name(each, indent - 3)}"
    lines = [f"{name:<{indent}}{tops}", f"{'':<{indent}}{covered}"]
    if look.width >= MIDDLE:
        lines[0] += spit
        return lines
    return [*lines, f"{'':<{indent}}{spit}"]


def _top(stock: Sequence[int], look: Viewer, spot: str) -> str:
    if not stock:
        return f"{look.mark(spot, None)}[  ]"
    card = stock[-1] & CARD
    return f"{look.mark(spot, card)}[{CARD_SIGNS[card]}]"


def _covered(stock: Sequence[int]) -> str:
    return f"  +{len(stock) - 1}" if len(stock) > 1 else ""


def _piles_line(state: SpitState, look: Viewer) -> str:
    piles = []
    for pile in SEATS:
        cards = state.piles[pile]
        count = f" {len(cards)} card{'s' if len(cards) > 1 else ''}" if cards else ""
        top = _top(cards, look, f"pile {pile} {len(cards)}") if cards or not state.one_pile else " none"
        piles.append(f"{PILE_NAMES[pile]}{top}{count}")
    indent = _indent(look) + (2 if look.width >= MIDDLE else -7)
    return f"{'':<{indent}}{piles[0]:<20}{piles[1]}"


def wanted(state: SpitState, look: Viewer) -> str:
    """What is to be done, or how it ended: one line."""
    if state.phase == OVER:
        return _ending(state, look)
    if state.phase == SLAP:
        if look.seat is None or look.seat in state.actors():
            return "the round is over: slap a pile, L or R"
        return "the round is over: the other seat slaps a pile"
    if state.waited == NONE:
        return "play on a pile (3L, 3R), fill an empty place (3>1), or wait"
    who = look.who(state.waited)
    return f"{who} {'wait' if who == YOU else 'waits'}; if the other waits too, both spit"


def _ending(state: SpitState, look: Viewer) -> str:
    outcome = state.outcome
    assert outcome is not None
    if len(outcome.winners) > 1:
        return f"over ({outcome.reason}): drawn"
    return f"over ({outcome.reason}): {look.wins(outcome.winners[0])}, {outcome.scores[0]} to {outcome.scores[1]}"
