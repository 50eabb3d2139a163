"""Levels of skill: each leaves out more than the one above it."""

from random import Random

import pytest

from cardgames.players.expert.skill import FULL_SKILL, nodes_at, noticed, overlooked


def test_a_lower_level_overlooks_more_and_searches_less() -> None:
    shares = [overlooked(skill) for skill in range(FULL_SKILL + 1)]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == len(shares)
    assert shares[-1] == 0
    assert shares[0] < 1
    nodes = [nodes_at(skill, 10_000) or 10**9 for skill in range(FULL_SKILL + 1)]
    assert nodes == sorted(nodes)
    assert nodes[0] >= 1
    assert nodes_at(FULL_SKILL, 10_000) is None
    assert nodes_at(0, 1) == 1
    assert [nodes_at(skill, 32, least=6) for skill in (0, 14, 16, 18)] == [6, 6, 8, 16]


def test_full_skill_notices_everything_and_uses_no_chance() -> None:
    random = Random(1)
    assert noticed([3, 5, 9], FULL_SKILL, random) == [3, 5, 9]
    assert random.random() == Random(1).random()


@pytest.mark.parametrize("skill", [0, 5, 10, 15, 19])
def test_what_is_noticed_is_some_of_the_moves_in_their_order(skill: int) -> None:
    random = Random(2)
    legal = list(range(10, 18))
    total = 0
    for _ in range(2000):
        moves = noticed(legal, skill, random)
        assert moves
        assert moves == sorted(set(moves) & set(legal))
        total += len(moves)
    assert total / 2000 == pytest.approx(8 * (1 - overlooked(skill)), abs=0.6)


def test_the_one_move_there_is_is_noticed() -> None:
    assert all(noticed([7], 0, Random(seed)) == [7] for seed in range(50))


def test_what_was_begun_is_never_overlooked() -> None:
    assert all(5 in noticed([3, 5, 9], 0, Random(seed), move_in_progress=5) for seed in range(50))
    assert any(noticed([3, 5, 9], 0, Random(seed), move_in_progress=7) == [3] for seed in range(50))
