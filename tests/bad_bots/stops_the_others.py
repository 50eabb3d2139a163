"""Sends a signal to its keeper, the servers or the workers when it is asked for the first time in a run; plays on.

Arguments: KILL or STOP, and any of keeper, server, worker. A child of it in a session of its own writes its number to
the file OUT, and sleeps.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

from bot import run, say

NUMBER = getattr(signal, f"SIG{sys.argv[1]}")
MARK = b"cardgames.bots.isolation.fork_server"


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def is_ours(pid: int) -> bool:
    try:
        return MARK in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def targets() -> dict[str, list[int]]:
    keeper = os.getppid()
    server = parent_of(keeper)
    runner = parent_of(server)
    ours = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and is_ours(int(entry.name))]
    servers = [pid for pid in ours if parent_of(pid) == runner]
    workers = [pid for pid in ours if parent_of(pid) in servers and parent_of(pid) != server]
    return {"keeper": [keeper], "server": servers, "worker": workers}


def go(line: str) -> None:
    out = Path(os.environ["OUT"])
    if not out.is_file():
        daemon = subprocess.Popen(["sleep", "600"], start_new_session=True)
        if out.parent.is_dir():
            out.write_text(f"{daemon.pid}\n")
        found = targets()
        for name in sys.argv[2:]:
            for pid in found[name]:
                os.kill(pid, NUMBER)
    say(line)


run(go=go)
