"""Kroket drawn for a person: a line for each seat, the piles in the middle, and what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.cards import CARD, NAMES
from cardgames.games.kroket_moves import KNOCK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgames.games.kroket_state import KroketState

_DISCARDS_SHOWN = 9


def draw(state: KroketState, seat: int | None) -> str:
    """The table in plain ASCII, at most 80 columns.

    Args:
        state: the whole table, or the view of `seat`; each card is drawn as it stands there.
        seat: whom to call `you`, None for nobody.
    """
    lines = [_head(state), "", "                  1  2  3    4  5  6    hand"]
    lines += [_seat_line(state, each, seat) for each in range(state.rules.players)]
    lines += ["", _middle(state), _wanted(state, seat)]
    return "\n".join(lines) + "\n"


def _head(state: KroketState) -> str:
    deals = state.rules.number("deals")
    series = f", deal {state.deal_number} of {deals}" if deals > 1 else ""
    return f"Kroket{series}, turns completed: {state.turns}, seat {state.dealer_seat} dealt"


def _seat_line(state: KroketState, each: int, seat: int | None) -> str:
    on_turn = ">" if state.actors() == (each,) else " "
    name = f"seat {each} (you)" if each == seat else f"seat {each}"
    table = state.tables[each]
    cards = f"{_row(table[:3])}   {_row(table[3:])}   {_row(state.hands[each])}"
    line = f"{on_turn} {name:<14}  {cards}"
    if state.rules.number("deals") > 1 or not state.actors():
        line = f"{line:<58}{state.scores[each]:>6} points"
    return f"{line}  knocked" if each == state.knocked else line


def _row(pile: Sequence[int]) -> str:
    return " ".join([NAMES[entry & CARD] for entry in pile])


def _middle(state: KroketState) -> str:
    *below, top = [NAMES[card] for card in state.discard[-_DISCARDS_SHOWN:]] or [""]
    dots = "... " if len(state.discard) > _DISCARDS_SHOWN else ""
    discard = f"{dots}{' '.join([*below, f'[{top}]'])}" if top else "empty"
    drawn = "" if state.drawn < 0 else f"   to be laid: {NAMES[state.drawn & CARD]}"
    return f"reserve: {state.left} cards   discard: {discard}{drawn}"


def _wanted(state: KroketState, seat: int | None) -> str:
    outcome = state.outcome
    if outcome is not None:
        first = " and ".join(f"seat {winner}" for winner in outcome.winners)
        return f"over ({outcome.reason}): {first} {'wins' if len(outcome.winners) == 1 else 'share the win'}"
    who = "you" if state.turn == seat else f"seat {state.turn}"
    if state.phase == "discard":
        kept = "" if state.taken < 0 else f", but not the {NAMES[state.taken]} just taken"
        return f"{who}: discard a hand card{kept}"
    if state.phase == "place":
        return f"{who}: name the place, 1 to 6, where the card goes"
    rest = ", lay or knock" if KNOCK in state.legal(state.turn) else " or lay"
    return f"{who}: take the {NAMES[state.discard[-1]]}, draw{rest}"
