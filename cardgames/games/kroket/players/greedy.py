"""The greedy player of Kroket: improves its hand card by card, and knocks when it is well ahead."""

from collections.abc import Sequence
from typing import ClassVar

from cardgames.cards import CARD, RANK, UNKNOWN
from cardgames.games.kroket.players.unseen import RANKS, expected_hand, unseen_chances
from cardgames.games.kroket.rules.moves import DRAW, FIRST_CARD, FIRST_PLACE, KNOCK, TAKE
from cardgames.games.kroket.rules.scoring import hand_score, table_score
from cardgames.games.kroket.rules.state import KroketState
from cardgames.players.player import Player, Turn

_MARGIN = 10.0
"""How many points ahead it has to be to knock.

The middle of the values that score best against random players: 7 to 14 score the same within the error, at tables of
two, three and four (2,500 deals and more for each); less is worse.
"""


class GreedyKroket(Player):
    """Looks at its own hand only, one card ahead.

    It takes the top of the discard if that raises the score of its hand, else it draws; it discards the card that costs
    least. It never lays. It knocks when it expects to be `_MARGIN` points ahead of every other seat; a hidden card
    counts as the mean of the cards it does not see.
    """

    name: ClassVar[str] = "greedy"

    def choose(self, turn: Turn) -> int:
        """Returns the move of `turn.legal` that looks best."""
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
    """The score of a hand (K11) without one of its cards."""
    rest = list(cards)
    rest.remove(gone)
    return hand_score(rest, view.rule_values.allpictures)


def _gains_by_taking(hand: Sequence[int], view: KroketState) -> bool:
    """Whether the hand scores more with the discard's top in place of one of its cards (K5)."""
    with_top = [*hand, view.discard[-1]]
    best = max(_score_without(with_top, card, view) for card in hand)
    return best > hand_score(hand, view.rule_values.allpictures)


def _worst_place(view: KroketState, turn: Turn) -> int:
    table = view.tables[turn.seat]
    chances = unseen_chances(view)
    return min(turn.legal, key=lambda move: _expected_table([table[move - FIRST_PLACE]], chances))


def _lead(view: KroketState, seat: int) -> float:
    """How many points `seat` expects to be ahead of the best other seat."""
    chances = unseen_chances(view)
    totals = []
    for table, hand, before in zip(view.tables, view.hands, view.scores, strict=True):
        total = _expected_table(table, chances) + _expected_hand(hand, chances, view.rule_values.allpictures)
        totals.append(total + (before if view.deal_number == view.rule_values.deals else 0))
    return totals.pop(seat) - max(totals)


def _expected_table(table: Sequence[int], chances: Sequence[float]) -> float:
    """The mean score of a seat's table cards (K11)."""
    mean = sum(chances[rank] * table_score([rank]) for rank in range(RANKS))
    return table_score(table) + mean * _hidden(table)


def _expected_hand(hand: Sequence[int], chances: Sequence[float], allpictures: str) -> float:
    """The mean score of a hand (K11) whose hidden cards are random ones."""
    hidden = _hidden(hand)
    if not hidden:
        return hand_score(hand, allpictures)
    known = [RANK[entry & CARD] for entry in hand if entry & CARD != UNKNOWN]
    return expected_hand(known, hidden, chances)


def _hidden(pile: Sequence[int]) -> int:
    return sum(entry & CARD == UNKNOWN for entry in pile)
