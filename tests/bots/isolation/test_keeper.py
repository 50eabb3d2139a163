"""The keeper: whatever happens to the runner, nothing of a bot outlives it, wherever its processes have gone."""

import errno
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from cardgames.bots.child import BotProcess
from cardgames.bots.faults import StartupError
from cardgames.bots.isolation import fork_client as forks
from cardgames.bots.isolation import keeper
from cardgames.bots.isolation.descendants import Descendants, PsutilDescendants, read_member, shared_out_bytes
from cardgames.bots.isolation.fork_client import ForkServer
from cardgames.bots.isolation.keeper_messages import StartOrder
from cardgames.bots.isolation.os_calls import ON_LINUX
from cardgames.bots.limits import Limits
from cardgames.bots.spec import BotSpec
from tests.bots.bad_bots import FOLDER, bad_bot
from tests.bots.processes import descendants, descendants_of_bot, parents, wait_until_all_gone

_MANY = 1100
linux = pytest.mark.skipif(not ON_LINUX, reason="only Linux lets a process adopt the orphans below it")


@pytest.fixture
def child() -> Iterator[list[BotProcess]]:
    """Where a test puts the bots that it starts."""
    started: list[BotProcess] = []
    yield started
    for process in started:
        process.kill()


def shell(script: str, *words: str) -> BotSpec:
    return BotSpec("x", command=("sh", "-c", script, *words))


def read_all(descriptor: int) -> str:
    """What comes up to the end of a pipe."""
    os.set_blocking(descriptor, True)
    found = b""
    while data := os.read(descriptor, 4096):
        found += data
    return found.decode()


def test_a_program_ends_and_how_is_known(child: list[BotProcess]) -> None:
    for script, told in (("exit 3", "exit status 3"), ("kill -SEGV $$", "signal SIGSEGV"), ("exit 0", "exit status 0")):
        child.append(BotProcess(shell(script)))
        assert child[-1].await_exit(20_000)
        assert child[-1].end_text() == told
        assert child[-1].excess is None


def test_a_program_that_runs_has_not_ended(child: list[BotProcess]) -> None:
    child.append(BotProcess(shell("sleep 600")))
    assert not child[0].exited
    assert not child[0].await_exit(1)
    assert child[0].end_text() == "the process still runs"
    child[0].kill()
    assert child[0].end_text() == "signal SIGKILL"
    assert wait_until_all_gone([child[0].pid])


def test_sigterm_reaches_all_of_it(child: list[BotProcess]) -> None:
    script = "trap 'echo parent; exit 0' TERM; (trap 'echo child; exit 0' TERM; echo up; sleep 600 & wait) & wait; wait"
    child.append(BotProcess(shell(script)))
    os.set_blocking(child[0].stdout, True)
    assert os.read(child[0].stdout, 100) == b"up\n"
    child[0].terminate()
    assert child[0].await_exit(20_000)
    assert "parent" in read_all(child[0].stdout)


def test_what_a_program_leaves_behind_goes_with_it(child: list[BotProcess]) -> None:
    """At once, also when it ends by itself: its pipe ends although a child had it."""
    child.append(BotProcess(shell("sleep 600 & sleep 600 & echo $!; exit 7")))
    told = read_all(child[0].stdout)
    assert child[0].await_exit(20_000)
    assert child[0].end_text() == "exit status 7"
    assert wait_until_all_gone([int(told)])


@linux
def test_daemons_are_found_wherever_they_have_gone(child: list[BotProcess]) -> None:
    child.append(BotProcess(shell("setsid sh -c 'setsid sleep 600 & echo $!' ; sleep 600")))
    os.set_blocking(child[0].stdout, True)
    daemon = int(os.read(child[0].stdout, 100))
    assert daemon in descendants_of_bot(child[0].pid)
    child[0].kill()
    assert wait_until_all_gone([daemon, child[0].pid])


def test_a_bot_starts_in_an_empty_folder_that_goes_with_it(child: list[BotProcess]) -> None:
    child.append(BotProcess(shell("pwd; ls -A; mkdir -p a/b; echo x >a/b/c; ln -s / d; read -r line")))
    os.set_blocking(child[0].stdout, True)
    folder = Path(os.read(child[0].stdout, 1000).decode().strip())
    assert folder.is_dir()
    assert folder != Path.cwd()
    child[0].close_stdin()
    assert child[0].await_exit(20_000)
    child[0].kill()
    assert not folder.exists()
    assert Path("/").is_dir()


