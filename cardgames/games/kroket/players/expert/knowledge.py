"""What a seat knows of a deal of Kroket, in the numbers that its expert reckons with."""

from collections.abc import Sequence
from typing import NamedTuple

from cardgames.cards import CARD, RANK, UNKNOWN
from cardgames.games.kroket.rules.scoring import hand_score, table_score
from cardgames.games.kroket.rules.state import KroketState

NUMBERS = 9
"""How many ranks are numbers, 2 to T; those above are pictures."""
RANKS = 13
WORTH: tuple[int, ...] = tuple(table_score((rank,)) for rank in range(RANKS))
"""Points on the table by rank: in the first suit a card is the int of its rank."""

_JUNK = 4
"""The highest rank of a low number: a 6."""

_COPIES = {2: 4, 3: 8, 4: 8}


def growth(turns: int) -> float:
    """By how many points a sensible seat grows in its first so many turns.

    Measured in 150 deals with `minrounds=100`: 2.2, 3.7, 4.9, 5.9, 6.8, 7.7, 8.5, 9.4, 10.1, 10.8 points.
    """
    return float(2.2 * turns**0.7)


class Rival(NamedTuple):
    """Another seat, as far as it can be known."""

    seat: int
    turns: int
    """How many it has completed."""
    total: float
    """What it would score on average if its hidden cards had come by chance; in the last deal of a series with its
    lead from the others."""
    lead: int
    """In the last deal of a series, what it has more from the others; else 0."""
    known: int
    """How many cards of its hand are known."""
    junk: int
    """How many of them are low numbers, which a sensible seat does not take."""
    discarded: int
    """The number on the last card that it discarded, as far as the discard tells; 0 for a picture or none."""


class KroketKnowledge:
    """A deal as one seat sees it.

    Attributes:
        seat: whose it is.
        chances: by rank, how likely a card is that is not seen.
        worth: the mean points of such a card on a table.
        hand: the seat's ranks, ascending.
        places: the points of each place of its table, the mean for a hidden card.
        ranks: the ranks of its places, None for a hidden card.
        rivals: the other seats, the next one first.
        top: the rank of the top of the discard.
        left: how many cards the reserve has.
    """

    __slots__ = ("chances", "hand", "left", "places", "ranks", "rivals", "seat", "top", "view", "worth")

    def __init__(self, view: KroketState, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.chances = _chances(view)
        self.worth = sum([chance * worth for chance, worth in zip(self.chances, WORTH, strict=True)])
        self.hand = sorted([RANK[entry & CARD] for entry in view.hands[seat]])
        self.ranks = [None if entry & CARD == UNKNOWN else RANK[entry & CARD] for entry in view.tables[seat]]
        self.places = [self.worth if rank is None else WORTH[rank] for rank in self.ranks]
        self.top = RANK[view.discard[-1]] if view.discard else 0
        self.left = view.left
        seats = view.terms.seats
        self.rivals = [self._rival((seat + step) % seats) for step in range(1, seats)]

    def _rival(self, other: int) -> Rival:
        view = self.view
        seats = view.terms.seats
        hand = [RANK[entry & CARD] for entry in view.hands[other] if entry & CARD != UNKNOWN]
        hidden = len(view.hands[other]) - len(hand)
        total = sum([self._at(entry) for entry in view.tables[other]]) + self._mean_of_hand(hand, hidden)
        last = view.deal_number == view.terms.deals
        lead = view.scores[other] - view.scores[self.seat] if last else 0
        order = (other - view.dealer_seat - 1) % seats
        turns = max(0, (view.turns - order + seats - 1) // seats)
        junk = sum([rank <= _JUNK for rank in hand])
        return Rival(other, turns, total + lead, lead, len(hand), junk, self._discarded_by(other) if turns else 0)

    def _at(self, entry: int) -> float:
        card = entry & CARD
        return self.worth if card == UNKNOWN else WORTH[RANK[card]]

    def _mean_of_hand(self, known: Sequence[int], hidden: int) -> float:
        """What a hand counts on average (K11), if its hidden cards came by chance."""
        chances = self.chances
        pictures = sum([rank >= NUMBERS for rank in known]) + hidden * sum(chances[NUMBERS:])
        lowest_known = min(known, default=RANKS)
        # The lowest card's number is n or more with the chance that no card is below it.
        lowest = 0.0
        above = 1.0
        for rank in range(min(NUMBERS, lowest_known + 1)):
            from_here = above
            above -= chances[rank]
            higher = above**hidden if rank < lowest_known else 0.0
            lowest += (rank + 2) * (from_here**hidden - higher)
        return pictures + lowest

    def _discarded_by(self, other: int) -> int:
        """By the last seat exactly, by one before as long as nobody has taken a discard since."""
        view = self.view
        discard = view.discard if view.taken < 0 else [*view.discard, view.taken]
        back = (self.seat - other) % view.terms.seats
        rank = RANK[discard[-back]] if back < len(discard) else NUMBERS
        return rank + 2 if rank < NUMBERS else 0


def _chances(view: KroketState) -> list[float]:
    copies = _COPIES[view.terms.seats]
    counts = [copies] * RANKS + [0]
    for pile in (*view.hands, *view.tables):
        for entry in pile:
            counts[RANK[entry & CARD]] -= 1
    for card in view.discard:
        counts[RANK[card]] -= 1
    if view.drawn >= 0:
        counts[RANK[view.drawn & CARD]] -= 1
    total = sum(counts[:RANKS]) or 1
    return [count / total for count in counts[:RANKS]]


def is_picture(rank: int | None) -> bool:
    """Whether it is the rank of a picture; None for a card that is not seen."""
    return rank is not None and rank >= NUMBERS


def hand_features(ranks: Sequence[int], chances: Sequence[float], allpictures: str) -> tuple[float, float, int]:
    """What a hand of ascending ranks is worth, now and later.

    Returns:
        Its score; how much one draw adds to it on average; how many pictures it has.
    """
    score = hand_score(ranks, allpictures)
    pictures = sum([rank >= NUMBERS for rank in ranks])
    return score, _gain(ranks, len(ranks) - pictures, score, chances, allpictures), pictures


def _gain(ranks: Sequence[int], count: int, score: float, chances: Sequence[float], allpictures: str) -> float:
    """How much a draw adds on average to a hand with so many numbers: its lowest card goes, or the one drawn."""
    picture = sum(chances[NUMBERS:])
    if count == 0:
        return sum([chances[rank] * max(0, len(ranks) + rank + 1 - score) for rank in range(NUMBERS)])
    low = ranks[0]
    if count == 1:
        numbers = sum([chances[rank] * (rank - low) for rank in range(low + 1, NUMBERS)])
        return numbers + picture * max(0, hand_score([*ranks[1:], NUMBERS], allpictures) - score)
    second = ranks[1]
    numbers = sum([chances[rank] * (min(rank, second) - low) for rank in range(low + 1, NUMBERS)])
    return numbers + picture * (second - low + 1)


def table_features(places: Sequence[float], worth: float) -> tuple[float, float]:
    """What a table is worth, now and later.

    Args:
        places: the points of each place.
        worth: the mean points of a card that is not seen.

    Returns:
        Its points, and how much laying one card adds on average.
    """
    return sum(places), worth - min(places)
