"""Real processes at a table, good and bad: how the game ends, and that nothing is left of them."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgames.games import find_game
from cardgames.table.bot import BotSpec
from cardgames.table.child import StartupError, clean_environment
from cardgames.table.process import ProcessSeat
from cardgames.table.referee import GameReport, play_game
from cardgames.table.seat import open_seat
from cardgames.table.settings import ClockSettings, Limits
from tests.table.fakes import setup_of
from tests.table.processes import processes_of, wait_until_gone

BAD_BOT = Path(__file__).with_name("bad_bot.py")
# Generous where a good bot is waited for, short where a bad one is; the machine may be busy.
LIMITS = Limits(startup_ms=20_000, quit_ms=2_000, fault_ms=100, term_ms=300)
PATIENT = ClockSettings.turns(None)
SHORT = ClockSettings.turns(300)


def spec_of(what: str, **changes: object) -> BotSpec:
    return BotSpec(what or "good", command=(sys.executable, "-I", "-S", str(BAD_BOT), what))._replace(**changes)  # type: ignore[arg-type]


class Pair:
    """A bad bot in seat 0, which starts with this deal, and a good one in seat 1."""

    def __init__(self) -> None:
        self.good = ProcessSeat.start(spec_of(""), LIMITS)
        self.bad: ProcessSeat | None = None

    def play(self, what: str, clock: ClockSettings = PATIENT) -> GameReport:
        self.bad = self.bad or ProcessSeat.start(spec_of(what), LIMITS)
        return play_game([self.bad, self.good], setup_of("kroket", clock=clock))

    def close(self) -> None:
        for seat in (self.good, self.bad):
            if seat is not None:
                seat.close()


@pytest.fixture
def pair() -> Iterator[Pair]:
    made = Pair()
    yield made
    made.close()


@pytest.mark.parametrize(
    ("what", "clock", "reason", "details"),
    [
        ("exits", PATIENT, "crash", ["exit status 3", "stderr: first words | last words"]),
        ("segfaults", PATIENT, "crash", ["signal SIGSEGV", "nothing on stderr"]),
        ("closes stdout", PATIENT, "crash", ["its output ended: the process still runs"]),
        ("exits after bestmove", PATIENT, "crash", ["exit status 0"]),
        ("hangs", SHORT, "time", ["no answer within 300 ms"]),
        ("stubborn", SHORT, "time", ["no answer within 300 ms"]),
        ("stopped", SHORT, "time", ["no answer within 300 ms"]),
        ("chats", SHORT, "time", ["no answer within 300 ms"]),
        ("no newline", SHORT, "time", ["15 bytes came without the end of their line"]),
        ("floods a line", PATIENT, "flood", ["a line of more than 65536 bytes"]),
        ("floods lines", PATIENT, "flood", ["more than 1048576 bytes came in answer to one message"]),
        ("illegal", PATIENT, "illegal", ["3; K7"]),
        ("garbage", PATIENT, "protocol", ["a byte that is not ASCII", "bestmove \\xff\\xfe"]),
    ],
)
def test_a_bad_bot_loses_and_nothing_is_left_of_it(
    pair: Pair, what: str, clock: ClockSettings, reason: str, details: list[str]
) -> None:
    report = pair.play(what, clock)
    assert pair.bad is not None
    assert report.outcome.result == "0-1"
    assert report.outcome.scores == (0, 0)
    assert (report.outcome.reason, report.faults[0].seat) == (reason, 0)
    for detail in details:
        assert detail in report.faults[0].detail
    assert report.faults[0].text() in report.record
    assert pair.bad.pid is None


@pytest.mark.parametrize("what", ["stubborn", "forks"])
def test_the_whole_group_goes(pair: Pair, what: str) -> None:
    """Whoever ignores SIGTERM, and a child that holds the pipes, when the bot itself has already ended."""
    pair.play(what, SHORT)
    assert pair.bad is not None
    pair.bad.ready(find_game("kroket"))
    group = pair.bad.pid
    assert group is not None
    assert len(processes_of(group)) == (2 if what == "forks" else 1)
    pair.bad.close()
    assert wait_until_gone(group)
    with pytest.raises(ChildProcessError):
        os.waitpid(group, os.WNOHANG)


@pytest.mark.parametrize("what", ["crlf", "twice", "floods stderr", ""])
def test_what_is_no_fault(pair: Pair, what: str) -> None:
    for _ in range(2):
        report = pair.play(what)
        assert not report.faults
        assert report.outcome.reason in ("knock", "reserve-out", "take-limit")


def test_stderr_is_kept_within_its_bounds(pair: Pair) -> None:
    pair.play("floods stderr")
    assert pair.bad is not None
    pair.bad.close()
    log = pair.bad.log
    assert log.total > 2 * LIMITS.log_bytes
    assert len(log.text()) < 2 * LIMITS.log_bytes + 100
    assert "bytes left out" in log.text()


def test_after_a_fault_the_bot_is_started_again(pair: Pair) -> None:
    """It loses each game anew, and the good one is the same process all along."""
    good = pair.good.pid
    assert [pair.play("exits").outcome.reason for _ in range(3)] == ["crash"] * 3
    assert pair.good.pid == good


def test_a_bot_that_ends_after_each_game_is_started_again(pair: Pair) -> None:
    for _ in range(3):
        assert not pair.play("exits after the game").faults


def test_descriptors_do_not_add_up(pair: Pair) -> None:
    pair.play("exits")
    before = _descriptors()
    for _ in range(5):
        pair.play("exits")
    assert _descriptors() == before


def _descriptors() -> int:
    most = min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1024)
    return sum(1 for number in range(most) if _is_open(number))


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


@pytest.mark.parametrize(
    ("spec", "limits", "message"),
    [
        (BotSpec("x", ("no-such-program",)), LIMITS, "no folder of PATH has a program no-such-program"),
        (BotSpec("x", ("./no/such/file",)), LIMITS, "there is no file ./no/such/file"),
        (BotSpec("x", (str(BAD_BOT),)), LIMITS, "chmod +x it, or name its interpreter first"),
        (BotSpec("x", ("sh",), cwd="/no/such/folder"), LIMITS, "its folder /no/such/folder is no folder"),
        (BotSpec("x", ("true",)), LIMITS, "its output ended before cgpok 1: exit status 0; nothing on stderr"),
        (spec_of("exits at once"), LIMITS, "exit status 5; stderr: no such file: weights.bin"),
        (spec_of("silent"), LIMITS._replace(startup_ms=300), "no cgpok 1 within 0.3 s, nothing came at all; does it"),
        (spec_of("drips"), LIMITS._replace(startup_ms=2000), "no cgpok 1 within 2 s; the last line that came is"),
        (spec_of("half a line"), LIMITS._replace(startup_ms=2000), "a line came without its end"),
        (spec_of("greets oddly"), LIMITS._replace(startup_ms=2000), "the last line that came is 'hello there'"),
        (BotSpec("x", ("yes",)), LIMITS, "more than 1048576 bytes came"),
        (spec_of("", options=(("Dept", "3"),)), LIMITS, "it has no option 'Dept'; did you mean Depth?"),
        (spec_of("", options=(("Depth", "10"),)), LIMITS, "a whole number 1 to 9 was expected"),
    ],
)
def test_a_bot_that_cannot_be_started_is_told_with_a_reason(spec: BotSpec, limits: Limits, message: str) -> None:
    with pytest.raises(StartupError) as error:
        open_seat(spec, limits)
    assert message in str(error.value)
    assert str(error.value).startswith(f"bot {spec.name}: ")
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    with pytest.raises(StartupError, match="the interpreter of its first line"):
        open_seat(BotSpec("x", (str(script),)), LIMITS)
    script.write_text("echo cgpok 1\n")
    with pytest.raises(StartupError, match="is no program; is its first line"):
        open_seat(BotSpec("x", (str(script),)), LIMITS)


def test_a_game_that_the_bot_does_not_play(pair: Pair) -> None:
    with pytest.raises(StartupError, match="does not play crapette; its line 'games' has kroket"):
        pair.good.ready(find_game("crapette"))


def test_options_are_set_in_the_spelling_of_the_bot(pair: Pair) -> None:
    seat = open_seat(spec_of("", options=(("depth", "9"),)), LIMITS)
    seat.close()
    assert isinstance(seat, ProcessSeat)
    assert list(seat.handshake.options) == ["depth"]


def test_the_environment_is_clean() -> None:
    """No variable of ours but a few, and certainly not one that tells anything."""
    outside = {"PATH": "/bin", "HOME": "/root", "SECRET": "x", "PYTHONUNBUFFERED": "1", "PYTHONPATH": "y", "LANG": "C"}
    assert clean_environment((("MINE", "1"),), outside) == {"PATH": "/bin", "HOME": "/root", "LANG": "C", "MINE": "1"}


def test_a_bot_gets_no_descriptor_of_ours(tmp_path: Path) -> None:
    """Not even one that was made inheritable."""
    told = tmp_path / "told"
    lines = f"ls /dev/fd >{told}; env >>{told}; ps -o sid= -p $$ >>{told} 2>/dev/null; exec sh {_good_bot()}"
    with (tmp_path / "open").open("w") as opened:
        os.set_inheritable(opened.fileno(), True)
        seat = open_seat(BotSpec("x", ("sh", "-c", lines)), LIMITS)
        seat.close()
    listed = told.read_text().split("\n")
    descriptors = [line for line in listed if line.isdigit() and int(line) < 100]
    # 0 to 2, and the one that ls itself has open on the folder.
    assert len(descriptors) <= 4, listed
    assert "SECRET" not in told.read_text()
    assert "PYTEST_CURRENT_TEST" not in told.read_text()


def _good_bot() -> Path:
    return Path(__file__).parents[2] / "scripts" / "bots" / "random_bot.sh"


RUNNER = """
import sys, time
from cardgames.table.bot import BotSpec
from cardgames.table.seat import open_seat
seats = [open_seat(BotSpec("x", (sys.executable, "-I", "-S", *arguments.split(":")))) for arguments in sys.argv[1:]]
print(*[seat.pid for seat in seats], flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_bot_survives_the_runner(number: signal.Signals) -> None:
    """Killed in any way: the keeper ends the groups, with whatever the bots have forked."""
    bots = [f"{BAD_BOT}:forks", f"{BAD_BOT}:stubborn"]
    with subprocess.Popen([sys.executable, "-c", RUNNER, *bots], stdout=subprocess.PIPE, text=True) as runner:
        assert runner.stdout is not None
        groups = [int(pid) for pid in runner.stdout.readline().split()]
        assert [len(processes_of(group)) for group in groups] == [2, 1]
        runner.send_signal(number)
    assert all(wait_until_gone(group) for group in groups)
