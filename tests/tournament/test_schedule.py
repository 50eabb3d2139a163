"""Who plays whom: every pair, from each side, with the same deal, and nothing made before it is needed."""

from collections import Counter
from itertools import islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.tournament.schedule import RoundRobin, ScheduledGame, ScheduleError, rotation


def test_three_players_at_a_table_of_two() -> None:
    assert list(RoundRobin(3, 2, 2)) == [
        ScheduledGame(1, 1, 1, (0, 1), last=False),
        ScheduledGame(2, 1, 1, (1, 0), last=True),
        ScheduledGame(3, 3, 1, (0, 2), last=False),
        ScheduledGame(4, 3, 1, (2, 0), last=True),
        ScheduledGame(5, 5, 1, (1, 2), last=False),
        ScheduledGame(6, 5, 1, (2, 1), last=True),
    ]


def test_four_seats_go_round() -> None:
    games = list(RoundRobin(4, 4, 8))
    assert [game.players for game in games[:4]] == [(0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0)]
    assert [game.deal for game in games] == [1, 1, 1, 1, 5, 5, 5, 5]
    assert [game.round for game in games] == [1, 1, 1, 1, 2, 2, 2, 2]


@given(players=st.integers(2, 6), seats=st.integers(2, 4), rounds=st.integers(1, 3))
def test_everyone_meets_everyone_in_every_seat(players: int, seats: int, rounds: int) -> None:
    if players < seats:
        return
    schedule = RoundRobin(players, seats, rounds * seats)
    games = list(schedule)
    assert len(games) == len(schedule)
    assert [game.number for game in games] == list(range(1, len(games) + 1))
    chairs = Counter((player, seat) for game in games for seat, player in enumerate(game.players))
    assert len(set(chairs.values())) == 1
    meetings = Counter(pair for game in games for pair in permutations(game.players, 2))
    assert len(set(meetings.values())) == 1
    deals = Counter(game.deal for game in games)
    assert set(deals.values()) == {seats}
    assert [game.number for game in games if game.last] == [game.deal + seats - 1 for game in games if game.last]


def test_a_long_schedule_is_not_made_beforehand() -> None:
    schedule = RoundRobin(1000, 2, 10**9)
    assert len(schedule) == 499_500 * 10**9
    assert [game.players for game in islice(schedule, 3)] == [(0, 1), (1, 0), (0, 2)]


@pytest.mark.parametrize(
    ("players", "seats", "games", "words"),
    [
        (2, 2, 7, ["games 7", "even", "try 8"]),
        (2, 2, 0, ["games 0", "even", "try 2"]),
        (2, 2, 1, ["games 1", "even", "try 2"]),
        (4, 4, 6, ["games 6", "multiple of 4", "try 8"]),
        (3, 3, -3, ["games -3", "multiple of 3", "try 3"]),
        (1, 2, 2, ["1 bot ", "2 seats"]),
        (2, 4, 4, ["2 bots", "4 seats"]),
    ],
)
def test_what_cannot_be_is_refused(players: int, seats: int, games: int, words: list[str]) -> None:
    with pytest.raises(ScheduleError) as caught:
        RoundRobin(players, seats, games)
    for word in words:
        assert word in str(caught.value)


def test_rotation_of_two_is_a_change_of_seats() -> None:
    assert list(rotation((4, 7))) == [(4, 7), (7, 4)]
