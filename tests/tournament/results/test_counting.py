"""Which games count: at every moment, in whatever order they end, the parts make up what was played."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.bots.faults import Fault, Termination
from cardgames.tournament.formats.round_robin import RoundRobin
from cardgames.tournament.played import Played
from cardgames.tournament.rating.sprt import Sprt, Verdict
from cardgames.tournament.results.counting import Counting, Counts
from cardgames.tournament.results.standings import Standings
from tests.tournament.games import by_chance, forfeited, played

TEST = Sprt(0, 60)
SCHEDULE, JUDGE = RoundRobin(2, 2, 4000), by_chance((0.5, 0))


def a_game(number: int) -> Played:
    """One of a match; every eleventh ends by a fault."""
    scheduled = SCHEDULE.game(number)
    if number % 11 == 0:
        return forfeited(scheduled, Fault(0, Termination.TIME, "late"))
    return played(scheduled, JUDGE(scheduled))


def has_fault(game: Played) -> bool:
    return bool(game.report.faults)


def check(standings: Standings, came: list[Played]) -> None:
    """The figures of the standings are those of the games one by one, and of the table."""
    counting = standings.counting
    marks = [counting.of(game) for game in came]
    assert standings.played == len(came)
    assert standings.games == marks.count(Counts.YES)
    assert standings.voided == marks.count(Counts.VOID)
    assert counting.waiting == marks.count(Counts.WAITING)
    assert counting.left_out == marks.count(Counts.LEFT_OUT)
    assert [score.games for score in standings.scores] == [standings.games] * 2
    assert sum(meeting.games for meeting in standings.meetings().values()) == standings.games
    assert standings.plies == 10 * standings.games


@given(st.permutations(range(1, 25)), st.booleans(), st.booleans())
def test_the_parts_make_up_the_whole(numbers: list[int], tested: bool, void: bool) -> None:
    rule = has_fault if void else lambda _: False
    standings = Standings(2, sprt=TEST if tested else None, void=rule)
    came: list[Played] = []
    for number in numbers:
        came.append(a_game(number))
        standings.add(came[-1])
        check(standings, came)
    assert standings.counting.waiting == 0


@pytest.mark.parametrize("seed", range(5))
def test_beyond_the_verdict_all_are_left_out_also_those_behind_a_gap(seed: int) -> None:
    """The first games end last: until then none counts, and then those up to the verdict, all at once."""
    in_turn = Standings(2, sprt=TEST, void=has_fault)
    for number in range(1, 801):
        in_turn.add(a_game(number))
    last = in_turn.counting.decided_at
    assert last is not None
    rng, standings = Random(seed), Standings(2, sprt=TEST, void=has_fault)
    # Of those beyond the verdict some have not ended when it falls.
    numbers = rng.sample(range(3, last + 1), last - 2) + rng.sample(range(last + 1, 801), 300)
    rng.shuffle(numbers)
    came = []
    for number in (*numbers, 2, 1):
        came.append(a_game(number))
        standings.add(came[-1])
        if number != 1:
            assert (standings.games, standings.voided, standings.counting.awaited) == (0, 0, 1)
            assert standings.counting.sprt is not None
            assert standings.counting.sprt.verdict is Verdict.CONTINUE
    check(standings, came)
    assert (standings.counting.left_out, standings.counting.waiting, standings.counting.awaited) == (300, 0, None)
    assert standings.versus() == in_turn.versus()
    assert (standings.counting.decided_at, standings.counting.sprt) == (last, in_turn.counting.sprt)
    came.append(a_game(900))
    standings.add(came[-1])
    check(standings, came)


def test_what_waits_is_held_without_its_record() -> None:
    counting = Counting(TEST)
    game = a_game(2)
    assert counting.add(game._replace(report=game.report._replace(record="long"))) == []
    (_, waited) = counting.add(a_game(1))
    assert waited == game
