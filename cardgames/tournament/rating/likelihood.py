"""The strengths under which choices are likeliest: what Bradley-Terry and Plackett-Luce have in common.

Of those at a table a player is chosen with a probability in proportion to exp(t), t being its strength. A game of two
is one choice, of the winner; a game of more is a row of them (plackett_luce.py). Strengths add up to 0.

Reference: D. R. Hunter, MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32 (2004).
"""

from collections.abc import Mapping
from math import exp, log1p

from cardgames.tournament.rating.matrix import Matrix, covariance, zeros

Choices = Mapping[tuple[int, ...], list[float]]
"""For each set of players, ascending, how often each of them was chosen from it."""

_ROUNDS = 200
_HALVINGS = 60
_CLOSE = 1e-12
"""A change of the log-likelihood, in parts of it, that may be rounding."""


def likeliest(size: int, choices: Choices) -> tuple[list[float], Matrix]:
    """The strengths, and their covariances by the Fisher information.

    Args:
        size: how many players there are, numbered from 0, all linked with each other.
        choices: such that finite strengths are the likeliest (`connectivity.is_bounded`).
    """
    model = _Model(size, choices)
    strengths = model.likeliest()
    return strengths, covariance(model.moments(strengths)[1])


class _Model:
    """The likelihood of strengths that add up to 0, given how often who was chosen from whom."""

    def __init__(self, size: int, choices: Choices) -> None:
        self.size = size
        self.tables = [(table, chosen, sum(chosen)) for table, chosen in choices.items()]
        self.chosen = [0.0] * size
        """How often each was, in all."""
        for table, chosen in choices.items():
            for player, times in zip(table, chosen, strict=True):
                self.chosen[player] += times

    def likeliest(self) -> list[float]:
        """Newton's method from equal strengths, with steps halved where they overshoot; the likelihood has one top."""
        strengths = [0.0] * self.size
        likelihood = self.log_likelihood(strengths)
        for _ in range(_ROUNDS):
            expected, information = self.moments(strengths)
            slope = [chosen - more for chosen, more in zip(self.chosen, expected, strict=True)]
            step = [_dot(row, slope) for row in covariance(information)]
            before = likelihood
            strengths, likelihood = self._climb(strengths, step, likelihood)
            if likelihood - before <= _CLOSE * abs(likelihood):
                break
        return strengths

    def _climb(self, strengths: list[float], step: list[float], likelihood: float) -> tuple[list[float], float]:
        """The largest of the step, its half, its quarter … that leads up but for rounding, with its likelihood."""
        lowest = likelihood - _CLOSE * abs(likelihood)
        for _ in range(_HALVINGS):
            after = [strength + part for strength, part in zip(strengths, step, strict=True)]
            reached = self.log_likelihood(after)
            if reached >= lowest:
                return after, reached
            step = [part / 2 for part in step]
        return strengths, likelihood

    def log_likelihood(self, strengths: list[float]) -> float:
        """Of all choices together."""
        total = 0.0
        for table, chosen, times in self.tables:
            top = max(table, key=strengths.__getitem__)
            behind = [strengths[player] - strengths[top] for player in table]
            # Written so that what is nearly certain is not lost to rounding.
            rest = sum(exp(gap) for player, gap in zip(table, behind, strict=True) if player != top)
            total += _dot(chosen, behind) - times * log1p(rest)
        return total

    def moments(self, strengths: list[float]) -> tuple[list[float], Matrix]:
        """How often each would be chosen at these strengths, and the Fisher information."""
        expected = [0.0] * self.size
        information = zeros(self.size)
        for table, _, times in self.tables:
            chances = _chances(table, strengths)
            for one, chance in zip(table, chances, strict=True):
                part = times * chance
                expected[one] += part
                row = information[one]
                row[one] += part
                for other, another in zip(table, chances, strict=True):
                    row[other] -= part * another
        return expected, information


def _chances(table: tuple[int, ...], strengths: list[float]) -> list[float]:
    top = max(strengths[player] for player in table)
    weights = [exp(strengths[player] - top) for player in table]
    total = sum(weights)
    return [weight / total for weight in weights]


def _dot(one: list[float], other: list[float]) -> float:
    return sum(map(float.__mul__, one, other))
