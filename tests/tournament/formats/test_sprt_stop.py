"""A test that ends a match: at the same game whatever runs beside what."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.tournament.formats.knockout import Knockout
from cardgames.tournament.formats.round_robin import RoundRobin
from cardgames.tournament.formats.schedule import GameResult, Schedule
from cardgames.tournament.formats.sprt_stop import SprtWatch, UntilVerdict
from cardgames.tournament.formats.swiss import Swiss
from cardgames.tournament.rating.sprt import Samples, Sprt, Verdict
from tests.tournament.games import by_chance, play_out, win

TEST = Sprt(0, 60)


def match(games: int = 4000, sprt: Sprt = TEST) -> UntilVerdict:
    return UntilVerdict(RoundRobin(2, 2, games), sprt)


@given(st.permutations(range(1, 30)))
def test_whatever_comes_is_gone_through_in_order(numbers: list[int]) -> None:
    watch: SprtWatch[int] = SprtWatch(TEST)
    gone: list[int] = []
    for came, number in enumerate(numbers, start=1):
        gone += watch.add(number, number - (number + 1) % 2, GameResult((0, 1), win(0)), 10 * number)
        assert (len(gone), watch.waiting, watch.left_out) == (watch.reached, came - watch.reached, 0)
    assert gone == [10 * number for number in range(1, 30)]


@pytest.mark.parametrize(("strengths", "verdict"), [((0.4, 0), Verdict.ACCEPT_H1), ((0, 0.2), Verdict.ACCEPT_H0)])
@pytest.mark.parametrize("samples", list(Samples))
def test_a_match_stops_at_the_same_game_with_any_number_at_a_time(
    strengths: tuple[float, float], verdict: Verdict, samples: Samples
) -> None:
    sprt, judge = TEST._replace(samples=samples), by_chance(strengths)
    one = match(sprt=sprt)
    games = play_out(one, judge)
    assert one.complete
    assert not one.exact
    assert one.decided_at == len(games) < one.games
    assert one.next() is None
    watch: SprtWatch[int] = SprtWatch(sprt)
    for game in games:
        assert watch.add(game.number, game.deal, GameResult(game.players, judge(game)), game.number) == [game.number]
    assert watch.state.verdict is verdict
    assert watch.add(len(games) + 1, len(games) + 1, GameResult((0, 1), win(0)), 0) == []
    assert (watch.reached, watch.waiting, watch.left_out) == (len(games), 0, 1)
    for at_a_time in (2, 7, 40):
        several = match(sprt=sprt)
        more = play_out(several, judge, at_a_time=at_a_time, rng=Random(at_a_time))
        assert several.decided_at == one.decided_at
        # No more than was under way, and what waited for a slow game, was played for nothing.
        assert len(games) <= len(more) < len(games) + 40 * at_a_time


def test_a_match_without_a_verdict_ends_with_its_games() -> None:
    short = match(games=6)
    assert len(play_out(short, by_chance((0, 0)))) == 6
    assert short.complete
    assert short.decided_at is None


def test_resumed_it_stops_at_the_same_game() -> None:
    judge = by_chance((0.4, 0))
    whole = match()
    games = play_out(whole, judge, at_a_time=3)
    resumed = match()
    for game in Random(1).sample(games[:40], 30):
        resumed.add(game.number, GameResult(game.players, judge(game)))
    play_out(resumed, judge, at_a_time=2)
    assert resumed.decided_at == whole.decided_at
    # What was stored beyond the verdict changes nothing.
    again = match()
    for game in reversed(games):
        again.add(game.number, GameResult(game.players, judge(game)))
    assert again.complete
    assert again.next() is None
    assert again.decided_at == whole.decided_at


def test_a_void_game_leaves_its_deal_out() -> None:
    watch: SprtWatch[None] = SprtWatch(TEST)
    for deal in range(1, 400, 2):
        for number, players in ((deal, (0, 1)), (deal + 1, (1, 0))):
            watch.add(number, deal, GameResult(players, win(players.index(0)), void=number > deal), None)
    assert watch.decided_at is None
    assert watch.state.llr == 0


@pytest.mark.parametrize("form", [lambda: Swiss(2, 40, 5), lambda: Knockout(2, 200)])
@pytest.mark.parametrize("at_a_time", [1, 7])
@pytest.mark.parametrize("decided", [True, False])
def test_a_match_in_rounds_is_ended_as_well(form: Callable[[], Schedule], at_a_time: int, decided: bool) -> None:
    judge = by_chance((0.8, 0) if decided else (0, 0))
    schedule, alone = UntilVerdict(form(), TEST if decided else Sprt(-9, 9)), form()
    games = play_out(schedule, judge, at_a_time=at_a_time, rng=Random(1))
    assert schedule.complete
    assert schedule.played == len(games)
    expected = play_out(alone, judge)
    # But for `last`, which goes by what has ended.
    assert [game[:4] for game in games] == [game[:4] for game in expected[: len(games)]]
    assert (schedule.decided_at is not None) == decided == (len(games) < len(expected))


def test_the_size_in_words() -> None:
    assert match(40).size() == "1 pairing, 20 deals each from 2 sides, until the test has its verdict"
