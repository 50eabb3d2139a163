"""What both clocks of Spit have in common beside the rules."""

from cardgames.cards import Dealer
from cardgames.games.spit.rules.moves import SLAP_LEFT
from cardgames.games.spit.rules.state import SpitState

STALLED = 3
"""How many times in a row without an answer are a fault."""


def neglected_slap(state: SpitState, coin: Dealer) -> tuple[int, int]:
    """The seat and the slap that the referee makes if nobody does (S12).

    If one seat is still to slap it gets the other pile; if both are, one drawn by lot gets the smaller pile.
    """
    seats = state.actors()
    if len(seats) == 1:
        seat = seats[0]
        return seat, SLAP_LEFT + 1 - state.slaps[1 - seat]
    left, right = state.piles
    return coin.below(2), SLAP_LEFT + (len(right) < len(left))


def late(reason: str, event: int) -> str:
    """The reason in a `rejected` line: why the move was refused, and which event was faster."""
    return f"{reason}; event {event} came first"
