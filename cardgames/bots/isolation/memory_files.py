"""Memory in files: memfds, shared memory, a tmpfs of the bot's own. It is missing in the RSS of processes.

An open file counts once, by its inode, for all that share it. A tmpfs that only the bot sees counts as a whole. A file
in a tmpfs that others see too counts as long as it is open.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from errno import EINVAL
from functools import cache
from typing import NamedTuple

_PROC = "/proc"
_BLOCK = 512
_OCTAL = re.compile(rb"\\([0-7]{3})")
_KINDS = (b"tmpfs", b"ramfs", b"hugetlbfs")
_HIDDEN = (FileNotFoundError, ProcessLookupError, PermissionError, NotADirectoryError)
"""Raised if the process has ended, or is hidden from this one."""


class _Mount(NamedTuple):
    device: int
    place: str


Inode = tuple[int, int]
"""Device and number; the number 0 stands for a whole file system."""


def held_in_files(pids: Iterable[int]) -> dict[Inode, int]:
    """The files in memory that processes hold, with their bytes."""
    outside = {mount.device for mount in _mounts("self")}
    own = _file_systems(pids, outside)
    found: dict[Inode, int] = {(device, 0): size for device, size in own.items()}
    shared = outside | {_device_of_memfds()}
    for pid in pids:
        for status in _open_files(pid):
            if status.st_dev in shared and stat.S_ISREG(status.st_mode):
                found[status.st_dev, status.st_ino] = status.st_blocks * _BLOCK
    return found


def mapped_bytes(pid: int, files: dict[Inode, int]) -> int:
    """How much of these files a process has been counted for already, because it has mapped them."""
    found, known = 0, False
    with suppress(*_HIDDEN), open(f"{_PROC}/{pid}/smaps", "rb") as lines:
        for line in lines:
            words = line.split()
            if not words[0].endswith(b":"):
                major, _, minor = words[3].partition(b":")
                device = os.makedev(int(major, 16), int(minor, 16))
                known = (device, int(words[4])) in files or (device, 0) in files
            elif known and words[0] == b"Pss:":
                found += int(words[1]) * 1024
    return found


def _open_files(pid: int) -> Iterator[os.stat_result]:
    with suppress(*_HIDDEN):
        for name in os.listdir(f"{_PROC}/{pid}/fd"):
            with suppress(*_HIDDEN):
                yield os.stat(f"{_PROC}/{pid}/fd/{name}")


def _file_systems(pids: Iterable[int], outside: set[int]) -> dict[int, int]:
    """What lies in those that only the bot sees: by device, in bytes."""
    found: dict[int, int] = {}
    seen = {_namespace("self")}
    for pid in pids:
        space = _namespace(pid)
        if space is None or space in seen:
            continue
        seen.add(space)
        for mount in _mounts(pid):
            if mount.device in outside or mount.device in found:
                continue
            place = f"{_PROC}/{pid}/root{mount.place}"
            with suppress(OSError):
                # Another one may have been mounted on top of it.
                if os.stat(place).st_dev == mount.device:
                    room = os.statvfs(place)
                    found[mount.device] = (room.f_blocks - room.f_bfree) * room.f_frsize
    return found


def _namespace(pid: int | str) -> int | None:
    with suppress(*_HIDDEN):
        return os.stat(f"{_PROC}/{pid}/ns/mnt").st_ino
    return None


def _mounts(pid: int | str) -> list[_Mount]:
    """The file systems in memory that a process sees."""
    try:
        with open(f"{_PROC}/{pid}/mountinfo", "rb") as lines:
            listed = lines.readlines()
    except OSError as error:
        # One that is just ending has no file systems any more, which is told by EINVAL.
        if error.errno == EINVAL or isinstance(error, _HIDDEN):
            return []
        raise
    found = []
    for words in map(bytes.split, listed):
        if words[words.index(b"-") + 1] in _KINDS:
            major, _, minor = words[2].partition(b":")
            place = _OCTAL.sub(lambda code: bytes([int(code[1], 8)]), words[4]).decode("utf-8", "surrogateescape")
            found.append(_Mount(os.makedev(int(major), int(minor)), place))
    return found


@cache
def _device_of_memfds() -> int:
    """That of all shared memory without a name."""
    descriptor = os.memfd_create("probe")
    try:
        return os.fstat(descriptor).st_dev
    finally:
        os.close(descriptor)
