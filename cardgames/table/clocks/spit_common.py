"""What both clocks of Spit have in common beside the rules."""

from cardgames.cards import Dealer
from cardgames.games.spit.rules.moves import SLAP_LEFT
from cardgames.games.spit.rules.state import SpitState

STALLED = 3
"""So many times in a row without an answer are a fault."""


def neglected_slap(state: SpitState, coin: Dealer) -> tuple[int, int]:
    """The seat and the slap that the referee makes if nobody does (S12).

    The pile left for the one seat that is still to slap; if both are, the smaller pile for one drawn by lot.
    """
    seats = state.actors()
    if len(seats) == 1:
        seat = seats[0]
        return seat, SLAP_LEFT + 1 - state.slaps[1 - seat]
    left, right = state.piles
    return coin.below(2), SLAP_LEFT + (len(right) < len(left))


def late(reason: str, event: int) -> str:
    """What `rejected` says: why not, and which event was faster."""
    return f"{reason}; event {event} came first"
