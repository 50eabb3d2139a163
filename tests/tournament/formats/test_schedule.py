"""Who plays whom: every table, from each side, with the same deal, and nothing made before it is needed."""

from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.tournament.formats.cycle import Order, Sequential, Shuffled, seat_orders
from cardgames.tournament.formats.round_robin import Challenges, Combinations, Gauntlet, RoundRobin
from cardgames.tournament.formats.schedule import GameResult, Schedule, ScheduledGame, ScheduleError
from tests.tournament.games import draw, play_out, stronger_wins, win

ORDERS: list[Order] = [Sequential(), Shuffled(bytes(32))]


def numbered(schedule: Schedule) -> list[ScheduledGame]:
    return [schedule.game(number) for number in range(1, schedule.games + 1)]


def test_three_players_at_a_table_of_two() -> None:
    assert play_out(RoundRobin(3, 2, 2), stronger_wins) == [
        ScheduledGame(1, 1, 1, (0, 1), last=False),
        ScheduledGame(2, 1, 1, (1, 0), last=True),
        ScheduledGame(3, 3, 1, (0, 2), last=False),
        ScheduledGame(4, 3, 1, (2, 0), last=True),
        ScheduledGame(5, 5, 1, (1, 2), last=False),
        ScheduledGame(6, 5, 1, (2, 1), last=True),
    ]


def test_four_seats_go_round_and_change_their_order_from_deal_to_deal() -> None:
    games = numbered(RoundRobin(4, 4, 8))
    assert [game.players for game in games[:4]] == [(0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0)]
    assert games[4].players == (0, 3, 2, 1)
    assert [game.deal for game in games] == [1, 1, 1, 1, 5, 5, 5, 5]
    assert [game.round for game in games] == [1, 1, 1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("players", "seats", "cycle"), [(4, 4, 24), (6, 4, 24), (3, 3, 6), (5, 3, 6), (4, 2, 2)])
def test_every_order_of_seats_comes_as_often(order: Order, players: int, seats: int, cycle: int) -> None:
    games = numbered(RoundRobin(players, seats, 2 * cycle, order))
    seatings = Counter(game.players for game in games)
    assert set(seatings) == set(permutations(range(players), seats))
    assert set(seatings.values()) == {2}


@pytest.mark.parametrize(("seats", "count"), [(2, 1), (3, 2), (4, 6)])
def test_ways_round_a_table(seats: int, count: int) -> None:
    turned = {order[shift:] + order[:shift] for order in seat_orders(seats) for shift in range(seats)}
    assert turned == set(permutations(range(seats)))
    assert len(seat_orders(seats)) == count


@given(
    players=st.integers(2, 6),
    seats=st.integers(2, 4),
    deals=st.integers(1, 3),
    order=st.sampled_from(ORDERS),
    challengers=st.integers(0, 4),
)
def test_everyone_meets_everyone_in_every_seat(
    players: int, seats: int, deals: int, order: Order, challengers: int
) -> None:
    if players < seats + max(0, challengers - 1):
        return
    if challengers:
        schedule: Schedule = Gauntlet(players, seats, deals * seats, challengers, order)
    else:
        schedule = RoundRobin(players, seats, deals * seats, order)
    games = numbered(schedule)
    groups = (range(challengers), range(challengers, players)) if challengers else (range(players),)
    chairs = Counter((player, seat) for game in games for seat, player in enumerate(game.players))
    meetings = Counter(frozenset(pair) for game in games for pair in combinations(game.players, 2))
    for group in groups:
        assert len({chairs[player, seat] for player in group for seat in range(seats)}) == 1
        assert len({meetings[frozenset(pair)] for pair in combinations(group, 2)}) <= 1
    if challengers:
        assert all(meetings[frozenset(pair)] == 0 for pair in combinations(range(challengers), 2))
        assert all(len({*game.players} & {*range(challengers)}) == 1 for game in games)
    for first in range(1, len(games) + 1, seats):
        deal = games[first - 1 : first - 1 + seats]
        assert {game.deal for game in deal} == {first}
        assert {tuple(sorted(game.players)) for game in deal} == {tuple(sorted(deal[0].players))}
        # Each has each seat once.
        assert all(len(set(seat)) == seats for seat in zip(*(game.players for game in deal), strict=True))


def test_a_random_order_keeps_the_rounds() -> None:
    in_turn, mixed = numbered(RoundRobin(8, 2, 6)), numbered(RoundRobin(8, 2, 6, Shuffled(b"s" * 32)))
    assert [(game.number, game.deal, game.round) for game in mixed] == [
        (game.number, game.deal, game.round) for game in in_turn
    ]
    tables = [[frozenset(game.players) for game in mixed if game.round == number] for number in (1, 2, 3)]
    assert len({tuple(round_) for round_ in tables}) == 3
    assert all(Counter(round_) == Counter(frozenset(game.players) for game in in_turn[:56]) for round_ in tables)
    # Whose side begins is by chance as well.
    begun = Counter(game.players[0] < game.players[1] for game in mixed if game.number == game.deal)
    assert min(begun[True], begun[False]) > 20


def test_the_secret_decides_the_order() -> None:
    orders = [[game.players for game in numbered(RoundRobin(6, 2, 2, Shuffled(bytes([n]) * 32)))] for n in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]


def test_a_gauntlet() -> None:
    games = play_out(Gauntlet(4, 2, 2, 2), stronger_wins)
    assert [game.players for game in games[::2]] == [(0, 2), (0, 3), (1, 2), (1, 3)]


