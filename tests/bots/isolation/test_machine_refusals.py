"""What the machine refuses is told as such, wherever it is refused: no bot is to blame, and nothing is left open."""

import errno
import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cardgames.bots.child import BotProcess
from cardgames.bots.faults import StartupError
from cardgames.bots.isolation import fork_client as forks
from cardgames.bots.isolation.machine_refusals import RefusalError, is_refusal, refusal_of
from cardgames.bots.isolation.sandbox import find_sandbox
from cardgames.bots.limits import Limits
from cardgames.bots.program_seat import ProgramSeat
from cardgames.bots.seat import PlayerSeat
from cardgames.bots.spec import BotSpec
from cardgames.games.registry import find_game
from cardgames.table.referee import play_game
from tests.bots.bad_bots import LIMITS, bad_bot
from tests.bots.isolation.test_scratch import in_child, mounted
from tests.bots.processes import descendants_of_bot, wait_until_all_gone
from tests.table.fakes import setup_of

KROKET = find_game("kroket")
OF_THE_MACHINE = (
    *(errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOBUFS),
    *(errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO),
)
OF_THE_BOT = (errno.ENOENT, errno.EACCES, errno.ENOEXEC, errno.ENOTDIR, errno.ELOOP, errno.E2BIG, errno.ETXTBSY)


def refusing(number: int, after: int = 0, then: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """A system call that does as `then` so many times, and is refused from then on."""
    left = [after]

    def call(*args: Any, **named: Any) -> Any:
        if left[0] and then is not None:
            left[0] -= 1
            return then(*args, **named)
        raise OSError(number, os.strerror(number))

    return call


def descriptors() -> set[int]:
    return {number for number in range(512) if _is_open(number)}


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def test_errors_are_told_apart() -> None:
    assert all(map(is_refusal, OF_THE_MACHINE))
    assert not any(map(is_refusal, (*OF_THE_BOT, None, 0)))
    assert refusal_of(OSError(errno.ENOENT, "x"), "it") is None
    assert refusal_of(ValueError("x"), "it") is None
    assert str(refusal_of(MemoryError(), "it")).startswith("it: Cannot allocate memory; end other programs")
    assert str(refusal_of(OSError(errno.EMFILE, "x"), "it")).startswith("it: Too many open files; raise 'ulimit -n'")


@pytest.mark.parametrize("number", OF_THE_MACHINE)
@pytest.mark.parametrize("call", ["pipe", "pipe later", "socketpair", "send_fds", "Popen"])
def test_a_keeper_that_cannot_be_started(call: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it cost a descriptor, or trying again would make it worse."""
    BotProcess(BotSpec("x", ("true",))).kill()
    if call == "Popen":
        # So that the server that is to fork the keeper has to be started first.
        forks.close()
    before = descriptors()
    places: dict[str, tuple[Any, str, Callable[..., Any]]] = {
        "pipe": (os, "pipe", refusing(number)),
        "pipe later": (os, "pipe", refusing(number, 2, os.pipe)),
        "socketpair": (socket, "socketpair", refusing(number)),
        "send_fds": (socket, "send_fds", refusing(number)),
        "Popen": (subprocess, "Popen", refusing(number)),
    }
    monkeypatch.setattr(*places[call])
    with pytest.raises(RefusalError, match=f"bot good: its keeper could not be started: {os.strerror(number)}; "):
        ProgramSeat(bad_bot("good"), LIMITS).ready(KROKET)
    assert descriptors() == before


# The keeper as it is, but one system call of its own, or of the bot's before it is one, is refused.
KEEPER = """
import os, sys, signal
sys.path.insert(0, sys.argv[1])
import cardgames.bots.isolation.keeper as keeper
real, mine = {}, os.getpid()
def refuse(where, name, when=lambda *args: True):
    before = getattr(where, name)
    def call(*args, **named):
        if when(*args):
            raise OSError(%(number)d, "refused")
        return before(*args, **named)
    setattr(where, name, call)
%(refuse)s
sys.exit(keeper.keep(None, [int(sys.argv[2])]))
"""
CALLS = {
    "fork": "refuse(os, 'fork')",
    "pipe at once": "refuse(os, 'pipe')",
    "pipe later": "seen = []; refuse(os, 'pipe', lambda: seen.append(1) or len(seen) > 1)",
    "open": "refuse(os, 'open', lambda path, *_: path == os.devnull)",
    "mkdir": "refuse(os, 'mkdir')",
    "exec": "refuse(os, 'execvpe')",
    "setsid": "refuse(os, 'setsid')",
    "chdir": "refuse(os, 'chdir')",
}


class Popened:
    """In place of a fork server: a keeper that is a program of its own."""

    def __init__(self, program: str, *words: str) -> None:
        self.program = program
        self.words = words

    def run(self, _function: str, _argument: object, descriptors: Sequence[int], **_: object) -> tuple["Popened", int]:
        root = str(Path(__file__).parents[3])
        *pipes, control = descriptors
        started = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", self.program, root, str(control), *self.words],
            stdin=pipes[0],
            stdout=pipes[1],
            stderr=pipes[2],
            pass_fds=(control,),
            start_new_session=True,
        )
        # As `forks.ended` waits for it.
        started.returncode = 0
        return self, started.pid

    def signal(self, pid: int, number: signal.Signals) -> None:
        os.kill(pid, number)


def scripted_keeper(monkeypatch: pytest.MonkeyPatch, refuse: str, number: int, *words: str) -> None:
    program = KEEPER % {"number": number, "refuse": refuse}
    monkeypatch.setattr("cardgames.bots.isolation.fork_client.run", Popened(program, *words).run)


@pytest.mark.parametrize("call", CALLS)
def test_what_is_refused_to_a_keeper(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = descriptors()
    for number in (errno.EAGAIN, errno.ENOSPC) if call != "exec" else OF_THE_MACHINE:
        scripted_keeper(monkeypatch, CALLS[call], number)
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        with pytest.raises(RefusalError, match=f"^bot good: .*: {os.strerror(number)}; "):
            ProgramSeat(bad_bot("good"), LIMITS).ready(KROKET)
        assert list(tmp_path.iterdir()) == []
    assert descriptors() == before


@pytest.mark.parametrize("number", OF_THE_BOT)
def test_what_a_program_is_to_blame_for(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted_keeper(monkeypatch, CALLS["exec"], number)
    with pytest.raises(StartupError, match=r"^bot good: "):
        ProgramSeat(bad_bot("good"), LIMITS).ready(KROKET)


def test_a_keeper_that_dies_before_its_bot_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """For want of memory, or killed by whomever: the bot has done nothing yet."""
    for how in ("os._exit(1)", "os.kill(mine, signal.SIGKILL)", "raise MemoryError"):
        scripted_keeper(monkeypatch, how, 0)
        with pytest.raises(RefusalError, match=r"^bot good: its keeper ended before it had started it$"):
            ProgramSeat(bad_bot("good"), LIMITS).ready(KROKET)


def test_a_folder_for_temporary_files_that_is_gone_is_no_bots_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/no/such/folder")
    with pytest.raises(RefusalError, match="no folder could be made for it in /no/such/folder: No such file"):
        BotProcess(bad_bot("good"))


@pytest.mark.skipif(sys.platform != "linux", reason="what a keeper reads of others is in /proc on Linux only")
def test_a_game_is_not_lost_when_the_keeper_can_watch_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a game, and all of the bot is ended although nobody can be found by number."""
    refuse = "refuse(os, 'listdir', lambda path: path.startswith('/proc') and os.path.exists(sys.argv[3]))"
    flag = f"/dev/shm/refuse-{os.getpid()}"
    scripted_keeper(monkeypatch, refuse, errno.ENFILE, flag)
    spec = bad_bot("hangs")
    seat = ProgramSeat.start(spec._replace(command=("sh", "-c", 'sleep 600 & exec "$@"', "sh", *spec.command)), LIMITS)
    try:
        family = descendants_of_bot(seat.pid)
        assert len(family) >= 2
        Path(flag).touch()
        with pytest.raises(RefusalError, match="it could not be watched: Too many open files in system; "):
            play_game([seat, PlayerSeat(BotSpec("random", player="random"))], setup_of("kroket"))
        assert wait_until_all_gone(family)
    finally:
        Path(flag).unlink(missing_ok=True)
        seat.close()


# -- the real ones


def started(limit: Callable[[], object], sandbox: str = "") -> str:
    """What comes of a bot's start in a process that is limited so."""
    told, tell = os.pipe()

    def start() -> None:
        limit()
        try:
            seat = ProgramSeat.start(bad_bot("good"), Limits(sandbox=sandbox))
        except (RefusalError, StartupError) as error:
            os.write(tell, f"{type(error).__name__}: {error}".encode())
        else:
            seat.close()
            os.write(tell, b"started")

    assert in_child(start, cwd=str(Path.cwd())) == 0
    os.close(tell)
    with os.fdopen(told) as file:
        return file.read()


def few_descriptors(more: int) -> Callable[[], object]:
    """A limit that leaves so many."""

    def limit() -> None:
        highest = max(descriptors())
        for number in range(highest):
            if not _is_open(number):
                os.dup2(highest, number)
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1 + more, hard))

    return limit