@pytest.mark.parametrize("killed", [False, True])
def test_a_folder_that_cannot_be_removed_is_named_once(
    child: list[BotProcess], killed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Be it by the keeper or, where that was killed, from here; how the bot ended is known all the same."""
    spec = shell("pwd; read -r line; exit 3")._replace(env=(("TMPDIR", str(tmp_path)),))
    child.append(BotProcess(spec))
    os.set_blocking(child[0].stdout, True)
    folder = Path(os.read(child[0].stdout, 1000).decode().strip())
    (folder / "fs").mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", f"{folder}/fs"], capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here, to be in the way")
    try:
        if killed:
            os.kill(parents()[child[0].pid], signal.SIGKILL)
        child[0].close_stdin()
        assert child[0].await_exit(20_000)
        assert child[0].end_text() == ("its keeper was killed" if killed else "exit status 3")
        child[0].kill()
        child[0].kill()
        told = f"bot {spec.name}: its folder {folder} could not be removed: Device or resource busy"
        assert capsys.readouterr().err == f"cardgames: {told}\n"
    finally:
        subprocess.run(["umount", f"{folder}/fs"], check=True)


@pytest.mark.parametrize("halt", [signal.SIGSTOP, signal.SIGKILL])
def test_a_keeper_that_is_no_longer_one(child: list[BotProcess], halt: signal.Signals) -> None:
    """Whoever halts or kills it gains nothing for the bot."""
    child.append(BotProcess(shell("sleep 600 & echo $!; sleep 600")))
    os.set_blocking(child[0].stdout, True)
    other = int(os.read(child[0].stdout, 100))
    keeper = parents()[child[0].pid]
    os.kill(keeper, halt)
    child[0].kill()
    assert wait_until_all_gone([keeper, child[0].pid, other])
    assert "killed" in child[0].end_text() or "SIGKILL" in child[0].end_text()


def test_where_no_folder_can_be_made_for_a_bot_that_is_told(tmp_path: Path) -> None:
    spec = shell("sleep 600")._replace(env=(("TMPDIR", f"{tmp_path}/none"),))
    with pytest.raises(StartupError) as refused:
        BotProcess(spec)
    told = f"no folder could be made for it in {tmp_path}/none (No such file or directory); set TMPDIR to another"
    assert str(refused.value) == f"bot {spec.name}: {told}"


def test_a_start_that_is_interrupted_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the bot runs already, and that has not been read yet."""
    (tmp_path / "scratch").mkdir()
    receive = BotProcess._receive

    def interrupted(self: BotProcess, until: float) -> object:
        monkeypatch.setattr(BotProcess, "_receive", receive)
        assert select.select([self._control], [], [], 20)[0]
        raise KeyboardInterrupt

    monkeypatch.setattr(BotProcess, "_receive", interrupted)
    spec = shell(f"sleep 600 & echo $$ $! >{tmp_path}/pids; sleep 600")._replace(
        env=(("TMPDIR", f"{tmp_path}/scratch"),)
    )
    with pytest.raises(KeyboardInterrupt):
        BotProcess(spec)
    assert list((tmp_path / "scratch").iterdir()) == []
    pids = tmp_path / "pids"
    assert not pids.exists() or wait_until_all_gone([int(word) for word in pids.read_text().split()])


def test_a_keeper_without_an_order_ends() -> None:
    near, far = socket.socketpair()
    with near, far:
        null = os.open(os.devnull, os.O_RDWR)
        server, pid = forks.run("cardgames.bots.isolation.keeper:keep", None, [null, null, null, far.fileno()])
        os.close(null)
        far.close()
        near.close()
        assert wait_until_all_gone([pid])
        forks.ended(pid)
        assert not server.lost


def test_a_fork_of_the_runner_does_not_hold_the_pipes(child: list[BotProcess]) -> None:
    """The bot sees the end of its input although a process that was forked since then lives on."""
    child.append(BotProcess(shell("cat; echo end >&2")))
    told, tell = os.pipe()
    forked = os.fork()
    if forked == 0:
        os.close(tell)
        os.read(told, 1)
        os._exit(0)
    try:
        child[0].close_stdin()
        assert child[0].await_exit(20_000)
        assert child[0].end_text() == "exit status 0"
    finally:
        os.close(tell)
        os.waitpid(forked, 0)
        os.close(told)


RUNNER = """
import json, sys, time
from cardgames.games.registry import find_game
from cardgames.bots.spec import BotSpec
from cardgames.bots.seat import PlayerSeat
from cardgames.bots.open_seat import open_seat
from cardgames.table.referee import play_game
from cardgames.bots.limits import Limits
from tests.table.fakes import setup_of
spec, sandbox = json.loads(sys.argv[1])
seats = [open_seat(BotSpec("x", tuple(command)), Limits(sandbox=sandbox)) for command in spec]
other = PlayerSeat(BotSpec("random", player="random"))
for seat in seats:
    play_game([seat, other], setup_of("kroket"))
print("playing", flush=True)
try:
    time.sleep(600)
except KeyboardInterrupt:
    pass
"""
UNRULY = ("never_quits", "double_forks")


def start_runner(sandbox: str) -> "subprocess.Popen[str]":
    commands: list[Sequence[str]] = [bad_bot(name).command for name in UNRULY]
    commands.append(("sh", str(FOLDER / "wrapped.sh"), *bad_bot("never_quits").command))
    told = json.dumps([commands, sandbox])
    root = FOLDER.parents[1]
    runner = subprocess.Popen([sys.executable, "-c", RUNNER, told], stdout=subprocess.PIPE, text=True, cwd=root)
    assert runner.stdout is not None
    assert runner.stdout.readline() == "playing\n"
    return runner


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_of_a_bot_survives_the_runner(number: signal.Signals) -> None:
    """However it ends, and whatever its bots think of that."""
    with start_runner("") as runner:
        family = [pid for pid in descendants(runner.pid) if pid != runner.pid]
        assert len(family) >= (8 if ON_LINUX else 6)
        runner.send_signal(number)
        runner.wait(20)
        assert wait_until_all_gone(family)


@linux
def test_the_family_is_told_by_proc_and_by_psutil(child: list[BotProcess]) -> None:
    pytest.importorskip("psutil", reason="psutil is not installed")
    child.append(BotProcess(shell("sleep 600 & sleep 600 & sh -c 'sleep 600; exit 1' & echo up; wait")))
    os.set_blocking(child[0].stdout, True)
    assert os.read(child[0].stdout, 100) == b"up\n"
    pids = set(descendants(child[0].pid)) - {child[0].pid}
    assert {member.pid for member in Descendants(child[0].pid).members()} >= pids
    assert {member.pid for member in PsutilDescendants(child[0].pid).members()} >= pids
    child[0].kill()
    assert PsutilDescendants(os.getpid()).members() is not None


@linux
def test_memory_is_counted_with_what_is_shared_and_without() -> None:
    member = read_member(os.getpid())
    assert member is not None
    shared = shared_out_bytes(os.getpid())
    assert shared is not None
    assert 1 << 20 < shared <= 2 * member.bytes
    assert member.parent == os.getppid()
    assert not member.zombie
    assert read_member(2**22 + 1) is None
    assert shared_out_bytes(2**22 + 1) is None


@pytest.mark.skipif(
    resource.getrlimit(resource.RLIMIT_NOFILE)[1] < _MANY + 100, reason="so many descriptors are refused"
)
def test_the_fork_server_is_heard_whatever_descriptor_its_socket_has() -> None:
    """select(2) would take none from 1024 on."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_MANY + 100, before[1]))
    taken = [os.open(os.devnull, os.O_RDONLY) for _ in range(_MANY)]
    try:
        server = ForkServer.start()
        try:
            assert server._socket.fileno() >= 1024
            server.warm_up("builtins:print", "anything")
        finally:
            server.close()
    finally:
        for descriptor in taken:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


RENAMED = """
import os, signal, socket, sys
from cardgames.bots.isolation import keeper
from cardgames.bots.limits import Limits

parent, away = sys.argv[1:]
start = keeper._Keeper._start

def late(self, folder):
    os.rename(parent, away)
    return start(self, folder)

keeper._Keeper._start = late
near, far = socket.socketpair()
order = keeper.StartOrder(["/bin/true"], {"TMPDIR": parent}, None, Limits(), False)
out = os.dup(1)
keeper._Keeper(order, far.fileno(), os.pipe()[0]).run()
os.write(out, near.recv(10))
"""


def test_a_bot_starts_in_its_folder_wherever_that_has_been_moved_meanwhile(tmp_path: Path) -> None:
    """Or it would be blamed for what somebody does with the folder for temporary files."""
    (tmp_path / "parent").mkdir()
    words = [sys.executable, "-c", RENAMED, str(tmp_path / "parent"), str(tmp_path / "away")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == '["Started"', done.stderr


@pytest.mark.parametrize(
    ("error", "number"), [(MemoryError(), errno.ENOMEM), (OSError(errno.EAGAIN, ""), errno.EAGAIN)], ids=str
)
def test_what_the_machine_refuses_a_bot_before_its_start_is_told(error: Exception, number: int) -> None:
    """Else it would look as if the bot had started, and ended at once by its own fault."""

    def refuse() -> None:
        raise error

    told, failed = os.pipe()
    pid = os.fork()
    if pid == 0:
        keeper._become_bot(refuse, StartOrder(["true"], {}, None, Limits(), False, False, None), failed)
    os.close(failed)
    with os.fdopen(told) as file:
        assert file.read() == str(number)
    os.waitpid(pid, 0)
