"""Perfect matchings, against a search through all of them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgames.tournament.formats.matching import can_all_be_paired

Edges = set[tuple[int, int]]


def neighbours_of(players: int, edges: Edges) -> dict[int, set[int]]:
    neighbours: dict[int, set[int]] = {player: set() for player in range(players)}
    for one, other in edges:
        neighbours[one].add(other)
        neighbours[other].add(one)
    return neighbours


def searched(players: frozenset[int], neighbours: dict[int, set[int]]) -> bool:
    if not players:
        return True
    one = min(players)
    return any(searched(players - {one, other}, neighbours) for other in neighbours[one] & players)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges]:
    players = draw(st.integers(0, 10))
    pairs = [(one, other) for one in range(players) for other in range(one)]
    return players, draw(st.sets(st.sampled_from(pairs))) if pairs else set()


@given(graphs())
@settings(max_examples=400)
def test_as_a_search_finds_it(graph: tuple[int, Edges]) -> None:
    players, edges = graph
    neighbours = neighbours_of(players, edges)
    assert can_all_be_paired(neighbours) == searched(frozenset(neighbours), neighbours)


@pytest.mark.parametrize(
    ("players", "edges", "can"),
    [
        # Two odd rings with a bridge: the bridge and what is left of each ring.
        (6, {(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3)}, True),
        # Three odd rings at one point.
        (
            10,
            {(0, n) for n in (1, 4, 7)} | {(n + a, n + b) for n in (1, 4, 7) for a, b in ((0, 1), (1, 2), (2, 0))},
            False,
        ),
        (2, {(0, 1)}, True),
        (3, {(0, 1), (1, 2), (2, 0)}, False),
        # A flower on a stem: it has to be shrunk twice.
        (8, {(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 1), (2, 6), (5, 7)}, True),
    ],
)
def test_rings(players: int, edges: Edges, can: bool) -> None:
    assert can_all_be_paired(neighbours_of(players, edges)) == can


def test_what_is_given_stays_as_it_is() -> None:
    neighbours = neighbours_of(4, {(0, 1), (1, 2), (2, 3)})
    assert can_all_be_paired(neighbours)
    assert neighbours == neighbours_of(4, {(0, 1), (1, 2), (2, 3)})
