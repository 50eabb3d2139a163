"""Spit in words: what lies on the table, what a move does, what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.cards import CARD, NOTHING
from cardgames.drawing.typed_moves import TypedMoves
from cardgames.games.spit.drawing.table import wanted
from cardgames.games.spit.rules.history import SPAT
from cardgames.games.spit.rules.moves import PILES, SLAP_LEFT, TARGETS, WAIT
from cardgames.games.spit.rules.table import PILE_NAMES, SEATS, SLAP
from cardgames.rules.event import NEW_ROUND

if TYPE_CHECKING:
    from cardgames.drawing.viewer import Viewer
    from cardgames.drawing.wording import Wording
    from cardgames.games.spit.rules.state import SpitState
    from cardgames.rules import Event


TYPED = TypedMoves(
    how_to_move=(
        "A move is the number of a stock and where its top goes: 3L or 3R onto a pile, 3>1 to the empty place 1. wait "
        "leaves it to the other; if both wait, both spit. After a round slap a pile: L or R. Capitals and signs do not "
        "matter, and the beginning is enough where it is clear: 3l, 31, w."
    ),
    long_names={
        "l": "slap:L",
        "r": "slap:R",
        "left": "slap:L",
        "right": "slap:R",
        "slap l": "slap:L",
        "slap r": "slap:R",
    },
    words=("wait",),
    signs=((1, ">"), (4, ":")),
)


def facts(state: SpitState, wording: Wording, viewer: Viewer) -> list[str]:
    """The table as `viewer.seat` sees it, one fact a line."""
    own = viewer.seat or 0
    lines = [f"Spit, round {state.round}", *_count_facts(state, wording)]
    for seat in (1 - own, own):
        for place, stock in enumerate(state.stocks[seat], 1):
            below = f", {wording.count(len(stock) - 1)} below" if len(stock) > 1 else ""
            lines.append(f"{wording.whose(seat)} stock {place}: {wording.card(stock[-1]) if stock else 'empty'}{below}")
        lines.append(f"{wording.whose(seat)} spit cards: {len(state.spit[seat])}")
    for name, pile in zip(PILE_NAMES, state.piles, strict=True):
        lines.append(f"pile {name}: " + (f"{wording.card(pile[-1])}, {wording.count(len(pile))}" if pile else "none"))
    return [wording.sentence(line) for line in [*lines, wanted(state, viewer)]]


def _count_facts(state: SpitState, wording: Wording) -> list[str]:
    if state.for_points:
        return [f"{wording.whose(seat)} points: {state.points[seat]}" for seat in SEATS]
    return [f"{wording.whose(seat)} cards at the start of the round: {state.cards[seat]}" for seat in SEATS]


def describe(state: SpitState, seat: int, move: int, wording: Wording) -> str:
    """What a move of `seat` does, for the list of moves."""
    if move == WAIT:
        return "leave it to the other seat"
    if move > WAIT:
        pile = move - SLAP_LEFT
        return f"pile {PILE_NAMES[pile]}, {wording.count(len(state.piles[pile]))}"
    source, target = divmod(move, TARGETS)
    card = wording.card(state.stocks[seat][source][-1])
    if target < PILES:
        return f"the {card} on the {wording.card(state.piles[target][-1])}"
    return f"the {card} to the empty place {target - PILES + 1}"


def tell(event: Event, wording: Wording) -> str:
    """An event, as a seat sees it, as a sentence without its full stop."""
    if event.kind == NEW_ROUND:
        return f"round {event.number} is laid out"
    if event.kind == SPAT:
        spat = [
            f"{wording.the(entry)} on {name}"
            for name, entry in zip(PILE_NAMES, event.moved, strict=True)
            if entry & CARD != NOTHING
        ]
        return f"spit: {', '.join(spat)}"
    seat, move = event.who, event.move
    if move == WAIT:
        return wording.does(seat, "waits")
    if move > WAIT:
        return f"{wording.does(seat, 'slaps')} pile {PILE_NAMES[move - SLAP_LEFT]}"
    target = move % TARGETS
    card = wording.the(event.moved[0])
    turned = f"; {wording.the(event.learned[0])} turns up" if event.learned else ""
    if target >= PILES:
        return f"{wording.does(seat, 'moves')} {card} to place {target - PILES + 1}{turned}"
    return f"{wording.does(seat, 'plays')} {card} on {PILE_NAMES[target]}{turned}"


def prompt(state: SpitState) -> str:
    """What the person is asked for, in one or two words."""
    return "slap" if state.phase == SLAP else "move"


def standing(state: SpitState, seat: int, wording: Wording) -> list[str]:
    """How many cards each seat has still to get rid of."""
    lines = []
    if state.for_points:
        lines.append("points: " + ", ".join(f"{wording.names[each]} {state.points[each]}" for each in SEATS))
    for each in (seat, 1 - seat):
        stocks = state.stock_cards(each)
        lines.append(f"{wording.whose(each)} cards: {stocks} in the stocks, {len(state.spit[each])} spit cards")
    return lines
