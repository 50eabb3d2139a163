"""What a seat knows of a deal of Kroket, in the numbers that its expert calculates with."""

from collections.abc import Sequence
from typing import NamedTuple

from cardgames.cards import CARD, RANK, UNKNOWN
from cardgames.games.kroket.players.unseen import NUMBERS, RANKS, expected_hand, unseen_chances
from cardgames.games.kroket.rules.scoring import hand_score, table_score
from cardgames.games.kroket.rules.state import KroketState

TABLE_POINTS: tuple[int, ...] = tuple(table_score((rank,)) for rank in range(RANKS))
"""Points on the table by rank. In the first suit a card is the int of its rank."""

_HIGHEST_LOW = 4
"""The highest rank of a low number: a 6."""


def growth(turns: int) -> float:
    """By how many points a sensible seat improves in its first `turns` turns.

    Measured in 150 deals with `minrounds=100`: 2.2, 3.7, 4.9, 5.9, 6.8, 7.7, 8.5, 9.4, 10.1, 10.8 points.
    """
    return float(2.2 * turns**0.7)


class Opponent(NamedTuple):
    """What is known of another seat."""

    seat: int
    turns: int
    """How many turns it has completed."""
    total: float
    """Its mean score if its hidden cards are random ones; in the last deal of a series with its lead from the
    others."""
    lead: int
    """In the last deal of a series, how many points more it has from the others; else 0."""
    known: int
    """How many cards of its hand are known."""
    low_cards: int
    """How many of them are low numbers, which a sensible seat does not take."""
    discarded: int
    """The number on the last card that it discarded, as far as the discard shows it; 0 for a picture, or if it is
    not known."""


class KroketKnowledge:
    """A deal as one seat sees it.

    Attributes:
        seat: the seat.
        chances: by rank, how likely an unseen card has that rank.
        unseen_mean: the mean points of an unseen card on a table.
        hand: the ranks in the seat's hand, ascending.
        places: the points of each place of its table, the mean for a hidden card.
        ranks: the ranks of its places, None for a hidden card.
        opponents: the other seats, the next one first.
        top: the rank of the top of the discard.
        left: how many cards the reserve has.
    """

    __slots__ = ("chances", "hand", "left", "opponents", "places", "ranks", "seat", "top", "unseen_mean", "view")

    def __init__(self, view: KroketState, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.chances = unseen_chances(view)
        self.unseen_mean = sum([chance * points for chance, points in zip(self.chances, TABLE_POINTS, strict=True)])
        self.hand = sorted([RANK[entry & CARD] for entry in view.hands[seat]])
        self.ranks = [None if entry & CARD == UNKNOWN else RANK[entry & CARD] for entry in view.tables[seat]]
        self.places = [self.unseen_mean if rank is None else TABLE_POINTS[rank] for rank in self.ranks]
        self.top = RANK[view.discard[-1]] if view.discard else 0
        self.left = view.left
        seats = view.rule_values.seats
        self.opponents = [self._opponent((seat + step) % seats) for step in range(1, seats)]

    def _opponent(self, other: int) -> Opponent:
        view = self.view
        seats = view.rule_values.seats
        hand = [RANK[entry & CARD] for entry in view.hands[other] if entry & CARD != UNKNOWN]
        hidden = len(view.hands[other]) - len(hand)
        total = sum([self._at(entry) for entry in view.tables[other]]) + expected_hand(hand, hidden, self.chances)
        last = view.deal_number == view.rule_values.deals
        lead = view.scores[other] - view.scores[self.seat] if last else 0
        order = (other - view.dealer_seat - 1) % seats
        turns = max(0, (view.turns - order + seats - 1) // seats)
        low_cards = sum([rank <= _HIGHEST_LOW for rank in hand])
        return Opponent(
            other, turns, total + lead, lead, len(hand), low_cards, self._discarded_by(other) if turns else 0
        )

    def _at(self, entry: int) -> float:
        card = entry & CARD
        return self.unseen_mean if card == UNKNOWN else TABLE_POINTS[RANK[card]]

    def _discarded_by(self, other: int) -> int:
        """Exact for the seat that moved last; for a seat before it only until somebody has taken a discard since."""
        view = self.view
        discard = view.discard if view.taken < 0 else [*view.discard, view.taken]
        back = (self.seat - other) % view.rule_values.seats
        rank = RANK[discard[-back]] if back < len(discard) else NUMBERS
        return rank + 2 if rank < NUMBERS else 0


def is_picture(rank: int | None) -> bool:
    """Whether it is the rank of a picture. None is an unseen card, which counts as none."""
    return rank is not None and rank >= NUMBERS


def hand_features(ranks: Sequence[int], chances: Sequence[float], allpictures: str) -> tuple[float, float, int]:
    """What a hand of ascending ranks is worth now and later.

    Returns:
        Its score; how much one draw adds to the score on average; how many pictures it has.
    """
    score = hand_score(ranks, allpictures)
    pictures = sum([rank >= NUMBERS for rank in ranks])
    return score, _gain(ranks, len(ranks) - pictures, score, chances, allpictures), pictures


def _gain(ranks: Sequence[int], count: int, score: float, chances: Sequence[float], allpictures: str) -> float:
    """How much a draw adds on average to a hand with `count` numbers: the hand loses its lowest card, or the drawn
    one.
    """
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


def table_features(places: Sequence[float], unseen_mean: float) -> tuple[float, float]:
    """What a table is worth now and later.

    Args:
        places: the points of each place.
        unseen_mean: the mean points of an unseen card.

    Returns:
        Its points; how much laying one card adds on average.
    """
    return sum(places), unseen_mean - min(places)
