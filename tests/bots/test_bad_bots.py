"""Each bad bot against a good one, in a game with turns and in Spit: it loses by the right reason, and alone.

The deals are such that the bad bot is asked first, so that the good one never has to be fast.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgames.bots.isolation.launch import read_launch
from cardgames.bots.isolation.sandbox import out_of_reach_of
from cardgames.bots.limits import MIB, Limits
from cardgames.bots.program_seat import ProgramSeat
from cardgames.bots.seat import PlayerSeat
from cardgames.bots.spec import BotSpec
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.record import parse_record, read_blocks
from cardgames.table.referee import GameReport, play_game
from cardgames.table.verify import verify
from tests.bots.bad_bots import LIMITS, PATIENT, SHORT, bad_bot
from tests.bots.processes import descendants_of_bot, wait_until_all_gone
from tests.table.fakes import setup_of

GAMES = ("kroket", "spit")
SMALL = LIMITS._replace(memory_bytes=150 * MIB)
HASTY = LIMITS._replace(startup_ms=1_500)


@pytest.fixture(scope="module")
def good() -> Iterator[ProgramSeat]:
    seat = ProgramSeat.start(bad_bot("good"), LIMITS)
    yield seat
    seat.close()


class Bout:
    """A bad bot's games against the good one, which is the same process all along."""

    def __init__(self, good: ProgramSeat) -> None:
        self.good = good
        self.bad: ProgramSeat | None = None
        self.before = good.pid

    def play(self, name: str, game: str, clock: str = "patient", limits: Limits = LIMITS) -> GameReport:
        self.bad = self.bad or ProgramSeat.start(bad_bot(*name.split()), limits)
        clocks = PATIENT if clock == "patient" else SHORT
        # The good one is given as long as it may need to be ready, which a game with it takes as well.
        other = PlayerSeat(BotSpec("good", player="random")) if limits is HASTY else self.good
        report = play_game([self.bad, other], setup_of(game, clock=clocks[game]))
        (block,) = read_blocks(report.record.splitlines(keepends=True))
        assert verify(parse_record(block)) == []
        return report

    def close(self) -> None:
        if self.bad is not None:
            family = descendants_of_bot(self.bad.pid)
            self.bad.close()
            assert wait_until_all_gone(family)
        assert self.good.pid == self.before
        other = PlayerSeat(BotSpec("random", player="random"))
        assert not play_game([self.good, other], setup_of("kroket", clock=PATIENT["kroket"])).faults


@pytest.fixture
def bout(good: ProgramSeat) -> Iterator[Bout]:
    made = Bout(good)
    yield made
    made.close()


