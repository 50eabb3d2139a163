"""Why Crapette refuses a move, with the clause."""

from typing import TYPE_CHECKING, Final

from cardgames.cards import CARD, NOTHING
from cardgames.games.crapette.rules.moves import (
    BEFORE,
    FIRST_HOUSE,
    FLIP,
    FOUNDATION,
    HAND,
    HEIGHT,
    KING,
    LOADERS,
    MOVE_NAMES,
    OTHER_RESERVE,
    PASS,
    RED,
    RESERVE,
    SOURCE,
    STOP,
    TARGET,
    fits_in_house,
)
from cardgames.games.crapette.rules.position import CHALLENGE, OVER
from cardgames.rules.refusal import Refusal

if TYPE_CHECKING:
    from cardgames.games.crapette.rules.state import CrapetteState

_HEIGHTS: Final = "A23456789TJQK"


def why_not(state: "CrapetteState", seat: int, move: int) -> Refusal | None:
    """For a move that is not in `legal`: the reason, or None for a touch that C19 accepts."""
    if state.phase == OVER:
        return Refusal("", "the game is over ({reason})", reason=state.reason)
    if seat != state.turn:
        return Refusal("C3", "{turn:is} to move, not {seat:seat}", turn=state.turn, seat=seat)
    if state.phase == CHALLENGE:
        asked = MOVE_NAMES[state.asked]
        return Refusal("C16", "{asked} has been announced, the answer is pass or stop", asked=asked)
    if move == STOP:
        return Refusal("C16", "no move has been announced that stop could answer")
    if move not in MOVE_NAMES:
        return Refusal("C3", "no move has the number {move}", move=move)
    if move in (FLIP, PASS):
        return _why_not_turned(state, move)
    if state.available[SOURCE[move]] == NOTHING:
        pile, number_or_name = _source(SOURCE[move])
        return Refusal("C3", f"{pile} has no card to move", source=number_or_name)
    if state.touchable(move):
        return None
    return _why_not_fitting(state, move) or _owed(state) or _why_not_wasted(state)


def _why_not_turned(state: "CrapetteState", move: int) -> Refusal | None:
    """For `flip` and `pass` (C8)."""
    up = state.available[HAND]
    if up != NOTHING:
        return Refusal("C8", "the hand card {up:card} is up; it goes somewhere, or to the waste (H-W), first", up=up)
    to_flip = bool(state.hands[state.mover] or state.wastes[state.mover])
    if move == FLIP and not to_flip:
        return Refusal("C8", "hand and waste are empty, there is nothing to turn up")
    if move == PASS and to_flip:
        return Refusal("C8", "pass ends a turn only with hand and waste empty; flip is the way on")
    owed = _owed(state)
    if owed is None and state.flip_must_wait():
        empty = state.houses.index(bytearray()) + 1
        return Refusal("C10", "with duty=full no flip while house {house} is empty and the reserve is not", house=empty)
    return owed


def _owed(state: "CrapetteState") -> Refusal | None:
    """The duty to the foundations that stands in the way (C10), if any."""
    owed = state.owed()
    if not owed:
        return None
    first = owed[0]
    pile, number_or_name = _source(SOURCE[first])
    card = state.available[SOURCE[first]]
    reason = f"{pile}'s {{card:card}} fits a foundation, it must go first ({{move}})"
    return Refusal("C10", reason, source=number_or_name, card=card, move=MOVE_NAMES[first])


def _why_not_wasted(state: "CrapetteState") -> Refusal:
    """For `H-W` while the hand card has a play (C9)."""
    play = next(move for move in state.lawful() if SOURCE[move] == HAND)
    reason = "the hand card {card:card} still has a play ({move}), only then the waste"
    return Refusal("C9", reason, card=state.available[HAND], move=MOVE_NAMES[play])


def _why_not_fitting(state: "CrapetteState", move: int) -> Refusal | None:
    """Why the card does not go there whatever is owed (C4 to C6, C11); None if it does."""
    if move in state.fitting():
        return None
    target, card = TARGET[move], state.available[SOURCE[move]]
    if target == FOUNDATION:
        reason = "{card:card} goes on a foundation that shows {below:card}, none does"
        return Refusal("C4", reason, card=card, below=BEFORE[card])
    if target < OTHER_RESERVE:
        return _why_not_housed(state, move, card)
    other = 1 - state.mover
    pile, name = (state.reserves[other], "reserve") if target == OTHER_RESERVE else (state.wastes[other], "waste")
    if not pile:
        return Refusal("C6", "{other:whose} {pile} is empty, nothing loads on it", other=other, pile=name)
    top = pile[-1] & CARD
    near = LOADERS[top]
    loaders = "{near:card} or {far:card}" if len(near) > 1 else "{near:card}"
    reason = f"on {{top:card}}, {{other:whose}} {{pile}}, only {loaders} loads, not {{card:card}}"
    return Refusal("C6", reason, top=top, other=other, pile=name, near=near[0], far=near[-1], card=card)


def _why_not_housed(state: "CrapetteState", move: int, card: int) -> Refusal:
    house = state.houses[TARGET[move] - 1]
    source = SOURCE[move]
    if not house and source >= FIRST_HOUSE and len(state.houses[source - FIRST_HOUSE]) == 1:
        reason = "house {source}'s only card may not move to an empty house, it changes nothing"
        return Refusal("C5", reason, source=source - FIRST_HOUSE + 1)
    wanted = "no card but an empty house"
    if HEIGHT[card] < KING:
        wanted = f"a {'black' if RED[card] else 'red'} {_HEIGHTS[HEIGHT[card] + 1]}"
    if house and not fits_in_house(card, house[-1]):
        reason = "{card:card} goes on {wanted}, house {house} shows {top:card}"
        return Refusal("C5", reason, card=card, wanted=wanted, house=TARGET[move], top=house[-1])
    reason = "{shifts} house-to-house moves in a row, something else must come first"
    return Refusal("C11", reason, shifts=state.shifts)


def _source(source: int) -> tuple[str, int | str]:
    """How a reason names a source, and the value for that: the mover's own pile, or a house by its number."""
    if source in (RESERVE, HAND):
        return "{source:own}", ("reserve", "hand")[source]
    return "house {source}", source - FIRST_HOUSE + 1
