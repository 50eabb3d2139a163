"""Why Crapette refuses a move: one line, the clause first."""

from typing import TYPE_CHECKING, Final

from cardgames.cards import CARD, NAMES
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
    NOTHING,
    OTHER_RESERVE,
    PASS,
    RED,
    RESERVE,
    SOURCE,
    STOP,
    TARGET,
)
from cardgames.games.crapette.rules.position import CHALLENGE, OVER

if TYPE_CHECKING:
    from cardgames.games.crapette.rules.state import CrapetteState

_HEIGHTS: Final = "A23456789TJQK"


def why_not(state: "CrapetteState", seat: int, move: int) -> str | None:
    """For a move that is not in `legal`: the reason, or None for a touch that C19 accepts."""
    if state.phase == OVER:
        return f"the game is over ({state.reason})"
    if seat != state.turn:
        return f"C3: seat {state.turn} is to move, not seat {seat}"
    if state.phase == CHALLENGE:
        return f"C16: {MOVE_NAMES[state.asked]} has been announced, the answer is pass or stop"
    if move == STOP:
        return "C16: no move has been announced that stop could answer"
    if move not in MOVE_NAMES:
        return f"C3: no move has the number {move}"
    if move in (FLIP, PASS):
        return _why_not_turned(state, move)
    if state.available[SOURCE[move]] == NOTHING:
        return f"C3: {_source(move)} has no card to move"
    if state.touchable(move):
        return None
    return _why_not_fitting(state, move) or _owed(state) or _why_not_wasted(state)


def _why_not_turned(state: "CrapetteState", move: int) -> str | None:
    """For `flip` and `pass` (C8)."""
    up = state.available[HAND]
    if up != NOTHING:
        return f"C8: the hand card {NAMES[up]} is up; it goes somewhere, or to the waste (H-W), first"
    to_flip = bool(state.hands[state.mover] or state.wastes[state.mover])
    if move == FLIP and not to_flip:
        return "C8: hand and waste are empty, there is nothing to turn up"
    if move == PASS and to_flip:
        return "C8: pass ends a turn only with hand and waste empty; flip is the way on"
    owed = _owed(state)
    if owed is None and state.flip_must_wait():
        empty = state.houses.index(bytearray()) + 1
        return f"C10: with duty=full no flip while house {empty} is empty and the reserve is not"
    return owed


def _owed(state: "CrapetteState") -> str | None:
    """The duty to the foundations that stands in the way (C10), if any."""
    owed = state.owed()
    if not owed:
        return None
    first = owed[0]
    card = NAMES[state.available[SOURCE[first]]]
    return f"C10: {_source(first)}'s {card} fits a foundation, it must go first ({MOVE_NAMES[first]})"


def _why_not_wasted(state: "CrapetteState") -> str:
    """For `H-W` while the hand card has a play (C9)."""
    play = next(move for move in state.lawful() if SOURCE[move] == HAND)
    card = NAMES[state.available[HAND]]
    return f"C9: the hand card {card} still has a play ({MOVE_NAMES[play]}), only then the waste"


def _why_not_fitting(state: "CrapetteState", move: int) -> str | None:
    """Why the card does not go there whatever is owed (C4 to C6, C11); None if it does."""
    if move in state.fitting():
        return None
    target, card = TARGET[move], state.available[SOURCE[move]]
    if target == FOUNDATION:
        return f"C4: {NAMES[card]} goes on a foundation that shows {NAMES[BEFORE[card]]}, none does"
    if target < OTHER_RESERVE:
        return _why_not_housed(state, move, card)
    other = 1 - state.mover
    pile, name = (state.reserves[other], "reserve") if target == OTHER_RESERVE else (state.wastes[other], "waste")
    if not pile:
        return f"C6: seat {other}'s {name} is empty, nothing loads on it"
    top = pile[-1] & CARD
    loaders = " or ".join(NAMES[near] for near in LOADERS[top])
    return f"C6: on {NAMES[top]}, seat {other}'s {name}, only {loaders} loads, not {NAMES[card]}"


def _why_not_housed(state: "CrapetteState", move: int, card: int) -> str:
    house = state.houses[TARGET[move] - 1]
    shifting = SOURCE[move] >= FIRST_HOUSE
    if not house and shifting and len(state.houses[SOURCE[move] - FIRST_HOUSE]) == 1:
        return f"C5: {_source(move)}'s only card may not move to an empty house, it changes nothing"
    wanted = "no card but an empty house"
    if HEIGHT[card] < KING:
        wanted = f"a {'black' if RED[card] else 'red'} {_HEIGHTS[HEIGHT[card] + 1]}"
    if house and not (HEIGHT[card] < KING and HEIGHT[house[-1]] == HEIGHT[card] + 1 and RED[house[-1]] != RED[card]):
        return f"C5: {NAMES[card]} goes on {wanted}, house {TARGET[move]} shows {NAMES[house[-1]]}"
    return f"C11: {state.shifts} house-to-house moves in a row, something else must come first"


def _source(move: int) -> str:
    source = SOURCE[move]
    return ("the reserve", "the hand")[source] if source in (RESERVE, HAND) else f"house {source - FIRST_HOUSE + 1}"
