"""Swiss and knockout: rounds that follow from results, whatever the order in which these come."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgames.rules import Outcome
from cardgames.tournament.formats.cycle import Sequential, Shuffled
from cardgames.tournament.formats.knockout import MORE_DEALS, Knockout, bracket
from cardgames.tournament.formats.schedule import GameResult, Schedule, ScheduledGame, ScheduleError
from cardgames.tournament.formats.swiss import Swiss, rounds_for
from tests.tournament.games import by_chance, draw, play_out, stronger_wins, win

MAKERS: dict[str, Callable[[int], Schedule]] = {
    "swiss": lambda players: Swiss(players, 4),
    "swiss, long": lambda players: Swiss(players, 2, rounds=players + 1),
    "swiss, random": lambda players: Swiss(players, 2, order=Shuffled(bytes(32))),
    "knockout": lambda players: Knockout(players, 2),
    "knockout, random": lambda players: Knockout(players, 4, Shuffled(bytes(32))),
}


def told(games: list[ScheduledGame]) -> list[ScheduledGame]:
    return sorted(game._replace(last=False) for game in games)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("players", [2, 3, 5, 8, 11])
def test_the_same_games_whatever_the_order_of_results(name: str, players: int) -> None:
    judge = by_chance([-player / 2 for player in range(players)])
    first = MAKERS[name](players)
    games = told(play_out(first, judge))
    assert first.complete
    assert [game.number for game in games] == list(range(1, len(games) + 1))
    assert len(games) == first.games if first.exact else len(games) <= first.games
    for at_a_time in (2, 5, 1000):
        other = MAKERS[name](players)
        assert told(play_out(other, judge, at_a_time=at_a_time, rng=Random(at_a_time))) == games
        assert other.places() == first.places()


@pytest.mark.parametrize("name", MAKERS)
@given(data=st.data())
@settings(max_examples=15)
def test_broken_off_anywhere_and_resumed_it_is_the_same(name: str, data: st.DataObject) -> None:
    judge = by_chance([0.5, 0.4, 0.2, 0, 0, -0.1, -0.7])
    whole = MAKERS[name](7)
    games = play_out(whole, judge)
    results = [(game.number, GameResult(game.players, judge(game))) for game in games]
    # What was stored is what was given out, but for a few that had not ended.
    count = data.draw(st.integers(0, len(results)))
    stored = data.draw(st.permutations(results[:count]))
    for _ in range(data.draw(st.integers(0, min(2, count)))):
        number, _result = max(stored)
        stored = [item for item in stored if item[0] != number]
    resumed = MAKERS[name](7)
    for number, result in stored:
        resumed.add(number, result)
    left = play_out(resumed, judge, at_a_time=3)
    assert resumed.complete
    assert [number for number, _ in stored] + [game.number for game in told(left)] == [
        *(number for number, _ in stored),
        *range(len(stored) + 1, len(games) + 1),
    ]
    assert resumed.places() == whole.places()


@pytest.mark.parametrize("name", MAKERS)
def test_results_of_another_tournament_are_refused(name: str) -> None:
    schedule = MAKERS[name](4)

    def refused() -> None:
        while (game := schedule.next()) is not None:
            schedule.add(game.number, GameResult((9, 8), draw()))

    with pytest.raises(ScheduleError, match=r"game 1: players \(9, 8\) came"):
        refused()


@pytest.mark.parametrize("make", [lambda games, bots: Swiss(bots, games), lambda games, bots: Knockout(bots, games)])
@pytest.mark.parametrize(("games", "bots", "words"), [(3, 4, "games 3: an even number"), (2, 1, "1 bot for 2 seats")])
def test_what_cannot_be_is_refused(make: Callable[[int, int], Schedule], games: int, bots: int, words: str) -> None:
    with pytest.raises(ScheduleError, match=words):
        make(games, bots)


# -- Swiss


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    games = play_out(Swiss(8, 2, rounds=1), stronger_wins)
    assert [game.players for game in games if game.number == game.deal] == [(0, 4), (1, 5), (2, 6), (3, 7)]


def test_winners_meet_winners() -> None:
    games = play_out(Swiss(8, 2, rounds=3), stronger_wins)
    pairs = [[frozenset(game.players) for game in games if game.round == number][::2] for number in (2, 3)]
    assert pairs[0] == [{0, 2}, {1, 3}, {4, 6}, {5, 7}]
    # Two have won all, and of those who won once the first meets the best placed that it has not met.
    assert pairs[1][0] == {0, 1}


def test_places_of_a_swiss() -> None:
    schedule = Swiss(5, 2, rounds=2)
    play_out(schedule, stronger_wins)
    # 0 - 2, 1 - 3, and 4 rests; then 0 - 1, 2 - 4, and 3 rests.
    assert [(place.player, place.note) for place in schedule.places()] == [
        (0, "4 points, Buchholz 4"),
        (1, "2 points, Buchholz 6"),
        (2, "2 points, Buchholz 6"),
        (3, "2 points, Buchholz 2, 1 bye"),
        (4, "2 points, Buchholz 2, 1 bye"),
    ]


@pytest.mark.parametrize("players", [4, 5])
def test_places_of_a_swiss_go_by_what_has_ended_in_the_round_as_well(players: int) -> None:
    schedule = Swiss(players, 4, rounds=2)
    points, byes = [0.0] * players, [0] * players
    while (game := schedule.next()) is not None:
        result = GameResult(game.players, stronger_wins(game))
        schedule.add(game.number, result)
        for player, more in result.points().items():
            points[player] += more
        if players == 5 and game.number % 8 == 0:
            # The round is over: 4 rested in the first, 3 in the second.
            byes[{8: 4, 16: 3}[game.number]] += 1
        expected = [points[player] + 4 * byes[player] for player in range(players)]
        places = schedule.places()
        assert [float(place.note.split()[0]) for place in places] == [expected[place.player] for place in places]
        assert [expected[place.player] for place in places] == sorted(expected, reverse=True)
        assert [place.player for place in places if "1 bye" in place.note] == [
            place.player for place in places if byes[place.player]
        ]


@given(players=st.integers(2, 12), rounds=st.integers(1, 14), seed=st.integers(0, 1000))
@settings(max_examples=60)
def test_nobody_meets_again_before_it_has_to_and_byes_go_round(players: int, rounds: int, seed: int) -> None:
    schedule = Swiss(players, 2, rounds=rounds)
    games = play_out(schedule, by_chance([0.0] * players, seed))
    assert len(games) == schedule.games == rounds * (players // 2) * 2
    paired = [
        [frozenset(game.players) for game in games if game.round == number and game.number == game.deal]
        for number in range(1, rounds + 1)
    ]
    for pairs in paired:
        assert len(frozenset().union(*pairs)) == 2 * len(pairs) == players - players % 2
    if players % 2:
        played = Counter(player for pairs in paired for pair in pairs for player in pair)
        byes = [rounds - played[player] for player in range(players)]
        assert max(byes) - min(byes) <= 1
    # By Dirac's theorem all can be paired anew as long as everyone has half of the others left.
    fresh = [pair for pairs in paired[: players // 2] for pair in pairs]
    assert len(set(fresh)) == len(fresh)


def test_the_stronger_come_out_ahead() -> None:
    schedule = Swiss(16, 2, rounds=6)
    play_out(schedule, stronger_wins)
    places = [place.player for place in schedule.places()]
    assert places[0] == 0
    assert places[-1] == 15


def test_void_games_are_no_points() -> None:
    schedule = Swiss(2, 2, rounds=1)
    for number, players in ((1, (0, 1)), (2, (1, 0))):
        schedule.add(number, GameResult(players, win(players.index(1)), void=number == 2))
    assert [(place.player, place.note) for place in schedule.places()] == [
        (1, "1 points, Buchholz 0"),
        (0, "0 points, Buchholz 1"),
    ]


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (30, 5)])
def test_as_many_rounds_as_it_takes(players: int, rounds: int) -> None:
    assert rounds_for(players) == Swiss(players, 2).rounds == rounds


@pytest.mark.parametrize("rounds", [0, -1, 1001])
def test_rounds_out_of_range(rounds: int) -> None:
    with pytest.raises(ScheduleError, match=f"rounds {rounds}: 1 to 1000"):
        Swiss(4, 2, rounds)


# -- knockout


@pytest.mark.parametrize(
    ("players", "places"),
    [
        (2, [0, 1]),
        (3, [0, None, 1, 2]),
        (4, [0, 3, 1, 2]),
        (6, [0, None, 3, 4, 1, None, 2, 5]),
        (8, [0, 7, 3, 4, 1, 6, 2, 5]),
    ],
)
def test_the_first_named_meet_last(players: int, places: list[int | None]) -> None:
    assert bracket(players) == places


def test_a_knockout_of_six() -> None:
    schedule = Knockout(6, 2)
    games = play_out(schedule, stronger_wins)
    firsts = [(game.round, game.players) for game in games if game.number == game.deal]
    assert firsts == [(1, (3, 4)), (1, (2, 5)), (2, (0, 3)), (2, (1, 2)), (3, (0, 1))]
    assert [(place.player, place.note) for place in schedule.places()] == [
        (0, "winner"),
        (1, "finalist"),
        (2, "out in round 2 of 3"),
        (3, "out in round 2 of 3"),
        (4, "out in round 1 of 3"),
        (5, "out in round 1 of 3"),
    ]


def test_before_the_end_the_round_is_told() -> None:
    schedule = Knockout(3, 2)
    assert [place.note for place in schedule.places()] == ["in round 1 of 2"] * 3


def test_an_even_pairing_goes_on_and_the_others_wait() -> None:
    def judge(game: ScheduledGame) -> Outcome:
        if game.players == (0, 3) or game.players == (3, 0):
            # One win each, and in the third deal both for the last named.
            return win(game.players.index(3)) if game.number > 10 else win(0)
        return stronger_wins(game)

    schedule = Knockout(4, 4)
    games = play_out(schedule, judge, at_a_time=4)
    assert [game.players for game in games[:12]] == [
        *((0, 3), (3, 0), (1, 2), (2, 1), (0, 3), (3, 0), (1, 2), (2, 1)),
        *((0, 3), (3, 0), (0, 3), (3, 0)),
    ]
    assert {game.round for game in games[:12]} == {1}
    assert [game.players for game in games[12:]] == [(3, 1), (1, 3), (3, 1), (1, 3)]
    assert [place.player for place in schedule.places()] == [1, 3, 0, 2]


@pytest.mark.parametrize(("margin", "winner"), [(0, 0), (1, 1)])
def test_what_stays_even_is_decided_by_margins_and_then_by_the_order_of_naming(margin: int, winner: int) -> None:
    def judge(game: ScheduledGame) -> Outcome:
        ahead = game.players[0]
        return Outcome((0,), (10 + margin * ahead, 0), "out")

    schedule = Knockout(2, 2)
    games = play_out(schedule, judge)
    assert len(games) == 2 + 2 * MORE_DEALS == schedule.games
    assert not schedule.exact
    assert schedule.places()[0].player == winner


def test_sizes_in_words() -> None:
    assert Swiss(9, 4).size() == "4 rounds of 4 pairings, 4 games for each pairing"
    assert Knockout(2, 4, Sequential()).size() == "1 pairing of 4 games, up to 20 more for one that is even"
    assert Knockout(9, 4).size().startswith("8 pairings of 4 games")


def test_who_is_at_fault_in_every_game_is_out_though_none_of_them_counts() -> None:
    schedule = Knockout(2, 2)
    while (game := schedule.next()) is not None:
        # The first named forfeits each game; were they even, the order of naming would decide.
        schedule.add(game.number, GameResult(game.players, win(game.players.index(1), 0, 0), void=True))
    assert schedule.complete
    assert [place.player for place in schedule.places()] == [1, 0]
