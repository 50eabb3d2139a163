"""Crapette in words: what lies on the table, what a move does, what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.cards import CARD, UNKNOWN
from cardgames.drawing.wording import suit_word
from cardgames.games.crapette.drawing.table import wanted
from cardgames.games.crapette.rules.moves import (
    FIRST_HOUSE,
    FLIP,
    FOUNDATION,
    HAND,
    NOTHING,
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgames.drawing.viewer import Viewer
    from cardgames.drawing.wording import Wording
    from cardgames.games.crapette.rules.state import CrapetteState


def facts(state: CrapetteState, voice: Wording, look: Viewer) -> list[str]:
    """The table as `look.seat` sees it, one fact a line. `state` is that seat's view."""
    own = look.seat or 0
    lines = [f"Crapette, turn {state.turns + bool(state.actors())}"]
    for seat in (1 - own, own):
        lines += _seat_facts(state, seat, voice)
    for suit in range(4):
        tops = [
            "an empty one" if top == NOTHING else voice.card(top) for top in state.foundations[2 * suit : 2 * suit + 2]
        ]
        lines.append(f"foundations of {suit_word(suit)}: {tops[0]} and {tops[1]}")
    for number, house in enumerate(state.houses, 1):
        lines.append(f"house {number}: {voice.cards(house) or 'empty'}")
    up = state.available[HAND]
    if up != NOTHING:
        lines.append(f"{voice.whose(state.mover)} hand card up: {voice.card(up)}")
    return [voice.sentence(line) for line in [*lines, wanted(state, look, voice.card)]]


def _seat_facts(state: CrapetteState, seat: int, voice: Wording) -> list[str]:
    whose = voice.whose(seat)
    lines = []
    for name, pile in (("reserve", state.reserves[seat]), ("hand", state.hands[seat]), ("waste", state.wastes[seat])):
        known = _known_from_top(pile)
        top = f", on top {voice.cards(known[:3])}" if known else ""
        lines.append(f"{whose} {name}: {voice.count(len(pile))}{top}")
    if state.skips >> seat & 1:
        lines.append(voice.does(seat, "has") + " to miss a turn")
    return lines


def _known_from_top(pile: Sequence[int]) -> list[int]:
    known: list[int] = []
    for entry in reversed(pile):
        if entry & CARD == UNKNOWN:
            break
        known.append(entry)
    return known


def describe(state: CrapetteState, seat: int, move: int, voice: Wording) -> str:
    """What a move of `seat` does, for the list of moves."""
    if move == FLIP:
        return "turn up the next hand card"
    if move == STOP:
        return "say that the move announced is a breach"
    if move == PASS:
        return "let the move happen" if state.phase == CHALLENGE else "end the turn"
    card = voice.card(state.available[SOURCE[move]])
    return f"{card} from {_source(SOURCE[move])} {_target(state, 1 - seat, TARGET[move], voice)}"


def _source(source: int) -> str:
    return {RESERVE: "the reserve", HAND: "the hand"}.get(source, f"house {source - FIRST_HOUSE + 1}")


def _target(state: CrapetteState, other: int, target: int, voice: Wording) -> str:
    if target == FOUNDATION:
        return "to a foundation"
    if target == OWN_WASTE:
        return "to the waste, which ends the turn"
    if target in (OTHER_RESERVE, OTHER_WASTE):
        name, piles = ("reserve", state.reserves) if target == OTHER_RESERVE else ("waste", state.wastes)
        return f"on {voice.whose(other)} {name}" + (f", a {voice.card(piles[other][-1])}" if piles[other] else "")
    house = state.houses[target - 1]
    return f"to house {target}, " + (f"on the {voice.card(house[-1])}" if house else "which is empty")


_LOADED = {"OR": "reserve", "OW": "waste"}
_SOURCES_TOLD = {"R": "from the reserve", "H": "from the hand"}


def tell(event: str, voice: Wording) -> str:
    """An event, `WHO MOVE [CARD …]` as a seat may know it, as a sentence without its full stop."""
    who, move, *cards = event.split()
    if who == "-":
        place = "waste" if move == "wasted" else "foundation"
        return f"{voice.the(cards[0])} goes to the {place}"
    seat = int(who)
    if move == "asked":
        return f"{voice.does(seat, 'announces')} {cards[0]}"
    if move in ("pass", "stop"):
        return voice.does(seat, "passes") if move == "pass" else f"{voice.does(seat, 'says')} stop!"
    if move == "flip":
        return f"{voice.does(seat, 'turns')} up {voice.the(cards[0])}"
    source, target = move.split("-")
    if target == "W":
        return f"{voice.does(seat, 'puts')} {voice.the(cards[0])} on the waste"
    where = _SOURCES_TOLD.get(source, f"from house {source}")
    to = f"on {voice.whose(1 - seat)} {_LOADED[target]}" if target in _LOADED else f"to house {target}"
    if target == "F":
        to = "to a foundation"
    turned = f"; {voice.the(cards[1])} turns up" if len(cards) > 1 else ""
    return f"{voice.does(seat, 'plays')} {voice.the(cards[0])} {where} {to}{turned}"


def prompt(state: CrapetteState) -> str:
    """What the person on turn is asked for, in one or two words."""
    return "pass or stop" if state.phase == CHALLENGE else "move"


def standing(state: CrapetteState, seat: int, voice: Wording) -> list[str]:
    """How many cards each seat has still to get rid of."""
    lines = []
    for each in (seat, 1 - seat):
        piles = (state.reserves[each], state.hands[each], state.wastes[each])
        up = each == state.mover and state.available[HAND] != NOTHING
        reserve, hand, waste = map(len, piles)
        lines.append(
            f"{voice.whose(each)} cards: {reserve} in the reserve, {hand + up} in the hand, {waste} in the waste, "
            f"{reserve + hand + up + waste} in all"
        )
    return lines
