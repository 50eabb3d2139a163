"""Kroket drawn for a person: the other seats above, the discard in the middle, the own table and hand below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.cards import CARD
from cardgames.drawing.symbols import CARD_SIGNS
from cardgames.drawing.viewer import MIDDLE, WIDE, Viewer, wrapped
from cardgames.games.kroket.rules.moves import KNOCK
from cardgames.games.kroket.rules.scoring import hand_score, table_score

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardgames.games.kroket.rules.state import KroketState

_UNDER_SHOWN = 6
"""Cards below the discard's top that have room on a line."""
_ROW = range(3)


def draw(state: KroketState, seat: int | None, viewer: Viewer | None = None) -> str:
    """The table as plain text.

    Args:
        state: the whole table, or the view of `seat`; each card is drawn as it stands there.
        seat: who looks and sits below, None for nobody.
        viewer: how it is to be drawn; by default in ASCII for 80 columns.
    """
    viewer = viewer or Viewer(seat, players=state.rules.players)
    below = seat or 0
    others = [(below + step) % state.rules.players for step in range(1, state.rules.players)]
    lines = [*wrapped(_head(state, viewer), viewer.width), ""]
    for each in others:
        lines += _seat_lines(state, each, viewer)
    lines += ["", *_middle(state, viewer), "", *_seat_lines(state, below, viewer), ""]
    lines += wrapped(wanted(state, viewer), viewer.width)
    return viewer.symbols.lines(lines)


def _head(state: KroketState, viewer: Viewer) -> str:
    deals = state.rules.number("deals")
    series = f"deal {state.deal_number} of {deals}, " if deals > 1 else ""
    who = viewer.who(state.dealer_seat)
    return f"Kroket, {series}turn {state.turns + bool(state.actors())}, {who} dealt"


def _seat_lines(state: KroketState, each: int, viewer: Viewer) -> list[str]:
    """A seat's two rows with its hand beside them; on a narrow screen the hand below."""
    on_turn = ">" if state.actors() == (each,) else " "
    own = each == viewer.seat
    rows = [
        "  ".join(
            f"{place + 1 if own else ' '}{viewer.card(f'table {each} {place}', state.tables[each][place])}"
            for place in (row * 3 + column for column in _ROW)
        )
        for row in range(2)
    ]
    hand = "".join(_hand_cards(state, each, viewer))
    notes = ", ".join(_notes(state, each, viewer))
    if viewer.width < MIDDLE:
        head = f"{on_turn} {viewer.name(each, 14)}" + (f"  {notes}" if notes else "")
        return [head, f"  {rows[0]}", f"  {rows[1]}", f"  hand{hand}"]
    first = f"{on_turn} {viewer.name(each, 14):<14}  {rows[0]}   hand{hand}"
    return [first, f"{'':18}{rows[1]}   {notes}"]


def _hand_cards(state: KroketState, each: int, viewer: Viewer) -> list[str]:
    """The cards with the room for their marks; two of one name are told apart by their number."""
    seen: dict[int, int] = {}
    cards = []
    for entry in state.hands[each]:
        card = entry & CARD
        seen[card] = seen.get(card, 0) + 1
        cards.append(viewer.card(f"hand {each} {card} {seen[card]}", entry))
    return cards


def _notes(state: KroketState, each: int, viewer: Viewer) -> list[str]:
    """What there is to say of a seat: that it has knocked, its points, at the end how they came about."""
    notes = ["knocked"] if each == state.knocked else []
    if not state.actors():
        table = table_score(state.tables[each])
        hand = hand_score(state.hands[each], state.rules.word("allpictures"))
        sum_text = f"table {table} + hand {hand} = {table + hand}"
        notes.append(sum_text if viewer.width >= WIDE else f"{table}+{hand}={table + hand}")
    if state.rules.number("deals") > 1:
        notes.append(f"{state.scores[each]} points")
    return notes


def _middle(state: KroketState, viewer: Viewer) -> list[str]:
    *under, top = state.discard or (-1,)
    mark = viewer.mark("discard", (len(state.discard), top))
    shown = f"{mark}[{CARD_SIGNS[top]}]" if top >= 0 else f"{mark}empty"
    lines = [f"  discard {shown} {_under(under, viewer)}".rstrip(), f"  reserve  {state.left} cards"]
    if state.drawn >= 0:
        lines[-1] += f"   to be laid:{viewer.card('drawn', state.drawn)}"
    return lines


def _under(under: list[int], viewer: Viewer) -> str:
    """The cards below the discard's top, the next one first, as many as there is room for."""
    if not under:
        return ""
    most = _UNDER_SHOWN if viewer.width >= MIDDLE else 3
    cards = " ".join(CARD_SIGNS[card] for card in under[: -most - 1 : -1])
    return f"on {cards}{' ..' if len(under) > most else ''}"


def wanted(state: KroketState, viewer: Viewer, card: Callable[[int], str] = CARD_SIGNS.__getitem__) -> str:
    """What is to be done, or how it ended: one line; `card` names a card in it."""
    outcome = state.outcome
    if outcome is not None:
        if len(outcome.winners) == 1:
            return f"over ({outcome.reason}): {viewer.wins(outcome.winners[0])}"
        return f"over ({outcome.reason}): {' and '.join(map(viewer.who, outcome.winners))} share the win"
    who = viewer.who(state.turn)
    if state.phase == "discard":
        kept = "" if state.taken < 0 else f", but not the {card(state.taken)} just taken"
        return f"{who}: discard a hand card{kept}"
    if state.phase == "place":
        return f"{who}: name the place, 1 to 6"
    rest = ", lay or knock" if KNOCK in state.legal(state.turn) else " or lay"
    return f"{who}: take the {card(state.discard[-1])}, draw{rest}"
