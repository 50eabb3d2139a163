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


def draw(state: SpitState, seat: int | None, viewer: Viewer | None = None) -> str:
    """The table as plain text.

    Args:
        state: the whole table, or the view of `seat`; covered cards are counted, not shown.
        seat: who looks and sits below; None for nobody.
        viewer: how it is to be drawn; by default in ASCII for 80 columns.
    """
    viewer = viewer or Viewer(seat, players=len(SEATS))
    below = seat or 0
    lines = [*_head(state, viewer), "", *_seat_lines(state, 1 - below, viewer), ""]
    lines += [_piles_line(state, viewer), "", _numbers(viewer), *_seat_lines(state, below, viewer), ""]
    lines += wrapped(wanted(state, viewer), viewer.width)
    return viewer.symbols.lines(lines)


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


def _head(state: SpitState, viewer: Viewer) -> list[str]:
    one = " (one pile)" if state.one_pile else ""
    counts = state.points if state.for_points else state.cards
    what = "points" if state.for_points else "cards at its start"
    told = " and ".join(f"{viewer.who(each)} {counts[each]}" for each in SEATS)
    return wrapped(f"Spit, round {state.round}{one}, {what}: {told}", viewer.width)


def _indent(viewer: Viewer) -> int:
    return 16 if viewer.width >= MIDDLE else 10


def _numbers(viewer: Viewer) -> str:
    """The numbers of the own stocks, above them."""
    return " " * _indent(viewer) + "".join(f"  {place + 1}{_gap(viewer, 3)}" for place in range(PLACES))


def _gap(viewer: Viewer, most: int) -> str:
    return " " * (most if viewer.width >= MIDDLE else most - 1)


def _seat_lines(state: SpitState, each: int, viewer: Viewer) -> list[str]:
    """The tops, and below them how many cards each covers, with the seat's spit cards beside."""
    indent = _indent(viewer)
    stocks = state.stocks[each]
    tops = "".join(f"{_top(stock, viewer, f'stock {each} {at}')}{_gap(viewer, 1)}" for at, stock in enumerate(stocks))
    covered = "".join(f"{_covered(stock):<5}{_gap(viewer, 1)}" for stock in stocks)
    spit = f"{viewer.mark(f'spit {each}', len(state.spit[each]))}spit cards {len(state.spit[each])}"
    name = f"  {viewer.name(each, indent - 3)}"
    lines = [f"{name:<{indent}}{tops}", f"{'':<{indent}}{covered}"]
    if viewer.width >= MIDDLE:
        lines[0] += spit
        return lines
    return [*lines, f"{'':<{indent}}{spit}"]


def _top(stock: Sequence[int], viewer: Viewer, spot: str) -> str:
    if not stock:
        return f"{viewer.mark(spot, None)}[  ]"
    card = stock[-1] & CARD
    return f"{viewer.mark(spot, card)}[{CARD_SIGNS[card]}]"


def _covered(stock: Sequence[int]) -> str:
    return f"  +{len(stock) - 1}" if len(stock) > 1 else ""


def _piles_line(state: SpitState, viewer: Viewer) -> str:
    piles = []
    for pile in SEATS:
        cards = state.piles[pile]
        count = f" {len(cards)} card{'s' if len(cards) > 1 else ''}" if cards else ""
        top = _top(cards, viewer, f"pile {pile} {len(cards)}") if cards or not state.one_pile else " none"
        piles.append(f"{PILE_NAMES[pile]}{top}{count}")
    indent = _indent(viewer) + (2 if viewer.width >= MIDDLE else -7)
    return f"{'':<{indent}}{piles[0]:<20}{piles[1]}"


def wanted(state: SpitState, viewer: Viewer) -> str:
    """What is to be done, or how it ended: one line."""
    if state.phase == OVER:
        return _ending(state, viewer)
    if state.phase == SLAP:
        if viewer.seat is None or viewer.seat in state.actors():
            return "the round is over: slap a pile, L or R"
        return "the round is over: the other seat slaps a pile"
    if state.waited == NONE:
        return "play on a pile (3L, 3R), fill an empty place (3>1), or wait"
    who = viewer.who(state.waited)
    return f"{who} {'wait' if who == YOU else 'waits'}; if the other waits too, both spit"


def _ending(state: SpitState, viewer: Viewer) -> str:
    outcome = state.outcome
    assert outcome is not None
    if len(outcome.winners) > 1:
        return f"over ({outcome.reason}): drawn"
    return f"over ({outcome.reason}): {viewer.wins(outcome.winners[0])}, {outcome.scores[0]} to {outcome.scores[1]}"
