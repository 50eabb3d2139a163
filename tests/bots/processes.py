"""Which processes of a group there are."""

import subprocess
import time
from pathlib import Path


def processes_of(group: int) -> list[int]:
    """The processes of a group that run; zombies do not."""
    if not Path("/proc/self/stat").exists():
        return _processes_by_ps(group)
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state, _, its_group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(its_group) == group and state != "Z":
            found.append(int(entry.name))
    return found


def _processes_by_ps(group: int) -> list[int]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,pgid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    return [int(pid) for pid, its_group, state in rows if int(its_group) == group and not state.startswith("Z")]


def wait_until_gone(group: int) -> bool:
    """SIGKILL needs a moment to take effect."""
    end = time.monotonic() + 20
    while processes_of(group) and time.monotonic() < end:
        time.sleep(0.01)
    return not processes_of(group)


def parents() -> dict[int, int]:
    """Who is whose child, of all processes that run."""
    if Path("/proc/self/stat").exists():
        rows = []
        for entry in Path("/proc").iterdir():
            try:
                state, parent = (
                    (entry / "stat").read_text().rpartition(")")[2].split()[:2] if entry.name.isdigit() else "Z-"
                )
            except (FileNotFoundError, ProcessLookupError):
                continue
            if state != "Z":
                rows.append((int(entry.name), int(parent)))
        return dict(rows)
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    fields = [line.split() for line in listed.splitlines()]
    return {int(pid): int(parent) for pid, parent, state in fields if not state.startswith("Z")}


def descendants(pid: int) -> list[int]:
    """The process and all that descend from it."""
    found, known = [pid], parents()
    for member in found:
        found += [child for child, parent in known.items() if parent == member]
    return [member for member in found if member in known]


def descendants_of_bot(pid: int | None) -> list[int]:
    """A bot's processes, daemons that its keeper has adopted included; the keeper not."""
    if pid is None:
        return []
    keeper = parents().get(pid)
    return [] if keeper is None else [member for member in descendants(keeper) if member != keeper]


def wait_until_all_gone(pids: list[int]) -> bool:
    """SIGKILL needs a moment to take effect."""
    end = time.monotonic() + 20
    while set(pids) & set(parents()) and time.monotonic() < end:
        time.sleep(0.01)
    return not set(pids) & set(parents())
