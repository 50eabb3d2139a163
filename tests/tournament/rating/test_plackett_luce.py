"""Plackett-Luce against choix and scipy, against Bradley-Terry for two seats, and where no strength is likeliest."""

from itertools import permutations
from math import exp, factorial, isfinite, log, prod
from random import Random

import choix
import numpy as np
import pytest
from choix.opt import Top1Fcts
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize

from cardgames.rules.game import Outcome
from cardgames.tournament.rating.bradley_terry import ELO, NINETY_FIVE, Meeting, Rating, rate
from cardgames.tournament.rating.plackett_luce import Rankings, places

Ranking = list[list[int]]


def ratings_of(players: int, games: list[Ranking]) -> list[Rating | None]:
    rankings = Rankings(players)
    for ranking in games:
        rankings.add(ranking)
    return rankings.ratings()


def known(ratings: list[Rating | None]) -> list[Rating]:
    return [rating for rating in ratings if rating is not None]


def orders(ranking: Ranking) -> list[tuple[int, ...]]:
    """Every strict order that a ranking with shared places stands for."""
    heads: list[tuple[int, ...]] = [()]
    for group in ranking:
        heads = [(*head, *order) for head in heads for order in permutations(group)]
    return heads


def drawn_games(players: int, seats: int, games: int, ties: float, seed: int) -> list[Ranking]:
    """Games of players of known strengths, some with places shared."""
    rng = Random(seed)
    strengths = [rng.gauss(0, 1) for _ in range(players)]
    rankings = []
    for _ in range(games):
        table = rng.sample(range(players), seats)
        table.sort(key=lambda player: rng.expovariate(exp(strengths[player])))
        ranking = [[table[0]]]
        for player in table[1:]:
            if rng.random() < ties:
                ranking[-1].append(player)
            else:
                ranking.append([player])
        rankings.append(ranking)
    return rankings


@pytest.mark.parametrize(
    ("players", "seats", "games", "ties"),
    [(4, 4, 60, 0), (5, 3, 80, 0), (7, 4, 60, 0), (4, 4, 25, 0.3), (6, 3, 50, 0.2), (5, 4, 30, 0.5), (3, 2, 60, 0.2)],
)
def test_as_choix_rates_them(players: int, seats: int, games: int, ties: float) -> None:
    """Strengths by its own algorithm, errors from its second derivatives; a shared place as each order in part."""
    rankings = drawn_games(players, seats, games, ties, seed=players * seats)
    ratings = known(ratings_of(players, rankings))
    # As many copies of each order as make every game count the same.
    copies = factorial(seats)
    data = [order for ranking in rankings for order in orders(ranking) for _ in range(copies // len(orders(ranking)))]
    strengths = choix.ilsr_rankings(players, data)
    assert [rating.elo for rating in ratings] == pytest.approx(
        ((strengths - strengths.mean()) * ELO).tolist(), abs=1e-3
    )
    information = Top1Fcts.from_rankings(data, penalty=0).hessian(strengths) / copies
    errors = NINETY_FIVE * ELO * np.sqrt(np.diag(np.linalg.pinv(information, rcond=1e-9)))
    assert [rating.error for rating in ratings] == pytest.approx(errors.tolist(), rel=1e-4)


def test_as_the_mm_algorithm_rates_them() -> None:
    rankings = drawn_games(5, 4, 60, 0, seed=9)
    strengths = choix.mm_rankings(5, [orders(ranking)[0] for ranking in rankings], tol=1e-9)
    ratings = known(ratings_of(5, rankings))
    assert [rating.elo for rating in ratings] == pytest.approx(
        ((strengths - strengths.mean()) * ELO).tolist(), abs=1e-3
    )


def test_as_scipy_climbs() -> None:
    """The likelihood written out as a product over orders, with nothing in common with how it is kept."""
    rankings = [[[0, 1], [2], [3]], [[2], [0, 1, 3]], [[3], [1, 2], [0]], [[0], [3], [1], [2]], [[1, 3], [0, 2]]]

    def loss(strengths: np.ndarray) -> float:
        total = 0.0
        for ranking in rankings:
            ways = orders(ranking)
            for order in ways:
                weights = np.exp(strengths[list(order)])
                total -= log(prod(float(weights[at] / weights[at:].sum()) for at in range(4))) / len(ways)
        return total

    best = optimize.minimize(loss, np.zeros(4), options={"gtol": 1e-9}).x
    ratings = known(ratings_of(4, rankings))
    assert [rating.elo for rating in ratings] == pytest.approx(((best - best.mean()) * ELO).tolist(), abs=0.05)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30)), min_size=6, max_size=6))
