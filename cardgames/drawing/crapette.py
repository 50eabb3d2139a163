"""Crapette drawn for a person: the other seat above, the houses in two columns, the own piles below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.cards import CARD, KNOWN, NAMES, UNKNOWN
from cardgames.games.crapette_moves import CARD_NAMES, FLIP, HAND, MOVE_NAMES, NOTHING, SOURCE
from cardgames.games.crapette_position import CHALLENGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgames.games.crapette_state import CrapetteState

_WIDTH = 80


def draw(state: CrapetteState, seat: int | None) -> str:
    """The table in plain ASCII, at most 80 columns.

    Args:
        state: the whole table, or the view of `seat`.
        seat: who looks and sits below, None for somebody who sees what both seats know.
    """
    below = seat or 0
    lines = [_head(state), "", _seat_line(state, 1 - below, seat), ""]
    lines += [f"  foundations  {_foundations(state)}", ""]
    lines += [*_houses(state), "", _seat_line(state, below, seat), "", _wanted(state, seat)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(state: CrapetteState) -> str:
    missing = [str(each) for each in (0, 1) if state.skips >> each & 1]
    skips = f", to miss a turn: seat {' and '.join(missing)}" if missing else ""
    return f"Crapette, turns ended: {state.turns}, idle: {state.idle}, shifts: {state.shifts}{skips}"


def _seat_line(state: CrapetteState, each: int, seat: int | None) -> str:
    on_turn = ">" if state.actors() == (each,) else " "
    name = f"seat {each} (you)" if each == seat else f"seat {each}"
    reserve = _pile("reserve", state.reserves[each], 3, seat)
    hand = _pile("hand", state.hands[each], 3, seat)
    waste = _pile("waste", state.wastes[each], 2, seat)
    return f"{on_turn} {name:<12} {reserve:<22}  {hand:<19}  {waste}"


def _pile(name: str, pile: Sequence[int], most: int, seat: int | None) -> str:
    """`reserve 12: 9h 8h..`, how many cards and from the top down those that are known, `most` of them."""
    shown: list[str] = []
    for entry in reversed(pile[-most:]):
        if entry & CARD == UNKNOWN or not _knows(seat, entry >> KNOWN):
            break
        shown.append(NAMES[entry & CARD])
    dots = ".." if shown and len(shown) < len(pile) else ""
    return f"{name} {len(pile)}{':' if shown else ''} {' '.join(shown)}{dots}".rstrip()


def _knows(seat: int | None, mask: int) -> bool:
    return mask == 3 if seat is None else bool(mask >> seat & 1)


def _foundations(state: CrapetteState) -> str:
    tops = [CARD_NAMES[top] for top in state.foundations]
    return "     ".join(f"{suit}: {tops[2 * place]:<2} {tops[2 * place + 1]:<2}" for place, suit in enumerate("cdhs"))


def _houses(state: CrapetteState) -> list[str]:
    """Four lines, houses 1 to 4 to the left of 5 to 8; the cards closer together where they would be too wide."""
    for gap in (" ", ""):
        rows = [gap.join([NAMES[card] for card in house]) or "-" for house in state.houses]
        left = max(26, *map(len, rows[:4]))
        lines = [f"  {at + 1}  {rows[at]:<{left}}     {at + 5}  {rows[at + 4]}" for at in range(4)]
        if max(map(len, lines)) <= _WIDTH:
            break
    return lines


def _with_card(state: CrapetteState) -> str:
    return f" with the {NAMES[state.available[SOURCE[state.asked]]]}" if state.asked < FLIP else ""


def _wanted(state: CrapetteState, seat: int | None) -> str:
    outcome = state.outcome
    if outcome is not None:
        if len(outcome.winners) > 1:
            return f"over ({outcome.reason}): drawn"
        winner = outcome.winners[0]
        return f"over ({outcome.reason}): seat {winner} wins with {outcome.scores[winner]} points"
    who = "you" if state.turn == seat else f"seat {state.turn}"
    if state.phase == CHALLENGE:
        asked = f"{MOVE_NAMES[state.asked]}{_with_card(state)}"
        return f"{who}: seat {state.mover} wants {asked}; pass, or stop if that is a breach"
    up = state.available[HAND]
    what = "to move" if up == NOTHING else f"to move, with the hand card {NAMES[up]} up"
    return f"{who}: {what}{'; to a foundation first (C10)' if state.owed() else ''}"
