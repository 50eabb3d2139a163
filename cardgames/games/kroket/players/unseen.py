"""The cards of Kroket that a seat does not see, counted by rank."""

from collections.abc import Sequence

from cardgames.cards import CARD, RANK
from cardgames.games.kroket.rules.state import KroketState

RANKS = 13
"""How many ranks there are, 2 to ace. In the first suit a card is the int of its rank."""
NUMBERS = 9
"""How many of them are numbers, 2 to T; those above are pictures."""

_COPIES = {2: 4, 3: 8, 4: 8}
"""How many cards of a rank there are, by the number of seats (K1)."""


def unseen_chances(view: KroketState) -> list[float]:
    """By rank, how likely it is that a card which `view` hides has that rank."""
    counts = [_COPIES[view.rule_values.seats]] * (RANKS + 1)
    for pile in (*view.hands, *view.tables, view.discard, [view.drawn] if view.drawn >= 0 else []):
        for entry in pile:
            counts[RANK[entry & CARD]] -= 1
    unseen = sum(counts[:RANKS]) or 1
    return [count / unseen for count in counts[:RANKS]]


def expected_hand(known: Sequence[int], hidden: int, chances: Sequence[float]) -> float:
    """The mean score of a hand (K11) with these known ranks and so many hidden cards, which are random ones."""
    pictures = sum([rank >= NUMBERS for rank in known]) + hidden * sum(chances[NUMBERS:])
    lowest_known = min(known, default=RANKS)
    # The lowest card is at least a rank if no card is below that rank.
    lowest = 0.0
    above = 1.0
    for rank in range(min(NUMBERS, lowest_known + 1)):
        from_here = above
        above -= chances[rank]
        higher = above**hidden if rank < lowest_known else 0.0
        lowest += (rank + 2) * (from_here**hidden - higher)
    return pictures + lowest