def test_with_two_seats_it_is_bradley_terry(counts: list[tuple[int, int, int]]) -> None:
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    rankings = Rankings(4)
    for (one, other), (wins, draws, losses) in zip(pairs, counts, strict=True):
        for ranking, times in (([[one], [other]], wins), ([[one, other]], draws), ([[other], [one]], losses)):
            if times:
                rankings.add(ranking, times)
    expected = rate(4, {pair: Meeting(*count) for pair, count in zip(pairs, counts, strict=True)})
    for ours, theirs in zip(rankings.ratings(), expected, strict=True):
        if ours is None or theirs is None:
            assert ours is theirs
            continue
        assert ours.elo == pytest.approx(theirs.elo, abs=1e-4)
        assert (ours.error is None) == (theirs.error is None)
        assert ours.error is None or ours.error == pytest.approx(theirs.error, rel=1e-4)


@st.composite
def tables(draw: st.DrawFn) -> Ranking:
    table = draw(st.lists(st.integers(0, 5), min_size=1, max_size=4, unique=True))
    ranking = [[table[0]]]
    for player in table[1:]:
        if draw(st.booleans()):
            ranking.append([player])
        else:
            ranking[-1].append(player)
    return ranking


@given(st.lists(st.tuples(tables(), st.sampled_from([1, 2, 50, 10**6])), max_size=12))
def test_any_games_have_ratings(games: list[tuple[Ranking, int]]) -> None:
    rankings = Rankings(6)
    for ranking, times in games:
        rankings.add(ranking, times)
    ratings = rankings.ratings()
    met = {player for ranking, _ in games if sum(map(len, ranking)) > 1 for group in ranking for player in group}
    assert [rating is not None for rating in ratings] == [player in met for player in range(6)]
    for rating in known(ratings):
        assert isfinite(rating.elo)
        assert rating.error is None or (isfinite(rating.error) and rating.error > 0)
    assert sum(rating.elo for rating in known(ratings)) == pytest.approx(0, abs=1e-3)


@given(st.lists(tables(), min_size=1, max_size=20), st.permutations(range(6)))
def test_names_do_not_matter(games: list[Ranking], names: list[int]) -> None:
    before = ratings_of(6, games)
    after = ratings_of(6, [[[names[player] for player in group] for group in ranking] for ranking in games])
    for player, rating in enumerate(before):
        other = after[names[player]]
        if rating is None or other is None:
            assert rating is other
            continue
        assert rating.elo == pytest.approx(other.elo, abs=1e-3)


def test_no_games() -> None:
    assert ratings_of(4, []) == [None] * 4


def test_one_that_wins_everything_is_ahead_without_a_bound() -> None:
    games = [[[0], [1], [2], [3]], [[0], [2], [3], [1]], [[0], [3], [1], [2]]]
    first, *others = known(ratings_of(4, games))
    assert all(first.elo > other.elo + 100 for other in others)
    assert [rating.error for rating in (first, *others)] == [None] * 4
    assert [other.elo for other in others] == pytest.approx([others[0].elo] * 3)


