"""Plays, and looks for the deal: in every process that it can see, in its files, in its surroundings.

Its arguments are words to look for and folders to look into, all written backwards, so that it does not find itself.
It tells on stderr where it has found one, and what it could open at all.
"""

import os
import sys

from bot import complain, run, say

GIVEN = [word[::-1] for word in sys.argv[1:]]
FOLDERS = [word for word in GIVEN if word.startswith("/")]
WANTED = [word.encode() for word in GIVEN if word not in FOLDERS]
PARTS = ("environ", "cmdline", "maps", "auxv", "stack", "syscall")


def look_into(path: str, *, told: str) -> None:
    try:
        with open(path, "rb") as file:
            data = file.read(1 << 20)
    except OSError:
        return
    complain(f"opened {told}\n")
    for word in WANTED:
        if word in data:
            complain(f"FOUND {word.decode()} in {told}\n")


def look_into_memory(pid: str) -> None:
    try:
        with open(f"/proc/{pid}/maps") as file:
            ranges = [line.split()[0].split("-") for line in file if " rw" in line]
        with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
            for start, end in ranges:
                memory.seek(int(start, 16))
                data = memory.read(int(end, 16) - int(start, 16))
                for word in WANTED:
                    if word in data:
                        complain(f"FOUND {word.decode()} in memory of {pid}\n")
    except OSError:
        return
    complain(f"opened memory of {pid}\n")


def processes() -> list[str]:
    own = {str(os.getpid()), "self", "thread-self"}
    return [name for name in os.listdir("/proc") if name.isdigit() and name not in own]


def those_above() -> list[str]:
    """The processes from its parent up: its keeper, the runner, whoever started the runner."""
    found = []
    pid = str(os.getppid())
    while pid != "0":
        found.append(pid)
        with open(f"/proc/{pid}/stat") as file:
            pid = file.read().rpartition(")")[2].split()[1]
    return found


def look_around() -> None:
    for pid in those_above():
        look_into_memory(pid)
        for part in PARTS:
            look_into(f"/proc/{pid}/{part}", told=f"{part} of {pid}")
        try:
            for descriptor in os.listdir(f"/proc/{pid}/fd"):
                complain(f"opened descriptor {descriptor} of {pid}: {os.readlink(f'/proc/{pid}/fd/{descriptor}')}\n")
        except OSError:
            continue
    for folder in FOLDERS:
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            complain(f"SAW {folder}/{name}\n")
            look_into(f"{folder}/{name}", told=f"file {name}")
    for name, value in os.environ.items():
        complain(f"has {name}={value}\n")
    complain(f"sees {len(processes())} processes\n")


def go(answer: str) -> None:
    if not DONE:
        look_around()
        DONE.append(True)
    say(answer)


DONE: list[bool] = []
run(go=go)
