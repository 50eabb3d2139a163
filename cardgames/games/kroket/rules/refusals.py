"""Why a move is refused in Kroket, with the clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.games.kroket.rules.moves import FIRST_CARD, FIRST_PLACE, MOVE_NAMES
from cardgames.games.kroket.rules.position import CHOOSE, OVER, PLACE
from cardgames.rules.refusal import Refusal

if TYPE_CHECKING:
    from cardgames.games.kroket.rules.state import KroketState


def why_not(state: KroketState, seat: int, move: int) -> Refusal:
    """The reason why `move`, which is not in the list of `seat`, is refused."""
    if not 0 <= move < len(MOVE_NAMES):
        return Refusal("", "there is no move {move}", move=move)
    if state.phase == OVER:
        return Refusal("K13", "the game is over ({reason})", reason=state.reason)
    if seat != state.turn:
        return Refusal("K4", "it is the turn of {turn:seat}", turn=state.turn)
    if state.phase == CHOOSE:
        return _no_choice(state, move)
    card = move - FIRST_CARD
    is_card = FIRST_CARD <= move < FIRST_PLACE
    if state.phase == PLACE:
        if is_card:
            return Refusal("K7", "a place from 1 to 6 has to be named now, {card:card} is none", card=card)
        return Refusal("K7", "a place from 1 to 6 has to be named now, {move} is none", move=MOVE_NAMES[move])
    clause = "K6" if state.taken < 0 else "K5"
    if not is_card:
        return Refusal(clause, "a hand card has to be discarded now, {move} is none", move=MOVE_NAMES[move])
    if card == state.taken:
        return Refusal("K5", "{card:card} has just been taken and may not be discarded", card=card)
    return Refusal(clause, "{card:card} is not in the hand", card=card)


def _no_choice(state: KroketState, move: int) -> Refusal:
    if move >= FIRST_PLACE:
        place = move - FIRST_PLACE + 1
        return Refusal(
            "K7", "place {place} can be named only after lay; take, draw, lay or knock comes first", place=place
        )
    if move >= FIRST_CARD:
        return Refusal("K6", "{card:card} can be discarded only after take or draw", card=move - FIRST_CARD)
    if state.knocked >= 0:
        return Refusal("K8", "{knocked:has} knocked, the last turns are played without a knock", knocked=state.knocked)
    rounds = state.rules.number("minrounds")
    return Refusal("K8", "nobody knocks before each seat has had {rounds} turns (minrounds)", rounds=rounds)
