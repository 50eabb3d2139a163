"""Counting at the end of a deal of Kroket: how likely a seat is ahead of a rival, over all cards that it cannot see.

Hidden cards are taken to come independently, each rank as likely as it is among the cards that are not seen. That the
same card does not come twice changes little in the difference of two seats' sums.
"""

from collections.abc import Sequence
from math import comb

from cardgames.cards import CARD, RANK, UNKNOWN
from cardgames.games.kroket.players.expert.knowledge import NUMBERS, RANKS, WORTH, KroketKnowledge, Rival

Chances = list[float]
"""How likely each number of points is, from 0 on."""


class Showdown:
    """How the points of a seat and of a rival may compare, if the deal ends now."""

    __slots__ = ("_halves", "_least", "_mean")

    def __init__(self, sight: KroketKnowledge, rival: Rival) -> None:
        """Counts what the rival may have, and what lies unseen on the own table.

        Args:
            sight: the deal as the seat sees it.
            rival: one of its rivals.
        """
        view = sight.view
        hand, hand_hidden = _open(view.hands[rival.seat])
        table, table_hidden = _open(view.tables[rival.seat])
        own_hidden = sight.ranks.count(None)
        card = _table_card(sight.chances)
        theirs = hand_chances(hand, hand_hidden, sight.chances, view.terms.allpictures)
        for _ in range(table_hidden):
            theirs = _sum(theirs, card)
        own: Chances = [1.0]
        for _ in range(own_hidden):
            own = _sum(own, card)
        self._halves = _halves(_sum(theirs, own[::-1]))
        self._least = sum([WORTH[rank] for rank in table]) + rival.lead - len(own)
        self._mean = own_hidden * sight.worth

    def ahead(self, points: float) -> float:
        """The chance to have more than the rival, and half of that to have as much.

        Args:
            points: the seat's own, where a hidden card of its table counts the mean. Any number: between two that may
                come the chance is between theirs.
        """
        at = points - self._mean - self._least
        last = len(self._halves) - 1
        if not 0 <= at < last:
            return 0.0 if at < 0 else 1.0
        below = int(at)
        return self._halves[below] + (at - below) * (self._halves[below + 1] - self._halves[below])


def hand_chances(known: Sequence[int], hidden: int, chances: Sequence[float], allpictures: str) -> Chances:
    """What a hand may count (K11, K12).

    Args:
        known: the ranks of its known cards.
        hidden: how many others it has.
        chances: by rank, how likely it is each of those.
        allpictures: what a hand without a number counts.

    Returns:
        By points, how likely it counts so much.
    """
    numbers = [rank for rank in known if rank < NUMBERS]
    pictures = len(known) - len(numbers)
    lowest = min(numbers, default=NUMBERS)
    found = [0.0] * (len(known) + hidden + RANKS + 2)
    for more in range(hidden + 1):
        ways = comb(hidden, more)
        picture = sum(chances[NUMBERS:]) ** more
        for rank in range(lowest):
            # The lowest number is this one: none of the hidden ones is below it, but not all are above it.
            at_least, above = sum(chances[rank:NUMBERS]), sum(chances[rank + 1 : NUMBERS])
            share = at_least ** (hidden - more) - above ** (hidden - more)
            found[pictures + more + rank + 2] += ways * picture * share
        rest = sum(chances[lowest:NUMBERS]) ** (hidden - more)
        if lowest < NUMBERS:
            found[pictures + more + lowest + 2] += ways * picture * rest
        elif more == hidden:
            _add_pictures(found, known, hidden, chances, allpictures)
    return found


def _add_pictures(
    found: Chances, known: Sequence[int], hidden: int, chances: Sequence[float], allpictures: str
) -> None:
    """A hand of pictures alone (K12)."""
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
    """The ranks of the cards that are seen, and how many are not."""
    ranks = [RANK[entry & CARD] for entry in pile if entry & CARD != UNKNOWN]
    return ranks, len(pile) - len(ranks)


def _table_card(chances: Sequence[float]) -> Chances:
    """What a hidden card of a table may count (K11)."""
    card = [0.0] * (max(WORTH) + 1)
    for chance, worth in zip(chances, WORTH, strict=True):
        card[worth] += chance
    return card


def _sum(one: Chances, other: Chances) -> Chances:
    """What both count together."""
    both = [0.0] * (len(one) + len(other) - 1)
    for at, chance in enumerate(one):
        if chance:
            for more, likely in enumerate(other, at):
                both[more] += chance * likely
    return both


def _halves(chances: Chances) -> Chances:
    """By a number of points, from -1 on: how likely it is less than that, and half of how likely it is that."""
    found = [0.0]
    below = 0.0
    for chance in chances:
        found.append(below + chance / 2)
        below += chance
    return [*found, below]