AS_ANOTHER = out_of_reach_of(read_launch(bad_bot("kills_its_keeper"), Path.cwd()), os.environ) is None
KEEPER_KILLED = "Operation not permitted" if AS_ANOTHER else "its keeper was killed"
"""As root a bot may be another user, who cannot."""
TIME = {"kroket": "time", "spit": "stall"}
"""Spit is lost by the third `go` that is not answered."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("name", "clock", "limits", "reason", "details"),
    [
        ("exits", "patient", LIMITS, "crash", ["exit status 3", "stderr: first words | last words"]),
        ("segfaults", "patient", LIMITS, "crash", ["signal SIGSEGV", "nothing on stderr"]),
        ("closes_stdout", "patient", LIMITS, "crash", ["its output ended: the process still runs"]),
        ("exits_after_bestmove", "patient", LIMITS, "crash", ["exit status 0"]),
        ("holds_the_pipes", "patient", LIMITS, "crash", ["exit status 4"]),
        ("kills_its_keeper", "patient", LIMITS, "crash", [KEEPER_KILLED]),
        ("hangs", "short", LIMITS, "TIME", []),
        ("ignores_sigterm", "short", LIMITS, "TIME", []),
        ("stops_itself", "short", LIMITS, "TIME", []),
        ("chats", "short", LIMITS, "TIME", []),
        ("drips", "short", LIMITS, "TIME", []),
        ("no_newline", "short", LIMITS, "TIME", []),
        ("old_id", "short", LIMITS, "TIME", []),
        ("answers_before_go", "short", LIMITS, "TIME", []),
        ("not_ready", "patient", HASTY, "time", ["no readyok within 1500 ms"]),
        ("deaf", "patient", HASTY, "time", ["no readyok within 1500 ms"]),
        ("floods_a_line", "patient", LIMITS, "flood", ["a line of more than 65536 bytes"]),
        ("floods_lines", "patient", LIMITS, "flood", []),
        ("floods_newlines", "patient", LIMITS, "flood", []),
        ("illegal", "patient", LIMITS, "illegal", []),
        ("garbage", "patient", LIMITS, "protocol", ["a byte that is not ASCII", "bestmove \\xff\\xfe"]),
        ("nonsense", "patient", LIMITS, "protocol", ["xyzzy"]),
        ("empty_answer", "patient", LIMITS, "protocol", ["bestmove MOVE [ID] was expected"]),
        ("eats_memory", "patient", SMALL, "memory", ["MiB of memory, 150 MiB are allowed (--memory)"]),
        ("children_eat_memory", "patient", SMALL, "memory", ["150 MiB are allowed (--memory)"]),
        ("hides_memory memfd", "patient", SMALL, "memory", ["150 MiB are allowed (--memory)"]),
        ("hides_memory shm", "patient", SMALL, "memory", ["150 MiB are allowed (--memory)"]),
        ("zombie_factory", "patient", LIMITS, "crash", ["at most 256 are allowed (--processes)"]),
        ("many_processes", "patient", LIMITS, "crash", ["at most 256 are allowed (--processes)"]),
        ("burns_cpu", "patient", LIMITS._replace(cpu_seconds=1), "crash", ["signal SIGXCPU"]),
    ],
)
def test_it_loses_and_nothing_is_left_of_it(
    bout: Bout, game: str, name: str, clock: str, limits: Limits, reason: str, details: list[str]
) -> None:
    report = bout.play(name, game, clock, limits)
    expected = TIME[game] if reason == "TIME" else reason
    assert bout.bad is not None
    assert (report.outcome.result, report.outcome.scores) == ("0-1", (0, 0))
    assert (report.outcome.reason, [fault.seat for fault in report.faults]) == (expected, [0])
    for detail in details:
        assert detail in report.faults[0].detail
    assert f'[Reason "{expected}"]' in report.record
    assert report.faults[0].text() in report.record
    assert bout.bad.pid is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["crlf", "twice", "floods_stderr", "zip_bomb_log", "never_quits", "exits_after_game"])
def test_it_is_odd_but_within_its_rights(bout: Bout, game: str, name: str) -> None:
    for _ in range(2):
        report = bout.play(name, game)
        assert not report.faults, report.faults
        assert report.outcome.reason not in ("crash", "time", "stall")
    assert bout.bad is not None
    assert len(bout.bad.log.text()) < 2 * LIMITS.log_bytes + 100


@pytest.mark.parametrize("game", GAMES)
def test_what_it_writes_between_games_costs_it_the_next(bout: Bout, game: str) -> None:
    assert not bout.play("floods_between_games", game).faults
    assert bout.play("floods_between_games", game).outcome.reason == "flood"


@pytest.mark.parametrize("game", GAMES)
def test_daemons_go_with_the_bot(bout: Bout, game: str) -> None:
    """They have left the bot's group, its session and its parent; the keeper has adopted them."""
    for _ in range(2):
        assert not bout.play("double_forks", game).faults
    assert bout.bad is not None
    family = descendants_of_bot(bout.bad.pid)
    assert len(family) == 3
    bout.bad.close()
    assert wait_until_all_gone(family)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_never_stops_costs_its_clock_and_little_more(bout: Bout, game: str) -> None:
    """In time on the wires, which no load changes: nothing waits longer than it says."""
    bout.play("chats", game, "short")
    assert bout.bad is not None
    assert bout.bad.limits.fault_ms + bout.bad.limits.term_ms < 2000
    assert Limits().fault_ms + Limits().term_ms <= 1000


@pytest.mark.parametrize(
    ("name", "limits", "reason"),
    [
        ("exits", LIMITS, "crash"),
        ("segfaults", LIMITS, "crash"),
        ("closes_stdout", LIMITS, "crash"),
        ("illegal", LIMITS, "illegal"),
        ("garbage", LIMITS, "protocol"),
        ("nonsense", LIMITS, "protocol"),
        ("floods_a_line", LIMITS, "flood"),
        ("floods_lines", LIMITS, "flood"),
        ("floods_newlines", LIMITS, "flood"),
        ("eats_memory", SMALL, "memory"),
        ("zombie_factory", LIMITS, "crash"),
    ],
)
def test_in_real_time_it_loses_as_well(good: ProgramSeat, name: str, limits: Limits, reason: str) -> None:
    bad = ProgramSeat.start(bad_bot(name), limits)
    try:
        # Long in the hand, so that the good one does not win before the bad one has shown what it is.
        clock = ClockSettings.wall(hand=2_000, stall=60_000)
        report = play_game([bad, good], setup_of("spit", clock=clock))
    finally:
        bad.close()
    assert (report.outcome.result, report.outcome.reason) == ("0-1", reason)
    assert [fault.seat for fault in report.faults] == [0]


def test_in_real_time_a_bot_that_hangs_loses_and_does_not_hold_up_the_game(good: ProgramSeat) -> None:
    """By its stalls, or because the other one has got rid of its cards meanwhile."""
    bad = ProgramSeat.start(bad_bot("ignores_sigterm"), LIMITS)
    try:
        report = play_game([bad, good], setup_of("spit", clock=ClockSettings.wall(hand=10, stall=300)))
    finally:
        bad.close()
    assert report.outcome.winners == (1,)
    assert report.outcome.reason in ("stall", "out")
