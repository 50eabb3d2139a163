"""Bad bots in real time, as real programs: each loses by the right reason, and its opponent's next game is unharmed."""

from collections.abc import Iterator

import pytest

from cardgames.bots.program_seat import ProgramSeat
from cardgames.bots.seat import Seat
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.record import parse_record, read_blocks
from cardgames.table.referee import GameReport, play_game
from cardgames.table.verify import verify
from tests.bots.bad_bots import LIMITS, bad_bot
from tests.table.fakes import setup_of

SOON = ClockSettings.wall(hand=5, stall=300)
LATE = ClockSettings.wall(hand=5)


@pytest.fixture(scope="module")
def good() -> Iterator[ProgramSeat]:
    seat = ProgramSeat.start(bad_bot("good"), LIMITS)
    yield seat
    seat.close()


def game(bad: Seat, good: Seat, clock: ClockSettings) -> GameReport:
    report = play_game([bad, good], setup_of("spit", clock=clock, rules=["maxrounds=2"]))
    (block,) = read_blocks(report.record.splitlines(keepends=True))
    assert verify(parse_record(block)) == []
    return report


@pytest.mark.parametrize(
    ("name", "clock", "reason"),
    [
        ("exits", LATE, "crash"),
        ("segfaults", LATE, "crash"),
        ("closes_stdout", LATE, "crash"),
        ("hangs", SOON, "stall"),
        ("ignores_sigterm", SOON, "stall"),
        ("stops_itself", SOON, "stall"),
        ("chats", SOON, "stall"),
        ("drips", SOON, "stall"),
        ("no_newline", SOON, "stall"),
        ("answers_before_go", SOON, "stall"),
        ("floods_a_line", LATE, "flood"),
        ("floods_lines", LATE, "flood"),
        ("floods_newlines", LATE, "flood"),
        ("illegal", LATE, "illegal"),
        ("garbage", LATE, "protocol"),
        ("nonsense", LATE, "protocol"),
        ("empty_answer", LATE, "protocol"),
    ],
)
def test_it_loses_by_the_right_reason(name: str, clock: ClockSettings, reason: str, good: ProgramSeat) -> None:
    bad = ProgramSeat.start(bad_bot(name), LIMITS)
    try:
        report = game(bad, good, clock)
    finally:
        bad.close()
    assert (report.outcome.result, report.outcome.reason) == ("0-1", reason)
    assert [fault.seat for fault in report.faults] == [0]


@pytest.mark.parametrize("name", ["crlf", "twice", "floods_stderr"])
def test_it_is_odd_but_within_its_rights(name: str, good: ProgramSeat) -> None:
    bad = ProgramSeat.start(bad_bot(name), LIMITS)
    try:
        assert not game(bad, good, LATE).faults
    finally:
        bad.close()
