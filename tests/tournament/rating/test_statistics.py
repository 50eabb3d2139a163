"""Scores and their errors, held against scipy and against figures that other runners print."""

from math import inf, isfinite, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cardgames.rules.game import Outcome
from cardgames.tournament.rating.bradley_terry import Meeting, likelihood_of_superiority, rate
from cardgames.tournament.rating.statistics import (
    NORMALISED_ELO,
    Average,
    Estimate,
    SeatTally,
    draw_rate,
    elo_of,
    estimate,
    margin,
    score_of,
    trinomial,
)

COUNTS = st.lists(st.integers(0, 500), min_size=3, max_size=3) | st.lists(st.integers(0, 500), min_size=5, max_size=5)


def known(counts: tuple[int, ...] | list[int]) -> Estimate:
    measured = estimate(counts)
    assert measured is not None
    return measured


@pytest.mark.parametrize(
    ("counts", "elo", "error", "normalised", "normalised_error", "superiority"),
    [
        # The checks of fastchess, single games: losses, draws, wins.
        ((89, 123, 76), None, None, -20.76, 40.13, 0.1553),
        ((96, 111, 136), 40.70, 30.43, 49.77, 36.77, 0.9960),
        ((356, 0, 34), None, None, -508.44, 34.48, None),
        # The same for pairs: LL, LD, DD and WL, DW, WW.
        ((75, 64, 63, 54, 34), -55.58, 27.65, -57.94, 28.28, None),
        ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.0505),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65, None),
        # Matches that their authors reported with fastchess.
        ((30, 6, 18, 0, 6), -168.40, 73.37, -170.08, 62.16, 0.0000),
        ((283, 1151, 2214, 1221, 281), 2.23, 4.50, 3.32, 6.71, 0.8340),
        ((0, 1, 4, 0, 0), -34.86, 62.20, -122.84, 215.34, 0.1318),
        ((5, 5, 36, 22, 22), 101.21, 42.63, 128.22, 50.76, None),
        ((2, 2, 9, 0, 0), -81.65, 75.76, -152.04, 133.55, None),
    ],
)
def test_as_fastchess_prints_it(
    counts: tuple[int, ...],
    elo: float | None,
    error: float | None,
    normalised: float | None,
    normalised_error: float | None,
    superiority: float | None,
) -> None:
    measured = known(counts)
    low, high = measured.interval
    assert elo is None or measured.elo == pytest.approx(elo, abs=0.006)
    # They print half the distance between the ends of the score's interval.
    assert error is None or (high - low) / 2 == pytest.approx(error, abs=0.006)
    assert normalised is None or measured.normalised == pytest.approx(normalised, abs=0.006)
    assert normalised_error is None or measured.normalised_error == pytest.approx(normalised_error, abs=0.006)
    assert superiority is None or measured.superiority == pytest.approx(superiority, abs=0.00006)


@pytest.mark.parametrize(
    ("counts", "elo", "error"),
    [
        ((584, 11950, 25215, 11975, 596), 0.17, 1.15),
        ((25, 318, 815, 464, 54), 21.17, 6.69),
        ((44, 241, 590, 413, 71), 28.96, 8.30),
        ((1, 3, 32, 87, 164), 311.26, 33.26),
    ],
)
def test_as_openbench_prints_it(counts: tuple[int, ...], elo: float, error: float) -> None:
    """It prints the larger side of the interval."""
    measured = known(counts)
    low, high = measured.interval
    assert measured.elo == pytest.approx(elo, abs=0.006)
    assert max(high - measured.elo, measured.elo - low) == pytest.approx(error, abs=0.006)


@given(COUNTS)
def test_as_scipy_measures_it(counts: list[int]) -> None:
    samples = np.repeat(np.linspace(0, 1, len(counts)), counts)
    if len(samples) == 0:
        assert estimate(counts) is None
        return
    measured = known(counts)
    games = len(samples) * (len(counts) - 1) // 2
    assert measured.games == games
    assert measured.score == pytest.approx(float(samples.mean()))
    if np.ptp(samples) == 0:
        assert measured.deviation == 0
        assert measured.elo_error is measured.normalised is None
        return
    deviation = float(stats.sem(samples, ddof=0))
    assert measured.deviation == pytest.approx(deviation)
    low, high = stats.norm.interval(0.95, loc=measured.score, scale=deviation)
    assert measured.interval == pytest.approx((elo_of(low), elo_of(high)))
    assert measured.superiority == pytest.approx(float(stats.norm.cdf((measured.score - 0.5) / deviation)), abs=1e-12)
    per_game = float(samples.std()) * sqrt((len(counts) - 1) / 2)
    assert measured.normalised == pytest.approx((measured.score - 0.5) / per_game * 800 / log(10), abs=1e-9)


