"""The generalised log-likelihood ratio: how much better one difference in strength explains the results than another.

The results follow a distribution over the 3 outcomes of a game, or the 5 of a pair of games. Of all distributions
that are of the strength in question the one is taken under which the results are likeliest, once for each of
the two strengths; nothing else about the games, such as the rate of draws, has to be known. The ratio of both
likelihoods is the answer.

Strength is the mean of the points (logistic Elo), or the distance of that mean from one half in standard deviations
(normalised Elo). Outcomes are worth a = 0 ... 1. A mean s asks that the brackets a - s have the mean 0. For a
distance t let b = a - 1/2, k = t / sqrt(1 + t^2), and r the root mean square of b: t asks that b have the mean
k r, and that is so if the brackets b - k (b^2 / r + r) / 2, the tangent to the root at r, have the mean 0. Either
way the likeliest distribution is the one observed, each outcome divided by 1 + theta times its bracket.

References: A. B. Owen, Empirical Likelihood (2001), for the distribution; M. Van den Bergh, Comments on Normalized
Elo, for its use here.
"""

from collections.abc import Sequence
from math import log, sqrt

from cardgames.tournament.rating.statistics import NORMALISED_ELO, score_of

_UNSEEN = 1e-3
"""What an outcome that never came counts as, so that none is impossible; other runners have the same."""
_ROUNDS = 200
_CLOSE = 1e-9
"""Enough for 15 digits of a likelihood, which is flat where it is greatest."""
_FAR = 0.25
"""Distances from which on there may be two maxima."""


def logistic_llr(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """The log of how much likelier the results are at `elo1` than at `elo0`, in logistic Elo.

    Args:
        counts: three numbers for games or five for pairs, as for `measures.estimate`.
        elo0: the difference in strength that is in doubt, within 1000 either way.
        elo1: the one that is hoped for, likewise.
    """
    seen = _seen(counts)
    return _likelihood_of_mean(seen, score_of(elo1)) - _likelihood_of_mean(seen, score_of(elo0))


def normalised_llr(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """As `logistic_llr`, but in normalised Elo."""
    seen = _seen(counts)
    # The mean of two games deviates less than one game, by sqrt(2): the same strength is farther from one half.
    scale = sqrt((len(counts) - 1) / 2) / NORMALISED_ELO
    return _likelihood_of_distance(seen, elo1 * scale) - _likelihood_of_distance(seen, elo0 * scale)


def _seen(counts: Sequence[int]) -> list[float]:
    return [count or _UNSEEN for count in counts]


def _likelihood_of_mean(seen: list[float], mean: float) -> float:
    last = len(seen) - 1
    return _likelihood(seen, [place / last - mean for place in range(last + 1)])


def _likelihood_of_distance(seen: list[float], distance: float) -> float:
    """The tangent is moved to the root of the distribution that it leads to, until it stays."""
    last = len(seen) - 1
    values = [place / last - 0.5 for place in range(last + 1)]
    slope = distance / sqrt(1 + distance * distance)
    # From these roots on the brackets have both signs, as has to be, and every maximum is reached from one of them.
    roots = [0.5] if abs(distance) < _FAR else [0.5, abs(slope) / last]
    return max(_likelihood(seen, _tangent(seen, values, slope, root)) for root in roots)


def _tangent(seen: list[float], values: list[float], slope: float, root: float) -> list[float]:
    total = sum(seen)
    for _ in range(_ROUNDS):
        brackets = [value - slope * (value * value / root + root) / 2 for value in values]
        divisors = _divisors(seen, brackets)
        square = sum(
            count * value * value / divisor for count, value, divisor in zip(seen, values, divisors, strict=True)
        )
        before, root = root, sqrt(square / total)
        if abs(root - before) < _CLOSE * root or not slope:
            break
    return brackets


def _likelihood(seen: list[float], brackets: list[float]) -> float:
    """The greatest log-likelihood with these brackets, against that of the distribution observed: 0 or less."""
    return -sum(count * log(divisor) for count, divisor in zip(seen, _divisors(seen, brackets), strict=True))


def _divisors(seen: list[float], brackets: list[float]) -> list[float]:
    """1 + theta * bracket for each outcome, with the one theta under which all are above 0 and the brackets' mean is 0.

    Theta is looked for as the divisor x of the outcome that gains most: from 1, where nothing is changed, down to its
    share observed, where nothing else would be left. So that share may be as small as it likes. Newton's method, kept
    between bounds that close in from both sides.
    """
    drift = sum(count * bracket for count, bracket in zip(seen, brackets, strict=True))
    edge = min(brackets) if drift > 0 else max(brackets)
    parts = [(count, bracket / edge) for count, bracket in zip(seen, brackets, strict=True)]
    low, high = seen[brackets.index(edge)] / sum(seen), 1.0
    x = 1.0
    for _ in range(_ROUNDS):
        value = slope = 0.0
        for count, ratio in parts:
            rest = 1 - ratio
            divisor = rest + ratio * x
            value += count * ratio * x / divisor
            slope += count * ratio * rest / divisor**2
        if value > 0:
            low = x
        else:
            high = x
        before, x = x, x - value / slope if slope else low
        if not low < x < high:
            x = sqrt(low * high)
        if abs(x - before) < _CLOSE * x:
            break
    return [1 - ratio + ratio * x for _, ratio in parts]