SANDBOX = find_sandbox("auto").program


@pytest.mark.parametrize("sandbox", ["", pytest.param(SANDBOX, marks=pytest.mark.skipif(not SANDBOX, reason="none"))])
def test_any_number_of_descriptors_that_are_left(sandbox: str) -> None:
    """With few of them a start is refused, with enough it is a start; never is it the bot's fault."""
    found = [started(few_descriptors(more), sandbox) for more in (0, 1, 3, 5, 7, 8, 9, 10, 12, 40)]
    assert {text.partition(":")[0] for text in found} == {"RefusalError", "started"}, found
    assert found[0].endswith("Too many open files; raise 'ulimit -n', or try a lower --concurrency")
    assert found[-1] == "started"


def test_no_room_for_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither inodes nor leave to write."""
    place = tmp_path / "fs"
    if not mounted(place, "-o", "nr_inodes=3"):
        pytest.skip("no file system can be mounted here")
    try:
        monkeypatch.setenv("TMPDIR", str(place))
        (place / "one").touch()
        assert started(lambda: None) == "started"
        (place / "two").touch()
        told = f"RefusalError: bot good: no folder could be made for it in {place}: "
        assert started(lambda: None).startswith(f"{told}No space left on device; make room there")
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        assert started(lambda: None).startswith(f"{told}Read-only file system; set TMPDIR")
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.skipif(os.geteuid() == 0, reason="root is not held to a number of processes")
def test_no_more_processes() -> None:
    told = started(lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1)))
    assert told.startswith("RefusalError: bot good: its keeper could not be started: Resource temporarily unavailable")
