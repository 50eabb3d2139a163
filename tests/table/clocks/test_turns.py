"""The clock of games with turns, with a clock that moves only when somebody waits (PROTOCOL.md, "Time")."""

from collections.abc import Iterable

import pytest

from cardgames.bots.faults import Termination
from cardgames.bots.wires import WireFault
from cardgames.protocol.messages import Go
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.clocks.base import ClockError
from tests.table.fakes import ENDED, Reply, ScriptedBot, always, in_turn, play, setup_of

# With this seed seat 0 starts.
KROKET = setup_of("kroket")


def fault_of(*replies: Iterable[Reply]) -> tuple[str, str]:
    """What becomes of seat 0 if it gives these replies, one for each go: kind and detail of its fault."""
    other = always("draw")
    report, _, _ = play(KROKET, in_turn(*replies), other)
    if not report.faults:
        return "none", report.outcome.reason
    (fault,) = report.faults
    assert fault.seat == 0
    assert report.outcome.result == "0-1"
    assert report.outcome.scores == (0, 0)
    assert report.outcome.reason == fault.kind
    assert other.lines[-1].startswith(f"gameover 0-1 0,0 {fault.kind} reveal ")
    return fault.kind, fault.detail


@pytest.mark.parametrize(
    ("after", "kind"),
    [(0, "none"), (999, "none"), (1000, "none"), (1019.9, "none"), (1020, "none"), (1020.001, "time"), (5000, "time")],
)
def test_movetime_and_its_margin(after: float, kind: str) -> None:
    assert fault_of([(after, "bestmove knock")])[0] == kind


def test_a_clock_without_limit_waits_for_as_long_as_it_takes() -> None:
    setup = KROKET._replace(clock=ClockSettings.turns(None))
    report, _, _ = play(setup, in_turn([(10**7, "bestmove knock")]), always())
    assert report.outcome.reason == "knock"
    assert report.micros == 10**10


def test_what_a_bot_says_does_not_move_the_deadline() -> None:
    chatter: list[Reply] = [(at, "info depth 1") for at in range(0, 100_000, 100)]
    report, wires, _ = play(KROKET, in_turn([*chatter, (1500, "bestmove knock")]), always())
    assert report.outcome.reason == "time"
    assert report.faults[0].detail == "no answer within 1000 ms"
    assert wires.now() - 1_000_000_000_000 <= 1_020_000_000


@pytest.mark.parametrize(
    ("replies", "kind", "detail"),
    [
        pytest.param([(1, "bestmove knock 1")], "none", "knock", id="with the ID"),
        pytest.param([(1, "bestmove KNOCK")], "none", "knock", id="in any case, without ID"),
        pytest.param([(1, "  bestmove   knock   1  later tokens")], "none", "knock", id="extra blanks and tokens"),
        pytest.param([(1, "bestmove knock ponder lay")], "none", "knock", id="a token that is no ID"),
        pytest.param([(1, ""), (1, "hello"), (2, "bestmove knock")], "none", "knock", id="lines that are no answers"),
        pytest.param([(1, "bestmove lay 7"), (2, "bestmove knock 1")], "none", "knock", id="another ID is ignored"),
        pytest.param([(1, "bestmove lay 0")], "time", "no answer within 1000 ms", id="only an old ID"),
        pytest.param([(1, "bestmove 3")], "illegal", "3; K7: place 3 can be named only after lay", id="not now"),
        pytest.param([(1, "bestmove")], "protocol", "bestmove MOVE [ID] was expected", id="no move"),
        pytest.param([(1, "bestmove e2e4")], "protocol", "e2e4", id="no move of this game"),
        pytest.param([(1, ENDED)], "crash", "its output ended: exit status 3", id="the process ended"),
        pytest.param([(1, WireFault(Termination.FLOOD, "too much"))], "flood", "too much", id="flood"),
        pytest.param([(1, "bestmove take 1"), (1, ENDED)], "crash", "exit status 3", id="ended behind its answer"),
    ],
)
def test_answers(replies: list[Reply], kind: str, detail: str) -> None:
    got = fault_of(replies)
    assert got[0] == kind
    assert detail in got[1]


def test_a_fault_behind_the_answer_that_ends_the_game_does_not_count() -> None:
    assert fault_of([(1, "bestmove knock 1"), (1, ENDED)])[0] == "none"


@pytest.mark.parametrize("ident", ["", " {}"])
def test_a_second_answer_does_not_answer_the_next_go(ident: str) -> None:
    """Seat 0 takes, and says so twice; its discard is then a `go` of its own, which it answers in time."""

    def twice(go: Go) -> list[Reply]:
        answer = f"bestmove {go.moves[0]}{ident}".format(go.ident)
        return [(1, answer), (1, answer), (2, answer)]

    report, _, _ = play(KROKET, ScriptedBot(twice), always("draw"))
    assert not report.faults


def test_time_and_gain_are_told_and_never_negative() -> None:
    """1000 ms and 100 ms a move: 300 used, then 815 of 800, which is within the margin; the gain is left."""
    clock = ClockSettings.timed(1000, 100)
    bot = in_turn([(300, "bestmove draw")], lambda go: [(815, f"bestmove {go.moves[0]}")])
    report, _, _ = play(setup_of("kroket", clock=clock), bot, always("draw", after=50))
    goes = [Go.parse(line) for line in bot.heard("go")]
    assert [go.times for go in goes[:3]] == [(1000, 1000), (800, 1000), (100, 1100)]
    assert all(go.incs == (100, 100) and go.movetime is None for go in goes)
    assert not report.faults


def test_a_clock_that_has_run_out_is_a_fault() -> None:
    clock = ClockSettings.timed(1000)
    report, _, _ = play(setup_of("kroket", clock=clock), always("draw", after=300), always("draw", after=1))
    assert [(fault.seat, fault.kind) for fault in report.faults] == [(0, "time")]
    # 300 three times, then the last 100 and the margin.
    assert report.faults[0].detail == "no answer within 100 ms"


def test_a_clock_has_to_suit_the_game() -> None:
    with pytest.raises(ClockError, match="clock turns: spit has no turns"):
        play(setup_of("spit", clock=ClockSettings.turns()), always(), always())
    with pytest.raises(ClockError, match="clock virtual: kroket has turns, turns was expected"):
        play(setup_of("kroket", clock=ClockSettings.virtual()), always(), always())


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (ClockSettings(), "turns movetime=1000"),
        (ClockSettings.turns(None), "turns"),
        (ClockSettings(time_ms=60_000, inc_ms=600), "turns time=60000 inc=600"),
        (ClockSettings.virtual(), "virtual movetime=1000 think=200,200 jitter=50,50 hand=200,200"),
        (ClockSettings.wall(), "wall think=0,0 jitter=0,0 hand=50,50 tie=2 stall=5000"),
    ],
)
def test_a_clock_as_text(clock: ClockSettings, text: str) -> None:
    assert clock.text() == text
