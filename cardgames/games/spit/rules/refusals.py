"""Why a move of Spit is refused, with the clause."""

from typing import TYPE_CHECKING, Final

from cardgames.cards import CARD, RANKS
from cardgames.games.spit.rules.moves import MOVE_NAMES, PILES, TARGETS, WAIT, goes_on
from cardgames.games.spit.rules.table import ENTRY_RANK, NO_RANK, OVER, PILE_NAMES, PLAY, SEATS
from cardgames.rules.refusal import Refusal

if TYPE_CHECKING:
    from cardgames.games.spit.rules.state import SpitState

_CLAUSE_OF_REASON: Final = {"out": "S15", "points": "S17", "round-limit": "S16"}


def why_not(state: "SpitState", seat: int, move: int) -> Refusal | None:
    """The reason for a move that is not legal; None for one that is."""
    if seat not in SEATS:
        return Refusal("", "there is no {seat:seat}: 0 or 1 was expected", seat=seat)
    if not 0 <= move < len(MOVE_NAMES):
        return Refusal("", "there is no move {move}", move=move)
    if state.phase == OVER:
        return Refusal(_CLAUSE_OF_REASON[state.reason], "the game is over ({reason})", reason=state.reason)
    if state.phase != PLAY:
        return _why_not_in_slap(state, seat, move)
    if move > WAIT:
        return Refusal("S12", "a pile is slapped only when a two-pile round has ended")
    if move == WAIT:
        return None
    return _why_not_card(state, seat, *divmod(move, TARGETS))


def _why_not_in_slap(state: "SpitState", seat: int, move: int) -> Refusal | None:
    if seat not in state.actors():
        return Refusal("S12", "{seat:has} slapped a pile already", seat=seat)
    return None if move > WAIT else Refusal("S12", "the round has ended, slap:L or slap:R was expected")


def _why_not_card(state: "SpitState", seat: int, source: int, target: int) -> Refusal | None:
    stock = state.stocks[seat][source]
    if not stock:
        return Refusal("S5" if target < PILES else "S7", "stock {stock} is empty", stock=source + 1)
    if target < PILES:
        return _why_not_on_pile(state, ENTRY_RANK[stock[-1]], target)
    place = target - PILES
    if state.stocks[seat][place]:
        return Refusal("S7", "place {place} is not empty", place=place + 1)
    if len(stock) > 1:
        return None
    return Refusal(
        "S7", "{card:card} is alone in stock {stock}, it may not move", card=stock[-1] & CARD, stock=source + 1
    )


def _why_not_on_pile(state: "SpitState", rank: int, target: int) -> Refusal | None:
    pile = state.piles[target]
    if not pile:
        return Refusal("S2", "this round has no pile {pile}", pile=PILE_NAMES[target])
    top = ENTRY_RANK[pile[-1]]
    if goes_on(rank, top):
        return None
    if NO_RANK in (rank, top):
        return Refusal("S5", "a card that is not shown cannot be played")
    up, down = (top + 1) % len(RANKS), (top - 1) % len(RANKS)
    reason = "{rank:rank} does not go on {top:rank}; {up:rank} or {down:rank} would"
    return Refusal("S5", reason, rank=rank, top=top, up=up, down=down)
