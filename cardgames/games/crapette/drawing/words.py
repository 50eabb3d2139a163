"""Crapette in words: what lies on the table, what a move does, what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.cards import CARD, NOTHING, UNKNOWN
from cardgames.drawing.typed_moves import TypedMoves
from cardgames.drawing.wording import suit_word
from cardgames.games.crapette.drawing.table import wanted
from cardgames.games.crapette.rules.moves import (
    FIRST_HOUSE,
    FLIP,
    FOUNDATION,
    HAND,
    OTHER_RESERVE,
    OTHER_WASTE,
    OWN_WASTE,
    PASS,
    RESERVE,
    SOURCE,
    STOP,
    TARGET,
)
from cardgames.games.crapette.rules.position import CHALLENGE
from cardgames.games.crapette.rules.state import ANNOUNCED, FOUNDED, WASTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgames.drawing.viewer import Viewer
    from cardgames.drawing.wording import Wording
    from cardgames.games.crapette.rules.state import CrapetteState
    from cardgames.rules import Event


TYPED = TypedMoves(
    how_to_move=(
        "A move is SOURCE-TARGET. Sources: R your reserve, H your hand card that is up, 1 to 8 the houses. Targets: "
        "F a foundation, 1 to 8 a house, OR and OW the other seat's reserve and waste, W your own waste. flip turns up "
        "the next hand card. Capitals and signs do not matter, and the beginning is enough where it is clear: 3f, 3 5, "
        "r-ow, h w, f."
    ),
    long_names={"reserve": "R", "hand": "H", "waste": "H-W", "stop!": "stop"},
    words=("flip", "pass", "stop"),
    signs=((1, "-"),),
)


def facts(state: CrapetteState, wording: Wording, viewer: Viewer) -> list[str]:
    """The table as `viewer.seat` sees it, one fact a line. `state` is that seat's view."""
    own = viewer.seat or 0
    lines = [f"Crapette, turn {state.turns + bool(state.actors())}"]
    for seat in (1 - own, own):
        lines += _seat_facts(state, seat, wording)
    for suit in range(4):
        tops = [
            "an empty one" if top == NOTHING else wording.card(top)
            for top in state.foundations[2 * suit : 2 * suit + 2]
        ]
        lines.append(f"foundations of {suit_word(suit)}: {tops[0]} and {tops[1]}")
    for number, house in enumerate(state.houses, 1):
        lines.append(f"house {number}: {wording.cards(house) or 'empty'}")
    up = state.available[HAND]
    if up != NOTHING:
        lines.append(f"{wording.whose(state.mover)} hand card up: {wording.card(up)}")
    return [wording.sentence(line) for line in [*lines, wanted(state, viewer, wording.card)]]


def _seat_facts(state: CrapetteState, seat: int, wording: Wording) -> list[str]:
    whose = wording.whose(seat)
    lines = []
    for name, pile in (("reserve", state.reserves[seat]), ("hand", state.hands[seat]), ("waste", state.wastes[seat])):
        known = _known_from_top(pile)
        top = f", on top {wording.cards(known[:3])}" if known else ""
        lines.append(f"{whose} {name}: {wording.count(len(pile))}{top}")
    if state.skips >> seat & 1:
        lines.append(wording.does(seat, "has") + " to miss a turn")
    return lines


def _known_from_top(pile: Sequence[int]) -> list[int]:
    known: list[int] = []
    for entry in reversed(pile):
        if entry & CARD == UNKNOWN:
            break
        known.append(entry)
    return known


def describe(state: CrapetteState, seat: int, move: int, wording: Wording) -> str:
    """What a move of `seat` does, for the list of moves."""
    if move == FLIP:
        return "turn up the next hand card"
    if move == STOP:
        return "say that the move announced is a breach"
    if move == PASS:
        return "let the move happen" if state.phase == CHALLENGE else "end the turn"
    card = wording.card(state.available[SOURCE[move]])
    return f"{card} from {_source(SOURCE[move])} {_target(state, 1 - seat, TARGET[move], wording)}"


def _source(source: int) -> str:
    return {RESERVE: "the reserve", HAND: "the hand"}.get(source, f"house {source - FIRST_HOUSE + 1}")


def _target(state: CrapetteState, other: int, target: int, wording: Wording) -> str:
    if target == FOUNDATION:
        return "to a foundation"
    if target == OWN_WASTE:
        return "to the waste, which ends the turn"
    if target in (OTHER_RESERVE, OTHER_WASTE):
        pile = (state.reserves if target == OTHER_RESERVE else state.wastes)[other]
        return f"on {wording.whose(other)} {_LOADED[target]}" + (f", a {wording.card(pile[-1])}" if pile else "")
    house = state.houses[target - 1]
    return f"to house {target}, " + (f"on the {wording.card(house[-1])}" if house else "which is empty")


_LOADED = {OTHER_RESERVE: "reserve", OTHER_WASTE: "waste"}


def tell(event: Event, wording: Wording) -> str:
    """An event, as a seat sees it, as a sentence without its full stop."""
    if event.kind in (FOUNDED, WASTED):
        return f"{wording.the(event.moved[0])} goes to the {'waste' if event.kind == WASTED else 'foundation'}"
    seat, move = event.who, event.move
    if event.kind == ANNOUNCED:
        return f"{wording.does(seat, 'announces')} {event.name}"
    if move in (PASS, STOP):
        return wording.does(seat, "passes") if move == PASS else f"{wording.does(seat, 'says')} stop!"
    card = wording.the(event.moved[0])
    if move == FLIP:
        return f"{wording.does(seat, 'turns')} up {card}"
    target = TARGET[move]
    if target == OWN_WASTE:
        return f"{wording.does(seat, 'puts')} {card} on the waste"
    to = f"on {wording.whose(1 - seat)} {_LOADED[target]}" if target in _LOADED else f"to house {target}"
    if target == FOUNDATION:
        to = "to a foundation"
    turned = f"; {wording.the(event.learned[0])} turns up" if event.learned else ""
    return f"{wording.does(seat, 'plays')} {card} from {_source(SOURCE[move])} {to}{turned}"


def prompt(state: CrapetteState) -> str:
    """What the person on turn is asked for, in one or two words."""
    return "pass or stop" if state.phase == CHALLENGE else "move"


def standing(state: CrapetteState, seat: int, wording: Wording) -> list[str]:
    """How many cards each seat has still to get rid of."""
    lines = []
    for each in (seat, 1 - seat):
        piles = (state.reserves[each], state.hands[each], state.wastes[each])
        up = each == state.mover and state.available[HAND] != NOTHING
        reserve, hand, waste = map(len, piles)
        lines.append(
            f"{wording.whose(each)} cards: {reserve} in the reserve, {hand + up} in the hand, {waste} in the waste, "
            f"{reserve + hand + up + waste} in all"
        )
    return lines
