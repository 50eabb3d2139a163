"""Why a move is refused in Kroket, in one line with the clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.games.kroket.rules.moves import FIRST_CARD, FIRST_PLACE, MOVE_NAMES
from cardgames.games.kroket.rules.position import CHOOSE, OVER, PLACE

if TYPE_CHECKING:
    from cardgames.games.kroket.rules.state import KroketState


def why_not(state: KroketState, seat: int, move: int) -> str:
    """The reason why `move`, which is not in the list of `seat`, is refused."""
    if not 0 <= move < len(MOVE_NAMES):
        return f"there is no move {move}"
    if state.phase == OVER:
        return f"K13: the game is over ({state.reason})"
    if seat != state.turn:
        return f"K4: it is the turn of seat {state.turn}"
    if state.phase == CHOOSE:
        return _no_choice(state, move)
    if state.phase == PLACE:
        return f"K7: a place from 1 to 6 has to be named now, {MOVE_NAMES[move]} is none"
    clause = "K6" if state.taken < 0 else "K5"
    if not FIRST_CARD <= move < FIRST_PLACE:
        return f"{clause}: a hand card has to be discarded now, {MOVE_NAMES[move]} is none"
    if move == FIRST_CARD + state.taken:
        return f"K5: {MOVE_NAMES[move]} has just been taken and may not be discarded"
    return f"{clause}: {MOVE_NAMES[move]} is not in the hand"


def _no_choice(state: KroketState, move: int) -> str:
    if move >= FIRST_PLACE:
        return f"K7: place {MOVE_NAMES[move]} can be named only after lay; take, draw, lay or knock comes first"
    if move >= FIRST_CARD:
        return f"K6: {MOVE_NAMES[move]} can be discarded only after take or draw"
    if state.knocked >= 0:
        return f"K8: seat {state.knocked} has knocked, the last turns are played without a knock"
    return f"K8: nobody knocks before each seat has had {state.rules['minrounds']} turns (minrounds)"
