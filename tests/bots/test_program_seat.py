"""Real processes at a table, good and bad: how the game ends, and that nothing is left of them."""

import os
import resource
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgames.bots.child import clean_environment
from cardgames.bots.faults import StartupError
from cardgames.bots.limits import Limits
from cardgames.bots.open_seat import open_seat
from cardgames.bots.program_seat import ProgramSeat
from cardgames.bots.spec import BotSpec
from cardgames.games.registry import find_game
from cardgames.table.referee import GameReport, play_game
from tests.bots.bad_bots import FOLDER, LIMITS, PATIENT, bad_bot
from tests.table.fakes import setup_of


class Pair:
    """A bad bot in seat 0, which starts with this deal, and a good one in seat 1."""

    def __init__(self) -> None:
        self.good = ProgramSeat.start(bad_bot("good"), LIMITS)
        self.bad: ProgramSeat | None = None

    def play(self, what: str) -> GameReport:
        self.bad = self.bad or ProgramSeat.start(bad_bot(what), LIMITS)
        return play_game([self.bad, self.good], setup_of("kroket", clock=PATIENT["kroket"]))

    def close(self) -> None:
        for seat in (self.good, self.bad):
            if seat is not None:
                seat.close()


@pytest.fixture
def pair() -> Iterator[Pair]:
    made = Pair()
    yield made
    made.close()


def test_stderr_is_kept_within_its_bounds(pair: Pair) -> None:
    pair.play("floods_stderr")
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


def test_one_that_does_not_start_again_gets_more_chances(tmp_path: Path) -> None:
    """A lock that the killed process left, a port that is not free yet: later and later, and then no more."""
    pauses: list[float] = []
    script = tmp_path / "bot.sh"
    counter = tmp_path / "starts"
    script.write_text(
        f"echo x >>{counter}; case $(wc -l <{counter}) in 2|3) echo busy >&2; exit 9 ;; esac\n"
        f"exec {shlex.join(bad_bot('exits').command)}\n"
    )
    seat = ProgramSeat(BotSpec("x", ("sh", str(script))), LIMITS, pauses.append)
    try:
        seat.ready(find_game("kroket"))
        assert (seat.restarts, pauses) == (0, [])
        seat.drop()
        seat.ready(find_game("kroket"))
        assert (seat.restarts, pauses) == (3, [0.1, 0.3])
        seat.drop()
        script.write_text("exit 9\n")
        with pytest.raises(StartupError, match="exit status 9"):
            seat.ready(find_game("kroket"))
        assert (seat.restarts, pauses) == (7, [0.1, 0.3, 0.1, 0.3, 0.9])
    finally:
        seat.close()


def test_the_first_start_is_the_only_one() -> None:
    pauses: list[float] = []
    seat = ProgramSeat(bad_bot("exits_at_once"), LIMITS, pauses.append)
    with pytest.raises(StartupError, match=r"weights\.bin"):
        seat.ready(find_game("kroket"))
    assert pauses == []


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
        (BotSpec("x", (str(FOLDER / "good.py"),)), LIMITS, "chmod +x it, or name its interpreter first"),
        (BotSpec("x", ("sh",), cwd="/no/such/folder"), LIMITS, "its folder /no/such/folder is no folder"),
        (BotSpec("x", ("true",)), LIMITS, "its output ended before cgpok 1: exit status 0; nothing on stderr"),
        (bad_bot("exits_at_once"), LIMITS, "exit status 5; stderr: no such file: weights.bin"),
        (bad_bot("silent"), LIMITS._replace(startup_ms=300), "no cgpok 1 within 0.3 s, nothing came at all; does it"),
        (
            bad_bot("does_not_flush"),
            LIMITS._replace(startup_ms=1000),
            "it does not flush stdout, its lines came only when",
        ),
        (BotSpec("x", ("python3", "weights.py")), LIMITS, "it runs in an empty folder of its own: name its files by"),
        (
            bad_bot("greets_slowly"),
            LIMITS._replace(startup_ms=1000),
            "no cgpok 1 within 1 s; the last line that came is",
        ),
        (bad_bot("half_a_greeting"), LIMITS._replace(startup_ms=1000), "a line came without its end"),
        (bad_bot("greets_oddly"), LIMITS._replace(startup_ms=1000), "the last line that came is 'hello there'"),
        (BotSpec("x", ("yes",)), LIMITS, "more than 1048576 bytes came"),
        (bad_bot("good", options=(("Dept", "3"),)), LIMITS, "it has no option 'Dept'; did you mean Depth?"),
        (bad_bot("good", options=(("Depth", "10"),)), LIMITS, "a whole number 1 to 9 was expected"),
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


def test_a_game_that_the_bot_does_not_play() -> None:
    seat = open_seat(bad_bot("good", "kroket", "spit"), LIMITS)
    try:
        with pytest.raises(StartupError, match="does not play crapette; its line 'games' has kroket, spit"):
            seat.ready(find_game("crapette"))
    finally:
        seat.close()


def test_options_are_set_in_the_spelling_of_the_bot(pair: Pair) -> None:
    seat = open_seat(bad_bot("good", options=(("depth", "9"),)), LIMITS)
    seat.close()
    assert isinstance(seat, ProgramSeat)
    assert list(seat.handshake.options) == ["depth"]


def test_the_environment_is_clean() -> None:
    """No variable of ours but a few, and certainly not one that tells anything."""
    outside = {"PATH": "/bin", "HOME": "/root", "SECRET": "x", "PYTHONUNBUFFERED": "1", "PYTHONPATH": "y", "LANG": "C"}
    assert clean_environment((("MINE", "1"),), outside) == {"PATH": "/bin", "HOME": "/root", "LANG": "C", "MINE": "1"}


def test_a_bot_gets_no_descriptor_of_ours(tmp_path: Path) -> None:
    """Not even one that was made inheritable."""
    told = tmp_path / "told"
    bot = shlex.quote(str(_good_bot()))
    lines = f"ls /dev/fd >{told}; env >>{told}; ps -o sid= -p $$ >>{told} 2>/dev/null; exec sh {bot}"
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
