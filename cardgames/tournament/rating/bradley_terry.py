"""Ratings: Bradley-Terry over all pairs at once, a draw counting as half a win and half a loss.

Player i scores against j with probability 1 / (1 + exp(t_j - t_i)); the strengths t are those under which
the results are likeliest, in Elo t * 400 / ln 10, their average 0. The errors come from the Fisher
information, which is on the safe side where there are many draws.

References: R. A. Bradley, M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39 (1952);
D. R. Hunter, MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32 (2004).
"""

from collections.abc import Iterator, Mapping, Sequence
from math import erfc, log, sqrt
from typing import NamedTuple

from cardgames.tournament.rating.connectivity import is_bounded, linked_groups
from cardgames.tournament.rating.likelihood import Choices, likeliest

ELO = 400 / log(10)
"""Elo points to one unit of the logistic scale."""
NINETY_FIVE = 1.959963984540054
"""Standard deviations to either side that hold 95 %."""


class Meeting(NamedTuple):
    """What one pair of players did against each other, as the first of the two sees it."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How often they met."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Wins, and half the draws."""
        return self.wins + self.draws / 2


class Rating(NamedTuple):
    """A player's strength in Elo, against the average of those it is linked with by games."""

    elo: float
    error: float | None
    """Half the width of the 95 % interval; None where the results set no bound (someone won or lost everything)."""


def rate(players: int, meetings: Mapping[tuple[int, int], Meeting]) -> list[Rating | None]:
    """The rating of each player, None for one that has not played.

    Where someone won or lost everything no finite strength is the likeliest. Then each pair of that group is
    given one more drawn game, which orders the table, and the errors are None.

    Args:
        players: how many there are.
        meetings: for pairs (i, j), i < j, what i did against j.
    """
    ratings: list[Rating | None] = [None] * players
    played = {pair: meeting for pair, meeting in meetings.items() if meeting.games}
    for group in linked_groups(played):
        inner = {pair: meeting for pair, meeting in played.items() if pair[0] in group}
        bounded = is_bounded(group, _ahead(inner))
        more = 0 if bounded else 1
        choices: Choices = {
            pair: [meeting.points + more / 2, meeting.games - meeting.points + more / 2]
            for pair, meeting in inner.items()
        }
        for player, rating in rate_group(group, choices, bounded):
            ratings[player] = rating
    return ratings


def likelihood_of_superiority(meeting: Meeting) -> float:
    """How likely it is, 0 to 1, that the first of the pair is the stronger, given the games they decided."""
    decided = meeting.wins + meeting.losses
    return 0.5 if not decided else 0.5 * erfc((meeting.losses - meeting.wins) / sqrt(2 * decided))


def rate_group(group: Sequence[int], choices: Choices, bounded: bool) -> Iterator[tuple[int, Rating]]:
    """The ratings of players that are linked with each other.

    Args:
        group: the players.
        choices: who was chosen from whom, by the same numbers.
        bounded: whether the choices set bounds to the strengths by themselves, so that there are errors.
    """
    index = {player: at for at, player in enumerate(group)}
    renumbered = {tuple(index[player] for player in table): chosen for table, chosen in choices.items()}
    strengths, spread = likeliest(len(group), renumbered)
    for at, player in enumerate(group):
        error = NINETY_FIVE * sqrt(max(spread[at][at], 0.0)) * ELO
        yield player, Rating(strengths[at] * ELO, error if bounded else None)


def _ahead(meetings: Mapping[tuple[int, int], Meeting]) -> Iterator[tuple[int, int]]:
    """Each two of whom the first was ahead of the second, or level with it."""
    for (one, other), meeting in meetings.items():
        if meeting.wins or meeting.draws:
            yield one, other
        if meeting.losses or meeting.draws:
            yield other, one
