"""Kroket in words: what lies on the table, what a move does, what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.cards import CARD, UNKNOWN
from cardgames.drawing.typed_moves import TypedMoves
from cardgames.games.kroket.drawing.table import wanted
from cardgames.games.kroket.rules.moves import DRAW, FIRST_CARD, FIRST_PLACE, KNOCK, LAY, TAKE
from cardgames.games.kroket.rules.position import DISCARD, PLACE
from cardgames.games.kroket.rules.scoring import hand_score, table_score
from cardgames.rules.event import NEW_DEAL

if TYPE_CHECKING:
    from cardgames.drawing.viewer import Viewer
    from cardgames.drawing.wording import Wording
    from cardgames.games.kroket.rules.state import KroketState
    from cardgames.rules import Event


TYPED = TypedMoves(
    how_to_move=(
        "At the start of a turn: take the discard, draw from the reserve, lay a card of the reserve on your table, or "
        "knock. After take or draw name the card that you discard (7h), after lay the place (1 to 6). Capitals do not "
        "matter, and the beginning is enough where it is clear: t, k, 7."
    ),
    long_names={},
    words=("take", "draw", "lay", "knock"),
    signs=(),
)


def facts(state: KroketState, wording: Wording, viewer: Viewer) -> list[str]:
    """The table as `viewer.seat` sees it, one fact a line."""
    deals = state.rules.number("deals")
    series = f", deal {state.deal_number} of {deals}" if deals > 1 else ""
    lines = [f"Kroket{series}, turn {state.turns + bool(state.actors())}"]
    lines.append(f"{wording.does(state.dealer_seat, 'is')} the dealer")
    own = viewer.seat or 0
    for step in range(1, state.rules.players + 1):
        lines += _seat_facts(state, (own + step) % state.rules.players, wording)
    discard = "empty"
    if state.discard:
        discard = f"{wording.card(state.discard[-1])} on top, {wording.count(len(state.discard))}"
    lines += [f"discard: {discard}", f"reserve: {wording.count(state.left)}"]
    if state.drawn >= 0:
        lines.append(f"to be laid: {wording.card(state.drawn)}")
    return [wording.sentence(line) for line in [*lines, wanted(state, viewer, wording.card)]]


def _seat_facts(state: KroketState, seat: int, wording: Wording) -> list[str]:
    whose = wording.whose(seat)
    lines = [f"{whose} place {place}: {wording.card(entry)}" for place, entry in enumerate(state.tables[seat], 1)]
    known = [entry for entry in state.hands[seat] if entry & CARD != UNKNOWN]
    hidden = len(state.hands[seat]) - len(known)
    parts = ([wording.cards(known)] if known else []) + ([wording.count(hidden, "hidden card")] if hidden else [])
    lines.append(f"{whose} hand: {' and '.join(parts)}")
    if state.knocked == seat:
        lines.append(wording.does(seat, "has") + " knocked")
    if state.rules.number("deals") > 1 or not state.actors():
        lines.append(f"{whose} points: {state.scores[seat]}")
    return lines


def describe(state: KroketState, seat: int, move: int, wording: Wording) -> str:
    """What a move of `seat` does, for the list of moves."""
    if move == TAKE:
        return f"the {wording.card(state.discard[-1])} into the hand, then discard"
    if move == DRAW:
        return "a card of the reserve into the hand, then discard"
    if move == LAY:
        return "a card of the reserve onto the table, in place of one there"
    if move == KNOCK:
        return (
            "end the deal and count" if state.rules["lastturn"] == "off" else "a last turn for the others, then count"
        )
    if move < FIRST_PLACE:
        return f"discard the {wording.card(move - FIRST_CARD)}"
    place = move - FIRST_PLACE
    return f"place {place + 1}: {wording.card(state.tables[seat][place])} goes to the discard"


def tell(event: Event, wording: Wording) -> str:
    """An event, as a seat sees it, as a sentence without its full stop."""
    if event.kind == NEW_DEAL:
        return f"deal {event.number} begins"
    seat, move = event.who, event.move
    if move == KNOCK:
        return wording.does(seat, "knocks")
    if FIRST_CARD <= move < FIRST_PLACE:
        return f"{wording.does(seat, 'discards')} {wording.the(move - FIRST_CARD)}"
    card = wording.the(event.moved[0])
    if move == TAKE:
        return f"{wording.does(seat, 'takes')} {card}"
    if move == DRAW:
        return f"{wording.does(seat, 'draws')} {card}"
    if move == LAY:
        return f"{wording.does(seat, 'draws')} {card} to lay it down"
    laid = f", which is {wording.the(event.learned[0])}" if event.learned else ""
    return f"{wording.does(seat, 'lays')} it in place {event.name}{laid}; {card} goes to the discard"


def prompt(state: KroketState) -> str:
    """What the person on turn is asked for, in one or two words."""
    return {DISCARD: "discard", PLACE: "place"}.get(state.phase, "move")


def standing(state: KroketState, seat: int, wording: Wording) -> list[str]:
    """What `seat` can count, by the cards that it sees."""
    table, hand = state.tables[seat], state.hands[seat]
    unseen = sum(entry & CARD == UNKNOWN for entry in table)
    lines = []
    if state.deal_number > 1 or not state.actors():
        totals = [f"{name} {total}" for name, total in zip(wording.names, state.scores, strict=False)]
        lines.append(f"points: {', '.join(totals)}")
    if state.actors():
        counted = table_score(table) + hand_score(hand, state.rules.word("allpictures"))
        lines.append(
            f"{wording.whose(seat)} cards as far as they are seen: table {table_score(table)} + "
            f"hand {counted - table_score(table)} = {counted}, {wording.count(unseen, 'table card')} unseen"
        )
    return lines
