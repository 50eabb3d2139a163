"""Mounts a bot's files where its user can read them. As root only.

Each folder or file is mounted once more, read-only, at a place that everybody reaches, in a mount namespace of the
bot's own. There it belongs to the bot's user instead of its owner (id-mapped mounts). So a bot can use a folder that
only its owner may read.
"""

import os
import stat
from collections.abc import Sequence
from contextlib import suppress

from cardgames.bots.isolation.os_calls import (
    CLONE_NEWNS,
    CLONE_NEWUSER,
    MS_BIND,
    MS_NODEV,
    MS_NOSUID,
    MS_PRIVATE,
    MS_RDONLY,
    MS_REC,
    MS_REMOUNT,
    copy_mount,
    mount,
    place_mount,
    protect_mount,
    unshare,
)
from cardgames.bots.isolation.privileges import may_read

STAGE = "/tmp"  # noqa: S108
_MODE = "mode=755,size=256k"


class OutOfReachError(Exception):
    """The user that a bot runs as cannot read one of its files."""

    def __init__(self, path: str, user: int) -> None:
        super().__init__(path, user)
        self.path = path
        self.user = user


def staged(index: int) -> str:
    """Where the path of that index is mounted."""
    return f"{STAGE}/{index}"


def lay_out(paths: Sequence[str], user: int) -> None:
    """Makes the mounts, for this process and what it starts. Raises OSError."""
    unshare(CLONE_NEWNS)
    mount("none", "/", "", MS_REC | MS_PRIVATE)
    opened = [os.open(path, os.O_PATH | os.O_CLOEXEC) for path in paths]
    mount("cardgames", STAGE, "tmpfs", MS_NOSUID | MS_NODEV, _MODE)
    owners: dict[tuple[int, int], int] = {}
    for index, descriptor in enumerate(opened):
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            os.mkdir(staged(index), 0o755)
        else:
            os.close(os.open(staged(index), os.O_CREAT | os.O_CLOEXEC, 0o644))
        owner = (found.st_uid, found.st_gid)
        if owner not in owners:
            owners[owner] = _users(owner, user)
        _show(descriptor, staged(index), owners[owner])


def check(paths: Sequence[str]) -> None:
    """As the bot's user: raises OutOfReachError for the first of the mounts that it cannot read."""
    for index, path in enumerate(paths):
        if not may_read(staged(index)):
            raise OutOfReachError(path, os.geteuid())


def _show(descriptor: int, target: str, users: int) -> None:
    with suppress(OSError):
        tree = copy_mount(descriptor)
        protect_mount(tree, users)
        return place_mount(tree, target)
    # An older kernel, or a file system without mapped ids: then its own modes say who may read it.
    mount(f"/proc/self/fd/{descriptor}", target, "", MS_BIND | MS_REC)
    return mount("none", target, "", MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID)


def _users(owner: tuple[int, int], user: int) -> int:
    """A user namespace, as a descriptor, in which an owner and its group are that user: a process has to make it."""
    made, tell_made = os.pipe()
    seen, tell_seen = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(tell_seen)
            unshare(CLONE_NEWUSER)
            os.write(tell_made, b".")
            os.read(seen, 1)
        finally:
            os._exit(0)
    os.close(tell_made)
    os.close(seen)
    try:
        os.read(made, 1)
        for name, number in zip(("uid", "gid"), owner, strict=True):
            with open(f"/proc/{pid}/{name}_map", "w", encoding="ascii") as file:
                file.write(f"{number} {user} 1")
        return os.open(f"/proc/{pid}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    finally:
        os.close(tell_seen)
        os.close(made)
        os.waitpid(pid, 0)
