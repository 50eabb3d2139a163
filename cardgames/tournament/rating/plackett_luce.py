"""Ratings for tables of any number of seats: Plackett-Luce over all games at once.

A game's ranking is a row of choices: the first of all at the table, then the first of those left, to the last two.
Among those who are left a player is chosen with a probability in proportion to exp(t), t being its strength. Between
two players that is Bradley-Terry, so that Elo, t * 400 / ln 10, means the same for any number of seats: who is
ahead of whom.

Players that share a place are put in every order, all of which together count as the one game. For two of them
that is half a win each. The errors come from the Fisher information. The games of a deal count one by one, as if
each had its own: where deals favour seats the errors are on the safe side.

References: R. L. Plackett, The analysis of permutations, Applied Statistics 24 (1975); R. D. Luce, Individual choice
behavior (1959); D. R. Hunter, MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32 (2004).
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from math import comb

from cardgames.rules.game import Outcome
from cardgames.tournament.rating.bradley_terry import Rating, rate_group
from cardgames.tournament.rating.connectivity import is_bounded, linked_groups
from cardgames.tournament.rating.likelihood import Choices


def places(outcome: Outcome) -> list[list[int]]:
    """The seats by the place they had, those who share one together: the winners, then the others by their score."""
    scores = outcome.scores
    losers = [seat for seat in range(len(scores)) if seat not in outcome.winners]
    falling = sorted({scores[seat] for seat in losers}, reverse=True)
    return [list(outcome.winners), *([seat for seat in losers if scores[seat] == score] for score in falling)]


class Rankings:
    """The games of a tournament, kept as what their ratings depend on: how often who was chosen from whom."""

    __slots__ = ("_ahead", "_choices", "_players")

    def __init__(self, players: int) -> None:
        self._players = players
        self._choices: dict[tuple[int, ...], list[float]] = {}
        """For each set of players, ascending, how often each of them was chosen from it."""
        self._ahead: set[tuple[int, int]] = set()
        """Each two of whom the first was once ahead of the second, or level with it."""

    def add(self, ranking: Sequence[Collection[int]], times: int = 1) -> None:
        """Counts a game.

        Args:
            ranking: the players, the first place's first, those who share a place together; none twice.
            times: how often it was played with this ranking.
        """
        for at, group in enumerate(ranking):
            behind = [player for later in ranking[at + 1 :] for player in later]
            self._ahead.update((one, other) for one in group for other in (*group, *behind) if one != other)
            for left, weight in _orders(list(group)):
                self._choose(left, behind, weight * times)

    def ratings(self) -> list[Rating | None]:
        """The rating of each player, None for one that has not played with others.

        Where some always came out ahead of the others no finite strength is the likeliest. Then each two of that
        group who met are given one more drawn game of their own, which orders the table, and the errors are None.
        """
        ratings: list[Rating | None] = [None] * self._players
        for group in linked_groups(self._ahead):
            members = set(group)
            ahead = {pair for pair in self._ahead if pair[0] in members}
            choices: Choices = {table: chosen for table, chosen in self._choices.items() if table[0] in members}
            bounded = is_bounded(group, ahead)
            if not bounded:
                choices = _with_draws(choices, ahead)
            for player, rating in rate_group(group, choices, bounded):
                ratings[player] = rating
        return ratings

    def _choose(self, left: list[int], behind: list[int], weight: float) -> None:
        """One of `left`, each as likely, was taken from all that were left."""
        table = tuple(sorted(left + behind))
        if len(table) > 1:
            chosen = self._choices.setdefault(table, [0.0] * len(table))
            for player in left:
                chosen[table.index(player)] += weight / len(left)


def _orders(group: list[int]) -> Iterator[tuple[list[int], float]]:
    """All subsets of a group that share a place, each with its share of the orders in which it is what is left."""
    for size in range(len(group), 0, -1):
        weight = 1 / comb(len(group), size)
        for left in combinations(group, size):
            yield list(left), weight


def _with_draws(choices: Choices, met: Collection[tuple[int, int]]) -> Choices:
    more = {table: list(chosen) for table, chosen in choices.items()}
    for pair in {(min(pair), max(pair)) for pair in met}:
        chosen = more.setdefault(pair, [0.0, 0.0])
        chosen[0] += 0.5
        chosen[1] += 0.5
    return more
