"""The processes of one bot: all descendants of its keeper, in whatever group or session.

Where the keeper adopts orphans (Linux) a process cannot escape: if its parent ends it becomes the keeper's own child.
"""

import os
import signal
import time
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from cardgames.bots.isolation.os_calls import signal_process

_PROC = "/proc"
_PAUSE_S = 0.001


class Member(NamedTuple):
    """One descendant."""

    pid: int
    parent: int
    zombie: bool
    """Whether it has ended and nobody has waited for it yet: only its number is left."""
    bytes: int
    """Its memory in RAM, with what it shares with others."""


class Descendants:
    """The descendants of the process `root`, which is not counted itself."""

    def __init__(self, root: int, but: Collection[int] = ()) -> None:
        """Does not look for any yet.

        Args:
            root: the process.
            but: children of it that are left out, with all their descendants.
        """
        self._root = root
        self._but = but
        self._strangers: set[int] = set()

    def members(self) -> list[Member]:
        """The descendants, parents before their children."""
        return self._among_all() if children_of(self._root) is None else self._from_parent_to_child()

    def _from_parent_to_child(self) -> list[Member]:
        """Reads nothing of other processes. It needs a file that not every kernel has."""
        found: list[Member] = []
        found += self._children(self._root, self._but)
        for member in found:
            found += self._children(member.pid, ())
        return found

    def _children(self, parent: int, but: Collection[int]) -> Iterator[Member]:
        for pid in children_of(parent) or ():
            if pid not in but:
                # With `hidepid` only the number of an unreadable process is known.
                yield read_member(pid) or Member(pid, parent, zombie=not _is_there(pid), bytes=0)

    def _among_all(self) -> list[Member]:
        numbers = {int(name) for name in os.listdir(_PROC) if name.isdigit()}
        # A process that is no descendant never becomes one, so it is looked at only once.
        self._strangers &= numbers
        known = {pid: member for pid in numbers - self._strangers if (member := read_member(pid)) is not None}
        children: dict[int, list[Member]] = {}
        for member in known.values():
            children.setdefault(member.parent, []).append(member)
        found = [member for member in children.get(self._root, ()) if member.pid not in self._but]
        for member in found:
            found += children.get(member.pid, ())
        self._note_strangers(known, {self._root, *(member.pid for member in found)})
        return found

    def forget(self) -> None:
        """Looks at all processes anew the next time, because numbers may have been given to new ones."""
        self._strangers.clear()

    def _note_strangers(self, known: dict[int, Member], descendants: set[int]) -> None:
        """Notes those that descend from strangers. One whose parent has just ended is not judged yet."""
        more = {0, 1} - descendants
        while more:
            self._strangers |= more
            more = {
                pid
                for pid, member in known.items()
                if member.parent in self._strangers and pid not in descendants and pid not in self._strangers
            }


class PsutilDescendants(Descendants):
    """The same by psutil, where there is no /proc. It finds only orphans that it has seen before."""

    def __init__(self, root: int, but: Collection[int] = ()) -> None:
        super().__init__(root, but)
        self._seen: dict[int, float] = {}

    def members(self) -> list[Member]:
        """The descendants, and those seen before that still run."""
        # Imported here: it is needed on systems without /proc only.
        import psutil

        found = []
        for child in psutil.Process(self._root).children():
            if child.pid in self._but:
                continue
            for process in (child, *child.children(recursive=True)):
                self._seen[process.pid] = process.create_time()
        for pid, created in list(self._seen.items()):
            try:
                process = psutil.Process(pid)
                same = process.create_time() == created
                zombie = process.status() == psutil.STATUS_ZOMBIE
                member = Member(pid, process.ppid(), zombie, 0 if zombie else process.memory_info().rss)
            except psutil.NoSuchProcess:
                same = False
            if same:
                found.append(member)
            else:
                del self._seen[pid]
        return found


def descendants_of(root: int, but: Collection[int] = ()) -> Descendants:
    """The descendants of a process, as this system can list them."""
    return Descendants(root, but) if os.path.exists(f"{_PROC}/self/stat") else PsutilDescendants(root, but)


def children_of(pid: int) -> set[int] | None:
    """The numbers of a process's children, zombies and unreadable ones too. None if the system does not tell."""
    found: set[int] = set()
    try:
        for task in os.listdir(f"{_PROC}/{pid}/task"):
            with open(f"{_PROC}/{pid}/task/{task}/children", "rb") as file:
                found |= {int(word) for word in file.read().split()}
    except OSError:
        # It has ended, is hidden from this process, or the kernel was built without such files.
        return None
    return found


def _is_there(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    except ChildProcessError:
        # No child of this process. What its parent does not tell of may have ended since.
        return os.path.exists(f"{_PROC}/{pid}")


def read_member(pid: int) -> Member | None:
    """From /proc; None if there is no such process, or if it is hidden from this one (`hidepid`)."""
    try:
        with open(f"{_PROC}/{pid}/stat", "rb") as file:
            data = file.read()
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return None
    # The name in brackets may have anything in it.
    fields = data[data.rindex(b")") + 2 :].split(None, 22)
    return Member(pid, int(fields[1]), fields[0] in b"ZX", int(fields[21]) * _page_size())


def shared_out_bytes(pid: int) -> int | None:
    """Its memory (PSS): each shared page counts in equal parts for those that share it. None if not told."""
    try:
        with open(f"{_PROC}/{pid}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        return None
    return None


def _page_size() -> int:
    return os.sysconf("SC_PAGE_SIZE")


class Reaper:
    """Reaps the children of this process, and remembers how one of them ended."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.code: int | None = None
        """As `Popen.returncode`: the exit status, or minus the signal. None as long as it runs."""

    def reap(self) -> bool:
        """Reaps those that have ended. Returns whether there is a child left."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self.pid:
                self.code = os.waitstatus_to_exitcode(status)


def kill_all(descendants: Descendants, reap: Callable[[], bool], patience_s: float) -> bool:
    """Kills the descendants of this process. Returns whether none is left.

    All are stopped before any is killed, so that none starts new ones faster than they can be found.

    Args:
        descendants: the descendants.
        reap: reaps those that have ended; returns whether there is a child left.
        patience_s: how long to go on.
    """
    until = time.monotonic() + patience_s
    stopped: set[int] = set()
    while reap() or _alive(descendants):
        descendants.forget()
        alive = {member.pid for member in _alive(descendants)}
        fresh = alive - stopped
        late = time.monotonic() > until
        for pid in fresh:
            signal_process(pid, signal.SIGSTOP)
        stopped |= fresh
        if late or not fresh:
            for pid in alive:
                signal_process(pid, signal.SIGKILL)
            time.sleep(_PAUSE_S)
        if late:
            return not (reap() or _alive(descendants))
    return True


def _alive(descendants: Descendants) -> list[Member]:
    """The living; none if the machine refuses to tell, but then `reap` still tells of a child."""
    try:
        return [member for member in descendants.members() if not member.zombie]
    except OSError:
        return []
