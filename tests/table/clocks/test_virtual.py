"""Spit in simulated time (PROTOCOL.md, "Time"), over wires whose time moves only when somebody waits."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import cardgames
from cardgames.bots.seat import PlayerSeat
from cardgames.bots.spec import BotSpec
from cardgames.games.spit.rules.game import SPIT
from cardgames.games.spit.rules.moves import WAIT
from cardgames.protocol.messages import Go
from cardgames.table.clock_settings import ClockSettings
from tests.table.clocks.spit_play import EVEN, RACE, Play, position
from tests.table.fakes import Reply, ScriptedBot, always, in_turn, play, setup_of


def test_a_landing_is_think_and_hand_after_the_change() -> None:
    game = Play(RACE, always("2R"), always("wait"))
    assert game.step() == "0 2R @400"


def test_jitter_is_drawn_anew_for_each_intention_from_the_seats_own_stream() -> None:
    clock = ClockSettings.virtual(think=0, jitter=50, hand=0)
    firsts = [Play(RACE, always("2R"), always("wait"), clock=clock, seed=str(seed)).step() for seed in range(200)]
    times = {int(step.split("@")[1]) for step in firsts}
    assert min(times) == 0
    assert max(times) == 50
    assert len(times) > 40
    one_way = Play(RACE, always("2R"), always("1L"), clock=clock, seed="7")
    other_way = Play(RACE, always("2R"), always("wait"), clock=clock, seed="7")
    assert next(step for step in one_way.steps(2) if step.startswith("0")) == other_way.step()


def test_a_seat_that_thinks_less_comes_first() -> None:
    clock = EVEN._replace(think=(200, 100))
    assert Play(RACE, always("1L"), always("1L"), clock=clock).step() == "1 1L @300"


def test_the_loser_of_a_race_is_told_and_asked_again() -> None:
    """Worked fact: 6 on 5 wanted by both; after the first 6 the second is refused."""
    clock = EVEN._replace(think=(100, 200))
    game = Play(RACE, always("1L"), always("1L"), clock=clock)
    assert game.step() == "0 1L @300"
    before = len(game.bots[1].lines)
    game.step()
    told = game.bots[1].lines[before:]
    assert told[0].startswith("rejected 1 1L S5:")
    assert told[0].endswith("event 1 came first")
    assert told[1] == "event 1 0 1L 6c"
    assert told[2] == game.bots[1].heard("position")[1]
    assert told[2].startswith("position spit")


def test_a_standing_intention_keeps_its_landing_time() -> None:
    """Seat 1 wants 6d on L for 700 ms; meanwhile seat 0 plays on R, and seat 1 says the same each time."""
    text = position("9c,8c,Kc,-,-", "6d,3d,-,-,-", "5h", "Th")
    game = Play(text, always("1R", "2R"), always("1L"), clock=EVEN._replace(think=(100, 500)))
    assert game.steps(3) == ["0 1R @300", "0 2R @600", "1 1L @700"]
    assert len(game.bots[1].heard("go")) == 3
    assert not game.bots[1].heard("rejected")


def test_another_answer_replaces_the_intention_also_in_flight() -> None:
    """Seat 1 changes its mind at 300, 200 ms before its card would have landed."""
    text = position("9c,8c,Kc,-,-", "6d,4d,-,-,-", "5h", "Th")
    changing = in_turn([(1, "bestmove 1L 1")], [(1, "bestmove 2L 2")], [(1, "bestmove 2L 3")])
    game = Play(text, always("1R", "2R"), changing, clock=EVEN._replace(think=(100, 300)))
    assert game.steps(3) == ["0 1R @300", "0 2R @600", "1 2L @800"]


def test_wait_removes_the_intention() -> None:
    text = position("9c,8c,Kc,-,-", "6d,4d,-,-,-", "5h", "Th")
    changing = in_turn([(1, "bestmove 1L 1")], [(1, "bestmove wait 2")], [(1, "bestmove 1L 3")])
    game = Play(text, always("1R", "2R"), changing, clock=EVEN._replace(think=(100, 300)))
    assert game.steps(3) == ["0 1R @300", "0 2R @600", "1 1L @1100"]


def test_equal_times_are_settled_by_a_coin_and_the_other_is_asked_again() -> None:
    """9c on R and 6d on L do not meet: both land at 400, in an order that the seed decides."""
    orders = set()
    for seed in range(20):
        game = Play(RACE, always("2R"), always("1L"), seed=str(seed))
        steps = game.steps(2)
        assert sorted(steps) == ["0 2R @400", "1 1L @400"]
        second = int(steps[1][0])
        assert len(game.bots[second].heard("go")) == 2
        orders.add(steps[0])
    assert len(orders) == 2


def test_the_one_asked_again_may_change_its_mind() -> None:
    orders = set()
    for seed in range(10):
        second_thoughts = in_turn([(1, "bestmove 1L 1")], [(1, "bestmove wait 2")])
        steps = Play(RACE, always("2R"), second_thoughts, seed=str(seed)).steps(2)
        orders.add(tuple(steps))
    assert ("1 1L @400", "0 2R @400") in orders
    assert any(steps[0] == "0 2R @400" and steps[1].startswith("0") for steps in orders)


def test_if_nobody_wants_both_wait_after_the_longer_think() -> None:
    """S10: the two waits are recorded, and then both spit."""
    game = Play(RACE, always("wait"), always("wait"), clock=EVEN._replace(think=(100, 250)))
    assert game.steps(2) == ["0 wait @250", "1 wait @250"]
    assert [len(bot.heard("go")) for bot in game.bots] == [1, 1]
    game.step()
    events = game.bots[0].heard("event")
    assert events[:2] == ["event 1 0 wait", "event 2 1 wait"]
    assert events[2].startswith("event 3 - spit ")
    assert game.bots[0].heard("event") == game.bots[1].heard("event")


def test_a_seat_with_only_wait_is_shown_the_table_but_not_asked() -> None:
    text = position("6c,9c,-,-,-", "2d,3d,5d,8d,Jd", "5h", "5s")
    game = Play(text, always("1L"), always("wait"))
    assert game.step() == "0 1L @400"
    assert game.bots[1].lines == [game.bots[1].heard("position")[0]]
    assert game.table.plies == 1


def test_no_answer_counts_as_wait_and_a_late_one_is_ignored() -> None:
    """The answer to the first go comes while the second is open, and names the first."""
    late = in_turn([(1500, "bestmove 2R 1")], [(900, "bestmove 1L 2")])
    game = Play(RACE, late, always("wait"))
    started = game.wires.now()
    assert game.steps(2) == ["0 wait @200", "1 wait @200"]
    assert game.wires.now() - started == 1_000_000_000
    assert game.bots[0].heard("stop") == ["stop"]
    assert not game.step().endswith("stall")


def test_three_go_in_a_row_without_an_answer_are_a_stall() -> None:
    text = position("6c,9c,Kc,-,-", "7d,6d,8d,9d,-", "5h", "6h")
    game = Play(text, in_turn([], [], []), always("2L", "1L", "3L", "4L"))
    steps = game.steps(4)
    assert [step for step in steps if "stall" in step] == ["0 stall"] == steps[-1:]
    assert len(game.bots[0].heard("go")) == 3


@pytest.mark.parametrize(("delay", "in_time"), [(500, True), (501, False), (510, False)])
def test_no_margin_is_forgiven(delay: int, in_time: bool) -> None:
    """As PROTOCOL.md says: a margin is of the games of turns."""
    text = position("6c,9c,Kc,-,-", "7d,6d,8d,9d,-", "5h", "6h")
    late = in_turn(*([(delay, f"bestmove wait {ident}")] for ident in (1, 2, 3)))
    game = Play(text, late, always("2L", "1L", "3L", "4L"), clock=EVEN._replace(movetime_ms=500))
    assert ("0 stall" not in game.steps(3 if in_time else 4)) == in_time
    assert "In Spit nothing is forgiven." in (Path(cardgames.__file__).parent / "protocol" / "PROTOCOL.md").read_text()


def test_an_answer_between_begins_a_new_count() -> None:
    text = position("6c,9c,Kc,-,-", "7d,6d,8d,9d,-", "5h", "6h")
    silent = in_turn([], [], [(1, "bestmove wait")], [], [])
    game = Play(text, silent, always("2L", "1L", "3L", "4L"))
    assert not any("stall" in step for step in game.steps(5))


@pytest.mark.parametrize(
    ("replies", "fault"),
    [
        ([(1, "bestmove 3L 1")], "0 illegal"),
        ([(1, "bestmove slap:L 1")], "0 illegal"),
        ([(1, "bestmove knock 1")], "0 protocol"),
        ([(1, "bestmove")], "0 protocol"),
    ],
)
def test_faults(replies: Iterable[Reply], fault: str) -> None:
    assert Play(RACE, in_turn(replies), always("1L")).step() == fault


def test_the_barrier_holds_for_faults_too() -> None:
    """Whoever is at fault first in real time: both are, as both answered the same go wrongly."""
    game = Play(RACE, in_turn([(1, "bestmove 3L 1")]), in_turn([(900, "bestmove 2L 1")]))
    assert game.step() == "0 illegal 1 illegal"


# Seat 1 has no stock cards left: the slaps decide who takes what (S12). L is the smaller pile.
SLAPS = position("6c,9c,Kc,-,-", "-,-,-,-,-", "5h", "Th4s8h", phase="slap")


def test_slaps_are_timed_like_cards() -> None:
    clock = EVEN._replace(think=(100, 200))
    game = Play(SLAPS, always("slap:R"), always("slap:R"), clock=clock)
    assert game.steps(2) == ["0 slap:R @300", "1 slap:R @400"]
    game.step()
    assert game.bots[1].heard("event")[:2] == ["event 1 0 slap:R", "event 2 1 slap:R"]
    assert "event" not in [line.split()[0] for line in game.bots[1].lines[:3]]


def test_a_seat_that_does_not_slap_gets_the_pile_left() -> None:
    game = Play(SLAPS, always("slap:L"), in_turn([], []))
    assert game.steps(2) == ["0 slap:L @400", "1 slap:R @600"]


def test_if_nobody_slaps_the_smaller_pile_goes_to_a_seat_drawn_by_lot() -> None:
    drawn = set()
    for seed in range(20):
        steps = Play(SLAPS, in_turn([], []), in_turn([], []), seed=str(seed)).steps(2)
        first, second = steps
        assert first.split()[1:] == ["slap:L", "@200"]
        assert second.split()[1:] == ["slap:R", "@400"]
        assert {first[0], second[0]} == {"0", "1"}
        drawn.add(first[0])
    assert drawn == {"0", "1"}


def choosing(number: int, delay: Callable[[int], float]) -> ScriptedBot:
    """A deterministic bot whose answers take as long as `delay` says."""

    def script(go: Go) -> Iterable[Reply]:
        assert go.ident is not None
        move = go.moves[(go.ident * number) % len(go.moves)]
        return [(delay(go.ident), f"bestmove {move} {go.ident}")]

    return ScriptedBot(script)


def test_the_record_does_not_depend_on_how_fast_anybody_is() -> None:
    setup = setup_of("spit", rules=["maxrounds=12"])
    fast, _, _ = play(setup, choosing(7, lambda _: 0), choosing(5, lambda _: 1))
    slow, _, _ = play(setup, choosing(7, lambda ident: ident * 37 % 900), choosing(5, lambda ident: ident * 91 % 800))
    assert not fast.faults
    assert fast.record == slow.record
    assert "@" in fast.record
    assert slow.micros > fast.micros


def test_built_in_players_are_asked_by_the_same_rules() -> None:
    seats = [PlayerSeat(BotSpec(name, player="random")) for name in "ab"]
    reports = [play(setup_of("spit", rules=["maxrounds=12"]), seats=seats)[0] for _ in range(2)]
    assert reports[0].record == reports[1].record
    assert reports[0].plies > 100


def test_the_waits_of_the_referee_are_the_only_ones_in_the_record() -> None:
    report, _, _ = play(setup_of("spit", rules=["maxrounds=12"]), always("wait"), always("wait"))
    assert report.record.count(" 0 wait @") == report.record.count(" 1 wait @") > 0
    assert SPIT.move_name(WAIT) == "wait"
