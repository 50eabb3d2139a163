"""Pairs of games: found as games come in, and what they say against their games one by one."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.tournament.rating.bradley_terry import ELO, NINETY_FIVE, Meeting, Rating, rate
from cardgames.tournament.rating.paired_errors import paired_errors
from cardgames.tournament.rating.pentanomial import PairTally, Pentanomial
from cardgames.tournament.rating.statistics import Estimate, estimate, trinomial

POINTS = st.sampled_from([0, 0.5, 1])


@pytest.mark.parametrize(
    ("first", "second", "field"),
    [(0, 0, "ll"), (0, 0.5, "ld"), (0.5, 0.5, "dd"), (1, 0, "wl"), (0.5, 1, "dw"), (1, 1, "ww")],
)
def test_a_pair_is_counted_when_both_of_its_games_are_in(first: float, second: float, field: str) -> None:
    for one, other in ((first, second), (second, first)):
        tally = PairTally()
        assert not tally.add(7, one)
        assert tally.pairs == Pentanomial()
        assert tally.add(7, other)
        assert tally.pairs == Pentanomial()._replace(**{field: 1})


@given(st.lists(st.tuples(POINTS, POINTS), max_size=40), st.randoms(use_true_random=False))
def test_games_may_come_in_any_order(deals: list[tuple[float, float]], rng: Random) -> None:
    games = [(number, points) for number, pair in enumerate(deals) for points in pair]
    rng.shuffle(games)
    tally = PairTally()
    for number, points in games:
        tally.add(number, points)
    pairs = tally.pairs
    assert pairs.pairs == len(deals)
    assert pairs.counts == tuple(sum(sum(pair) == half / 2 for pair in deals) for half in range(5))
    results = [points for _, points in games]
    assert pairs.meeting == Meeting(results.count(1), results.count(0.5), results.count(0))
    assert pairs.reversed.meeting == Meeting(results.count(0), results.count(0.5), results.count(1))
    assert pairs.reversed.counts == pairs.counts[::-1]


def measured(pairs: Pentanomial) -> tuple[Estimate, Estimate]:
    """By pairs, and game by game."""
    paired, single = estimate(pairs.counts), estimate(trinomial(pairs.meeting))
    assert paired is not None
    assert single is not None
    return paired, single


def test_pairs_measure_the_score_of_their_games() -> None:
    paired, single = measured(Pentanomial(ll=3, ld=1, dd=2, wl=10, dw=2, ww=5))
    assert paired.score == single.score
    assert paired.elo == single.elo
    assert paired.games == single.games == 46


@pytest.mark.parametrize(
    ("pairs", "gain"),
    [
        # 90 of 100 deals are won by their better side. The variance of a pair's score: ten are 1/2 off, and the mean is
        # 0.02 off. Of a game: 1/4, less the same.
        (Pentanomial(ll=3, wl=90, ww=7), (0.25 - 0.02**2) / 2 / (0.1 * 0.25 - 0.02**2)),
        # Fair coins: a quarter won, a quarter lost, half even.
        (Pentanomial(ll=250, wl=500, ww=250), 1),
    ],
)
def test_deals_that_favour_a_side_make_the_error_of_pairs_smaller(pairs: Pentanomial, gain: float) -> None:
    paired, single = measured(pairs)
    assert paired.elo_error is not None
    assert single.elo_error is not None
    assert (single.deviation / paired.deviation) ** 2 == pytest.approx(gain)
    assert paired.elo_error == pytest.approx(single.elo_error / gain**0.5)


@pytest.mark.parametrize("pairs", [Pentanomial(wl=20), Pentanomial(dd=5), Pentanomial(ww=3), Pentanomial(ll=1)])
def test_pairs_all_alike_have_no_error(pairs: Pentanomial) -> None:
    assert measured(pairs)[0].elo_error is None


def test_without_pairs_there_is_nothing_to_say() -> None:
    assert estimate(Pentanomial().counts) is None


def test_as_fastchess_prints_it() -> None:
    pairs = Pentanomial(ll=30, ld=6, dd=0, wl=18, dw=0, ww=6)
    assert pairs.text() == "[30, 6, 18, 0, 6]"
    assert pairs.meeting == Meeting(30, 6, 84)


def ratings_of(pairs: dict[tuple[int, int], Pentanomial], players: int) -> list[Rating | None]:
    return rate(players, {pair: counts.meeting for pair, counts in pairs.items()})


def errors_of(pairs: dict[tuple[int, int], Pentanomial], players: int) -> list[float | None]:
    meetings = {pair: counts.meeting for pair, counts in pairs.items()}
    return paired_errors(rate(players, meetings), meetings, pairs)


@pytest.mark.parametrize(
    "pairs", [Pentanomial(3, 1, 2, 10, 2, 5), Pentanomial(ll=3, wl=90, ww=7), Pentanomial(250, 0, 0, 500, 0, 250)]
)
def test_the_paired_error_of_two_is_that_of_their_pairs(pairs: Pentanomial) -> None:
    paired, _ = measured(pairs)
    assert paired.elo_error is not None
    first, second = errors_of({(0, 1): pairs}, 2)
    # Of each against the average of both: half that of the difference.
    assert first == pytest.approx(paired.elo_error / 2)
    assert second == pytest.approx(paired.elo_error / 2)


def test_paired_errors_as_numpy_has_them() -> None:
    pairs = {
        (0, 1): Pentanomial(10, 4, 3, 30, 9, 20),
        (0, 2): Pentanomial(2, 4, 6, 40, 12, 30),
        (1, 2): Pentanomial(20, 4, 1, 33, 5, 21),
        (1, 3): Pentanomial(8, 1, 0, 50, 3, 8),
    }
    odd = Meeting(2, 1, 0)
    meetings = {pair: counts.meeting for pair, counts in pairs.items()}
    meetings[0, 2] = Meeting(*map(sum, zip(meetings[0, 2], odd, strict=True)))
    ratings = rate(4, meetings)
    strengths = np.array([rating.elo for rating in ratings if rating is not None]) / ELO
    bread, scatter = np.zeros((4, 4)), np.zeros((4, 4))
    for (one, other), counts in pairs.items():
        link = np.zeros(4)
        link[one], link[other] = 1, -1
        score = 1 / (1 + np.exp(-link @ strengths))
        samples = np.repeat([0, 0.5, 1, 1.5, 2], counts.counts) - 2 * score
        alone = np.repeat([0, 0.5, 1], trinomial(odd) if (one, other) == (0, 2) else (0, 0, 0)) - score
        bread += meetings[one, other].games * score * (1 - score) * np.outer(link, link)
        scatter += ((samples**2).sum() + (alone**2).sum()) * np.outer(link, link)
    inverse = np.linalg.pinv(bread)
    expected = NINETY_FIVE * ELO * np.sqrt(np.diag(inverse @ scatter @ inverse))
    assert paired_errors(ratings, meetings, pairs) == pytest.approx(expected.tolist())


def chance(ahead: float) -> float:
    return 1 / (1 + 10 ** (-ahead / 400))


def test_paired_errors_hold_what_they_promise() -> None:
    """Deals worth 400 Elo to one side: the ratings are within the paired error 95 times of 100, and it is smaller."""
    rng = Random(4)
    gaps = {(0, 1): 60, (0, 2): 120, (1, 2): 60}
    wins = {pair: round(10**9 * (chance(gap + 400) + chance(gap - 400)) / 2) for pair, gap in gaps.items()}
    truth = rate(3, {pair: Meeting(won, 0, 10**9 - won) for pair, won in wins.items()})
    inside = smaller = 0
    for _ in range(300):
        pairs = {}
        for pair, gap in gaps.items():
            won = [sum(rng.random() < chance(gap + luck) for luck in (400, -400)) for _ in range(60)]
            pairs[pair] = Pentanomial(ll=won.count(0), wl=won.count(1), ww=won.count(2))
        for true, rating, error in zip(truth, ratings_of(pairs, 3), errors_of(pairs, 3), strict=True):
            assert true is not None
            assert rating is not None
            assert rating.error is not None
            assert error is not None
            inside += abs(rating.elo - true.elo) < error
            smaller += error < rating.error
    assert 0.93 < inside / 900 < 0.97
    assert smaller > 0.99 * 900


@pytest.mark.parametrize(
    ("pairs", "known"),
    [
        ({}, [False] * 4),
        ({(0, 1): Pentanomial(ww=4)}, [False] * 4),
        ({(0, 1): Pentanomial(wl=4)}, [False] * 4),
        ({(0, 1): Pentanomial(ld=4)}, [False] * 4),
        ({(0, 1): Pentanomial(ll=1, wl=4), (2, 3): Pentanomial(ww=4)}, [True, True, False, False]),
        ({(0, 1): Pentanomial(ll=1, wl=4), (2, 3): Pentanomial()}, [True, True, False, False]),
    ],
)
def test_no_paired_error_where_nothing_bounds_it(pairs: dict[tuple[int, int], Pentanomial], known: list[bool]) -> None:
    assert [error is not None for error in errors_of(pairs, 4)] == known
