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
