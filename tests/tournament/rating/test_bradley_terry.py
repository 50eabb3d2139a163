"""Bradley-Terry, held against its closed form, against figures of the choix library, and against its own equations."""

from math import exp, log, log10, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.tournament.rating.bradley_terry import ELO, Meeting, likelihood_of_superiority, rate

COUNT = st.integers(0, 40)


def elo(share: float) -> float:
    return -400 * log10(1 / share - 1)


@pytest.mark.parametrize(
    ("meeting", "share"),
    [(Meeting(3, 0, 1), 0.75), (Meeting(10, 0, 10), 0.5), (Meeting(1, 18, 1), 0.5), (Meeting(9, 2, 1), 10 / 12)],
)
def test_two_players_are_as_far_apart_as_the_score_says(meeting: Meeting, share: float) -> None:
    first, second = rate(2, {(0, 1): meeting})
    assert first is not None
    assert second is not None
    assert first.elo - second.elo == pytest.approx(elo(share))
    assert first.elo == pytest.approx(-second.elo)
    # Fisher information of n games at that share; each error is half of the difference's.
    assert first.error == pytest.approx(1.959964 / sqrt(meeting.games * share * (1 - share)) * ELO / 2, rel=1e-6)


def test_four_players_as_choix_rates_them() -> None:
    """`choix.opt_pairwise(4, …, alpha=0)` on the same games, a draw given as one win each way of half a game."""
    meetings = {
        (0, 1): Meeting(12, 2, 6),
        (0, 2): Meeting(15, 1, 4),
        (1, 2): Meeting(9, 4, 7),
        (0, 3): Meeting(18, 0, 2),
        (1, 3): Meeting(11, 3, 6),
        (2, 3): Meeting(10, 5, 5),
    }
    ratings = [rating for rating in rate(4, meetings) if rating is not None]
    assert [rating.elo for rating in ratings] == pytest.approx([164.7022, 3.2089, -39.4887, -128.4225], abs=1e-3)
    # From numpy.linalg.pinv of the Fisher information at choix's strengths.
    assert [rating.error for rating in ratings] == pytest.approx([79.8219, 70.0086, 70.4262, 75.2917], abs=1e-3)


@given(st.lists(st.tuples(COUNT, COUNT, COUNT), min_size=6, max_size=6))
def test_ratings_solve_their_equations(counts: list[tuple[int, int, int]]) -> None:
    """At the likeliest strengths each player's points are those expected of it; the average is 0."""
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    # A drawn game in each pair bounds every strength.
    meetings = {pair: Meeting(won, drawn + 1, lost) for pair, (won, drawn, lost) in zip(pairs, counts, strict=True)}
    ratings = [rating for rating in rate(4, meetings) if rating is not None]
    surplus = [0.0] * 4
    for (one, other), meeting in meetings.items():
        expected = meeting.games / (1 + exp((ratings[other].elo - ratings[one].elo) / ELO))
        surplus[one] += meeting.points - expected
        surplus[other] -= meeting.points - expected
    assert surplus == pytest.approx([0] * 4, abs=1e-6)
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)
    assert all(rating.error is not None and rating.error > 0 for rating in ratings)


def test_who_won_everything_is_ahead_without_a_bound() -> None:
    first, second = rate(2, {(0, 1): Meeting(20, 0, 0)})
    assert first is not None
    assert second is not None
    assert first.elo - second.elo == pytest.approx(elo(20.5 / 21))
    assert first.error is None
    assert second.error is None


def test_a_ring_of_wins_is_bounded() -> None:
    ratings = rate(3, {(0, 1): Meeting(3, 0, 0), (1, 2): Meeting(3, 0, 0), (0, 2): Meeting(0, 0, 3)})
    assert [rating and round(rating.elo, 6) for rating in ratings] == [0, 0, 0]
    assert all(rating is not None and rating.error is not None for rating in ratings)


def test_groups_that_never_met_are_rated_apart() -> None:
    ratings = rate(6, {(0, 1): Meeting(3, 0, 1), (3, 4): Meeting(5, 0, 0), (0, 5): Meeting(0, 0, 0)})
    assert [rating is not None for rating in ratings] == [True, True, False, True, True, False]
    known = [rating for rating in ratings if rating is not None]
    assert [rating.error is not None for rating in known] == [True, True, False, False]
    assert known[0].elo == pytest.approx(elo(0.75) / 2)


def test_a_million_to_one() -> None:
    first, _ = rate(2, {(0, 1): Meeting(10**6, 0, 1)})
    assert first is not None
    assert first.elo == pytest.approx(1200, abs=1e-4)


@pytest.mark.parametrize(
    ("meeting", "los"),
    [
        (Meeting(0, 9, 0), 0.5),
        (Meeting(7, 1, 7), 0.5),
        # (w - l) / sqrt(w + l) = 1.41421: the normal distribution's table has 0.92135.
        (Meeting(12, 2, 6), 0.92135),
        (Meeting(6, 0, 12), 0.07865),
        (Meeting(4, 0, 0), 0.97725),
    ],
)
def test_likelihood_of_superiority(meeting: Meeting, los: float) -> None:
    assert likelihood_of_superiority(meeting) == pytest.approx(los, abs=1e-5)


def test_elo_is_four_hundred_to_a_factor_of_ten() -> None:
    assert pytest.approx(400) == ELO * log(10)
