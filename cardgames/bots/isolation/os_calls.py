"""Calls of the operating system that Python has no function for, by ctypes; and signals, processes, descriptors.

What keeps strangers' programs in check Linux offers; elsewhere a function here does nothing where nothing can be done,
and says so. Mounts and namespaces are Linux's alone: those functions raise OSError.
"""

import ctypes
import os
import signal
import sys
from functools import cache

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36
_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SETATTR = 428, 429, 442
"""The same on all machines but a few that bubblewrap is hardly built for."""
_AT_FDCWD, _AT_EMPTY_PATH, _AT_RECURSIVE = -100, 0x1000, 0x8000
_OPEN_TREE_CLONE, _OPEN_TREE_CLOEXEC = 1, os.O_CLOEXEC
_MOVE_MOUNT_F_EMPTY_PATH = 4
_MOUNT_ATTR_IDMAP = 0x00100000
CLONE_NEWNS = 0x00020000
CLONE_NEWUSER = 0x10000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 32, 4096, 16384, 1 << 18
ON_LINUX = sys.platform == "linux"


@cache
def libc() -> ctypes.CDLL:
    """The C library of this process."""
    return ctypes.CDLL(None, use_errno=True)


def prctl(option: int, value: int) -> bool:
    """The system call of that name, with one value. Returns whether it was done. Linux only."""
    arguments = [ctypes.c_ulong(number) for number in (value, 0, 0, 0)]
    return int(libc().prctl(ctypes.c_int(option), *arguments)) == 0


def system_call(number: int, *arguments: int | bytes) -> int:
    """The system call of that number on this machine. Linux only; raises OSError."""
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    call = libc().syscall
    call.restype = ctypes.c_long
    return _checked(call(ctypes.c_long(number), *words))


def _checked(result: int) -> int:
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


# -- mounts


def unshare(flags: int) -> None:
    """Gives this process namespaces of its own."""
    _checked(libc().unshare(ctypes.c_int(flags)))


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    """The system call of that name."""
    words = [os.fsencode(word) for word in (source, target, kind)]
    _checked(libc().mount(*words, ctypes.c_ulong(flags), os.fsencode(data)))


def copy_mount(descriptor: int) -> int:
    """A copy of what is mounted at an open folder or file and below it, that is mounted nowhere. Linux 5.2."""
    flags = _OPEN_TREE_CLONE | _OPEN_TREE_CLOEXEC | _AT_EMPTY_PATH | _AT_RECURSIVE
    return system_call(_OPEN_TREE, descriptor, b"", flags)


def protect_mount(tree: int, users: int) -> None:
    """Makes a copy read-only, with owners as the user namespace `users` maps them. Linux 5.12, most file systems."""
    attributes = (ctypes.c_uint64 * 4)(MS_RDONLY | MS_NOSUID | MS_NODEV | _MOUNT_ATTR_IDMAP, 0, 0, users)
    system_call(_MOUNT_SETATTR, tree, b"", _AT_EMPTY_PATH | _AT_RECURSIVE, bytes(attributes), ctypes.sizeof(attributes))


def place_mount(tree: int, target: str) -> None:
    """Mounts a copy."""
    system_call(_MOVE_MOUNT, tree, b"", _AT_FDCWD, os.fsencode(target), _MOVE_MOUNT_F_EMPTY_PATH)


# -- processes


@cache
def hide_memory() -> None:
    """Makes this process unreadable for others of its user: no `/proc/PID/mem`, no ptrace, no core. Linux only.

    Processes that it forks are hidden as well, programs that it starts are not.
    """
    if ON_LINUX and not prctl(_PR_SET_DUMPABLE, 0):
        raise OSError("this process could not be made unreadable (PR_SET_DUMPABLE)")


def adopt_orphans() -> bool:
    """Makes this process the parent of its descendants whose own parent ends. False where that cannot be had."""
    return ON_LINUX and prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """In a child: it is killed when `parent` ends, also when that happened just now. Linux only."""
    if ON_LINUX:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(127)


def wake_with_parent(parent: int, number: int = signal.SIGCONT) -> None:
    """In a child: it gets a signal when `parent` ends, also when that happened just now. Linux only."""
    if ON_LINUX:
        prctl(_PR_SET_PDEATHSIG, number)
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
