"""Crapette drawn for a person: the other seat above, the houses in two columns, the own piles below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.cards import CARD, KNOWN, NOTHING, UNKNOWN
from cardgames.drawing.symbols import CARD_SIGNS, SUIT_SIGNS
from cardgames.drawing.viewer import MIDDLE, WIDE, Viewer, joined, wrapped
from cardgames.drawing.wording import YOU
from cardgames.games.crapette.rules.moves import FLIP, HAND, MOVE_NAMES, SOURCE
from cardgames.games.crapette.rules.position import CHALLENGE, OVER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardgames.games.crapette.rules.state import CrapetteState

_HOUSES_A_SIDE = 4
_UNDER_SHOWN = 2
"""Known cards below the top of a pile that are named."""

_IDLE_TOLD = 4
"""From so many turns without progress they are told (C13)."""
_SHIFTS_TOLD = 4
"""From so few house-to-house moves left they are told (C11)."""


def draw(state: CrapetteState, seat: int | None, viewer: Viewer | None = None) -> str:
    """The table as plain text.

    Args:
        state: the whole table, or the view of `seat`; a card is drawn only if that seat may know it.
        seat: who looks and sits below; None for somebody who sees what both seats know.
        viewer: how it is to be drawn; by default in ASCII for 80 columns.
    """
    viewer = viewer or Viewer(seat, players=2)
    below = seat or 0
    lines = [*wrapped(_head(state, viewer), viewer.width), "", *_seat_lines(state, 1 - below, viewer)]
    lines += [*_foundations(state, viewer), "", *_houses(state, viewer), ""]
    lines += [*_seat_lines(state, below, viewer), *wrapped(wanted(state, viewer), viewer.width)]
    return viewer.symbols.lines(lines)


def _head(state: CrapetteState, viewer: Viewer) -> str:
    missing = [viewer.names[each] for each in (0, 1) if state.skips >> each & 1]
    skips = f", to miss a turn: {' and '.join(missing)}" if missing else ""
    turn = state.turns + (state.phase != OVER)
    idle = f", {state.idle} turns without progress (C13)" if state.idle >= _IDLE_TOLD else ""
    left = state.maxshifts - state.shifts
    shifts = f", {left} more house-to-house moves (C11)" if state.shifts and left <= _SHIFTS_TOLD else ""
    return f"Crapette, turn {turn}{idle}{shifts}{skips}"


def _seat_lines(state: CrapetteState, each: int, viewer: Viewer) -> list[str]:
    """A seat's reserve, hand and waste: beside its name, or below it where the screen is narrow; a blank line after.

    On a wide screen the hand card that is up stands in that line.
    """
    on_turn = ">" if state.actors() == (each,) else " "
    piles = [
        _pile(f"reserve {each}", "reserve", state.reserves[each], viewer, boxed=True),
        _pile(f"hand {each}", "hand", state.hands[each], viewer),
        _pile(f"waste {each}", "waste", state.wastes[each], viewer, boxed=True),
    ]
    up = state.available[HAND] if each == state.mover else NOTHING
    up_mark = viewer.mark(f"up {each}", up)
    up_text = "" if up == NOTHING else f"up{up_mark}[{CARD_SIGNS[up]}]"
    if viewer.width >= WIDE:
        first = f"{on_turn} {viewer.name(each, 12):<12} {piles[0]:<22} {piles[1]:<19} {piles[2]}"
        return [first, f"{'':38}{up_text}"]
    return [f"{on_turn} {viewer.name(each, 30)}", *joined([*piles, up_text or " " * 9], viewer.width, "   "), ""]


def _pile(spot: str, name: str, pile: Sequence[int], viewer: Viewer, *, boxed: bool = False) -> str:
    """`reserve 12 [9h] 8h ..`: how many cards and, from the top down, those that are known."""
    shown: list[str] = []
    for entry in reversed(pile[-_UNDER_SHOWN - boxed :]):
        card = entry & CARD
        if card == UNKNOWN or not _knows(viewer.seat, entry >> KNOWN):
            break
        shown.append(f"[{CARD_SIGNS[card]}]" if boxed and not shown else CARD_SIGNS[card])
    dots = " .." if shown and len(shown) < len(pile) and not boxed else ""
    mark = viewer.mark(spot, (len(pile), *shown))
    return f"{name}{mark}{len(pile)} {' '.join(shown)}{dots}".rstrip()


def _knows(seat: int | None, mask: int) -> bool:
    return mask == 3 if seat is None else bool(mask >> seat & 1)


def _foundations(state: CrapetteState, viewer: Viewer) -> list[str]:
    """The eight tops, two of each suit; `-` and the suit where none lies."""
    tops = [
        viewer.mark(f"foundation {at}", top) + (f"-{SUIT_SIGNS[at // 2]}" if top == NOTHING else CARD_SIGNS[top])
        for at, top in enumerate(state.foundations)
    ]
    pairs = ["".join(tops[at : at + 2]) for at in range(0, len(tops), 2)]
    if viewer.width < MIDDLE:
        return ["   foundations", f"   {'  '.join(pairs)}"]
    return [f"   foundations  {'   '.join(pairs)}"]


def _houses(state: CrapetteState, viewer: Viewer) -> list[str]:
    """Houses 1 to 4 beside 5 to 8, or all below each other where the screen is narrow."""
    if viewer.width < MIDDLE:
        return [f" {at + 1} {_house(state, at, viewer, viewer.width - 3)}" for at in range(2 * _HOUSES_A_SIDE)]
    half = (min(viewer.width, 80) - 2) // 2
    lines = []
    for at in range(_HOUSES_A_SIDE):
        left = f"{at + 1} {_house(state, at, viewer, half - 2)}"
        other = at + _HOUSES_A_SIDE
        lines.append(f" {left:<{half}} {other + 1} {_house(state, other, viewer, half - 2)}")
    return lines


def _house(state: CrapetteState, at: int, viewer: Viewer, width: int) -> str:
    """A house's cards, the outermost last; close together where they would be too wide."""
    house = state.houses[at]
    if not house:
        return f"{viewer.mark(f'house {at} 0', None)}-"
    if len(house) * 3 <= width:
        return "".join([viewer.card(f"house {at} {place}", card) for place, card in enumerate(house)])
    marks = [viewer.mark(f"house {at} {place}", card) for place, card in enumerate(house)]
    mark = next((mark for mark in marks if mark != " "), " ")
    return mark + "".join([CARD_SIGNS[card] for card in house])


def wanted(state: CrapetteState, viewer: Viewer, card: Callable[[int], str] = CARD_SIGNS.__getitem__) -> str:
    """What is to be done, or how it ended: one line; `card` names a card in it."""
    outcome = state.outcome
    if outcome is not None:
        if len(outcome.winners) > 1:
            return f"over ({outcome.reason}): drawn"
        winner = outcome.winners[0]
        return f"over ({outcome.reason}): {viewer.wins(winner)} with {outcome.scores[winner]} points"
    who = viewer.who(state.turn)
    if state.phase == CHALLENGE:
        shown = f" with the {card(state.available[SOURCE[state.asked]])}" if state.asked < FLIP else ""
        asked = f"{MOVE_NAMES[state.asked]}{shown}"
        mover = viewer.who(state.mover)
        return f"{who}: {mover} announce{'' if mover == YOU else 's'} {asked}; pass, or stop if that is a breach"
    up = state.available[HAND]
    what = "to move" if up == NOTHING else f"to move, with the hand card {card(up)} up"
    return f"{who}: {what}{'; to a foundation first (C10)' if state.owed() else ''}"
