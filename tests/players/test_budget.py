"""The budget of a search: nodes to the last one, time by a clock that the test moves, a word from outside."""

from itertools import count

import pytest

from cardgames.players.budget import Budget
from cardgames.players.expert import thinking_time


class FakeClock:
    """Moves on by `step` seconds at each look."""

    def __init__(self, step: float = 0.0) -> None:
        self.now = 100.0
        self.step = step
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        self.now += self.step
        return self.now


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 64, 1000])
def test_it_ends_at_the_very_node(limit: int) -> None:
    budget = Budget(FakeClock(), nodes=limit)
    spent = next(spent for spent in count(1) if not budget.spend())
    assert spent == max(1, limit)
    assert budget.over
    assert not budget.spend()


def test_nodes_may_be_spent_many_at_a_time() -> None:
    budget = Budget(FakeClock(), nodes=100)
    assert budget.spend(60)
    assert not budget.over
    assert not budget.spend(60)
    assert budget.nodes == 120


@pytest.mark.parametrize("node", [0.000_01, 0.0002, 0.003])
def test_it_ends_in_time_however_long_a_node_takes(node: float) -> None:
    clock = FakeClock()
    budget = Budget(clock, millis=50)
    going = True
    while going:
        clock.now += node
        going = budget.spend()
    assert 0.05 <= clock.now - 100 < 0.05 + max(2 * node, 0.0011)
    assert budget.over


def test_it_seldom_looks_at_the_clock() -> None:
    clock = FakeClock()
    budget = Budget(clock, millis=1000)
    for _ in range(100_000):
        clock.now += 0.000_005
        assert budget.spend()
    assert clock.looks < 2500


def test_a_word_from_outside_ends_it() -> None:
    asked = count()
    budget = Budget(FakeClock(), listen=lambda: next(asked) == 5)
    spent = next(spent for spent in count(1) if not budget.spend())
    assert spent > 5
    assert budget.over
    assert not budget.spend()


def test_a_budget_without_limits_goes_on() -> None:
    budget = Budget(FakeClock(1.0))
    assert all(budget.spend(1000) for _ in range(1000))
    assert budget.seconds > 0
    budget.end()
    assert budget.over
    assert not budget.spend()


@pytest.mark.parametrize("millis", [1, 2, 5, 20, 100, 1000, 60_000])
def test_a_part_of_the_time_is_kept_back(millis: int) -> None:
    thinking = thinking_time(millis)
    assert millis / 2 <= thinking < millis
    assert millis - thinking >= min(3, millis / 2)
    assert thinking >= 0.8 * millis or millis < 20
