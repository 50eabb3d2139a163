"""What a seat knows of a deal of Kroket, in the numbers that its expert reckons with."""

from collections.abc import Sequence
from typing import NamedTuple

from cardgames.cards import CARD, RANK, UNKNOWN
from cardgames.games.kroket_score import hand_score, table_score
from cardgames.games.kroket_state import KroketState

NUMBERS = 9
"""How many ranks are numbers, 2 to T; those above are pictures."""
RANKS = 13
WORTH: tuple[int, ...] = tuple(table_score((rank,)) for rank in range(RANKS))
"""Points on the table by rank: in the first suit a card is the int of its rank."""

_JUNK = 4
"""The highest rank of a low number: a 6."""

_COPIES = {2: 4, 3: 8, 4: 8}
_GROWTH = (0.0, 2.2, 3.7, 4.9, 5.9, 6.8, 7.7, 8.5, 9.4, 10.1, 10.8)
"""By how many points a seat has grown after so many turns in which nobody may knock: measured, greedy players, 150
deals with `minrounds=100`."""
_GROWTH_LATER = 0.6


def growth(turns: int) -> float:
    """By how many points a sensible seat grows in its first so many turns."""
    last = len(_GROWTH) - 1
    return _GROWTH[turns] if turns <= last else _GROWTH[last] + _GROWTH_LATER * (turns - last)


class Rival(NamedTuple):
    """Another seat, as far as it can be known."""

    seat: int
    turns: int
    """How many it has completed."""
    total: float
    """What it would score on average if its hidden cards had come by chance; in the last deal of a series with its
    lead from the others."""
    known: int
    """How many cards of its hand are known."""
    junk: int
    """How many of them are low numbers, which a sensible seat does not take."""
    pictures: int
    """How many pictures it has discarded, as far as the discard tells: a sensible seat does not."""


class Sight:
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
        if view.deal_number == view.terms.deals:
            total += view.scores[other] - view.scores[self.seat]
        order = (other - view.dealer_seat - 1) % seats
        turns = max(0, (view.turns - order + seats - 1) // seats)
        junk = sum([rank <= _JUNK for rank in hand])
        return Rival(other, turns, total, len(hand), junk, self._pictures_of(other))

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

    def _pictures_of(self, other: int) -> int:
        """How many pictures another seat has discarded: exactly its own as long as nobody has taken a discard."""
        view = self.view
        seats = view.terms.seats
        back = (self.seat - other) % seats if view.taken < 0 else (self.seat - other - 1) % seats
        last = len(view.discard) - (back or seats)
        return sum([RANK[view.discard[at]] >= NUMBERS for at in range(last, 0, -seats)])


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


def hand_features(ranks: Sequence[int], chances: Sequence[float], allpictures: str) -> tuple[float, ...]:
    """What a hand of ascending ranks is worth, now and later.

    Returns:
        Its score; how much one draw adds to it on average; how far its third-lowest number lies above the second; how
        many pictures it has; the score of all but its lowest card.
    """
    score = hand_score(ranks, allpictures)
    pictures = sum([rank >= NUMBERS for rank in ranks])
    rest = hand_score(ranks[1:], allpictures)
    count = len(ranks) - pictures
    gap = ranks[2] - ranks[1] if count > 2 else 0.0
    return score, _gain(ranks, count, score, chances, allpictures), gap, pictures, rest


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


def table_features(places: Sequence[float], known: Sequence[bool], worth: float) -> tuple[float, float, float, float]:
    """What a table is worth, now and later.

    Args:
        places: the points of each place.
        known: whether its seat knows the card there.
        worth: the mean points of a card that is not seen.

    Returns:
        Its points; how much laying one card adds on average; how many places are known to count nothing; how many are
        hidden.
    """
    empty = sum([points == 0 and seen for points, seen in zip(places, known, strict=True)])
    return sum(places), worth - min(places), empty, len(known) - sum(known)


def top_features(rank: int | None) -> tuple[float, float]:
    """What a card on the discard offers to the next seat: a picture or not, how high a number; None: hidden."""
    if rank is None:
        return 0.0, 0.0
    return (1.0, 0.0) if rank >= NUMBERS else (0.0, rank - 4.0)