@given(COUNTS)
def test_the_other_player_sees_the_opposite(counts: list[int]) -> None:
    ours, theirs = estimate(counts), estimate(counts[::-1])
    if ours is None or theirs is None:
        assert ours is theirs
        return
    assert ours.elo == pytest.approx(-theirs.elo, abs=1e-6)
    assert ours.elo_error == pytest.approx(theirs.elo_error)
    assert ours.superiority == pytest.approx(1 - theirs.superiority)
    assert isfinite(ours.elo)
    assert isfinite(ours.normalised_error)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_elo_of_single_games_is_that_of_the_ratings(wins: int, draws: int, losses: int) -> None:
    meeting = Meeting(wins, draws, losses)
    measured = estimate(trinomial(meeting))
    if measured is None:
        return
    first, second = rate(2, {(0, 1): meeting})
    assert first is not None
    assert second is not None
    assert measured.elo == pytest.approx(first.elo - second.elo, abs=1e-6)


@pytest.mark.parametrize(
    ("counts", "elo", "superiority"),
    [
        ((0, 10, 0), 0, 0.5),
        ((0, 0, 0, 7, 0), elo_of(0.75), 0.9959),
        # All won: the score of one more drawn game, 4.5 of 5; and four tosses of a coin, all for the first.
        ((0, 0, 4), elo_of(0.9), likelihood_of_superiority(Meeting(4, 0, 0))),
        ((4, 0, 0), -elo_of(0.9), likelihood_of_superiority(Meeting(0, 0, 4))),
        ((0, 0, 0, 0, 2), elo_of(0.9), 0.9214),
    ],
)
def test_results_all_alike_tell_nothing_of_their_error(counts: tuple[int, ...], elo: float, superiority: float) -> None:
    measured = known(counts)
    assert measured.elo == pytest.approx(elo)
    assert measured.elo_error is None
    assert measured.normalised is None
    assert measured.superiority == pytest.approx(superiority, abs=1e-4)


def test_the_interval_may_reach_the_end_of_the_scale() -> None:
    low, high = known((1, 0, 9)).interval
    assert isfinite(low)
    assert high == inf
    assert known((9, 0, 1)).interval[0] == -inf


@given(st.floats(-1500, 1500))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_normalised_elo_is_elo_where_nothing_is_drawn() -> None:
    """Its measure was chosen so: of many games near one half, none drawn."""
    measured = known((4980, 0, 5020))
    assert measured.normalised == pytest.approx(measured.elo, rel=1e-3)
    assert pytest.approx(347.435586) == NORMALISED_ELO


def test_draw_rate() -> None:
    assert draw_rate(Meeting(5, 3, 4)) == 0.25
    assert draw_rate(Meeting(0, 0, 0)) is None


@pytest.mark.parametrize(
    ("winners", "scores", "margins"),
    [
        ((0,), (41, 0), (41, -41)),  # C15
        ((0, 1), (0, 0), (0, 0)),  # C15, a draw
        ((1,), (104, 96), (-8, 8)),  # S17: the lower total wins
        ((2,), (10, 18, 23, 18), (-13, -5, 5, -5)),  # K13
        ((0, 2), (20, 18, 20), (0, -2, 0)),  # K13, equal totals share
    ],
)
def test_margins_have_the_sign_of_the_result(
    winners: tuple[int, ...], scores: tuple[int, ...], margins: tuple[int, ...]
) -> None:
    outcome = Outcome(winners, scores, "out")
    assert tuple(margin(outcome, seat) for seat in range(len(scores))) == margins


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=50))
def test_averages_as_scipy_has_them(values: list[int]) -> None:
    average = Average()
    for value in values:
        average.add(value)
    assert average.count == len(values)
    assert average.mean == pytest.approx(float(np.mean(values)))
    error = average.error
    assert error is not None
    assert error == pytest.approx(1.959964 * float(stats.sem(values)), rel=1e-5, abs=1e-6)


def test_averages_of_few() -> None:
    average = Average()
    assert (average.mean, average.error) == (None, None)
    average.add(7)
    assert (average.mean, average.error) == (7, None)


def test_seats() -> None:
    tally = SeatTally(4)
    assert tally.shares() == []
    for winners in [(0,)] * 5 + [(1,)] * 2 + [(0, 2)] * 2 + [(0, 1, 2)]:
        tally.add(winners)
    shares = tally.shares()
    points = [5 + 1 + 1 / 3, 2 + 1 / 3, 1 + 1 / 3, 0]
    assert [seat.share for seat in shares] == pytest.approx([point / 10 for point in points])
    assert [seat.advantage for seat in shares] == pytest.approx([point / 10 - 0.25 for point in points])
    first = [1.0] * 5 + [0.0] * 2 + [0.5] * 2 + [1 / 3]
    assert shares[0].error == pytest.approx(1.959964 * float(stats.sem(first, ddof=0)))
    # A seat that never won tells nothing of its error.
    assert shares[3].error is None
    assert sum(seat.advantage for seat in shares) == pytest.approx(0)


def test_a_seat_that_always_won() -> None:
    tally = SeatTally(2)
    for _ in range(3):
        tally.add((1,))
    assert [(seat.share, seat.error) for seat in tally.shares()] == [(0, None), (1, None)]
