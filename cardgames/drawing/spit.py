"""Spit drawn for a person: the other seat's stocks above, the spit piles in the middle, one's own stocks below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.games.spit_table import ENTRY_NAME, NONE, OVER, PILE_NAMES, SEATS, SLAP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgames.games.spit_state import SpitState

_PILE_SHOWN = 8
"""Cards of a spit pile, from its top, that have room on a line."""


def draw(state: SpitState, seat: int | None) -> str:
    """The table in plain ASCII, at most 80 columns.

    Args:
        state: the whole table, or the view of `seat`; covered cards are counted, not shown.
        seat: whom to call `you` and to draw below; None for nobody.
    """
    below = 0 if seat is None else seat
    lines = [_head(state), "", *_seat_lines(state, 1 - below, seat), ""]
    lines += [_pile_line(state, pile) for pile in SEATS]
    lines += ["", *_seat_lines(state, below, seat), "", _wanted(state, seat)]
    return "\n".join(lines) + "\n"


def _head(state: SpitState) -> str:
    cards = f"cards at its start {state.cards[0]} and {state.cards[1]}"
    points = f", points {state.points[0]} and {state.points[1]}" if state.for_points else ""
    return f"Spit, round {state.round}, {cards}{points}"


def _seat_lines(state: SpitState, each: int, seat: int | None) -> list[str]:
    name = f"seat {each} (you)" if each == seat else f"seat {each}"
    tops = "".join(f"{place} {_top(stock)}   " for place, stock in enumerate(state.stocks[each], start=1))
    covered = "".join(f"{_covered(stock):<9}" for stock in state.stocks[each])
    return [f"{name:<14}{tops}spit cards: {len(state.spit[each])}", f"{'':<16}{covered}".rstrip()]


def _top(stock: Sequence[int]) -> str:
    return f"[{ENTRY_NAME[stock[-1]]}]" if stock else "[  ]"


def _covered(stock: Sequence[int]) -> str:
    return f"+{len(stock) - 1}" if len(stock) > 1 else ""


def _pile_line(state: SpitState, pile: int) -> str:
    cards = state.piles[pile]
    if not cards:
        return f"pile {PILE_NAMES[pile]}        none"
    dots = "... " if len(cards) > _PILE_SHOWN else ""
    under = "".join(f"{ENTRY_NAME[entry]} " for entry in cards[-_PILE_SHOWN:-1])
    count = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
    return f"pile {PILE_NAMES[pile]}        {dots}{under}[{ENTRY_NAME[cards[-1]]}]   {count}"


def _wanted(state: SpitState, seat: int | None) -> str:
    if state.phase == OVER:
        return _ending(state)
    if state.phase == SLAP:
        if seat is None or seat in state.actors():
            return "the round is over: slap a pile, slap:L or slap:R"
        return "the round is over: the other seat slaps a pile"
    if state.waited == NONE:
        return "play on a pile (3L, 3R), fill an empty place (3>1), or wait"
    who = "you wait" if state.waited == seat else f"seat {state.waited} waits"
    return f"{who}; if the other seat waits too, both spit"


def _ending(state: SpitState) -> str:
    outcome = state.outcome
    assert outcome is not None
    if len(outcome.winners) > 1:
        return f"over ({outcome.reason}): drawn"
    return f"over ({outcome.reason}): seat {outcome.winners[0]} wins, {outcome.scores[0]} to {outcome.scores[1]}"
