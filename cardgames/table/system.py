"""What the operating system offers for keeping strangers' programs in check, as far as it does.

Linux offers it all; elsewhere a function here does nothing where nothing can be done, and says so.
"""

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import cache

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_ON_LINUX = sys.platform == "linux"
CAN_LOOK = hasattr(os, "waitid")
"""Whether it can be seen that a child has ended without reaping it (not on macOS before Python 3.13)."""


@cache
def _prctl() -> Callable[[int, int], int]:
    # Imported here: 8 ms that only a table with strangers' programs needs.
    import ctypes

    function = ctypes.CDLL(None, use_errno=True).prctl
    function.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
    return lambda option, value: int(function(option, value, 0, 0, 0))


@cache
def hide_memory() -> None:
    """Makes this process unreadable for others of its user: no `/proc/PID/mem`, no ptrace, no core. Linux only."""
    if _ON_LINUX and _prctl()(_PR_SET_DUMPABLE, 0) != 0:
        raise OSError("this process could not be made unreadable (PR_SET_DUMPABLE)")


def die_with_parent() -> Callable[[], None] | None:
    """What a child has to call between fork and exec, so that it is killed when this process dies. Linux only.

    None where that cannot be had, and also while this process has several threads: code of Python's between
    fork and exec may then hang, and the signal would come at the end of the thread, not of the process.
    """
    if not _ON_LINUX or threading.active_count() > 1:
        return None
    prctl = _prctl()
    parent = os.getpid()

    def ask_for_signal() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(127)

    return ask_for_signal


def exit_code(pid: int) -> int | None:
    """How a child has ended, as `Popen.returncode` has it; None while it runs.

    It is not reaped, so its number and its group's stay its own. Raises AttributeError where `CAN_LOOK` is False.
    """
    ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if ended is None:
        return None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def await_exit(pid: int, has_ended: Callable[[], bool], millis: int) -> bool:
    """Waits for a child's end, of which `has_ended` tells. Returns whether it has come."""
    if has_ended():
        return True
    if not hasattr(os, "pidfd_open"):
        return _look_again_and_again(has_ended, millis)
    handle = os.pidfd_open(pid)
    try:
        waiting = select.poll()
        waiting.register(handle, select.POLLIN)
        waiting.poll(max(0, millis))
    finally:
        os.close(handle)
    return has_ended()


def _look_again_and_again(has_ended: Callable[[], bool], millis: int) -> bool:
    end = time.monotonic() + millis / 1000
    while not has_ended():
        if time.monotonic() >= end:
            return False
        time.sleep(0.005)
    return True


def signal_group(group: int, number: int) -> None:
    """Sends a signal to a process group; one that has no process any more is passed over."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return
    except PermissionError:
        # macOS answers so when only zombies are left.
        if _ON_LINUX:
            raise
