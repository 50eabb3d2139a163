"""Greedy at Kroket: reckons what each choice is worth on average after this turn, and the odds of a knock."""

from math import erf, prod, sqrt
from typing import ClassVar, NamedTuple

from cardgames.cards import CARD, RANK, UNKNOWN
from cardgames.games.kroket_moves import DRAW, FIRST_CARD, FIRST_PLACE, KNOCK, LAY, TAKE
from cardgames.games.kroket_score import hand_score, table_score
from cardgames.games.kroket_state import KroketState
from cardgames.players.player import Player, Turn

_KNOCK_AT = {2: 0.8, 3: 0.65, 4: 0.55}
"""By the number of seats: the chance to be first from which it knocks."""
_PROSPECT = 0.15
"""What a point that the hand would have without its lowest number is worth now: that card is the next to go."""
_GROWTH = 0.35
"""By how many points another seat's hand is thought to have grown with each of its turns."""
_LAST_TURN = 1.5
"""How many points another seat is thought to gain in a last turn (K8)."""
_HAND_VARIANCE = 5.0
"""How far another seat's hand is from its mean."""

_NUMBERS = range(9)
"""The ranks of the cards 2 to T; those above are pictures."""
_WORTH = tuple(table_score((rank,)) for rank in range(13))
"""Points on the table by rank: in the first suit a card is the int of its rank."""


class Unseen(NamedTuple):
    """The cards that a seat does not see, thrown together: what one of them is on average."""

    chances: list[float]
    """By rank."""
    worth: float
    """Points on the table, the mean."""
    variance: float
    """Points on the table."""

    @classmethod
    def by(cls, view: KroketState) -> "Unseen":
        """What `view` leaves open."""
        counts = [4 if view.terms.seats == 2 else 8] * 13 + [0]
        for pile in (*view.hands, *view.tables, view.discard, () if view.drawn < 0 else (view.drawn,)):
            for entry in pile:
                counts[RANK[entry & CARD]] -= 1
        total = sum(counts[:13]) or 1
        chances = [count / total for count in counts[:13]]
        worth = sum(chance * points for chance, points in zip(chances, _WORTH, strict=True))
        square = sum(chance * points * points for chance, points in zip(chances, _WORTH, strict=True))
        return cls(chances, worth, square - worth * worth)


class GreedyKroket(Player):
    """Looks one turn ahead, with every hidden card taken for the average of those it does not see.

    It knocks once its chance to be first is good enough. Else it makes the choice of `take`, `draw` and `lay` after
    which its hand and table are worth most on average.
    """

    name: ClassVar[str] = "greedy"

    def choose(self, turn: Turn) -> int:
        """The best of `turn.legal`, as far as it can tell."""
        view = turn.view
        assert isinstance(view, KroketState)
        if FIRST_CARD <= turn.legal[0] < FIRST_PLACE:
            return _best_discard(view, turn)
        unseen = Unseen.by(view)
        if turn.legal[0] >= FIRST_PLACE:
            worths = _worths(view.tables[turn.seat], unseen)
            return FIRST_PLACE + worths.index(min(worths))
        if KNOCK in turn.legal and _chance_to_be_first(view, turn.seat, unseen) >= _KNOCK_AT[view.terms.seats]:
            return KNOCK
        return _best_choice(view, turn.seat, unseen)


def _best_choice(view: KroketState, seat: int, unseen: Unseen) -> int:
    """Of `take`, `draw` and `lay` the one that gains most on average."""
    allpictures = view.terms.allpictures
    hand = [RANK[entry & CARD] for entry in view.hands[seat]]
    top = RANK[view.discard[-1]]
    take = max(_hand_worth([*rest, top], allpictures) for rest in _one_less(hand))
    draw = sum(
        chance * max(_hand_worth(rest, allpictures) for rest in _one_less([*hand, rank]))
        for rank, chance in enumerate(unseen.chances)
        if chance
    )
    lay = unseen.worth - min(_worths(view.tables[seat], unseen))
    now = _hand_worth(hand, allpictures)
    gains = {LAY: lay, DRAW: draw - now, TAKE: take - now}
    return max(gains, key=gains.__getitem__)


def _best_discard(view: KroketState, turn: Turn) -> int:
    """The card without which the hand is worth most."""
    hand = [entry & CARD for entry in view.hands[turn.seat]]

    def worth_without(move: int) -> float:
        rest = hand[:]
        rest.remove(move - FIRST_CARD)
        return _hand_worth([RANK[card] for card in rest], view.terms.allpictures)

    return max(turn.legal, key=worth_without)


def _one_less(ranks: list[int]) -> list[list[int]]:
    """The hands that are left when one of the cards goes, each once."""
    return [ranks[:at] + ranks[at + 1 :] for at, rank in enumerate(ranks) if rank not in ranks[:at]]


def _hand_worth(ranks: list[int], allpictures: str) -> float:
    """The score of a hand of these ranks, and a part of what it would be without its lowest card."""
    return hand_score(ranks, allpictures) + _PROSPECT * hand_score(sorted(ranks)[1:], allpictures)


def _worths(table: list[int], unseen: Unseen) -> list[float]:
    """What each card of a table counts, a hidden one as the average."""
    return [unseen.worth if entry & CARD == UNKNOWN else _WORTH[RANK[entry & CARD]] for entry in table]


def _chance_to_be_first(view: KroketState, seat: int, unseen: Unseen) -> float:
    """The chance that `seat` has the highest total if it knocks now; leads count as normally distributed."""
    terms = view.terms
    own = sum(_worths(view.tables[seat], unseen)) + hand_score(view.hands[seat], terms.allpictures)
    growth = _GROWTH * (view.turns // terms.seats) + (_LAST_TURN if terms.lastturn else 0.0)
    chances = []
    for other in range(terms.seats):
        if other == seat:
            continue
        table = sum(_worths(view.tables[other], unseen))
        lead = own - table - _mean_of_hand(view.hands[other], unseen) - growth
        if view.deal_number == terms.deals:
            lead += view.scores[seat] - view.scores[other]
        variance = (_hidden(view.tables[seat]) + _hidden(view.tables[other])) * unseen.variance + _HAND_VARIANCE
        chances.append((1 + erf(lead / sqrt(2 * variance))) / 2)
    return prod(chances)


def _hidden(pile: list[int]) -> int:
    return sum(entry & CARD == UNKNOWN for entry in pile)


def _mean_of_hand(hand: list[int], unseen: Unseen) -> float:
    """What another seat's hand counts on average (K11), as if its hidden cards came at random."""
    hidden = _hidden(hand)
    known = [RANK[entry & CARD] for entry in hand if entry & CARD != UNKNOWN]
    pictures = sum(rank not in _NUMBERS for rank in known) + hidden * sum(unseen.chances[len(_NUMBERS) :])
    lowest_known = min(known, default=len(_WORTH))
    # The lowest card's number is at least n with the chance that no card is below it.
    lowest = 0.0
    for rank in _NUMBERS:
        from_here = sum(unseen.chances[rank:]) ** hidden if lowest_known >= rank else 0.0
        above = sum(unseen.chances[rank + 1 :]) ** hidden if lowest_known > rank else 0.0
        lowest += (rank + 2) * (from_here - above)
    return pictures + lowest
