"""How likely a seat is ahead of an opponent at the end of a deal of Kroket, counted over all cards that it cannot
see.

Hidden cards are taken to be independent, each rank as likely as it is among the unseen cards. That one card cannot come
twice changes little in the difference of two seats' sums.
"""

from collections.abc import Sequence
from math import comb

from cardgames.cards import CARD, RANK, UNKNOWN
from cardgames.games.kroket.players.expert.knowledge import TABLE_POINTS, KroketKnowledge, Opponent
from cardgames.games.kroket.players.unseen import NUMBERS, RANKS

Chances = list[float]
"""By number of points, from 0, how likely that number is."""


class Showdown:
    """How the points of a seat and of an opponent may compare if the deal ends now."""

    __slots__ = ("_halves", "_least", "_mean")

    def __init__(self, knowledge: KroketKnowledge, opponent: Opponent) -> None:
        """Counts what the opponent may have, and what lies unseen on the own table.

        Args:
            knowledge: the deal as the seat sees it.
            opponent: one of its opponents.
        """
        view = knowledge.view
        hand, hand_hidden = _open(view.hands[opponent.seat])
        table, table_hidden = _open(view.tables[opponent.seat])
        own_hidden = knowledge.ranks.count(None)
        card = _table_card(knowledge.chances)
        opponents_points = hand_chances(hand, hand_hidden, knowledge.chances, view.rule_values.allpictures)
        for _ in range(table_hidden):
            opponents_points = _sum(opponents_points, card)
        own: Chances = [1.0]
        for _ in range(own_hidden):
            own = _sum(own, card)
        self._halves = _halves(_sum(opponents_points, own[::-1]))
        self._least = sum([TABLE_POINTS[rank] for rank in table]) + opponent.lead - len(own)
        self._mean = own_hidden * knowledge.unseen_mean

    def ahead(self, points: float) -> float:
        """The probability to have more points than the opponent, plus half of the probability to have as many.

        Args:
            points: the seat's own points, a hidden card of its table counted as the mean. Any number: between two
                possible numbers of points the probability is interpolated.
        """
        at = points - self._mean - self._least
        last = len(self._halves) - 1
        if not 0 <= at < last:
            return 0.0 if at < 0 else 1.0
        below = int(at)
        return self._halves[below] + (at - below) * (self._halves[below + 1] - self._halves[below])


def hand_chances(known: Sequence[int], hidden: int, chances: Sequence[float], allpictures: str) -> Chances:
    """How many points a hand may score (K11, K12).

    Args:
        known: the ranks of its known cards.
        hidden: how many other cards it has.
        chances: by rank, how likely a hidden card has that rank.
        allpictures: what a hand without a number scores.

    Returns:
        By number of points, how likely the hand scores that.
    """
    numbers = [rank for rank in known if rank < NUMBERS]
    pictures = len(known) - len(numbers)
    lowest = min(numbers, default=NUMBERS)
    found = [0.0] * (len(known) + hidden + RANKS + 2)
    for more in range(hidden + 1):
        combinations = comb(hidden, more)
        picture = sum(chances[NUMBERS:]) ** more
        for rank in range(lowest):
            # The lowest number has this rank: no hidden number is below it, and not all are above it.
            at_least, above = sum(chances[rank:NUMBERS]), sum(chances[rank + 1 : NUMBERS])
            share = at_least ** (hidden - more) - above ** (hidden - more)
            found[pictures + more + rank + 2] += combinations * picture * share
        rest = sum(chances[lowest:NUMBERS]) ** (hidden - more)
        if lowest < NUMBERS:
            found[pictures + more + lowest + 2] += combinations * picture * rest
        elif more == hidden:
            _add_pictures(found, known, hidden, chances, allpictures)
    return found


def _add_pictures(
    found: Chances, known: Sequence[int], hidden: int, chances: Sequence[float], allpictures: str
) -> None:
    """Adds the cases of a hand of pictures only (K12)."""
    count = len(known) + hidden
    if not count:
        found[0] += 1.0
        return
    lowest = min(known, default=RANKS - 1)
    for rank in range(NUMBERS, lowest + 1):
        at_least = sum(chances[rank:]) ** hidden
        above = sum(chances[rank + 1 :]) ** hidden if rank < lowest else 0.0
        found[count + (rank + 2 if allpictures == "rank" else int(allpictures))] += at_least - above


def _open(pile: Sequence[int]) -> tuple[list[int], int]:
    """The ranks of the visible cards, and the number of hidden ones."""
    ranks = [RANK[entry & CARD] for entry in pile if entry & CARD != UNKNOWN]
    return ranks, len(pile) - len(ranks)


def _table_card(chances: Sequence[float]) -> Chances:
    """How many points a hidden card of a table may score (K11)."""
    card = [0.0] * (max(TABLE_POINTS) + 1)
    for chance, points in zip(chances, TABLE_POINTS, strict=True):
        card[points] += chance
    return card


def _sum(one: Chances, other: Chances) -> Chances:
    """The distribution of the sum of two independent numbers of points."""
    both = [0.0] * (len(one) + len(other) - 1)
    for at, chance in enumerate(one):
        if chance:
            for more, likely in enumerate(other, at):
                both[more] += chance * likely
    return both


def _halves(chances: Chances) -> Chances:
    """By number of points, from -1: the probability of less than that, plus half of the probability of exactly that."""
    found = [0.0]
    below = 0.0
    for chance in chances:
        found.append(below + chance / 2)
        below += chance
    return [*found, below]
