"""The user that a bot runs as if the runner is root, and how privileges are given up.

Each bot gets a user id of its own. So bots can neither stop nor read each other, and the owner of a file tells which
bot has left it. The ids lie in a range that no distribution uses (systemd's UIDS-GIDS.md: 1879048192 to 2147352575).
"""

import ctypes
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from functools import cache

from cardgames.bots.isolation.os_calls import ON_LINUX, libc, prctl

FIRST_USER = 2_100_000_000
NOBODY = 65534
"""For all bots together if the system has no higher ids, as in some containers."""
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
_CAPABILITY_VERSION = 0x20080522
_CAPABILITIES = 64
_MAPS = ("/proc/self/uid_map", "/proc/self/gid_map")


def user_of_bot(number: int, maps: Iterable[str] = _MAPS) -> int | None:
    """The id, of user and group, of the bot whose keeper is the process `number`.

    None if this process is not root, or if the system has no other user.
    """
    if not ON_LINUX or os.geteuid() != 0:
        return None
    known = [_ranges(path) for path in maps]
    for user in (FIRST_USER + number, NOBODY):
        if all(any(start <= user < start + count for start, count in ranges) for ranges in known):
            return user
    return None


def _ranges(path: str) -> list[tuple[int, int]]:
    """The ids of this user namespace: of each range the first and how many."""
    # Without a text layer, which takes memory in every keeper.
    with suppress(OSError), open(path, "rb") as file:
        rows = [line.split() for line in file]
        return [(int(start), int(count)) for start, _, count in rows]
    return []


def give_up_privileges(user: int | None = None) -> None:
    """For good, also for programs that are started: no capability, and none by a set-uid bit. Linux only.

    A program of root's without capabilities cannot read the memory of a process that is hidden.

    Args:
        user: the id of the user and of the group that root becomes; None to stay who it is.
    """
    if not ON_LINUX:
        return
    prctl(_PR_SET_NO_NEW_PRIVS, 1)
    if os.geteuid() != 0:
        return
    for number in range(_CAPABILITIES):
        prctl(_PR_CAPBSET_DROP, number)
    prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    if libc().capset(header, none) != 0:
        raise OSError("the capabilities of root could not be given up (capset)")


@cache
def out_of_reach(paths: tuple[str, ...]) -> str | None:
    """The first of these files and folders that a bot's user cannot read, None if there is none.

    As root only; it is tried by a process that becomes such a user.
    """
    user = user_of_bot(os.getpid())
    pid = os.fork()
    if pid == 0:
        found = len(paths)
        try:
            give_up_privileges(user)
            found = next((at for at, path in enumerate(paths) if not may_read(path)), found)
        finally:
            os._exit(min(found, 255))
    found = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return paths[found] if found < len(paths) else None


def may_read(path: str) -> bool:
    """Whether this process can: a folder with what is in it, a program so that it can be run."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return os.access(path, os.R_OK | (os.X_OK if stat.S_ISDIR(mode) or mode & 0o111 else 0))
