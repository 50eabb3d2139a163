"""Why a move of Spit is refused, in words, with the clause."""

from typing import TYPE_CHECKING, Final

from cardgames.cards import RANKS
from cardgames.games.spit.rules.moves import MOVE_NAMES, PILES, TARGETS, WAIT, goes_on
from cardgames.games.spit.rules.table import ENTRY_NAME, ENTRY_RANK, NO_RANK, OVER, PILE_NAMES, PLAY, SEATS

if TYPE_CHECKING:
    from cardgames.games.spit.rules.state import SpitState

_CLAUSE_OF_REASON: Final = {"out": "S15", "points": "S17", "round-limit": "S16"}


def why_not(state: "SpitState", seat: int, move: int) -> str | None:
    """The reason for a move that is not legal, one line; None for one that is."""
    if seat not in SEATS:
        return f"there is no seat {seat}: 0 or 1 was expected"
    if not 0 <= move < len(MOVE_NAMES):
        return f"there is no move {move}"
    if state.phase == OVER:
        return f"{_CLAUSE_OF_REASON[state.reason]}: the game is over ({state.reason})"
    if state.phase != PLAY:
        return _why_not_in_slap(state, seat, move)
    if move > WAIT:
        return "S12: a pile is slapped only when a two-pile round has ended"
    if move == WAIT:
        return None
    return _why_not_card(state, seat, *divmod(move, TARGETS))


def _why_not_in_slap(state: "SpitState", seat: int, move: int) -> str | None:
    if seat not in state.actors():
        return f"S12: seat {seat} has slapped a pile already"
    return None if move > WAIT else "S12: the round has ended, slap:L or slap:R was expected"


def _why_not_card(state: "SpitState", seat: int, source: int, target: int) -> str | None:
    stock = state.stocks[seat][source]
    clause = "S5" if target < PILES else "S7"
    if not stock:
        return f"{clause}: stock {source + 1} is empty"
    if target < PILES:
        return _why_not_on_pile(state, ENTRY_RANK[stock[-1]], target)
    place = target - PILES
    if state.stocks[seat][place]:
        return f"S7: place {place + 1} is not empty"
    return None if len(stock) > 1 else f"S7: {ENTRY_NAME[stock[-1]]} is alone in stock {source + 1}, it may not move"


def _why_not_on_pile(state: "SpitState", rank: int, target: int) -> str | None:
    pile = state.piles[target]
    if not pile:
        return f"S2: this round has no pile {PILE_NAMES[target]}"
    top = ENTRY_RANK[pile[-1]]
    if goes_on(rank, top):
        return None
    if NO_RANK in (rank, top):
        return "S5: a card that is not shown cannot be played"
    up, down = (top + 1) % len(RANKS), (top - 1) % len(RANKS)
    return f"S5: {_a(rank)} does not go on {_a(top)}; {_a(up)} or {_a(down)} would"


def _a(rank: int) -> str:
    name = RANKS[rank]
    return f"an {name}" if name in "A8" else f"a {name}"