def test_one_that_is_beaten_by_all_is_behind_without_a_bound() -> None:
    games = [[[0], [1, 2], [3]], [[1], [2], [0], [3]], [[2], [0], [1], [3]]]
    *others, last = known(ratings_of(4, games))
    assert all(last.elo < other.elo - 100 for other in others)
    assert last.error is None


def test_only_shared_places() -> None:
    ratings = known(ratings_of(4, [[[0, 1, 2, 3]]] * 5))
    assert [rating.elo for rating in ratings] == pytest.approx([0] * 4)
    assert all(rating.error is not None and rating.error > 100 for rating in ratings)


def test_tables_that_never_mixed_are_rated_apart() -> None:
    ring = [[[0], [1], [2]], [[1], [2], [0]], [[2], [0], [1]]]
    ratings = ratings_of(8, [*ring, [[4], [5], [6]]])
    assert [rating is not None for rating in ratings] == [True] * 3 + [False] + [True] * 3 + [False]
    assert [rating.error is not None for rating in known(ratings)] == [True] * 3 + [False] * 3
    assert [rating.elo for rating in known(ratings)[:3]] == pytest.approx([0] * 3, abs=1e-9)
    first, second, third = known(ratings)[3:]
    assert first.elo > second.elo > third.elo


@pytest.mark.parametrize("times", [1, 1000, 10**6])
def test_ratings_solve_their_equations(times: int) -> None:
    """At the likeliest strengths each is chosen as often as expected, also where one game stands against a million."""
    games = [([[0], [1], [2], [3]], times), ([[1], [2, 0]], times), ([[3], [2], [1], [0]], 1), ([[0, 3], [1, 2]], 1)]
    rankings = Rankings(4)
    for ranking, count in games:
        rankings.add(ranking, count)
    strengths = [rating.elo / ELO for rating in known(rankings.ratings())]
    surplus = [0.0] * 4
    for ranking, count in games:
        ways = orders(ranking)
        for order in ways:
            for at in range(len(order) - 1):
                total = sum(exp(strengths[player]) for player in order[at:])
                surplus[order[at]] += count / len(ways)
                for player in order[at:]:
                    surplus[player] -= count / len(ways) * exp(strengths[player]) / total
    assert surplus == pytest.approx([0] * 4, abs=1e-4)
    assert all(rating.error is not None for rating in known(rankings.ratings()))


def test_errors_hold_what_they_promise() -> None:
    """Tables of four players of known strengths: the ratings are within their errors 95 times of 100."""
    rng = Random(2)
    strengths = [0.6, 0.2, 0.0, -0.8]
    inside = 0
    for _ in range(250):
        games = []
        for _ in range(60):
            # Who has the first of exponential times is chosen as the model says.
            times = {player: rng.expovariate(exp(strength)) for player, strength in enumerate(strengths)}
            games.append([[player] for player in sorted(times, key=times.__getitem__)])
        for rating, strength in zip(known(ratings_of(4, games)), strengths, strict=True):
            assert rating.error is not None
            inside += abs(rating.elo - strength * ELO) < rating.error
    assert 0.93 < inside / 1000 < 0.97


@pytest.mark.parametrize(
    ("winners", "scores", "expected"),
    [
        ((1,), (4, 9, 7, 5), [[1], [2], [3], [0]]),  # K13
        ((0, 2), (9, 3, 9, 3), [[0, 2], [1, 3]]),  # K13, equal totals share
        ((0, 1, 2, 3), (6, 6, 6, 6), [[0, 1, 2, 3]]),
        ((0, 2, 3), (0, 0, 0, 0), [[0, 2, 3], [1]]),  # a forfeit of seat 1
        ((1,), (104, 96), [[1], [0]]),  # S17: the lower total wins
    ],
)
def test_places(winners: tuple[int, ...], scores: tuple[int, ...], expected: Ranking) -> None:
    assert places(Outcome(winners, scores, "knock")) == expected