@pytest.mark.parametrize(("players", "size"), [(5, 2), (6, 3), (4, 4), (7, 1), (3, 0)])
def test_choices_are_those_of_itertools(players: int, size: int) -> None:
    choices = Combinations(range(10, 10 + players), size)
    assert [choices[at] for at in range(len(choices))] == list(combinations(range(10, 10 + players), size))
    with pytest.raises(IndexError):
        choices[len(choices)]


def test_challenges() -> None:
    tables = Challenges(2, Combinations(range(2, 5), 2))
    assert [tables[at] for at in range(len(tables))] == [
        *((0, 2, 3), (0, 2, 4), (0, 3, 4)),
        *((1, 2, 3), (1, 2, 4), (1, 3, 4)),
    ]


def test_a_long_schedule_is_not_made_beforehand() -> None:
    schedule = RoundRobin(1000, 2, 10**9)
    assert schedule.games == 499_500 * 10**9
    assert schedule.exact
    assert [game.players for game in (schedule.next(), schedule.next(), schedule.next()) if game] == [
        (0, 1),
        (1, 0),
        (0, 2),
    ]
    last = schedule.game(schedule.games)
    assert (last.players, last.round) == ((999, 998), 500_000_000)


# -- what all schedules have


@pytest.mark.parametrize("at_a_time", [1, 3, 7])
def test_all_games_are_given_out_once_in_any_order_of_results(at_a_time: int) -> None:
    schedule = RoundRobin(5, 2, 4)
    games = play_out(schedule, stronger_wins, at_a_time=at_a_time)
    assert [game.number for game in games] == list(range(1, 41))
    assert schedule.complete
    assert schedule.played == 40
    assert schedule.next() is None


def test_what_has_been_played_is_not_given_out_again() -> None:
    first = RoundRobin(4, 2, 6)
    results = {game.number: GameResult(game.players, draw()) for game in play_out(first, stronger_wins)}
    rng = Random(1)
    stored = rng.sample(range(1, 37), 20)
    resumed = RoundRobin(4, 2, 6)
    for number in stored:
        resumed.add(number, results[number])
    assert resumed.played == 20
    left = play_out(resumed, stronger_wins, at_a_time=2)
    assert [game.number for game in left] == sorted(set(range(1, 37)) - set(stored))
    assert resumed.complete


def test_a_seed_may_be_told_once_all_other_games_of_its_deal_have_ended() -> None:
    schedule = RoundRobin(2, 2, 8)
    first, second = schedule.next(), schedule.next()
    assert first is not None
    assert second is not None
    assert not first.last
    # Its other side is still being played.
    assert not second.last
    third = schedule.next()
    assert third is not None
    schedule.add(3, GameResult(third.players, draw()))
    fourth = schedule.next()
    assert fourth is not None
    assert fourth.last


@pytest.mark.parametrize("number", [0, 5, -1, 3])
def test_a_game_that_is_not_of_the_schedule_or_came_before_is_refused(number: int) -> None:
    schedule = RoundRobin(2, 2, 4)
    schedule.add(3, GameResult((0, 1), draw()))
    with pytest.raises(ScheduleError, match=f"game {number}: it is not one of the 4 scheduled, or came twice"):
        schedule.add(number, GameResult((0, 1), draw()))


def test_points_of_a_result() -> None:
    assert GameResult((7, 3), win(1)).points() == {7: 0, 3: 1}
    assert GameResult((7, 3, 5, 1), draw(4)).points() == dict.fromkeys((7, 3, 5, 1), 0.25)
    assert GameResult((7, 3), win(1), void=True).points() == {7: 0, 3: 0}


@pytest.mark.parametrize(
    ("schedule", "size"),
    [
        (lambda: RoundRobin(2, 2, 2), "1 pairing, 1 deal each from 2 sides"),
        (lambda: RoundRobin(4, 2, 20), "6 pairings, 10 deals each from 2 sides"),
        (lambda: RoundRobin(5, 4, 8), "5 tables of 4, 2 deals each from 4 sides"),
        (lambda: Gauntlet(5, 3, 6), "6 tables of 3, 2 deals each from 3 sides"),
    ],
)
def test_the_size_in_words(schedule: object, size: str) -> None:
    assert callable(schedule)
    assert schedule().size() == size


@pytest.mark.parametrize(
    ("players", "seats", "games", "words", "setting"),
    [
        (2, 2, 7, ["games 7", "even", "try 8"], "games"),
        (2, 2, 0, ["games 0", "even", "try 2"], "games"),
        (2, 2, 1, ["games 1", "even", "try 2"], "games"),
        (4, 4, 6, ["games 6", "multiple of 4", "try 8"], "games"),
        (3, 3, -3, ["games -3", "multiple of 3", "try 3"], "games"),
        (1, 2, 2, ["1 bot ", "2 seats"], "bots"),
        (2, 4, 4, ["2 bots", "4 seats"], "bots"),
    ],
)
def test_what_cannot_be_is_refused(players: int, seats: int, games: int, words: list[str], setting: str) -> None:
    for make in (RoundRobin, Gauntlet):
        with pytest.raises(ScheduleError) as caught:
            make(players, seats, games)
        assert caught.value.setting == setting
        for word in words:
            assert word in str(caught.value)


@pytest.mark.parametrize("challengers", [0, -1, 4, 5])
def test_challengers_leave_someone_to_be_challenged(challengers: int) -> None:
    with pytest.raises(ScheduleError, match=f"challengers {challengers}: 1 to 3 was expected"):
        Gauntlet(4, 2, 2, challengers)
