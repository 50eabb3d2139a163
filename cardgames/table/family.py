"""The processes of one bot: all that descend from its keeper, whatever group or session they are in.

Where the keeper adopts orphans (Linux), a process cannot leave its family: one whose parent has ended becomes the
keeper's own child.
"""

import os
import signal
import time
from typing import NamedTuple

from cardgames.table.system import signal_process

_PROC = "/proc"
_PAUSE_S = 0.001


class Member(NamedTuple):
    """One process of the family."""

    pid: int
    parent: int
    zombie: bool
    """It has ended and has not been waited for: nothing is left of it but its number."""
    bytes: int
    """Of memory in RAM, what it shares with others included."""


class Family:
    """The descendants of the process `root`, which is not counted itself."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._strangers: set[int] = set()

    def members(self) -> list[Member]:
        """Who there is, parents before their children."""
        numbers = {int(name) for name in os.listdir(_PROC) if name.isdigit()}
        # Who is no descendant never becomes one, so that strangers are looked at once only.
        self._strangers &= numbers
        known = {pid: member for pid in numbers - self._strangers if (member := read_member(pid)) is not None}
        children: dict[int, list[Member]] = {}
        for member in known.values():
            children.setdefault(member.parent, []).append(member)
        found = list(children.get(self._root, ()))
        for member in found:
            found += children.get(member.pid, ())
        self._note_strangers(known, {self._root, *(member.pid for member in found)})
        return found

    def forget(self) -> None:
        """Looks at everybody anew the next time: a number may have been given to another process meanwhile."""
        self._strangers.clear()

    def _note_strangers(self, known: dict[int, Member], family: set[int]) -> None:
        """Whoever descends from a stranger is one. Whose parent has just gone is not judged yet."""
        more = {0, 1} - family
        while more:
            self._strangers |= more
            more = {
                pid
                for pid, member in known.items()
                if member.parent in self._strangers and pid not in family and pid not in self._strangers
            }


class WatchedFamily(Family):
    """The same by psutil, where there is no /proc. Orphans are known only if they were seen before."""

    def __init__(self, root: int) -> None:
        super().__init__(root)
        self._seen: dict[int, float] = {}

    def members(self) -> list[Member]:
        """Who there is, and who was there before."""
        # Imported here: it is needed on systems without /proc only.
        import psutil

        found = []
        for process in psutil.Process(self._root).children(recursive=True):
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


def family_of(root: int) -> Family:
    """As this system tells of it."""
    return Family(root) if os.path.exists(f"{_PROC}/self/stat") else WatchedFamily(root)


def read_member(pid: int) -> Member | None:
    """From /proc; None if there is no such process."""
    try:
        with open(f"{_PROC}/{pid}/stat", "rb") as file:
            data = file.read()
    except (FileNotFoundError, ProcessLookupError):
        return None
    # The name in brackets may have anything in it.
    fields = data[data.rindex(b")") + 2 :].split(None, 22)
    return Member(pid, int(fields[1]), fields[0] in b"ZX", int(fields[21]) * _page_size())


def shared_out_bytes(pid: int) -> int | None:
    """Its memory with each shared page counted in parts, so that a family adds up; None if it is not told."""
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


class Ending:
    """Waits for the children of this process, and remembers how one of them ended."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.code: int | None = None
        """As `Popen.returncode`: the exit status, or minus the signal. None as long as it runs."""

    def reap(self) -> bool:
        """Takes note of whoever has ended. Returns whether there is a child left."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self.pid:
                self.code = os.waitstatus_to_exitcode(status)


def kill_all(family: Family, ending: Ending, patience_s: float) -> bool:
    """Kills the family of this process until nobody is left, or patience. Returns whether nobody is.

    All are halted before any is killed, so that nobody starts new ones faster than they can be found.
    """
    until = time.monotonic() + patience_s
    halted: set[int] = set()
    while ending.reap() or _alive(family):
        family.forget()
        alive = {member.pid for member in _alive(family)}
        fresh = alive - halted
        late = time.monotonic() > until
        for pid in fresh:
            signal_process(pid, signal.SIGSTOP)
        halted |= fresh
        if late or not fresh:
            for pid in alive:
                signal_process(pid, signal.SIGKILL)
            time.sleep(_PAUSE_S)
        if late:
            return not ending.reap()
    return True


def _alive(family: Family) -> list[Member]:
    """Nobody is found where the machine refuses to tell: as long as one lives, there is a child to wait for."""
    try:
        return [member for member in family.members() if not member.zombie]
    except OSError:
        return []
