"""What the operating system offers for keeping strangers' programs in check, as far as it does.

Linux offers it all; elsewhere a function here does nothing where nothing can be done, and says so.
"""

import ctypes
import os
import signal
import sys
from functools import cache

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION = 0x20080522
_CAPABILITIES = 64
ON_LINUX = sys.platform == "linux"


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _prctl(option: int, value: int) -> bool:
    arguments = [ctypes.c_ulong(number) for number in (value, 0, 0, 0)]
    return int(_libc().prctl(ctypes.c_int(option), *arguments)) == 0


@cache
def hide_memory() -> None:
    """Makes this process unreadable for others of its user: no `/proc/PID/mem`, no ptrace, no core. Linux only.

    Processes that it forks are hidden as well, programs that it starts are not.
    """
    if ON_LINUX and not _prctl(_PR_SET_DUMPABLE, 0):
        raise OSError("this process could not be made unreadable (PR_SET_DUMPABLE)")


def adopt_orphans() -> bool:
    """Makes this process the parent of its descendants whose own parent ends. False where that cannot be had."""
    return ON_LINUX and _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """In a child: it is killed when `parent` ends, also when that happened just now. Linux only."""
    if ON_LINUX:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(127)


def wake_with_parent(parent: int, number: int = signal.SIGCONT) -> None:
    """In a child: it gets a signal when `parent` ends, also when that happened just now. Linux only."""
    if ON_LINUX:
        _prctl(_PR_SET_PDEATHSIG, number)
        if os.getppid() != parent:
            os.kill(os.getpid(), number)


def wake_up_on(*numbers: signal.Signals) -> int:
    """A descriptor from which the numbers of these signals can be read, which have no other effect."""
    awake, asleep = os.pipe()
    for descriptor in (awake, asleep):
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(asleep, warn_on_full_buffer=False)
    for number in numbers:
        signal.signal(number, lambda _number, _frame: None)
    return awake


def give_up_privileges(user: int | None = None) -> None:
    """For good, also for programs that are started: no capability, and none by a set-uid bit. Linux only.

    A program of root's without capabilities cannot read the memory of a process that is hidden.

    Args:
        user: the id of the user and of the group that root becomes; None to stay who it is.
    """
    if not ON_LINUX:
        return
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    if os.geteuid() != 0:
        return
    for number in range(_CAPABILITIES):
        _prctl(_PR_CAPBSET_DROP, number)
    _prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    if _libc().capset(header, none) != 0:
        raise OSError("the capabilities of root could not be given up (capset)")


def signal_process(pid: int, number: int) -> None:
    """Sends a signal; a process that is gone is passed over."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def signal_group(group: int, number: int) -> None:
    """Sends a signal to a process group; one that has no process any more is passed over."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return
    except PermissionError:
        # macOS answers so when only zombies are left.
        if ON_LINUX:
            raise
