"""Greedy at Kroket: betters its hand, card by card, and knocks once it is well ahead."""

from collections.abc import Sequence
from typing import ClassVar

from cardgames.cards import CARD, RANK, UNKNOWN
from cardgames.games.kroket.rules.moves import DRAW, FIRST_CARD, FIRST_PLACE, KNOCK, TAKE
from cardgames.games.kroket.rules.scoring import hand_score, table_score
from cardgames.games.kroket.rules.state import KroketState
from cardgames.players.player import Player, Turn

_MARGIN = 10.0
"""How many points it has to be ahead for a knock.

A middle one of those that score best against random players: with 7 to 14 it is the same within the error, at tables of
two, three and four (2,500 deals and more for each), with less it is worse.
"""

_COPIES = {2: 4, 3: 8, 4: 8}
"""How many cards of a rank there are, by the number of seats (K1)."""
_RANKS = range(13)
"""2 to ace. In the first suit a card is the int of its rank."""
_NUMBERS = range(9)
"""The ranks of the cards 2 to T; those above are pictures."""


class GreedyKroket(Player):
    """Looks at its hand alone, one card ahead.

    It takes the top of the discard if that makes the hand score more, else it draws; the card goes whose loss costs
    least. It never lays. It knocks once it expects to be `_MARGIN` points ahead of every other seat, each hidden card
    reckoned as the mean of those it does not see.
    """

    name: ClassVar[str] = "greedy"

    def choose(self, turn: Turn) -> int:
        """The best of `turn.legal`, as far as it can tell."""
        view = turn.view
        assert isinstance(view, KroketState)
        hand = [entry & CARD for entry in view.hands[turn.seat]]
        if turn.legal[0] >= FIRST_PLACE:
            return _worst_place(view, turn)
        if turn.legal[0] >= FIRST_CARD:
            return max(turn.legal, key=lambda move: _score_without(hand, move - FIRST_CARD, view))
        if KNOCK in turn.legal and _lead(view, turn.seat) >= _MARGIN:
            return KNOCK
        if TAKE in turn.legal and _gains_by_taking(hand, view):
            return TAKE
        return DRAW if DRAW in turn.legal else turn.legal[0]


def _score_without(cards: Sequence[int], gone: int, view: KroketState) -> int:
    """What is left of a hand (K11) when one of its cards goes."""
    rest = list(cards)
    rest.remove(gone)
    return hand_score(rest, view.terms.allpictures)


def _gains_by_taking(hand: Sequence[int], view: KroketState) -> bool:
    """Whether the hand scores more with the discard's top in place of one of its cards (K5)."""
    with_top = [*hand, view.discard[-1]]
    best = max(_score_without(with_top, card, view) for card in hand)
    return best > hand_score(hand, view.terms.allpictures)


def _worst_place(view: KroketState, turn: Turn) -> int:
    table = view.tables[turn.seat]
    chances = _chances(view)
    return min(turn.legal, key=lambda move: _expected_table([table[move - FIRST_PLACE]], chances))


def _lead(view: KroketState, seat: int) -> float:
    """How many points `seat` expects to be ahead of the best of the others."""
    chances = _chances(view)
    totals = []
    for table, hand, before in zip(view.tables, view.hands, view.scores, strict=True):
        total = _expected_table(table, chances) + _expected_hand(hand, chances, view.terms.allpictures)
        totals.append(total + (before if view.deal_number == view.terms.deals else 0))
    return totals.pop(seat) - max(totals)


def _chances(view: KroketState) -> list[float]:
    """By rank, how likely a card is that `view` hides."""
    counts = [_COPIES[view.terms.seats]] * (len(_RANKS) + 1)
    for pile in (*view.hands, *view.tables, view.discard, [view.drawn] if view.drawn >= 0 else []):
        for entry in pile:
            counts[RANK[entry & CARD]] -= 1
    unseen = sum(counts[rank] for rank in _RANKS) or 1
    return [counts[rank] / unseen for rank in _RANKS]


def _expected_table(table: Sequence[int], chances: Sequence[float]) -> float:
    """What table cards score on average (K11)."""
    mean = sum(chances[rank] * table_score([rank]) for rank in _RANKS)
    return table_score(table) + mean * _hidden(table)


def _expected_hand(hand: Sequence[int], chances: Sequence[float], allpictures: str) -> float:
    """What a hand scores on average (K11), as if its hidden cards came by chance."""
    hidden = _hidden(hand)
    if not hidden:
        return hand_score(hand, allpictures)
    known = [RANK[entry & CARD] for entry in hand if entry & CARD != UNKNOWN]
    pictures = sum(rank not in _NUMBERS for rank in known) + hidden * sum(chances[len(_NUMBERS) :])
    # The chance that no card is lower than a rank, from one rank to the next, tells how likely it is the lowest.
    none_lower = [sum(chances[rank:]) ** hidden * all(card >= rank for card in known) for rank in range(10)]
    return pictures + sum((rank + 2) * (none_lower[rank] - none_lower[rank + 1]) for rank in _NUMBERS)


def _hidden(pile: Sequence[int]) -> int:
    return sum(entry & CARD == UNKNOWN for entry in pile)
