"""Errors of Bradley-Terry ratings from deals played from both sides: smaller where deals favour a side.

The Fisher information takes each game for a toss of its own. Here the scatter of the results about what the ratings
expect is measured instead, deal by deal: C = I+ S I+, with I+ the pseudo-inverse of the information and S the
scatter (the "sandwich" estimator). For two players it is the error of `measures.estimate` on their pairs.

Reference: H. White, Maximum likelihood estimation of misspecified models, Econometrica 50 (1982).
"""

from collections.abc import Mapping, Sequence
from math import sqrt

from cardgames.tournament.rating.bradley_terry import ELO, NINETY_FIVE, Meeting, Rating
from cardgames.tournament.rating.connectivity import linked_groups
from cardgames.tournament.rating.matrix import add_edge, covariance, zeros
from cardgames.tournament.rating.pentanomial import Pentanomial
from cardgames.tournament.rating.statistics import score_of, trinomial

_ROUNDING = 1e-6
"""Elo that an error of 0 may come out as."""


def paired_errors(
    ratings: Sequence[Rating | None],
    meetings: Mapping[tuple[int, int], Meeting],
    pairs: Mapping[tuple[int, int], Pentanomial],
) -> list[float | None]:
    """Half the width of the 95 % interval of each rating.

    None where the rating has none either, and where every result was the one expected, which tells nothing of it.

    Args:
        ratings: as `ratings.rate` gave them for these meetings.
        meetings: for pairs (i, j), i < j, what i did against j: all games.
        pairs: the same for those of the games that are complete pairs; the others count one by one.
    """
    errors: list[float | None] = [None] * len(ratings)
    met = {pair: meeting for pair, meeting in meetings.items() if meeting.games}
    for group in linked_groups(met):
        known = {player: rating for player in group if (rating := ratings[player]) and rating.error is not None}
        if len(known) == len(group):
            inner = {pair: meeting for pair, meeting in met.items() if pair[0] in known}
            errors_of = _sandwich({player: rating.elo for player, rating in known.items()}, inner, pairs)
            for player, error in zip(group, errors_of, strict=True):
                errors[player] = error if error > _ROUNDING else None
    return errors


def _sandwich(
    elos: Mapping[int, float],
    meetings: Mapping[tuple[int, int], Meeting],
    pairs: Mapping[tuple[int, int], Pentanomial],
) -> list[float]:
    index = {player: at for at, player in enumerate(elos)}
    information, scatter = zeros(len(index)), zeros(len(index))
    for (one, other), meeting in meetings.items():
        score = score_of(elos[one] - elos[other])
        add_edge(information, index[one], index[other], meeting.games * score * (1 - score))
        add_edge(scatter, index[one], index[other], _scatter(meeting, pairs.get((one, other), Pentanomial()), score))
    bread = covariance(information)
    half = [[sum(map(float.__mul__, row, column)) for column in scatter] for row in bread]
    variances = [sum(map(float.__mul__, *rows)) for rows in zip(half, bread, strict=True)]
    return [NINETY_FIVE * sqrt(max(variance, 0.0)) * ELO for variance in variances]


def _scatter(meeting: Meeting, pairs: Pentanomial, score: float) -> float:
    """The sum of the squares of points less points expected, each over what was drawn by itself."""
    alone = [all_games - paired for all_games, paired in zip(trinomial(meeting), trinomial(pairs.meeting), strict=True)]
    return sum(count * (half / 2 - 2 * score) ** 2 for half, count in enumerate(pairs.counts)) + sum(
        count * (half / 2 - score) ** 2 for half, count in enumerate(alone)
    )
