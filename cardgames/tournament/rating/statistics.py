"""What a list of results says: a score with its error, Elo, normalised Elo, superiority, draws, margins, seats.

A sample is what was drawn by itself: one game, or the two games of a deal that was played from both sides. Its
counts stand in order of the points in it, all lost first: `(losses, draws, wins)` for games, or the five counts
of `pentanomial.py` for pairs. Both are measured by the same formulas, so that their errors can be compared.

Elo is logistic: E points ahead means a score of 1 / (1 + 10^(-E/400)). Normalised Elo is the distance of the
score from one half in standard deviations of a game, times 800 / ln 10: where no game is drawn and no deal
favours a side it is about the same as Elo, and a match of a given length always measures it equally well.

Reference: M. Van den Bergh, Comments on normalized Elo.
"""

from collections import Counter
from collections.abc import Sequence
from math import erfc, inf, log, log10, sqrt
from typing import NamedTuple

from cardgames.rules.game import Outcome
from cardgames.tournament.rating.bradley_terry import ELO, NINETY_FIVE, Meeting

NORMALISED_ELO = 800 / log(10)
"""Points of normalised Elo to one standard deviation of a game."""


class Estimate(NamedTuple):
    """The strength of one player against another, as the first of the two sees it."""

    games: int
    score: float
    """Points per game, 0 to 1."""
    deviation: float
    """The standard error of the score; 0 where all samples ended alike."""
    elo: float
    """What the score says. Where all was won or all lost, that score with one more drawn game."""
    elo_error: float | None
    """Half the width of the 95 % interval of Elo; None where all samples ended alike, which tells nothing of it."""
    normalised: float | None
    """Normalised Elo; None where all samples ended alike."""
    normalised_error: float
    """Half the width of its 95 % interval, which depends on the number of games alone."""
    superiority: float
    """How likely it is, 0 to 1, that the first is the stronger."""

    @property
    def interval(self) -> tuple[float, float]:
        """The Elo of both ends of the score's 95 % interval: -inf or inf where that reaches nothing or everything.

        It is wider towards the extremes; `elo_error` is the same width taken at the score itself.
        """
        margin = NINETY_FIVE * self.deviation
        return elo_of(self.score - margin), elo_of(self.score + margin)


def estimate(counts: Sequence[int]) -> Estimate | None:
    """What these results say, or None if there are none.

    Args:
        counts: how often each number of points was had in a sample, from none to all: three numbers for single
            games, five for pairs of games.
    """
    samples = sum(counts)
    if not samples:
        return None
    steps = len(counts) - 1
    games = samples * steps // 2
    score = sum(step * count for step, count in enumerate(counts)) / (steps * samples)
    variance = sum(count * (step / steps - score) ** 2 for step, count in enumerate(counts)) / samples
    if sum(map(bool, counts)) == 1:
        variance = 0.0
    deviation = sqrt(variance / samples)
    per_game = sqrt(variance * steps / 2)
    bounded = score if 0 < score < 1 else (score * games + 0.5) / (games + 1)
    return Estimate(
        games=games,
        score=score,
        deviation=deviation,
        elo=elo_of(bounded),
        elo_error=NINETY_FIVE * deviation / (score * (1 - score)) * ELO if deviation else None,
        normalised=(score - 0.5) / per_game * NORMALISED_ELO if deviation else None,
        normalised_error=NINETY_FIVE * NORMALISED_ELO / sqrt(games),
        superiority=_normal_below(_distance(score, deviation, samples)),
    )


def trinomial(meeting: Meeting) -> tuple[int, int, int]:
    """The counts of single games, all lost first."""
    return meeting.losses, meeting.draws, meeting.wins


def elo_of(score: float) -> float:
    """The difference in Elo at which this score is expected; -inf from 0 down, inf from 1 up."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else -400 * log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The score, 0 to 1, that is expected at this difference in Elo (up to 100,000 either way)."""
    return 1 / (1 + 10 ** (-elo / 400))


def draw_rate(meeting: Meeting) -> float | None:
    """The share of the games that were drawn, 0 to 1; None without games."""
    return meeting.draws / meeting.games if meeting.games else None


def margin(outcome: Outcome, seat: int) -> int:
    """By how many points `seat` was ahead of the best of the others: below 0 if it lost, 0 if it shared the win.

    The sign is the result's, for there are rules by which the lower total wins (S17). A forfeit has no points
    (PROTOCOL.md) and so no margin: averages leave it out.
    """
    best = max(score for other, score in enumerate(outcome.scores) if other != seat)
    gap = abs(outcome.scores[seat] - best)
    if seat in outcome.winners:
        return gap if len(outcome.winners) == 1 else 0
    return -gap


class Average:
    """The mean of whole numbers that come one by one, as margins do."""

    __slots__ = ("_squares", "_total", "count")

    def __init__(self) -> None:
        self.count = 0
        self._total = 0
        self._squares = 0

    def add(self, value: int) -> None:
        """Counts one more."""
        self.count += 1
        self._total += value
        self._squares += value * value

    @property
    def mean(self) -> float | None:
        """The mean; None of nothing."""
        return self._total / self.count if self.count else None

    @property
    def error(self) -> float | None:
        """Half the width of the mean's 95 % interval; None of fewer than two."""
        if self.count < 2:
            return None
        spread = (self._squares - self._total**2 / self.count) / (self.count - 1)
        return NINETY_FIVE * sqrt(max(spread, 0.0) / self.count)


class SeatShare(NamedTuple):
    """What a seat was worth, whoever sat there."""

    games: int
    share: float
    """Points per game, 0 to 1; a shared win counts as a half, a third or a quarter."""
    advantage: float
    """How much that is above the even share."""
    error: float | None
    """Half the width of the 95 % interval; None where all games ended alike for the seat."""


class SeatTally:
    """How often each seat won. Every deal being played from every side, the strength of the players cancels out."""

    __slots__ = ("_shares", "games")

    def __init__(self, seats: int) -> None:
        self.games = 0
        self._shares: list[Counter[int]] = [Counter() for _ in range(seats)]

    def add(self, winners: Sequence[int]) -> None:
        """Counts a game, of which these seats share the first place."""
        self.games += 1
        for seat in winners:
            self._shares[seat][len(winners)] += 1

    def shares(self) -> list[SeatShare]:
        """Seat by seat; nothing before the first game."""
        return [self._share(holders) for holders in self._shares] if self.games else []

    def _share(self, holders: Counter[int]) -> SeatShare:
        share = sum(times / many for many, times in holders.items()) / self.games
        square = sum(times / many**2 for many, times in holders.items()) / self.games
        kinds = len(holders) + (holders.total() < self.games)
        error = NINETY_FIVE * sqrt(max(square - share**2, 0.0) / self.games) if kinds > 1 else None
        return SeatShare(self.games, share, share - 1 / len(self._shares), error)


def _distance(score: float, deviation: float, samples: int) -> float:
    """How many standard errors the score is above one half; samples that ended alike count as a toss of a coin each."""
    if deviation:
        return (score - 0.5) / deviation
    return sqrt(samples) * ((score > 0.5) - (score < 0.5))


def _normal_below(distance: float) -> float:
    return 0.5 * erfc(-distance / sqrt(2))
