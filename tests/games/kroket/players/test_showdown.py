"""Counting at the end of a deal of Kroket, against every combination of hidden cards."""

from itertools import pairwise, product
from math import prod

import pytest

from cardgames.games.kroket.players.expert.evaluation import log_odds
from cardgames.games.kroket.players.expert.knowledge import KroketKnowledge
from cardgames.games.kroket.players.expert.showdown import Showdown, hand_chances
from cardgames.games.kroket.rules.scoring import hand_score, table_score
from tests.games.kroket.tables import table

UNEVEN = [rank + 1 for rank in range(13)]
CHANCES = [weight / sum(UNEVEN) for weight in UNEVEN]


@pytest.mark.parametrize("allpictures", ["0", "10", "rank"])
@pytest.mark.parametrize(
    ("known", "hidden"),
    [
        ([], 3),
        ([4], 2),
        ([4, 10], 2),
        ([12, 11], 2),
        ([9, 9, 10, 11, 12], 0),
        ([8, 0, 3, 11, 2], 0),
        ([10], 3),
        ([], 0),
    ],
)
def test_what_a_hand_may_count(known: list[int], hidden: int, allpictures: str) -> None:
    """K11, K12."""
    found = hand_chances(known, hidden, CHANCES, allpictures)
    expected = [0.0] * len(found)
    for ranks in product(range(13), repeat=hidden):
        expected[hand_score([*known, *ranks], allpictures)] += prod(CHANCES[rank] for rank in ranks)
    assert found == pytest.approx(expected)


def test_how_likely_a_seat_is_ahead() -> None:
    """K13: two cards of each table and one of the opponent's hand are hidden from seat 0."""
    state = table(
        "deals=2",
        hand0="(7cJdKcTcAd)1",
        table0="(QcQd4h2c)1(2d2h)0",
        hand1="9d8d8hQh(5s)2",
        table1="(KhJhAhQs)1(4s6s)2",
        deal="2",
        scores="3,5",
    )
    knowledge = KroketKnowledge(state.view(0), 0)
    (opponent,) = knowledge.opponents
    count = Showdown(knowledge, opponent)
    chances = knowledge.chances
    points = hand_score([5, 8, 9, 11, 12]) + 10 + 2 * knowledge.unseen_mean + 3
    expected = 0.0
    for own in product(range(13), repeat=2):
        for theirs in product(range(13), repeat=3):
            chance = prod(chances[rank] for rank in (*own, *theirs))
            if not chance:
                continue
            ahead = 3 + hand_score([5, 8, 9, 11, 12]) + 10 + table_score(own)
            behind = 5 + hand_score([7, 6, 6, 10, theirs[0]]) + table_score([11, 9, 12, 10, *theirs[1:]])
            expected += chance * ((ahead > behind) + (ahead == behind) / 2)
    assert 0.2 < expected < 0.8
    assert count.ahead(points - 3) == pytest.approx(expected)


def test_between_two_numbers_of_points_the_chance_is_between_theirs() -> None:
    knowledge = KroketKnowledge(table(hand0="(7cJdKcTcAd)1").view(0), 0)
    count = Showdown(knowledge, knowledge.opponents[0])
    steps = [count.ahead(quarter / 4) for quarter in range(-200, 400)]
    assert all(after >= before - 1e-9 for before, after in pairwise(steps))
    assert steps[0] == 0
    assert steps[-1] == pytest.approx(1)
    assert max(after - before for before, after in pairwise(steps)) < 0.05


def test_nothing_is_certain_but_nearly() -> None:
    assert -10 < log_odds(0) < -5
    assert log_odds(1) == pytest.approx(-log_odds(0))
    assert log_odds(0.5) == 0
