"""Ratings: Bradley-Terry over all pairs at once, a draw counting as half a win and half a loss.

Player i scores against j with probability 1 / (1 + exp(t_j - t_i)); the strengths t are those under which
the results are likeliest, in Elo t * 400 / ln 10, their average 0. The errors come from the Fisher
information, which is on the safe side where there are many draws.

References: R. A. Bradley, M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39 (1952);
D. R. Hunter, MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32 (2004).
"""

from collections.abc import Iterable, Mapping
from math import erfc, exp, log, log1p, sqrt
from typing import NamedTuple

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
    for group in _groups(players, played):
        inner = {pair: meeting for pair, meeting in played.items() if pair[0] in group}
        bounded = _is_bounded(group, inner)
        if not bounded:
            inner = {pair: meeting._replace(draws=meeting.draws + 1) for pair, meeting in inner.items()}
        for player, elo, error in _solve(group, inner):
            ratings[player] = Rating(elo, error if bounded else None)
    return ratings


def likelihood_of_superiority(meeting: Meeting) -> float:
    """How likely it is, 0 to 1, that the first of the pair is the stronger, given the games they decided."""
    decided = meeting.wins + meeting.losses
    return 0.5 if not decided else 0.5 * erfc((meeting.losses - meeting.wins) / sqrt(2 * decided))


def _groups(players: int, played: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The players that are linked by games, group by group; those who have not played are in none."""
    links: dict[int, set[int]] = {}
    for one, other in played:
        links.setdefault(one, set()).add(other)
        links.setdefault(other, set()).add(one)
    groups: list[list[int]] = []
    seen: set[int] = set()
    for player in range(players):
        if player in links and player not in seen:
            group = _reachable(player, links)
            seen |= group
            groups.append(sorted(group))
    return groups


def _is_bounded(group: list[int], meetings: Mapping[tuple[int, int], Meeting]) -> bool:
    """Whether finite strengths are the likeliest: everyone took something, over others, from everyone (Hunter)."""
    took: dict[int, set[int]] = {player: set() for player in group}
    gave: dict[int, set[int]] = {player: set() for player in group}
    for (one, other), meeting in meetings.items():
        if meeting.wins or meeting.draws:
            took[one].add(other)
            gave[other].add(one)
        if meeting.losses or meeting.draws:
            took[other].add(one)
            gave[one].add(other)
    return len(_reachable(group[0], took)) == len(_reachable(group[0], gave)) == len(group)


def _reachable(start: int, links: Mapping[int, Iterable[int]]) -> set[int]:
    seen = {start}
    queue = [start]
    while queue:
        for other in links[queue.pop()]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return seen


def _solve(group: list[int], meetings: Mapping[tuple[int, int], Meeting]) -> list[tuple[int, float, float]]:
    """Player, Elo and its 95 % error: Newton's method from equal strengths, with steps halved where they overshoot."""
    place = {player: index for index, player in enumerate(group)}
    pairs = [(place[one], place[other], meeting.points, meeting.games) for (one, other), meeting in meetings.items()]
    strengths = [0.0] * len(group)
    spread = _covariance(strengths, pairs)
    for _ in range(100):
        slope = _slope(strengths, pairs)
        step = [sum(map(float.__mul__, row, slope)) for row in spread]
        if max(map(abs, step)) < 1e-10:
            break
        strengths = _climb(strengths, step, pairs)
        spread = _covariance(strengths, pairs)
    return [
        (player, strengths[at] * ELO, NINETY_FIVE * sqrt(max(spread[at][at], 0.0)) * ELO)
        for at, player in enumerate(group)
    ]


_Pairs = list[tuple[int, int, float, int]]
"""First, second, points of the first, games."""


def _expected(difference: float) -> float:
    return 1 / (1 + exp(-difference)) if difference >= 0 else 1 - 1 / (1 + exp(difference))


def _climb(strengths: list[float], step: list[float], pairs: _Pairs) -> list[float]:
    before = _log_likelihood(strengths, pairs)
    size = 1.0
    while True:
        after = [strength + size * part for strength, part in zip(strengths, step, strict=True)]
        if size < 1e-9 or _log_likelihood(after, pairs) >= before - 1e-12 * abs(before):
            return after
        size /= 2


def _log_likelihood(strengths: list[float], pairs: _Pairs) -> float:
    total = 0.0
    for one, other, points, games in pairs:
        difference = strengths[one] - strengths[other]
        # log(1 + e^-d), written so that it does not overflow.
        lost = max(-difference, 0.0) + log1p(exp(-abs(difference)))
        total -= points * lost + (games - points) * (difference + lost)
    return total


def _slope(strengths: list[float], pairs: _Pairs) -> list[float]:
    slope = [0.0] * len(strengths)
    for one, other, points, games in pairs:
        surplus = points - games * _expected(strengths[one] - strengths[other])
        slope[one] += surplus
        slope[other] -= surplus
    return slope


def _covariance(strengths: list[float], pairs: _Pairs) -> list[list[float]]:
    """The pseudo-inverse of the Fisher information: strengths add up to 0, so that it is singular by itself.

    With every entry raised by 1/n the matrix is regular, and its inverse is the one sought, raised by 1/n.
    """
    size = len(strengths)
    share = 1 / size
    matrix = [[share] * size for _ in range(size)]
    for one, other, _, games in pairs:
        chance = _expected(strengths[one] - strengths[other])
        weight = games * chance * (1 - chance)
        matrix[one][one] += weight
        matrix[other][other] += weight
        matrix[one][other] -= weight
        matrix[other][one] -= weight
    return [[entry - share for entry in row] for row in _inverse(matrix)]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Gauss-Jordan without pivoting: the matrix is symmetric and positive definite."""
    size = len(matrix)
    rows = [[*row, *(float(at == column) for column in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = rows[at]
        scale = 1 / pivot[at]
        pivot = rows[at] = [entry * scale for entry in pivot]
        for other in range(size):
            factor = rows[other][at]
            if other != at and factor:
                rows[other] = [entry - factor * above for entry, above in zip(rows[other], pivot, strict=True)]
    return [row[size:] for row in rows]
