"""The limits of a bot's processes: enforced by the system where it can, else watched.

Memory and the number of processes are held by a control group (cgroup v2) where one can be made; in any case the
keeper looks again and again at all processes. Address space is not limited: the virtual machines of Java and
JavaScript reserve far more of it than they use.
"""

import os
import resource
from contextlib import suppress
from typing import NamedTuple

from cardgames.bots.isolation.descendants import Member, shared_out_bytes
from cardgames.bots.isolation.memory_files import Inode, held_in_files, mapped_bytes
from cardgames.bots.isolation.os_calls import ON_LINUX
from cardgames.bots.limits import MIB, Limits

_FASTEST_GROWTH = 4 << 30
"""In bytes a second; no program gets memory from the system faster."""
_SOONEST_S = 0.02
_LATEST_S = 0.5
_SPARE_TASKS = 2048
"""How many more threads and processes a user may have, where the system counts them all together."""


class Excess(NamedTuple):
    """A limit that was exceeded."""

    kind: str
    """`memory`, or `crash` for a limit without a fault of its own."""
    detail: str
    """What was found and what was allowed."""


def apply(limits: Limits, user: int | None = None) -> None:
    """Sets the limits that the system can enforce, for this process and all that it starts.

    Args:
        limits: what it may have.
        user: the id of the user that it is going to become; None if it stays who it is.
    """
    _limit(resource.RLIMIT_CORE, 0)
    if hasattr(resource, "RLIMIT_MSGQUEUE"):
        # A queue of messages would outlive the bot.
        _limit(resource.RLIMIT_MSGQUEUE, 0)
    for kind, most in (
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_FSIZE, limits.file_bytes),
    ):
        if most:
            _limit(kind, most)
    if limits.cpu_seconds:
        # SIGXCPU first, SIGKILL a second later.
        _limit(resource.RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1)
    counted = os.geteuid() if user is None else user
    if limits.processes and counted != 0:
        _limit(resource.RLIMIT_NPROC, tasks_of(counted) + limits.processes + _SPARE_TASKS)
    if limits.cpus and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, limits.cpus)
    # Should the machine run out of memory, it is a bot that has to go and not the runner.
    with suppress(OSError):
        _write("/proc/self/oom_score_adj", "500")


def _limit(kind: int, soft: int, hard: int | None = None) -> None:
    most = resource.getrlimit(kind)[1]
    wanted = soft if hard is None else hard
    ceiling = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(kind, (min(soft, ceiling), ceiling))


def tasks_of(user: int) -> int:
    """How many processes and threads a user has, as the system counts them; 0 where it does not tell."""
    found = 0
    for name in os.listdir("/proc") if os.path.exists("/proc/self/stat") else ():
        with suppress(OSError):
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == user:
                found += len(os.listdir(f"/proc/{name}/task"))
    return found


def _read(path: str) -> str:
    # Without a text layer, which takes memory in every keeper.
    with open(path, "rb", buffering=0) as file:
        return file.read().decode("ascii", "replace")


def _write(path: str, text: str) -> None:
    # In one write(2), which either does it or fails.
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def used_bytes(limits: Limits, members: list[Member]) -> int:
    """The memory of some processes: exact if it is above the limit, else an upper bound. 0 without a limit."""
    if not limits.memory_bytes:
        return 0
    pids = [member.pid for member in members if not member.zombie]
    files = held_in_files(pids) if ON_LINUX else {}
    in_files = sum(files.values())
    at_most = sum(member.bytes for member in members) + in_files
    if at_most <= limits.memory_bytes:
        return at_most
    return sum(_fair_share(member, files) for member in members) + in_files


def excess(limits: Limits, members: list[Member], used: int, beside: int = 0) -> Excess | None:
    """The limit that some processes have exceeded; None if none.

    Args:
        limits: what it may have.
        members: its processes.
        used: its memory, from `used_bytes`.
        beside: how many of the processes are not the bot's own.
    """
    if limits.processes and (own := len(members) - beside) > limits.processes:
        return Excess("crash", f"{own} processes, at most {limits.processes} are allowed (--processes)")
    if not limits.memory_bytes or used <= limits.memory_bytes:
        return None
    return Excess("memory", f"{_size(used)} of memory, {_size(limits.memory_bytes)} are allowed (--memory)")


def next_look_s(limits: Limits, used: int) -> float:
    """The time to the next look, in seconds: the nearer the limit, the sooner."""
    if not limits.memory_bytes:
        return _LATEST_S
    return min(max((limits.memory_bytes - used) / _FASTEST_GROWTH, _SOONEST_S), _LATEST_S)


def _fair_share(member: Member, files: dict[Inode, int]) -> int:
    if not member.bytes:
        return 0
    share = shared_out_bytes(member.pid)
    return member.bytes if share is None else share - (mapped_bytes(member.pid, files) if files else 0)


def _size(amount: int) -> str:
    return f"{amount / MIB:.0f} MiB"


class ControlGroup:
    """A control group of the kernel's (cgroup v2) for one bot."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    @classmethod
    def make(cls, parent: str | None, name: str, limits: Limits) -> "ControlGroup | None":
        """A new one under `parent`; None where that is not allowed."""
        if parent is None:
            return None
        group = cls(f"{parent}/{name}")
        try:
            os.mkdir(f"{parent}/{name}")
            group.limit(limits)
        except OSError:
            group.remove()
            return None
        return group

    def limit(self, limits: Limits) -> None:
        """Sets the limits that the kernel enforces. Raises OSError."""
        self._set("memory.max", limits.memory_bytes)
        self._set("pids.max", limits.processes and limits.processes + _SPARE_TASKS)
        self._set("memory.oom.group", 1)

    def enter(self) -> bool:
        """Moves this process into it. Returns False where that is not allowed."""
        try:
            _write(f"{self._folder}/cgroup.procs", "0")
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """Kills all that is in it, where the kernel can (5.14)."""
        with suppress(OSError):
            _write(f"{self._folder}/cgroup.kill", "1")

    @property
    def out_of_memory(self) -> bool:
        """Whether the kernel has killed a process in it for lack of memory."""
        with suppress(OSError):
            events = _read(f"{self._folder}/memory.events").split()
            return dict(zip(events[::2], events[1::2], strict=False)).get("oom_kill", "0") != "0"
        return False

    def remove(self) -> None:
        """Takes it away; one that still has a process stays."""
        with suppress(OSError):
            os.rmdir(self._folder)

    def _set(self, name: str, value: int) -> None:
        if value:
            _write(f"{self._folder}/{name}", str(value))


def parent_of_groups(root: str = "/sys/fs/cgroup", own: str = "/proc/self/cgroup") -> str | None:
    """The nearest control group above this process under which others can be made, None if there is none."""
    try:
        path = next(line[3:] for line in _read(own).splitlines() if line.startswith("0::"))
    except (OSError, StopIteration):
        return None
    names = [name for name in path.split("/") if name]
    for depth in range(len(names), -1, -1):
        folder = "/".join([root, *names[:depth]])
        with suppress(OSError):
            given = _read(f"{folder}/cgroup.subtree_control").split()
            writable = os.access(folder, os.W_OK) and os.access(f"{folder}/cgroup.procs", os.W_OK)
            if writable and {"memory", "pids"} <= set(given):
                return folder
    return None
