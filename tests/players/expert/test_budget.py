"""The budget of a search: nodes to the last one, time by a clock that the test moves, a word from outside."""

from collections.abc import Sequence
from itertools import count

import pytest

from cardgames.players.expert.base import search_millis
from cardgames.players.expert.budget import Budget


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


def seconds_until_over(budget: Budget, clock: FakeClock, node: float, waits: Sequence[float] = ()) -> float:
    """How long it lasts with nodes of so many seconds; so much longer the first of them take."""
    started = clock.now
    waits = list(waits)
    going = True
    while going:
        clock.now += node + (waits.pop() if waits else 0.0)
        going = budget.spend()
    assert budget.over
    return clock.now - started


@pytest.mark.parametrize("node", [0.000_01, 0.0002])
def test_it_ends_in_time_however_long_a_node_takes(node: float) -> None:
    clock = FakeClock()
    lasted = seconds_until_over(Budget(clock, millis=50), clock, node)
    assert 0.05 <= lasted < 0.05 + max(2 * node, 0.0011)


@pytest.mark.parametrize(
    ("longest", "ends"), [(0.0015, 0.05), (0.003, 0.044), (0.01, 0.03), (0.0125, 0.025), (0.02, 0.025), (0.04, 0.04)]
)
def test_two_more_of_the_longest_wait_for_a_processor_are_kept_back_up_to_half_of_the_time(
    longest: float, ends: float
) -> None:
    clock = FakeClock()
    budget = Budget(clock, millis=50)
    lasted = seconds_until_over(budget, clock, 0.000_1, [longest])
    assert ends - 0.0003 <= lasted < ends + 0.0012
    if longest < 0.002:
        return
    assert longest <= budget.gap < longest + 0.001
    # So it is in the next search, which cannot know what it has waited before its first look.
    next_lasts = seconds_until_over(Budget(clock, millis=50, gap=budget.gap), clock, 0.000_1)
    assert min(ends, max(0.05 - 2 * budget.gap, 0.025)) <= next_lasts <= max(0.05 - 2 * budget.gap, 0.025) + 0.0012


def test_what_is_no_search_has_half_of_the_time() -> None:
    clock = FakeClock()
    budget = Budget(clock, millis=50)
    assert budget.has_spare_time()
    clock.now += 0.024
    assert budget.has_spare_time()
    clock.now += 0.002
    assert not budget.has_spare_time()
    assert not budget.over
    assert Budget(clock).has_spare_time()


def test_what_is_no_search_ends_at_a_word_from_outside() -> None:
    budget = Budget(FakeClock(), should_stop=lambda: True)
    assert not budget.has_spare_time()
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
    budget = Budget(FakeClock(), should_stop=lambda: next(asked) == 5)
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
    thinking = search_millis(millis)
    assert millis / 2 <= thinking < millis
    assert millis - thinking >= min(3, millis / 2)
    assert thinking >= 0.8 * millis or millis < 20
