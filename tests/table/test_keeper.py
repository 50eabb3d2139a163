"""The keeper, with processes that do nothing but sleep."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from cardgames.table.keeper import Keeper
from cardgames.table.system import CAN_LOOK, await_exit, exit_code, signal_group
from tests.table.processes import wait_until_gone

Sleepers = Callable[[], "subprocess.Popen[bytes]"]


@pytest.fixture
def sleeper() -> Iterator[Sleepers]:
    """Starts processes, and ends those that a test leaves."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> "subprocess.Popen[bytes]":
        started.append(subprocess.Popen(["sleep", "600"], start_new_session=True))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()


def has_ended(process: "subprocess.Popen[bytes]", millis: int = 20_000) -> bool:
    return await_exit(process.pid, lambda: process.poll() is not None, millis)


def test_it_ends_with_the_last_group_and_leaves_released_ones_alone(sleeper: Sleepers) -> None:
    keeper = Keeper()
    kept = [sleeper(), sleeper(), sleeper()]
    for process in kept:
        keeper.watch(process.pid)
    for process in kept:
        keeper.release(process.pid)
    # The shell has been waited for: it has killed nobody.
    assert not any(has_ended(process, 0) for process in kept)


def test_it_kills_what_is_still_watched_when_its_pipe_ends(sleeper: Sleepers) -> None:
    keeper = Keeper()
    doomed, released = sleeper(), sleeper()
    for process in (doomed, released):
        keeper.watch(process.pid)
    keeper.release(released.pid)
    keeper._end()
    assert has_ended(doomed)
    assert not has_ended(released, 0)


def test_a_keeper_that_was_killed_is_replaced(sleeper: Sleepers) -> None:
    keeper = Keeper()
    first, second = sleeper(), sleeper()
    keeper.watch(first.pid)
    assert keeper._shell is not None
    keeper._shell.kill()
    keeper._shell.wait()
    keeper.watch(second.pid)
    keeper._end()
    assert has_ended(first)
    assert has_ended(second)


FORKING = """
import os, subprocess
from cardgames.table.keeper import KEEPER
def sleeper():
    return subprocess.Popen(["sleep", "600"], start_new_session=True)
parents = sleeper()
KEEPER.watch(parents.pid)
child = os.fork()
if child == 0:
    own = sleeper()
    KEEPER.watch(own.pid)
    print(own.pid, flush=True)
    os._exit(0)
os.waitpid(child, 0)
print("alive" if parents.poll() is None else "dead", flush=True)
KEEPER.release(parents.pid)
parents.kill()
parents.wait()
"""


def test_after_a_fork_each_process_keeps_its_own() -> None:
    """The child ends without a word: its group goes, and the parent's stays."""
    told = subprocess.run([sys.executable, "-c", FORKING], capture_output=True, text=True, check=True).stdout
    group, parents = told.split()
    assert parents == "alive"
    assert wait_until_gone(int(group))


@pytest.mark.skipif(not CAN_LOOK, reason="this system has no waitid(2) in Python")
def test_an_end_is_seen_without_reaping(sleeper: Sleepers) -> None:
    process = sleeper()
    assert exit_code(process.pid) is None
    assert not await_exit(process.pid, lambda: exit_code(process.pid) is not None, 1)
    process.kill()
    assert await_exit(process.pid, lambda: exit_code(process.pid) is not None, 20_000)
    assert exit_code(process.pid) == exit_code(process.pid) == -signal.SIGKILL
    assert process.wait() == -signal.SIGKILL
    signal_group(process.pid, signal.SIGTERM)


def test_an_end_is_seen_without_pidfd(sleeper: Sleepers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.pidfd_open", raising=False)
    process = sleeper()
    assert not has_ended(process, 1)
    process.kill()
    assert has_ended(process)
